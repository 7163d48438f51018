/** A word in a decision table's cell that nothing is called by: most likely a text whose quotation marks are missing. */
import type { Expression } from "@nonet/feel";
import type { Words } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { text } from "../build-trees.ts";
import type { Use } from "../context.ts";
import type { Workshop } from "../make-context.ts";
import { split } from "../words.ts";

const keywords = /(?:^|\s)(?:and|or|not|in|between|if|for|some|every|null|true|false|yes|no|function|instance)(?:\s|$)/i;

/** The texts, once told; null where the cell is an expression, or says a name almost right. */
export function unquotedTexts(ctx: Workshop, words: Words, use: Use): Expression[] | null {
  const parts = split(words, ",");
  if (!parts.every((part) => /^\p{L}[\p{L}\d -]*$/u.test(part.text) && !keywords.test(part.text) && isUnknown(ctx, part, use))) return null;
  const quoted = parts.map((part) => `"${part.text}"`).join(", ");
  ctx.report("unquoted-text", words.span, `Nothing here is called ${parts.map((part) => `"${part.text}"`).join(" or ")}.`, {
    hint: `A text stands in quotation marks: \`${quoted}\`.`,
    fixes: [{ title: `Write ${quoted}`, edits: [{ span: words.span, text: quoted }] }],
  });
  return parts.map((part) => text(part.text, part.span));
}

/** What is almost a constant's name was most likely meant as that. */
const isUnknown = (ctx: Workshop, words: Words, use: Use): boolean =>
  ctx.tries(words, use) === null &&
  nearest(
    words.text,
    [...ctx.declared.constants.values()].map((one) => one.name),
  ) === undefined;
