/** Speaks the Model Context Protocol with a real `nonet mcp`, in its newest version and in the one before. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../nonet-process.ts";

const guide = readFileSync(join(root, "docs/assistants.md"), "utf8");
const shed = /^```markdown\n(# [\s\S]*?)^```$/m.exec(guide)![1]!;
const file = "examples/equipment-desk/equipment-desk.md";

let client: Client;
beforeAll(async () => {
  client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(root, "apps/cli/bin/nonet.mjs"), "mcp"], cwd: root, stderr: "ignore" }));
});
afterAll(() => client.close());

interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

async function ask(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const result = await client.callTool({ name, arguments: args });
  const [content] = result.content as { type: string; text: string }[];
  return { text: content!.text, isError: result.isError === true };
}

describe("the tools", () => {
  it("are eight, and their definitions fit in 2,000 tokens", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["nonet_guide", "nonet_check", "nonet_explain", "nonet_plan", "nonet_rehearse", "nonet_examples", "nonet_ask", "nonet_import"]);
    expect(JSON.stringify(tools).length / 3.5).toBeLessThanOrEqual(2_000);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  });

  it("say what to send instead of what they can't take", async () => {
    expect(await ask("nonet_check")).toEqual({ text: "Send `text`, the whole specification, or `file`, the path of a Markdown file in the working folder.", isError: true });
    expect((await ask("nonet_check", { file: "../secret.md" })).text).toContain("isn't a Markdown file in the working folder");
    expect((await ask("nonet_check", { file: "package.json" })).text).toContain("isn't a Markdown file in the working folder");
    expect((await ask("nonet_check", { file: "missing.md" })).text).toContain("can't be read");
    expect((await ask("nonet_ask", { text: shed, question: "why?" })).text).toContain("Ask `what may ROLE do?`");
    expect((await ask("nonet_ask", { text: shed, question: "what may a Keper do?" })).text).toContain('Did you mean "Keeper"?');
  });

  it("cut long answers into pages", async () => {
    const first = await ask("nonet_explain", { file: "examples/purchasing/purchasing.md" });
    expect(first.text.length).toBeLessThan(16_000);
    const pages = Number(/Page 1 of (\d+)\. Ask again with page 2 for more\.$/.exec(first.text)![1]);
    const last = await ask("nonet_explain", { file: "examples/purchasing/purchasing.md", page: pages });
    expect(last.text).toMatch(new RegExp(`Page ${pages} of ${pages}\\.$`));
    expect((await ask("nonet_explain", { file, page: 99 })).text).toMatch(/^There are \d+ pages\./);
  });
});

it("nonet_guide gives the rules first, then any section", async () => {
  expect((await ask("nonet_guide")).text).toMatch(/^Sections: Rules, Skeleton, Vocabulary, Common mistakes, Commands\.\n\n## Rules/);
  expect((await ask("nonet_guide", { section: "skeleton" })).text).toContain(shed.trimEnd());
  expect((await ask("nonet_guide", { section: "colors" })).text).toContain("It has: Rules,");
});

describe("nonet_check", () => {
  it("gives diagnostics with their fixes, and the mended text", async () => {
    const { text } = await ask("nonet_check", { text: shed.replace("- fee: money", "- fee: monney"), fix: true });
    expect(text).toMatch(/^1 errors, 0 warnings/);
    expect(text).toContain('line 41: error [unknown-type] "monney" isn\'t a field type or an entity. Did you mean "money"?\n  fix: Write money');
    expect(text).toContain(`The text with 1 problem fixed:\n\n${shed}`);
  });

  it("lists what is open as a legal answer", async () => {
    const { text, isError } = await ask("nonet_check", { file: "examples/undetermined/undetermined.md" });
    expect(isError).toBe(false);
    expect(text).toMatch(/^0 errors, 0 warnings, 0 hints, 9 not shown/);
    expect(text).toContain("Not shown (legal: fill in only what the brief says):");
  });
});

describe("nonet_plan", () => {
  it("says what is new, what is gone, and what stored records would lose", async () => {
    const { text } = await ask("nonet_plan", { before: shed, text: shed.replace("- note: long text, at most 500 characters", "- remark: long text, at most 500 characters") });
    expect(text).toContain("LOST note of Lendings");
    expect(text).toContain('+ The field "remark" of a Lending');
  });

  it("loses nothing where a name says what it was", async () => {
    const { text } = await ask("nonet_plan", {
      before: shed,
      text: shed.replace("- note: long text, at most 500 characters", "- remark: long text, at most 500 characters, was note"),
    });
    expect(text).toMatch(/^Stored records lose nothing\./);
    expect((await ask("nonet_plan", { before: shed, text: shed })).text).toBe("Both versions say the same.");
  });
});

describe("nonet_ask", () => {
  it("says what a role may do", async () => {
    const { text } = await ask("nonet_ask", { text: shed, question: "What may a Neighbour do?" });
    expect(text).toContain("Neighbour may");
    expect(text).not.toMatch(/^line \d+: Keeper may/m);
  });

  it("says what depends on a name", async () => {
    expect((await ask("nonet_ask", { text: shed, question: "What depends on longest lending?" })).text).toMatch(
      /^2 lines mention the constant "longest lending":\nline \d+: .*days <= longest lending/,
    );
    expect((await ask("nonet_ask", { text: shed, question: "what depends on Lending.note" })).text).toBe('Nothing mentions the field "note" of Lending.');
  });
});

describe("examples and rehearsals", () => {
  it("run in empty products", { timeout: 120_000 }, async () => {
    expect((await ask("nonet_examples", { text: shed })).text).toBe("1 passed, 0 failed\npassed a drill can't be lent twice");
    const steps = ['Given a Tool "Drill"', 'When Neighbour "Bo" creates a Lending with tool "Drill", from 2026-03-05, to 2026-03-04', "Then DATES_REVERSED"];
    expect((await ask("nonet_rehearse", { text: shed, steps })).text).toBe(`Everything happened as written:\n${steps.map((step) => `done: ${step}`).join("\n")}`);
    const other = await ask("nonet_rehearse", { text: shed, steps: [...steps.slice(0, 2), "Then it is accepted"] });
    expect(other.text).toMatch(/^done: Given a Tool "Drill"\ndone: When .*\notherwise: Then it is accepted\nexpected: .*\nactual: .*DATES_REVERSED/s);
  });

  it("say which step can't be read, and refuse a document with errors", async () => {
    expect((await ask("nonet_rehearse", { text: shed, steps: ["When Bo tries something"] })).text).toMatch(/^A step can't be read:\n/);
    expect((await ask("nonet_examples", { text: shed.replace("money", "monney") })).text).toMatch(/^The document has 1 error\. Fix them first/);
  });
});

it("serves the protocol of 2026-07-28 without a handshake", async () => {
  const modern = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await modern.connect(new StdioClientTransport({ command: process.execPath, args: [join(root, "apps/cli/bin/nonet.mjs"), "mcp"], cwd: root, stderr: "ignore" }));
  const result = await modern.callTool({ name: "nonet_guide", arguments: { section: "rules" } });
  expect((result.content as { text: string }[])[0]!.text).toContain("Never invent");
  await modern.close();
});

describe("nonet_import", () => {
  it("gives a document and its account, and reads files of the working folder only", async () => {
    const made = await ask("nonet_import", { kind: "csv", source: "fixtures/import" });
    expect(made).toMatchObject({ isError: false, text: expect.stringMatching(/^4 objects: 4 lines, 0 quoted, 0 open\.\n/) });
    expect(made.text).toContain("- name: text, at most 20000 characters <!-- file tools.csv column Name -->");
    // Values of records aren't shown.
    expect(made.text).not.toContain("hint");
    expect((await ask("nonet_import", { kind: "openapi", source: "../api.yaml" })).text).toContain("isn't in the working folder");
    expect((await ask("nonet_import", { kind: "csv", source: "docs" })).text).toContain("contains no CSV file");
  });
});
