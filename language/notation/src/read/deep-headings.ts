/** `#### Ground` where only `### Ground` names what stands beneath it. */
import type { Sources } from "@nonet/source";
import type { Report } from "../diagnostics/catalogue.ts";
import type { Block, TextSpan } from "../tree/tree.ts";
import type { Entry } from "./piece.ts";

/** The blocks from a heading to the next one. */
export function beneath(entries: readonly Entry[], heading: number): readonly Block[] {
  const end = entries.findIndex((entry, i) => i > heading && entry.level > 0);
  return entries.slice(heading + 1, end < 0 ? undefined : end).flatMap((entry) => entry.blocks);
}

/** Titles that part a section's own lines, by point. */
const parts: Readonly<Record<number, RegExp>> = {
  3: /^(?:fields?|attributes?|properties|columns|computed fields|initial records|records|rules|events|notes?|examples?)\b/i,
  4: /^(?:states?|transitions?|actions?|effects?|approvals?|timers?|automatic|notes?|examples?)\b/i,
  7: /^(?:request|answers?|errors?|takes|sends|headers|body|attributes?|notes?|examples?)\b/i,
};

/** Whether what stands beneath a deeper heading has it for its subject, as beneath `### Name`. */
export function namesSection({ number, blocks }: { readonly number: number; readonly blocks: readonly Block[] }, { text }: TextSpan, below: readonly Block[]): boolean {
  const holds = below.some((block) => block.kind === "bullet" || block.kind === "table");
  if (!holds || /[:.]$/.test(text)) return false;
  if (number === 2) return blocks.some((block) => block.kind === "table" && block.rows.some((row) => row.cells.some((cell) => cell.text.toLowerCase() === text.toLowerCase())));
  // Beneath any heading of point 9 there may be constants; only tables of decisions hang on theirs.
  if (number === 9) return below.some((block) => block.kind === "table" && block.headers.some((header) => /^`?(?:→|->)/.test(header.text)));
  const own = parts[number];
  return own !== undefined && !own.test(text);
}

/**
 * Whether another line speaks of what the heading names, as lines do of entities and calls. A title that no line
 * mentions parts the lines of the section above: what stands beneath is read as its own, so that the heading is all
 * there is to tell.
 */
export function isNamedElsewhere(sources: Sources, { text }: TextSpan): boolean {
  const name = text.replace(/\s*\(.*$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const mentioned = new RegExp(`^(?!\\s*#).*(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "mu");
  return sources.some((source) => mentioned.test(source.text));
}

export function tellDeep(report: Report, { level, span }: Entry, words: TextSpan): void {
  const marks = { ...span, to: words.span.from };
  report("deep-heading", words.span, `"${words.text}" is a heading of level ${level}, but the lines below need a heading of level 3: \`### ${words.text}\`.`, {
    hint: `If the heading only separates the lines, write \`**${words.text}**\`.`,
    fixes: [{ title: `Write "### ${words.text}"`, edits: [{ span: marks, text: "### " }] }],
  });
}
