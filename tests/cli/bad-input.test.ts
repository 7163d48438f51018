/** What a person gets for a mistake at the command line: one sentence, the right exit code, no stack trace. */
import { createServer } from "node:net";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonet, root, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
const desk = join(root, "examples/equipment-desk");
const broken = join(folder.path, "broken.md");

beforeAll(() => {
  writeFileSync(broken, "# Specification: Broken\n\n## 3. Entities and their fields\n\n### Book\n\n- title: text\n- pages: intteger\n");
  mkdirSync(join(folder.path, "empty"));
  writeFileSync(join(folder.path, "latin.md"), Buffer.from([0x23, 0x20, 0xe4, 0xf6, 0xfc, 0x0a]));
});
afterAll(() => folder.remove());

/** One sentence or two, on standard error, and nothing of our insides. */
function expectSentence(err: string, text: RegExp): void {
  expect(err).toMatch(text);
  expect(err).not.toMatch(/\n\s+at |node:internal|bug in Nonet/);
  expect(err.trim().split("\n")).toHaveLength(1);
}

describe("mistakes with exit code 2", () => {
  const taken = join(folder.path, "taken");
  it.each<[string, string[], RegExp]>([
    ["an unknown command", ["chekc"], /no command "chekc"; did you mean "check"\?/],
    ["no file named", ["check"], /needs FILE/],
    ["a word too many", ["check", "a.md", "b.md"], /"b\.md" is one word too many/],
    ["an unknown option", ["run", desk, "--prot", "1"], /no option --prot; did you mean --port\?/],
    ["an option without its value", ["run", desk, "--port"], /--port needs a value/],
    ["a port that is none", ["run", desk, "--port", "99999"], /0 to 65535/],
    ["a file that isn't there", ["check", "nowhere.md"], /no file or folder nowhere\.md/],
    ["a folder without Markdown", ["check", join(folder.path, "empty")], /holds no Markdown file/],
    ["a file that isn't UTF-8", ["check", join(folder.path, "latin.md")], /is not UTF-8/],
    ["an unknown form", ["check", desk, "--format", "xml"], /text, json or sarif/],
    ["an address that is none", ["run", desk, "--database", "mysql://here"], /postgres:\/\//],
    ["an unreachable database", ["run", desk, "--port", "0", "--data", taken, "--database", "postgres://me:hidden@127.0.0.1:1/x"], /database doesn.t answer .*--database/],
    ["an Owner that is no address", ["run", desk, "--owner", "Ada"], /email address/],
    ["a backup of nothing", ["backup", desk, "there"], /no data in .* nothing to save/],
    ["a backup onto something", ["backup", desk, folder.path], /is there already/],
    ["a restore from no backup", ["restore", folder.path], /is not a backup/],
    ["a plan on an address that is none", ["plan", desk, "--database", "mysql://here"], /postgres:\/\//],
    ["an apply on an unreachable database", ["apply", desk, "--database", "postgres://me:hidden@127.0.0.1:1/x"], /database doesn.t answer/],
    ["examples elsewhere", ["test", desk, "--against", "http://127.0.0.1:1"], /--against/],
    ["an expression that can't be read", ["feel", "1 +"], /can't be read at character/],
    ["a context that is no JSON", ["feel", "1", "--context", "{"], /--context isn't JSON/],
    ["cases that aren't there", ["feel", "--cases", "nowhere.jsonl"], /can't be read/],
    ["neither expression nor cases", ["feel"], /needs an expression/],
  ])("%s", async (_what, args, sentence) => {
    const said = await nonet(args, { cwd: folder.path });
    expect(said.code, said.err).toBe(2);
    expectSentence(said.err.replace(/^Building .*\n/gm, "").replace(/^.*(?:warning|hint) \[[^]*?\n\n(?:\d+ (?:warning|hint)s?(?:, )?)+\n/, ""), sentence);
    expect(said.out).toBe("");
    expect(said.err).not.toContain("hidden");
  });

  it("a taken port, before anything is opened", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as { port: number };
    const data = join(folder.path, "never");
    const said = await nonet(["run", desk, "--port", String(port), "--data", data, "--rehearse"]);
    other.close();
    expect(said.code).toBe(2);
    expect(said.err).toMatch(new RegExp(`Port ${port} is taken .*--port 0`));
    expect(existsSync(data)).toBe(false);
  });

  it("a data folder of another version, which stays as it was", async () => {
    const data = join(folder.path, "later");
    mkdirSync(data);
    writeFileSync(join(data, "nonet.json"), '{"layout":99}');
    const said = await nonet(["run", desk, "--port", "0", "--data", data]);
    expect(said.code).toBe(2);
    expect(said.err).toMatch(/another version of Nonet \(layout 99/);
    expect(readdirSync(data)).toEqual(["nonet.json"]);
  });

  it("a data folder of another PostgreSQL", async () => {
    const data = join(folder.path, "older");
    mkdirSync(join(data, "database"), { recursive: true });
    writeFileSync(join(data, "database", "PG_VERSION"), "15\n");
    const said = await nonet(["run", desk, "--port", "0", "--data", data]);
    expect(said.code).toBe(2);
    expect(said.err).toMatch(/PostgreSQL 15/);
  });

  it("a data folder in use", async () => {
    const data = join(folder.path, "used");
    mkdirSync(data);
    writeFileSync(join(data, "running.json"), JSON.stringify({ process: process.pid }));
    const said = await nonet(["run", desk, "--port", "0", "--data", data]);
    expect(said.code).toBe(2);
    expect(said.err).toMatch(new RegExp(`in use by a product that runs as process ${process.pid}`));
  });
});

describe("a specification with an error", () => {
  it("is shown with its line and a caret, and doesn't run", async () => {
    const said = await nonet(["run", broken, "--port", "0", "--data", join(folder.path, "no")]);
    expect(said.code).toBe(1);
    expect(said.err).toContain(`--> ${broken}:8:`);
    expect(said.err).toMatch(/8 \| - pages: intteger\n {2}\| +\^{8}\n/);
    expect(existsSync(join(folder.path, "no"))).toBe(false);
  });

  it("is modelled and explained as far as it could be understood, and its mistakes are told beside that", async () => {
    const model = await nonet(["model", broken]);
    expect(model.code).toBe(1);
    const { entities } = JSON.parse(model.out) as { entities: { name: string; fields: { name: string }[] }[] };
    expect(entities.find((e) => e.name === "Book")!.fields.map((f) => f.name)).toContain("title");
    expect(model.err).toContain(`--> ${broken}:8:`);
    const said = await nonet(["explain", broken, "title"]);
    expect(said.code).toBe(1);
    expect(said.out).toMatch(/^.*broken\.md:7: .*title/);
    expect(said.err).toContain(`--> ${broken}:8:`);
    for (const command of ["openapi", "sql"]) expect(await nonet([command, broken])).toMatchObject({ code: 1, out: "" });
  });

  it("makes check end with 1", async () => {
    expect((await nonet(["check", broken])).code).toBe(1);
  });
});
