/** Asks everything of the language server at places of documents that nobody would call whole. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { grow } from "../../bench/grow.ts";
import { root } from "../nonet-process.ts";
import { type LanguageClient, positionAt, startLanguageServer } from "./language-client.ts";

const desk = readFileSync(join(root, "examples/equipment-desk/equipment-desk.md"), "utf8");

const machineLine = (input: string): string =>
  `# Specification: X\n\n## 3. Entities and their fields\n\n### A\n\n- b: text\n\n## 4. States and transitions\n\n### A\n\n- Close needs ${input}\n`;

const documents: Readonly<Record<string, string>> = {
  empty: "",
  "one line break": "\n",
  "a heading alone": "## 3. Entities and their fields",
  "half a heading": "# Specification: X\n\n## ",
  "half a table": "## 4. States and transitions\n\n### Loan\n\n| From | Action\n|---|--\n| a | ",
  "half an expression": "## 3. Entities and their fields\n\n### Loan\n\n- due: date, default `tod\n- fee: money = `item.\n- x: y[",
  "Windows line ends": desk.replaceAll("\n", "\r\n"),
  "old Macintosh line ends": desk.replaceAll("\n", "\r"),
  emoji: desk.replaceAll("Loan", "Loan 🎟️").replaceAll("borrower", "👩‍👩‍👧 borrower"),
  "right to left": desk.replaceAll("Item", "عنصر").replaceAll("Loan", "השאלה"),
  "a surrogate cut in half": `${desk.slice(0, 500)}\uD83D${desk.slice(500)}`,
  "a long line": `# Specification: X\n\n## 3. Entities and their fields\n\n### A\n\n- a: text = \`${"a + ".repeat(5_000)}a\`\n`,
  "deep lists": `## 3. Entities and their fields\n\n### A\n\n${Array.from({ length: 300 }, (_, i) => `${" ".repeat(i * 2)}- a: text`).join("\n")}`,
  "open brackets": machineLine(`x ${"(".repeat(1_000)}`),
  "a run of articles": machineLine("a ".repeat(400)),
  "a run of commas": machineLine("word, ".repeat(400)),
  "a bullet of thirty pages": machineLine("word, ".repeat(20_000)),
  "a cell of thirty pages": `## 6. Roles and permissions\n\n| | Clerk |\n|---|---|\n| A | ${"read, ".repeat(20_000)} |\n`,
  "a paragraph of thirty pages": `## 6. Roles and permissions\n\n${"Clerks may read. ".repeat(7_000)}\n`,
  "a bullet as long as they may be": machineLine("(".repeat(2_900)),
  "a run of spaces": machineLine(`x${" ".repeat(4_000)}y`),
  "an open fence": `${desk.slice(0, 4_000)}\n\`\`\`\n${desk.slice(4_000)}`,
  "every point twice": `${desk}\n${desk}`,
  "5,000 lines": grow(5_000),
};

let server: LanguageClient;
beforeAll(async () => {
  server = await startLanguageServer();
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors()).toBe("");
});

const atPlaces = ["completion", "hover", "definition", "documentHighlight", "prepareRename"];
const ofFiles = ["documentSymbol", "foldingRange", "codeLens", "semanticTokens/full", "diagnostic"];

it.each(Object.keys(documents))("answers in a document with %s", async (name) => {
  const text = documents[name]!;
  const uri = `file:///nowhere/${encodeURIComponent(name)}/specification.md`;
  await server.open(uri, text);
  const textDocument = { uri };
  for (const method of ofFiles) await server.ask(`textDocument/${method}`, { textDocument });
  await server.ask("textDocument/formatting", { textDocument, options: { tabSize: 2, insertSpaces: true } });
  const places = text.length > 100_000 ? 12 : 60;
  for (let i = 0; i <= places; i++) {
    const position = positionAt(text, Math.floor((text.length * i) / places));
    for (const method of atPlaces) await server.ask(`textDocument/${method}`, { textDocument, position });
    await server.ask("textDocument/references", { textDocument, position, context: { includeDeclaration: true } });
    await server.ask("textDocument/codeAction", { textDocument, range: { start: position, end: position }, context: { diagnostics: [] } });
  }
  // A place beyond the end, as after an edit that the server hasn't seen yet.
  for (const method of atPlaces) await server.ask(`textDocument/${method}`, { textDocument, position: { line: 1_000_000, character: 9 } });
});

it("answers after every letter that somebody writes", async () => {
  const uri = "file:///nowhere/typed/specification.md";
  await server.open(uri, "");
  const text = desk.slice(0, 1_200);
  for (let at = 0; at < text.length; at++) {
    const position = positionAt(text, at);
    await server.change(uri, at + 2, [{ range: { start: position, end: position }, text: text[at]! }]);
    if (at % 7 === 0) await server.ask("textDocument/completion", { textDocument: { uri }, position });
  }
  const { items } = await server.ask<{ items: unknown[] }>("textDocument/diagnostic", { textDocument: { uri } });
  expect(Array.isArray(items)).toBe(true);
});
