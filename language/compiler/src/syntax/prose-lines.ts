/** The lines of paragraphs, code blocks and quotations, for whoever looks among prose for what was meant as a statement. */
import type { Block, TextSpan } from "@nonet/notation";
import type { Fix } from "@nonet/source";
import { slice, split } from "../text/split.ts";

/** A line that says what only another form says. */
export interface Unread {
  readonly words: TextSpan;
  /** What it would be: `the field "note"`. */
  readonly what: string;
  /** Why nothing comes of it, where it isn't that it is no bullet: `it has no colon`. */
  readonly but?: string;
  /** The right form, where making a bullet of the line isn't all. */
  readonly hint?: string;
  /** What makes a statement of it; none where that can't be told. */
  readonly edits?: Fix["edits"];
}

export const bulletEdit = ({ span }: TextSpan): Fix["edits"][number] => ({ span: { ...span, to: span.from }, text: "- " });

/** In place of a part of the line, from and to as offsets in its text. */
export const put = (words: TextSpan, from: number, to: number, text: string): Fix["edits"][number] => ({
  span: { ...words.span, from: words.span.from + from, to: words.span.from + to },
  text,
});

/** By the block; several look at it. */
const known = new WeakMap<Block, readonly TextSpan[]>();

/** None for what stands in another language, or can't be a statement. */
export function linesAmongProse(block: Block): readonly TextSpan[] {
  if (block.kind !== "paragraph" && block.kind !== "other") return [];
  const before = known.get(block) ?? (block.kind === "paragraph" ? split(block.words, "\n") : enclosed(block.words));
  known.set(block, before);
  return before;
}

const ofText = /^(?:`{3,}|~{3,})\s*(?:text|txt|plain|md|markdown|feel|nonet)?\s*(?:\n|$)/i;

/** What stands in a code block without a language of its own, or in a quotation, without the marks of bullets. */
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

/** A table that stands where none is read: its header, with the line of dashes beneath it. */
export function tableAmong(block: Block): TextSpan | null {
  if (block.kind !== "other") return null;
  const lines = linesAmongProse(block);
  const at = lines.findIndex((line, i) => i > 0 && /^\|?(?:\s*:?-+:?\s*\|)+/.test(line.text) && line.text.includes("|") && lines[i - 1]!.text.includes("|"));
  return at < 0 ? null : lines[at - 1]!;
}
