/** Names that an expression or the product itself couldn't hold are said where they are defined. */
import { fold } from "@nonet/feel";
import type { Words } from "@nonet/notation";
import type { EntityDraft } from "../declare.ts";
import type { Workshop } from "../make-context.ts";

const taken = new Set(["id", "version", "created at", "created by", "updated at", "this", "me", "old", "asked"]);
const keywords = /^(if|then|else|for|in|return|some|every|satisfies|and|or|not|between|instance|function|true|false|null)\b/i;

export function judgeName(ctx: Workshop, draft: EntityDraft, name: string, words: Words): void {
  const key = fold(name);
  if (taken.has(key) || (key === "state" && draft.states.length > 0)) {
    ctx.report("reserved-name", words.span, `"${name}" is a name that every record has already.`, { hint: `Call it "${draft.name.toLowerCase()} ${name}", say.` });
    return;
  }
  const usable = name
    .replace(/%/g, " percent")
    .replace(/^\d+\s*/, "")
    .replace(/[^\p{L}\p{N} _'-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const better = keywords.test(usable) ? `the ${usable}` : usable || "a name of letters";
  if (better !== name) ctx.report("unusable-name", words.span, `Expressions can't hold the name "${name}".`, { hint: `"${better}" works.` });
}
