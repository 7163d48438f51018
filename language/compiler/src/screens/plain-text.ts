/** Texts of screens that are shown as they are written: a value in braces can't stand in them. */
import { fold } from "@nonet/feel";
import type { Block, TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { constantsIn } from "../syntax/constants/constant-rows.ts";
import { slice } from "../text/split.ts";

export function plainText(context: Context, words: TextSpan, what: string): string {
  const match = /\{[^{}]+\}/.exec(words.text);
  if (match) reportValue(context, slice(words, match.index, match.index + match[0].length), what);
  return words.text;
}

/** The paragraphs and bullets of a page. What stands in backticks is shown as code. */
export function checkPlainProse(context: Context, block: Block): void {
  if (block.kind === "bullet") for (const child of block.children) checkPlainProse(context, child);
  if (block.kind !== "paragraph" && block.kind !== "bullet") return;
  for (const match of block.words.text.matchAll(/`[^`]*`|\{\s*\p{L}[^{}\n]*\}/gu))
    if (match[0].startsWith("{")) reportValue(context, slice(block.words, match.index, match.index + match[0].length), "The prose of a screen");
}

/** A constant's value can be written in its place. */
function reportValue(context: Context, braces: TextSpan, what: string): void {
  const name = fold(braces.text.slice(1, -1).replace(/`/g, "").trim());
  const constant = constantsIn(context.tree).find((one) => fold(one.name.text) === name);
  const value = constant?.value.text.replace(/^`?"([^"]*)"`?$/, "$1").replace(/`/g, "");
  const isOne = value !== undefined && value !== "" && !/[;{}]|\bnot shown\b/i.test(value);
  const shown = isOne ? [value, constant?.unit?.text].filter(Boolean).join(" ") : null;
  context.report("value-in-plain-text", braces.span, `${what} is shown as it is written, so ${braces.text} would stand in it as it is.`, {
    hint: `Write ${shown === null ? "it without the value" : `"${shown}"`}, or show the value as a \`Number\` of a dashboard${what === "The prose of a screen" ? " or page" : ""}.`,
    fixes: shown === null ? [] : [{ title: `Write "${shown}"`, edits: [{ span: braces.span, text: shown }] }],
  });
}
