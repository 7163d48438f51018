/** The lines of paragraphs, code blocks and quotations, in which statements may have been written by mistake. */
import type { Block, TextSpan } from "@nonet/notation";
import type { Fix } from "@nonet/source";
import { slice, split } from "../text/split.ts";

/** A line that looks like a statement but doesn't have the form of one. */
export interface UnreadLine {
  readonly words: TextSpan;
  /** What it looks like: `the field "note"`. */
  readonly what: string;
  /** Why it has no effect, if the reason isn't that it isn't a bullet: `it has no colon`. */
  readonly but?: string;
  /** The right form, if it takes more than a bullet. */
  readonly hint?: string;
  /** The edits that make a statement of it, if they are known. */
  readonly edits?: Fix["edits"];
  /** The fix that moves it to the point that it belongs to. */
  readonly moved?: Fix;
}

export const bulletEdit = ({ span }: TextSpan): Fix["edits"][number] => ({ span: { ...span, to: span.from }, text: "- " });

/** The edit that replaces a part of the line; from and to are offsets in its text. */
export const replaceIn = (words: TextSpan, from: number, to: number, text: string): Fix["edits"][number] => ({
  span: { ...words.span, from: words.span.from + from, to: words.span.from + to },
  text,
});

/** Cached by block. */
const known = new WeakMap<Block, readonly TextSpan[]>();

/** The lines in which statements may stand; none for a block in another language. */
export function linesAmongProse(block: Block): readonly TextSpan[] {
  if (block.kind !== "paragraph" && block.kind !== "other") return [];
  const before = known.get(block) ?? (block.kind === "paragraph" ? split(block.words, "\n") : enclosed(block.words));
  known.set(block, before);
  return before;
}

const ofText = /^(?:`{3,}|~{3,})\s*(?:text|txt|plain|md|markdown|feel|nonet)?\s*(?:\n|$)/i;

/** The lines of a code block without a language, or of a quotation, without the marks of bullets. */
function enclosed(words: TextSpan): TextSpan[] {
  const isFence = /^(?:```|~~~)/.test(words.text);
  if (isFence ? !ofText.test(words.text) : /^(?:<|[-*_=]{3,}$)/.test(words.text)) return [];
  const lines: TextSpan[] = [];
  for (let from = 0; from < words.text.length;) {
    const end = words.text.indexOf("\n", from) < 0 ? words.text.length : words.text.indexOf("\n", from);
    const mark = /^\s*(?:>\s?)*(?:[-*+]\s+|\d+[.)]\s+)?/.exec(words.text.slice(from, end))![0].length;
    const line = slice(words, from + mark, end);
    if (line.text !== "" && !/^(?:```|~~~)/.test(line.text)) lines.push(line);
    from = end + 1;
  }
  return lines;
}

/** The header of a table inside a code block or quotation, where tables aren't read. */
export function tableAmong(block: Block): TextSpan | null {
  if (block.kind !== "other") return null;
  const lines = linesAmongProse(block);
  const at = lines.findIndex((line, i) => i > 0 && /^\|?(?:\s*:?-+:?\s*\|)+/.test(line.text) && line.text.includes("|") && lines[i - 1]!.text.includes("|"));
  return at < 0 ? null : lines[at - 1]!;
}
