/** Fixes that add what another line needs: a code to the catalogue, an attribute to a section. */
import type { Recipe } from "./removals.ts";
import { lineAt, lineText, replace } from "./spot.ts";

/** Adds the code to the table of point 8. */
export const listCode: Recipe = (spot) => {
  const code = /^[A-Z][A-Z0-9_]*$/.exec(spot.words)?.[0];
  const table = /^\|\s*Code\s*\|\s*Status\s*\|\s*Message\s*\|(.*)\n.*\n(?:\|.*\n?)*/im.exec(spot.text);
  if (code === undefined || !table) return null;
  const at = table.index + table[0].trimEnd().length;
  const more = (table[1]!.match(/\|/g) ?? []).map(() => " |").join("");
  return replace(spot, { from: at, to: at }, `\n| ${code} | 422 | not shown |${more}`, `Add ${code} to point 8`);
};

/** Adds a bullet at the end of the bullets below the heading of the words. */
export const addBullet =
  (bullet: string): Recipe =>
  (spot) => {
    if (spot.kind !== "heading") return null;
    let at = spot.line.to;
    for (let next = lineAt(spot.text, at + 1); at < spot.text.length && /^\s*(?:$|[-*+] )/.test(spot.text.slice(next.from, next.to)); next = lineAt(spot.text, next.to + 1)) {
      if (next.to > next.from) at = next.to;
      if (next.to >= spot.text.length) break;
    }
    const isFirst = at === spot.line.to;
    return replace(spot, { from: at, to: at }, `${isFirst ? "\n" : ""}\n- ${bullet}`, `Add \`- ${bullet}\``);
  };

/** Starts the machine in the first state that its table names. */
export const addStart: Recipe = (spot) => {
  const table = /^\|\s*From\b[^\n]*\n[^\n]*\n\|\s*([^|\n]+?)\s*\|[^|\n]*\|\s*([^|\n]+?)\s*\|/m.exec(spot.text.slice(spot.line.to));
  const state = table && [table[1]!, table[2]!].find((name) => !/^(?:any|\*|\(.*\))$/i.test(name))?.split(/\s*[,/]\s*/)[0];
  return state ? addBullet(`Starts as: ${state}`)(spot) : null;
};

/** Takes lines out of a quotation or a code block. */
export const takeOut: Recipe = (spot) => {
  if (!/^\s*>/.test(lineText(spot))) return null;
  const lines = [spot.line];
  for (let next = spot.line; next.to < spot.at.to;) lines.push((next = lineAt(spot.text, next.to + 1)));
  return {
    title: "Take it out of the quotation",
    edits: lines.map((line) => ({ span: { file: spot.file, from: line.from, to: line.from + /^\s*>\s?/.exec(spot.text.slice(line.from, line.to))![0].length }, text: "- " })),
  };
};

/** Adds the language to `Language` in point 1, as the hint names it. */
export const offerLanguage: Recipe = (spot) => {
  const languages = /write `Language: ([^`]+)`/.exec(spot.diagnostic.hint ?? "")?.[1];
  const line = /^[-*+]?[ \t]*(?:\*\*)?Language(?::\*\*|\*\*:|:)[ \t]*(.*\S)[ \t]*$/m.exec(spot.text);
  if (languages === undefined || !line) return null;
  const to = line.index + line[0].trimEnd().length;
  return replace(spot, { from: to - line[1]!.length, to }, languages, `Write "Language: ${languages}" in point 1`);
};
