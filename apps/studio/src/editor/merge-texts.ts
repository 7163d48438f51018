/** Brings two people's changes of the same files together by lines, as version control does. */
import type { SourceFile } from "@nonet/source";
import { diffArrays } from "diff";
import type { Edits } from "../contract/messages.ts";

/** Milliseconds for one comparison; texts with little in common could take minutes, in which the page would stand still. */
const patience = 1000;

export type Merged = { readonly edits: Edits } | { readonly conflict: string };

/** Lines of the text before, from the first up to but without the last, that are replaced. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** The edits that bring what changed from `base` to `theirs` into `mine`; or the name of the first file in which both changed the same lines. */
export function mergeTexts(base: readonly SourceFile[], mine: readonly SourceFile[], theirs: readonly SourceFile[]): Merged {
  const edits: Edits[number][] = [];
  for (const [file, { name, text }] of mine.entries()) {
    const [before, after] = [base[file], theirs[file]];
    if (before?.name !== name || after?.name !== name) return { conflict: name };
    const own = changesBetween(before.text, text);
    const other = own && changesBetween(before.text, after.text);
    if (!own || !other) return { conflict: name };
    const offsets = offsetsOf(text);
    for (const change of other) {
      if (own.some((one) => isSame(one, change))) continue;
      if (own.some(({ from, to }) => from <= change.to && change.from <= to)) return { conflict: name };
      const shift = own.reduce((sum, { from, to, lines }) => (to < change.from ? sum + lines.length - (to - from) : sum), 0);
      edits.push({ span: { file, from: offsets[change.from + shift]!, to: offsets[change.to + shift]! }, text: change.lines.join("") });
    }
  }
  return theirs.length === mine.length ? { edits } : { conflict: theirs.at(-1)?.name ?? "" };
}

/** null where it takes too long. */
function changesBetween(before: string, after: string): readonly Change[] | null {
  const changes: Change[] = [];
  let at = 0;
  const parts = diffArrays(linesOf(before), linesOf(after), { timeout: patience });
  if (!parts) return null;
  for (const { value, added, removed } of parts) {
    const last = changes.at(-1);
    if (added && last?.to === at) changes[changes.length - 1] = { ...last, lines: value };
    else if (added) changes.push({ from: at, to: at, lines: value });
    else if (removed) changes.push({ from: at, to: at + value.length, lines: [] });
    if (!added) at += value.length;
  }
  return changes;
}

const isSame = (a: Change, b: Change): boolean => a.from === b.from && a.to === b.to && a.lines.join("") === b.lines.join("");

/** Each with its line break. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

/** Where each line begins, and where the text ends. */
function offsetsOf(text: string): readonly number[] {
  const offsets = [0];
  for (const line of linesOf(text)) offsets.push(offsets.at(-1)! + line.length);
  return offsets;
}
