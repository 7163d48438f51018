/** Point 2: lines below a screen that say a detail in no form that is read. */
import { fold } from "@nonet/feel";
import type { Shows } from "@nonet/model";
import type { Attribute, TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { starredAttribute } from "../misplaced/unread-statements.ts";
import { bulletEdit, replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";

const shownWhen = /^\**show\**\s+(.+?)\s+when\s+(?=.*[`=<>])/is;
const sorted = /^(?:sort(?:ed)?|order(?:ed)?|group(?:ed)?)\s+by\s+[\p{L}\p{N} ,]+\.?$/iu;
const preset = /^(?:default|initial|standard|preset)\s+(?:filters?|view|selection)$/i;

/** In a paragraph, other forms than `Name: value`: ``Show F when `…` ``, `Sorted by F`, and an attribute's name in bold without a colon. */
export function unreadDetail(kind: Shows["kind"], words: TextSpan, showsFields: boolean, names: readonly string[]): UnreadLine | null {
  const shown = showsFields ? shownWhen.exec(words.text) : null;
  if (shown) return { words, what: `the attribute "Show ${shown[1]}"`, edits: [replaceIn(words, 0, shown[0].search(/\s/), "- Show")] };
  if (kind === "list" && words.text.length < 120 && sorted.test(words.text))
    return { words, what: `the attribute "${/^group/i.test(words.text) ? "Group by" : "Sort"}"`, edits: [bulletEdit(words)] };
  const label = /^([\p{L} ]{1,30}?):\s+\S/u.exec(words.text)?.[1];
  if (kind === "list" && label !== undefined && preset.test(label)) return { words, what: `the attribute "${label}"`, but: "a list has none of that name", hint: ofPresets };
  return starredAttribute(words, (name) => names.find((one) => fold(one) === fold(name.text)));
}

const ofPresets =
  "What the list always leaves out is `where …` in its cell Shows. What people may choose is `- Filters: FIELD, FIELD`; each person can save a filtered list as a view.";

/** `Section "Money" (internal)` and `Default filter`; false for another name. */
export function reportOddName(context: Context, kind: Shows["kind"], { name, bullet }: Attribute): boolean {
  const [, titled, remark] = /^((?:section|tab|step|list|number|chart)\s+"[^"]+")\s*(\S.*)$/i.exec(name.text) ?? [];
  if (titled !== undefined && remark !== undefined) {
    context.report("unreadable-value", name.span, `"${remark}" behind the title isn't read.`, {
      hint: "Who reads a field stands in point 6, in a row `ENTITY: FIELD` of the table of rights. `- Show FIELD when CONDITION` shows a field only then.",
      fixes: [{ title: `Remove "${remark}"`, edits: [{ span: name.span, text: titled }], isTentative: true }],
    });
    return true;
  }
  if (kind !== "list" || !preset.test(name.text)) return false;
  context.report("unknown-attribute", bullet.words.span, `A list has no attribute "${name.text}".`, { hint: ofPresets });
  return true;
}
