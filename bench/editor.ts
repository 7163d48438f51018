/**
 * `npx tsx bench/editor.ts [lines …]`: how long the language server takes, measured at the protocol with a real process.
 *
 * Somebody writes in the middle of a document: a letter in a rule and its removal, in turn. After each stroke the editor
 * asks for diagnostics, completion, hover and the rest; renames are asked for names of every kind. Each figure is the
 * 95th percentile in milliseconds, from the request to the answer; the aims stand beside it. The first strokes aren't
 * counted, while the engine learns.
 */
import { grow } from "./grow.ts";
import { type LanguageClient, positionAt, startLanguageServer } from "../tests/editor/language-client.ts";

const aims: Readonly<Record<string, readonly [number, number]>> = {
  diagnostics: [35, 60],
  completion: [20, 50],
  hover: [10, 20],
  definition: [10, 20],
  rename: [50, 150],
};

const warmUp = 30;
const strokes = 100;

async function measure(lines: number): Promise<Readonly<Record<string, readonly number[]>>> {
  const server = await startLanguageServer();
  const text = grow(lines);
  const uri = "file:///bench/specification.md";
  await server.open(uri, text);
  const taken: Record<string, number[]> = {};
  const words = "due on >= opened";
  const at = text.indexOf(words, text.length / 2) + "due on >= ".length;
  const position = positionAt(text, at);
  const mentioned = [...text.matchAll(/^### (Order X\d+)|^- (clerk|due on|total|remark|price):|^\| (ORDER_X\d+_MUCH) |^\| (most order x\d+) |\| (Open|Close) \|/gm)];
  for (let i = 0; i < warmUp + strokes; i++) {
    const isCounted = i >= warmUp;
    const timed = async (name: string, method: string, params: object): Promise<void> => {
      const from = performance.now();
      await server.ask(method, { textDocument: { uri }, ...params });
      if (isCounted) (taken[name] ??= []).push(performance.now() - from);
    };
    await write(server, uri, i, position);
    await timed("diagnostics", "textDocument/diagnostic", {});
    await timed("completion", "textDocument/completion", { position });
    await timed("hover", "textDocument/hover", { position: { ...position, character: position.character - 6 } });
    await timed("definition", "textDocument/definition", { position: { ...position, character: position.character - 6 } });
    await timed("tokens", "textDocument/semanticTokens/full", {});
    await timed("outline", "textDocument/documentSymbol", {});
    await timed("lenses", "textDocument/codeLens", {});
    const name = mentioned[(i * 37) % mentioned.length]!;
    const place = positionAt(text, name.index + name[0].search(/[\p{L}]/u) + 1);
    if (i % 2 === 1) await timed("rename", "textDocument/rename", { position: place, newName: name[3] ? "ZEBRA_CROSSING" : "zebra crossing" });
  }
  await server.stop();
  return taken;
}

/** A letter, and its removal after an odd number of strokes. */
function write(server: LanguageClient, uri: string, i: number, position: { readonly line: number; readonly character: number }): Promise<void> {
  const end = { ...position, character: position.character + 1 };
  return server.change(uri, i + 2, [i % 2 === 0 ? { range: { start: position, end: position }, text: "x" } : { range: { start: position, end }, text: "" }]);
}

const percentile = (list: readonly number[], share: number): number => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))]!;

const sizes = process.argv.slice(2).map(Number).filter(Number.isFinite);
void printTable(sizes.length > 0 ? sizes : [500, 5_000]);

async function printTable(list: readonly number[]): Promise<void> {
  const measured: (readonly [number, Readonly<Record<string, readonly number[]>>])[] = [];
  for (const size of list) measured.push([size, await measure(size)]);
  console.log(["", ...measured.flatMap(([size]) => [`${size} p50`, `${size} p95`, "aim"])].map((head) => head.padStart(12)).join(""));
  for (const name of Object.keys(measured[0]![1])) {
    const figures = measured.flatMap(([size, taken]) => {
      const aim = aims[name]?.[size <= 500 ? 0 : 1];
      return [percentile(taken[name]!, 0.5).toFixed(1), percentile(taken[name]!, 0.95).toFixed(1), aim === undefined ? "" : String(aim)];
    });
    console.log([name, ...figures].map((cell) => cell.padStart(12)).join(""));
  }
}
