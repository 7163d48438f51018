/** Speaks the language server protocol with a real process, over the examples of the repository. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../nonet-process.ts";
import { applied, cursorIn, type LanguageClient, type LspDiagnostic, positionAt, startLanguageServer, type TextEdit } from "./language-client.ts";

const examples = readdirSync(join(root, "examples")).map((name) => ({ name, text: readFileSync(join(root, `examples/${name}/${name}.md`), "utf8") }));
const desk = examples.find(({ name }) => name === "equipment-desk")!.text;

let server: LanguageClient;
let count = 0;
beforeAll(async () => {
  server = await startLanguageServer();
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors()).toBe("");
});

/** Opens a text as a file of its own and gives its address. */
async function opened(text: string): Promise<string> {
  const uri = `file:///nowhere/folder-${++count}/specification.md`;
  await server.open(uri, text);
  return uri;
}

const diagnosticsOf = async (uri: string): Promise<readonly LspDiagnostic[]> =>
  (await server.ask<{ items: readonly LspDiagnostic[] }>("textDocument/diagnostic", { textDocument: { uri } })).items;

/** The labels at the caret, in the order in which an editor lists them. */
async function completions(marked: string): Promise<readonly string[]> {
  const uri = await opened(marked.replace("‸", ""));
  const position = positionAt(marked, marked.indexOf("‸"));
  const { items } = await server.ask<{ items: { label: string; sortText: string }[] }>("textDocument/completion", { textDocument: { uri }, position });
  return [...items].sort((a, b) => (a.sortText < b.sortText ? -1 : 1)).map(({ label }) => label);
}

type Edits = { readonly changes: Readonly<Record<string, readonly TextEdit[]>> };

async function renamed(text: string, marked: string, newName: string): Promise<string> {
  const uri = await opened(text);
  const { changes } = await server.ask<Edits>("textDocument/rename", { textDocument: { uri }, position: cursorIn(text, marked), newName });
  return applied(text, changes[uri]!);
}

/** The lines of `after` that differ from those of `before`. */
const changedLines = (before: string, after: string): readonly string[] => {
  const old = before.split("\n");
  return after.split("\n").filter((line, i) => line !== old[i]);
};

describe("diagnostics", () => {
  it.each(examples)("are the same as those of `nonet check`: $name has no errors", async ({ text }) => {
    const found = await diagnosticsOf(await opened(text));
    expect(found.filter(({ severity }) => severity === 1)).toEqual([]);
  });

  it("name the place in UTF-16, after emoji, right-to-left text and Windows line ends", async () => {
    const text = "# Specification: 🎟️ مكتبة\r\n\r\n## 3. Entities and their fields\r\n\r\n### Loan\r\n\r\n- title 🎉: text\r\n- due: dat, required\r\n";
    const found = await diagnosticsOf(await opened(text));
    const dat = found.find(({ code }) => code === "unknown-type")!;
    const at = text.indexOf("dat,");
    expect(dat.range).toEqual({ start: positionAt(text, at), end: positionAt(text, at + 3) });
  });

  it("follow edits of parts of a file, and answer that nothing has changed", async () => {
    const uri = await opened(desk);
    const first = await server.ask<{ resultId: string; items: LspDiagnostic[] }>("textDocument/diagnostic", { textDocument: { uri } });
    expect(await server.ask("textDocument/diagnostic", { textDocument: { uri }, previousResultId: first.resultId })).toEqual({ kind: "unchanged", resultId: first.resultId });
    const start = cursorIn(desk, "`end date >= ‸start date`");
    await server.change(uri, 2, [{ range: { start, end: { ...start, character: start.character + "start date".length } }, text: "begin date" }]);
    const messages = (await diagnosticsOf(uri)).map(({ message }) => message).join("\n");
    expect(messages).toContain("begin date");
    await server.change(uri, 3, [{ range: { start, end: { ...start, character: start.character + "begin date".length } }, text: "start date" }]);
    expect(await diagnosticsOf(uri)).toEqual(first.items);
  });

  it("are pushed to editors that don't pull, and never for other Markdown files", async () => {
    const pushing = await startLanguageServer({ pulls: false });
    const uri = "file:///nowhere/pushed/specification.md";
    await pushing.open(uri, desk.replace("list of Item |", "list of Itme |"));
    expect((await pushing.pushed(uri)).map(({ message }) => message).join()).toContain("Itme");
    const readme = "file:///nowhere/other/README.md";
    await pushing.open(readme, "# A readme\n\n## 1. Install\n\n- run it: now\n");
    expect(await pushing.pushed(readme)).toEqual([]);
    expect(await pushing.stop()).toBe(0);
  });

  it("treat the files of a folder as one specification if at most one has a title", async () => {
    const [first, second] = ["file:///nowhere/parts/1-about.md", "file:///nowhere/parts/2-rest.md"];
    const at = desk.indexOf("## 4. States");
    await server.open(first, desk.slice(0, at));
    await server.open(second, desk.slice(at));
    const errors = [...(await diagnosticsOf(first)), ...(await diagnosticsOf(second))].filter(({ severity }) => severity === 1);
    expect(errors).toEqual([]);
  });
});

describe("fixes", () => {
  const wrong = desk
    .replace("- daily fee: money, required", "- daily fee: monney, required")
    .replace('| Clerk, Manager | | send "Loan approved" |', '| Clrk, Manager | | send "Loan approved" |');

  it("are offered where the diagnostic is", async () => {
    const uri = await opened(wrong);
    const position = cursorIn(wrong, "daily fee: mon‸ney");
    const actions = await server.ask<{ title: string; kind: string; edit: Edits }[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
    expect(actions.map(({ kind }) => kind)).toEqual(["quickfix", "source.fixAll.nonet"]);
    expect(changedLines(wrong, applied(wrong, actions[0]!.edit.changes[uri]!))).toEqual(["- daily fee: money, required, at least 0, default 0"]);
  });

  it("can all be applied at once", async () => {
    const uri = await opened(wrong);
    const start = { line: 0, character: 0 };
    const [action] = await server.ask<{ edit: Edits }[]>("textDocument/codeAction", {
      textDocument: { uri },
      range: { start, end: start },
      context: { diagnostics: [], only: ["source.fixAll"] },
    });
    expect(applied(wrong, action!.edit.changes[uri]!)).toBe(desk);
  });
});

describe("completion", () => {
  /** With a caret in place of some words. */
  const written = (words: string, instead: string): Promise<readonly string[]> => {
    expect(desk).toContain(words);
    return completions(desk.replace(words, () => instead));
  };

  it("offers attributes, types and names by point", async () => {
    expect(await written("- retired: yes/no", "- retired: y‸")).toContain("yes/no");
    expect(await written("- category: Category, required", "- category: Category, r‸")).toEqual(expect.arrayContaining(["required"]));
    expect(await written("- Deleting: not allowed", "- D‸")).toContain("Deleting: ");
    expect(await written("- Search: code, name", "- Search: ‸")).toEqual(expect.arrayContaining(["code", "daily fee", "available"]));
    expect(await written("- Starts as: requested", "- Starts as: ‸")).toEqual(expect.arrayContaining(["requested", "out"]));
    expect((await written("DATES_REVERSED at end date |", "D‸"))[0]).toMatch(/^[A-Z_]+$/);
    expect(await written("| returned | Clerk | | call", "| returned | ‸")).toEqual(expect.arrayContaining(["Clerk", "Manager", "everyone"]));
    expect(await written("| Item | Item | everyone |", "| Item | list of ‸")).toEqual(expect.arrayContaining(["Item", "Loan"]));
    expect(await written("| Loan | – | create, read own, update own while requested |", "| Loan | – | update own while ‸")).toEqual(expect.arrayContaining(["requested", "out"]));
  });

  it("offers what an expression can use, with its type", async () => {
    expect(await written("`item.daily fee * days`", "`item.‸`")).toEqual(expect.arrayContaining(["category", "code", "available", "daily fee"]));
    expect(await written("`not(item.retired)`", "`d‸`")).toEqual(expect.arrayContaining(["days", "damage notes", "deposit"]));
    expect(await written("bars of `count(Loan)`", "bars of `count(Loan[‸])`")).toEqual(expect.arrayContaining(["borrower", "start date"]));
    expect((await written('`state = "out" and end date = today()`', '`state = "‸"`')).slice(0, 6)).toEqual(["approved", "cancelled", "out", "rejected", "requested", "returned"]);
    expect(await written("Hello {borrower.name}, {item.name} is ready", "Hello {borrower.‸}, {item.name} is ready")).toEqual(
      expect.arrayContaining(["department", "email", "name"]),
    );
  });

  it("offers the statements of Then and the steps of examples", async () => {
    expect((await written("| call Charge fee |", "| ‸ |")).join("; ")).toMatch(/send.*set/s);
    expect(await written("| call Charge fee |", "| send ‸ |")).toEqual(expect.arrayContaining(["Charge fee", "Loan approved"]));
    expect(await completions(`${desk}\nExample: a step\n- ‸`)).toEqual(["And", "Given", "Then", "When", "It is"]);
  });
});

describe("names", () => {
  it("are found wherever they are mentioned", async () => {
    const uri = await opened(desk);
    const places = await server.ask<{ range: TextEdit["range"] }[]>("textDocument/references", {
      textDocument: { uri },
      position: cursorIn(desk, "- daily ‸fee: money"),
      context: { includeDeclaration: true },
    });
    expect(places.map(({ range }) => desk.split("\n")[range.start.line])).toEqual(desk.split("\n").filter((line) => line.includes("daily fee")));
  });

  it("lead to their definition", async () => {
    const uri = await opened(desk);
    const [place] = await server.ask<{ range: TextEdit["range"] }[]>("textDocument/definition", { textDocument: { uri }, position: cursorIn(desk, "<= longest ‸loan`") });
    expect(place!.range.start).toEqual(cursorIn(desk, "‸longest loan | 14"));
  });

  it("say what they are and what depends on them", async () => {
    const uri = await opened(desk);
    const hover = await server.ask<{ contents: { value: string } }>("textDocument/hover", { textDocument: { uri }, position: cursorIn(desk, "| TOO‸_LONG | 422") });
    expect(hover.contents.value.split("\n\n").slice(0, 3)).toEqual([
      '**Error code "TOO\\_LONG"**',
      expect.stringMatching(/^The error TOO.+LONG has the status 422 and the message "/),
      "1 line depends on it:",
    ]);
    expect(hover.contents.value).toContain('- line 158 (rule "Not too long"): ');
    const field = await server.ask<{ contents: { value: string } }>("textDocument/hover", { textDocument: { uri }, position: cursorIn(desk, "`item.daily ‸fee * days`") });
    expect(field.contents.value).toMatch(/^\*\*Field "daily fee" of Item: an amount in EUR\*\*\n\nThe field "daily fee" of an Item is an amount of money/);
  });

  it("are renamed in prose, expressions and tables alike, and nothing else is", async () => {
    const field = await renamed(desk, "- daily ‸fee: money", "price per day");
    expect(changedLines(desk, field)).toEqual(
      desk
        .split("\n")
        .filter((line) => line.includes("daily fee"))
        .map((line) => line.replaceAll("daily fee", "price per day")),
    );
    const entity = await renamed(desk, "### Ite‸m\n", "Tool");
    expect(entity).toContain("- item: Tool, required");
    expect(entity).toContain("| list of Tool |");
    expect(entity).toContain("| Tool | – | read | read | all |");
    expect(entity).toContain("A borrower reserves an item for some days");
    expect(changedLines(desk, await renamed(desk, "- Ends as: retu‸rned", "back"))).toEqual([
      "- Ends as: back, rejected, cancelled",
      "| out | Return | back | Clerk | | call Charge fee |",
    ]);
  });

  it("aren't changed where the document would say something else, or where they are built in", async () => {
    const uri = await opened(desk);
    const ask = (marked: string, newName: string): Promise<unknown> => server.ask("textDocument/rename", { textDocument: { uri }, position: cursorIn(desk, marked), newName });
    await expect(ask("- end d‸ate: date", "start date")).rejects.toThrow("start date");
    await expect(ask("### Us‸er", "Person")).rejects.toThrow("built in");
    await expect(ask("- end d‸ate: date", "  ")).rejects.toThrow("Write the new name.");
  });

  it("keep stored records if the editor asks for it", async () => {
    const keeping = await startLanguageServer({ options: { renameKeepsData: true } });
    const uri = "file:///nowhere/keeping/specification.md";
    await keeping.open(uri, desk);
    const { changes } = await keeping.ask<Edits>("textDocument/rename", { textDocument: { uri }, position: cursorIn(desk, "- purp‸ose:"), newName: "reason why" });
    expect(applied(desk, changes[uri]!)).toContain("- reason why: long text, at most 500 characters, was purpose");
    expect(await keeping.stop()).toBe(0);
  });

  it("keep the name under which records are stored when they are renamed again", async () => {
    const keeping = await startLanguageServer({ options: { renameKeepsData: true } });
    let version = 1;
    /** Opens a text and renames in it, one after another; gives the text that the editor has then. */
    const renamedInTurn = async (folder: string, text: string, ...renames: readonly (readonly [marked: string, to: string])[]): Promise<string> => {
      const uri = `file:///nowhere/${folder}/specification.md`;
      await keeping.open(uri, text);
      let now = text;
      for (const [marked, newName] of renames) {
        const { changes } = await keeping.ask<Edits>("textDocument/rename", { textDocument: { uri }, position: cursorIn(now, marked), newName });
        now = applied(now, changes[uri]!);
        await keeping.change(uri, ++version, [{ text: now }]);
      }
      return now;
    };
    const field = await renamedInTurn("twice", desk, ["- purp‸ose:", "reason why"], ["- reason w‸hy:", "grounds"]);
    expect(field.split("\n").filter((line) => line.includes("500 characters"))).toEqual(["- grounds: long text, at most 500 characters, was purpose"]);
    const entity = await renamedInTurn("entity", desk, ["### Ite‸m\n", "Tool"], ["### To‸ol\n", "Device"]);
    expect(entity.match(/^- Was: .*$/gm)).toEqual(["- Was: Item"]);
    expect(await renamedInTurn("back", desk, ["- purp‸ose:", "reason why"], ["- reason w‸hy:", "purpose"])).toBe(desk);
    // Whether the document was live with its note isn't known: the person chooses.
    const noted = desk.replace("- purpose: long text, at most 500 characters", "- purpose: long text, at most 500 characters, was aim");
    expect(await renamedInTurn("noted", noted, ["- purp‸ose:", "grounds"])).toContain("- grounds: long text, at most 500 characters, was aim, was purpose");
    // What wasn't there when the document was opened has no records.
    const uri = "file:///nowhere/new/specification.md";
    await keeping.open(uri, desk);
    const added = desk.replace("- purpose:", "- remark: text\n- purpose:");
    await keeping.change(uri, 2, [{ text: added }]);
    const { changes } = await keeping.ask<Edits>("textDocument/rename", { textDocument: { uri }, position: cursorIn(added, "- rem‸ark:"), newName: "comment" });
    expect(applied(added, changes[uri]!)).toContain("- comment: text\n");
    expect(await keeping.stop()).toBe(0);
  });
});

describe("structure", () => {
  it("is outlined by the nine points", async () => {
    const uri = await opened(desk);
    const symbols = await server.ask<{ name: string; children: { name: string; children: { name: string }[] }[] }[]>("textDocument/documentSymbol", { textDocument: { uri } });
    expect(symbols.map(({ name }) => name[0])).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(symbols[2]!.children.map(({ name }) => name)).toEqual(["User", "Category", "Item", "Loan"]);
    expect(symbols[3]!.children[0]!.children.map(({ name }) => name)).toContain("Hand out");
  });

  it("has tokens, folds and lenses on every example", async () => {
    for (const { text } of examples) {
      const uri = await opened(text);
      const { data } = await server.ask<{ data: number[] }>("textDocument/semanticTokens/full", { textDocument: { uri } });
      expect(data.length % 5).toBe(0);
      const folds = await server.ask<{ startLine: number; endLine: number }[]>("textDocument/foldingRange", { textDocument: { uri } });
      expect(folds.every(({ startLine, endLine }) => startLine < endLine && endLine < text.split("\n").length)).toBe(true);
      const lenses = await server.ask<{ command: { title: string } }[]>("textDocument/codeLens", { textDocument: { uri } });
      expect(lenses.filter(({ command }) => command.title === "Run this Example").length).toBe(text.match(/^\**Example:/gm)?.length ?? 0);
    }
  });

  it("is formatted as `nonet format` does it", async () => {
    const wild = desk.replace("| Route | Screen | Shows | For |", "|Path|Page|Shows|Who|").replace("- retired: yes/no", "- retired: boolean");
    const uri = await opened(wild);
    const edits = await server.ask<TextEdit[]>("textDocument/formatting", { textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } });
    expect(applied(wild, edits)).toBe(desk);
  });

  it("runs an Example in an empty product", async () => {
    const text = `${desk}\nExample: overdue is refused\n- Given an Item "Beamer"\n- When Borrower "Bo" creates a Loan with item "Beamer", start date 2026-03-05, end date 2026-03-04\n- Then DATES_REVERSED\n\nExample: wrong on purpose\n- Given an Item "Beamer"\n- Then there are 2 Items\n`;
    const uri = await opened(text);
    const run = (title: string): Promise<{ passed: boolean; at: { line: number } | null }> =>
      server.ask("workspace/executeCommand", { command: "nonet.runExample", arguments: [uri, title] });
    expect(await run("overdue is refused")).toMatchObject({ passed: true });
    const failed = await run("wrong on purpose");
    expect(failed).toMatchObject({ passed: false, at: { uri, line: text.split("\n").findIndex((line) => line === "- Then there are 2 Items") } });
  });
});
