/** The shape of a file: outline, folding, tokens, formatting and lenses. */
import { foldsOf, formattingEdits, lensesOf, type OutlineSymbol, semanticTokens, symbolsOf, type ThingKind } from "@nonet/services";
import type { CodeLens, DocumentSymbol, FoldingRange, SymbolInformation, TextEdit } from "vscode-languageserver";
import { locationOf, type Place, rangeOf } from "../session/specifications.ts";

/** SymbolKind of the protocol. */
const symbolKinds: Readonly<Record<OutlineSymbol["kind"], DocumentSymbol["kind"]>> = { point: 3, section: 5, field: 8, row: 13, example: 12 };

export function outline({ checked, file, text }: Place): DocumentSymbol[] {
  const symbol = ({ name, detail, kind, span, nameSpan, children }: OutlineSymbol): DocumentSymbol => ({
    name: name.trim() === "" ? "–" : name,
    detail,
    kind: symbolKinds[kind],
    // The range of a symbol must contain its name.
    range: rangeOf(text, { from: Math.min(span.from, nameSpan.from), to: Math.max(span.to, nameSpan.to) }),
    selectionRange: rangeOf(text, nameSpan),
    children: children.map(symbol),
  });
  return symbolsOf(checked.document, file).map(symbol);
}

/** The symbols of all files of the specification whose names contain the words. */
export function workspaceSymbols({ checked }: Place, query: string): SymbolInformation[] {
  const wanted = query.toLowerCase();
  return checked.texts.flatMap((text, file) => {
    const found: SymbolInformation[] = [];
    const add =
      (container: string) =>
      ({ name, kind, nameSpan, children }: OutlineSymbol): void => {
        if (name.toLowerCase().includes(wanted))
          found.push({ name, kind: symbolKinds[kind], containerName: container, location: { uri: text.uri, range: rangeOf(text, nameSpan) } });
        children.forEach(add(name));
      };
    symbolsOf(checked.document, file).forEach(add(""));
    return found;
  });
}

export const folding = ({ checked, file, text }: Place): FoldingRange[] =>
  foldsOf(checked.document, file).map(({ from, to }) => ({ startLine: text.positionAt(from).line, endLine: text.positionAt(to).line }));

export const formatting = ({ checked, file, text }: Place): TextEdit[] =>
  formattingEdits(checked.document, file).map(({ span, text: newText }) => ({ range: rangeOf(text, span), newText }));

export const tokenTypes: readonly string[] = ["class", "property", "enumMember", "method", "type", "event", "namespace", "macro", "variable", "function"];

const typeOfKind: Readonly<Record<ThingKind, string>> = {
  entity: "class",
  field: "property",
  state: "enumMember",
  action: "method",
  role: "type",
  call: "event",
  screen: "namespace",
  code: "macro",
  constant: "variable",
  calendar: "variable",
  condition: "function",
  function: "function",
};

/** Five numbers for each token, relative to the one before it. */
export function tokens({ checked, file, text }: Place): number[] {
  const data: number[] = [];
  let last = { line: 0, character: 0 };
  for (const { from, to, kind } of semanticTokens(checked.document, file)) {
    const at = text.positionAt(from);
    data.push(at.line - last.line, at.line === last.line ? at.character - last.character : at.character, to - from, tokenTypes.indexOf(typeOfKind[kind]), 0);
    last = at;
  }
  return data;
}

/** Above examples and definitions. */
export const lenses = ({ checked, file, text }: Place, canRun: boolean): CodeLens[] =>
  lensesOf(checked.document, file).flatMap((lens): CodeLens[] => {
    const range = rangeOf(text, { from: lens.span.from, to: lens.span.from });
    if (lens.kind === "example") return canRun ? [{ range, command: { title: "Run this Example", command: "nonet.runExample", arguments: [text.uri, lens.title] } }] : [];
    const count = lens.places.length;
    const title = `${count} ${count === 1 ? "mention" : "mentions"}`;
    return [
      { range, command: { title, command: "nonet.showReferences", arguments: [text.uri, rangeOf(text, lens.span).start, lens.places.map((span) => locationOf(checked, span))] } },
    ];
  });
