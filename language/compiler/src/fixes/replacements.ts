/** Fixes that write something else: the name that the message suggests, another name, or `not shown`. */
import { cellIndex, cellsAt, containerAt, itemAt, replace } from "./spot.ts";
import type { Recipe } from "./removals.ts";

/** Writes the name of "Did you mean …?" in the place of the one that the message quotes. */
export const writeSuggestion: Recipe = (spot) => {
  const { message } = spot.diagnostic;
  const meant = /Did you mean (?:"(.+?)"|`(.+?)`)\?/.exec(message);
  if (!meant) return null;
  const name = meant[1] ?? meant[2]!;
  const quoted = [...message.slice(0, meant.index).matchAll(/"([^"]+)"|`([^`]+)`/g)].map((match) => match[1] ?? match[2]!);
  const wrong = quoted.filter((word) => spot.words.includes(word)).at(-1);
  const at = wrong === undefined ? -1 : spot.words.indexOf(wrong);
  const range = at < 0 ? spot.at : { from: spot.at.from + at, to: spot.at.from + at + wrong!.length };
  return replace(spot, range, name, `Write "${name}"`);
};

/** Leaves the value open: `not shown` in the place of the cell, the attribute's value or the item. */
export const leaveOpen: Recipe = (spot) => {
  if (spot.kind === "row") {
    const cells = cellsAt(spot.text, spot.line);
    const cell = cells[cellIndex(spot)];
    return cell ? replace(spot, cell, padded(spot.text, cell, "not shown"), openTitle) : null;
  }
  const value = containerAt(spot);
  return value && replace(spot, value, "not shown", openTitle);
};

/** Leaves the type of a field open, and keeps its attributes. */
export const leaveItemOpen: Recipe = (spot) => {
  const found = itemAt(spot);
  return found && replace(spot, found.items[found.index]!, "not shown", openTitle);
};

export const openTitle = "Write `not shown` if it isn't known";

/** An empty cell is written without blanks between its bars. */
export const padded = (text: string, { from, to }: { from: number; to: number }, words: string): string =>
  from < to ? words : `${text[from - 1] === "|" ? " " : ""}${words}${text[to] === "|" ? " " : ""}`;

/** Gives what is defined twice a name of its own. */
export const rename: Recipe = (spot) => replace(spot, { from: spot.at.to, to: spot.at.to }, " 2", `Rename it to "${spot.words} 2"`);

/** Writes the name that the hint offers: `Use "photo papers", for example.` */
export const writeOffered: Recipe = (spot) => {
  const offered = /^Use "([^"]+)"/.exec(spot.diagnostic.hint ?? "")?.[1];
  return offered === undefined ? null : replace(spot, spot.at, offered, `Write "${offered}"`);
};

/** Writes the words in the place of those of the diagnostic. */
export const write =
  (words: string): Recipe =>
  (spot) =>
    replace(spot, spot.at, words, `Write \`${words}\``);

/** Replaces what the pattern matches in the words of the diagnostic, or else in their line. */
export const replaceIn =
  (pattern: RegExp, text: string, title: string): Recipe =>
  (spot) => {
    const inWords = pattern.exec(spot.words);
    const match = inWords ?? pattern.exec(spot.text.slice(spot.line.from, spot.line.to));
    if (!match) return null;
    const from = (inWords ? spot.at.from : spot.line.from) + match.index;
    return replace(spot, { from, to: from + match[0].length }, text, title);
  };

/** An action that another machine of the entity has: its name with the machine's, in each row of the machine. */
export const renameAction: Recipe = (spot) => {
  const name = /^"([^"]+)" is already an action of another machine/.exec(spot.diagnostic.message)?.[1];
  const field = /:\s*(.+)$/.exec(spot.words)?.[1];
  if (name === undefined || field === undefined || spot.kind !== "heading") return null;
  const end = spot.text.slice(spot.line.to).search(/\n#/);
  const section = { from: spot.line.to, to: end < 0 ? spot.text.length : spot.line.to + end };
  const title = `${name} ${field}`;
  const edits = [...spot.text.slice(section.from, section.to).matchAll(/(?<=\|\s*)[^|\n]+?(?=\s*\|)/g)]
    .filter((cell) => cell[0].trim().toLowerCase() === name.toLowerCase())
    .map((cell) => ({ span: { file: spot.file, from: section.from + cell.index, to: section.from + cell.index + cell[0].length }, text: title }));
  return edits.length > 0 ? { title: `Rename it to "${title}"`, edits } : null;
};
