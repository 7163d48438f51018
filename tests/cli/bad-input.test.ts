/** Errors at the command line: one clear message, the right exit code, no stack trace. */
import { createServer } from "node:net";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonet, runProduct, root, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
const desk = join(root, "examples/equipment-desk");
const broken = join(folder.path, "broken.md");

beforeAll(() => {
  writeFileSync(broken, "# Specification: Broken\n\n## 3. Entities and their fields\n\n### Book\n\n- title: text\n- pages: intteger\n");
  mkdirSync(join(folder.path, "empty"));
  writeFileSync(join(folder.path, "latin.md"), Buffer.from([0x23, 0x20, 0xe4, 0xf6, 0xfc, 0x0a]));
});
afterAll(() => folder.remove());

/** One line on standard error, without internals. */
function expectMessage(err: string, text: RegExp): void {
  expect(err).toMatch(text);
  expect(err).not.toMatch(/\n\s+at |node:internal|bug in Nonet/);
  expect(err.trim().split("\n")).toHaveLength(1);
}

describe("errors with exit code 2", () => {
  const taken = join(folder.path, "taken");
  it.each<[string, string[], RegExp]>([
    ["an unknown command", ["chekc"], /no command "chekc"\. Did you mean "check"\?/],
    ["a missing file argument", ["check"], /Missing argument FILE\. Usage: nonet check FILE/],
    ["an extra argument", ["check", "a.md", "b.md"], /Unexpected argument "b\.md"/],
    ["an unknown option", ["run", desk, "--prot", "1"], /no option --prot\. Did you mean --port\?/],
    ["an option without its value", ["run", desk, "--port"], /--port needs a value/],
    ["an invalid port", ["run", desk, "--port", "99999"], /0 to 65535/],
    ["a file that doesn't exist", ["check", "nowhere.md"], /nowhere\.md doesn't exist/],
    ["a folder without Markdown", ["check", join(folder.path, "empty")], /contains no Markdown file/],
    ["a file that isn't UTF-8", ["check", join(folder.path, "latin.md")], /isn't UTF-8/],
    ["an unknown format", ["check", desk, "--format", "xml"], /text, json or sarif/],
    ["an invalid database URL", ["run", desk, "--database", "mysql://here"], /postgres:\/\//],
    ["an unreachable database", ["run", desk, "--port", "0", "--data", taken, "--database", "postgres://me:hidden@127.0.0.1:1/x"], /database doesn.t answer .*--database/],
    ["a replica of the embedded database", ["run", desk, "--replica", "postgres://me@127.0.0.1:1/x"], /--replica needs --database/],
    [
      "an invalid replica",
      ["run", desk, "--database", "postgres://me@127.0.0.1:1/x", "--replica", "postgres://me@127.0.0.1:1/x", "--replica", "mysql://here"],
      /--replica needs a URL/,
    ],
    ["a rehearsal with a replica", ["run", desk, "--rehearse", "--replica", "postgres://me@127.0.0.1:1/x"], /leave out --rehearse/],
    ["an Owner without an email address", ["run", desk, "--owner", "Ada"], /email address/],
    ["a backup of nothing", ["backup", desk, "there"], /no data in .* to back up/],
    ["a backup into an existing folder", ["backup", desk, folder.path], /already exists/],
    ["a restore from a folder without a backup", ["restore", folder.path], /is not a backup/],
    ["a plan with an invalid database URL", ["plan", desk, "--database", "mysql://here"], /postgres:\/\//],
    ["an apply on an unreachable database", ["apply", desk, "--database", "postgres://me:hidden@127.0.0.1:1/x"], /database doesn.t answer/],
    ["examples elsewhere", ["test", desk, "--against", "http://127.0.0.1:1"], /--against/],
    ["an invalid expression", ["feel", "1 +"], /is invalid at character/],
    ["a context that isn't JSON", ["feel", "1", "--context", "{"], /--context isn't valid JSON/],
    ["cases that don't exist", ["feel", "--cases", "nowhere.jsonl"], /Can't read nowhere\.jsonl/],
    ["neither expression nor cases", ["feel"], /Give an expression or --cases FILE/],
  ])("%s", async (_what, args, message) => {
    const result = await nonet(args, { cwd: folder.path });
    expect(result.code, result.err).toBe(2);
    expectMessage(result.err.replace(/^Building .*\n/gm, "").replace(/^.*(?:warning|hint) \[[^]*?\n\n(?:\d+ (?:warning|hint)s?(?:, )?)+\n/, ""), message);
    expect(result.out).toBe("");
    expect(result.err).not.toContain("hidden");
  });

  it("a port in use, before anything is opened", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const data = join(folder.path, "never");
    const result = await nonet(["run", desk, "--port", String(port), "--data", data, "--rehearse"]);
    other.close();
    expect(result.code).toBe(2);
    expect(result.err).toMatch(new RegExp(`Port ${port} is already in use.*--port 0`));
    expect(existsSync(data)).toBe(false);
  });

  it("a data folder of another version, which isn't changed", async () => {
    const data = join(folder.path, "later");
    mkdirSync(data);
    writeFileSync(join(data, "nonet.json"), '{"layout":99}');
    const result = await nonet(["run", desk, "--port", "0", "--data", data]);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/another version of Nonet \(layout 99/);
    expect(readdirSync(data)).toEqual(["nonet.json"]);
  });

  it("a data folder of another PostgreSQL", async () => {
    const data = join(folder.path, "older");
    mkdirSync(join(data, "database"), { recursive: true });
    writeFileSync(join(data, "database", "PG_VERSION"), "15\n");
    const result = await nonet(["run", desk, "--port", "0", "--data", data]);
    expect(result.code).toBe(2);
    expect(result.err).toMatch(/PostgreSQL 15/);
  });

  it("a data folder in use", async () => {
    const data = join(folder.path, "used");
    const product = await runProduct([desk, "--data", data]);
    try {
      const result = await nonet(["run", desk, "--port", "0", "--data", data]);
      expect(result.code).toBe(2);
      expect(result.err).toMatch(new RegExp(`in use by a product that runs as process ${product.process.pid}`));
      // A plan only reads, and a product with real data follows what is applied.
      expect(await nonet(["plan", desk, "--data", data])).toMatchObject({ code: 0, out: "No table changes.\n" });
      expect(await nonet(["apply", desk, "--data", data])).toMatchObject({ code: 0, out: "No table had to change. The database is now at this version.\n" });
      // A rehearsal runs each changed file by itself.
      writeFileSync(join(data, "nonet.json"), readFileSync(join(data, "nonet.json"), "utf8").replace('"real"', '"rehearsal"'));
      expect((await nonet(["apply", desk, "--data", data])).code).toBe(2);
      expect((await fetch(`${product.address}/readyz`)).status).toBe(200);
    } finally {
      await product.stop();
    }
  });
});

describe("a specification with an error", () => {
  it("is reported with its line and a caret, and doesn't run", async () => {
    const result = await nonet(["run", broken, "--port", "0", "--data", join(folder.path, "no")]);
    expect(result.code).toBe(1);
    expect(result.err).toContain(`--> ${broken}:8:`);
    expect(result.err).toMatch(/8 \| - pages: intteger\n {2}\| +\^{8}\n/);
    expect(existsSync(join(folder.path, "no"))).toBe(false);
  });

  it("is modelled and explained as far as it was understood, with its errors on standard error", async () => {
    const model = await nonet(["model", broken]);
    expect(model.code).toBe(1);
    const { entities } = JSON.parse(model.out) as { entities: { name: string; fields: { name: string }[] }[] };
    expect(entities.find((e) => e.name === "Book")!.fields.map((f) => f.name)).toContain("title");
    expect(model.err).toContain(`--> ${broken}:8:`);
    const result = await nonet(["explain", broken, "title"]);
    expect(result.code).toBe(1);
    expect(result.out).toMatch(/^.*broken\.md:7: .*title/);
    expect(result.err).toBe(`${broken} has 1 error, so only what was understood is explained. \`nonet check ${broken}\` shows them.\n`);
    const line = await nonet(["explain", broken, "8"]);
    expect(line).toMatchObject({ code: 1, out: "8 | - pages: intteger\n" });
    expect(line.err).toContain(`--> ${broken}:8:`);
    for (const command of ["openapi", "sql"]) expect(await nonet([command, broken])).toMatchObject({ code: 1, out: "" });
  });

  it("makes check exit with 1", async () => {
    expect((await nonet(["check", broken])).code).toBe(1);
  });
});
