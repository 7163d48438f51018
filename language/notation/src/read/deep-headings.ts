/** Reports a heading of level 4 or deeper that should be a `###` heading, because it names the subject of the lines below. */
import type { Sources } from "@nonet/source";
import type { Report } from "../diagnostics/catalogue.ts";
import type { Block, TextSpan } from "../tree/tree.ts";
import type { Entry } from "./piece.ts";

/** The blocks from a heading to the next one. */
export function blocksBelow(entries: readonly Entry[], heading: number): readonly Block[] {
  const end = entries.findIndex((entry, i) => i > heading && entry.level > 0);
  return entries.slice(heading + 1, end < 0 ? undefined : end).flatMap((entry) => entry.blocks);
}

/** Titles that only divide the lines of a section, by point. */
const subheadings: Readonly<Record<number, RegExp>> = {
  3: /^(?:fields?|attributes?|properties|columns|computed fields|initial records|records|rules|events|notes?|examples?)\b/i,
  4: /^(?:states?|transitions?|actions?|effects?|approvals?|timers?|automatic|notes?|examples?)\b/i,
  7: /^(?:request|answers?|errors?|takes|sends|headers|body|attributes?|notes?|examples?)\b/i,
};

/** Whether a deeper heading names the subject of the lines below it, as `### Name` does. */
export function namesSection({ number, blocks }: { readonly number: number; readonly blocks: readonly Block[] }, { text }: TextSpan, below: readonly Block[]): boolean {
  const hasContent = below.some((block) => block.kind === "bullet" || block.kind === "table");
  if (!hasContent || /[:.]$/.test(text)) return false;
  if (number === 2) return blocks.some((block) => block.kind === "table" && block.rows.some((row) => row.cells.some((cell) => cell.text.toLowerCase() === text.toLowerCase())));
  // Below any heading of point 9 there can be constants; only decision tables depend on their heading.
  if (number === 9) return below.some((block) => block.kind === "table" && block.headers.some((header) => /^`?(?:→|->)/.test(header.text)));
  const known = subheadings[number];
  return known !== undefined && !known.test(text);
}

/**
 * Whether another line mentions the name in the heading, as lines mention entities and calls. A title that no line mentions
 * only divides the lines of the section above, and they are read as lines of that section.
 */
export function isNamedElsewhere(sources: Sources, { text }: TextSpan): boolean {
  const name = text.replace(/\s*\(.*$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const mentioned = new RegExp(`^(?!\\s*#).*(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "mu");
  return sources.some((source) => mentioned.test(source.text));
}

export function reportDeepHeading(report: Report, { level, span }: Entry, words: TextSpan): void {
  const marks = { ...span, to: words.span.from };
  report("deep-heading", words.span, `"${words.text}" is a heading of level ${level}, but the lines below need a heading of level 3: \`### ${words.text}\`.`, {
    hint: `If the heading only separates the lines, write \`**${words.text}**\`.`,
    fixes: [
      { title: `Write "### ${words.text}"`, edits: [{ span: marks, text: "### " }] },
      { title: `Write "**${words.text}**"`, isTentative: true, edits: [{ span: { ...marks, to: words.span.to }, text: `**${words.text}**` }] },
    ],
  });
}
