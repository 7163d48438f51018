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

/** What has its place elsewhere. */
const otherPlaces: readonly { readonly kinds: readonly Shows["kind"][]; readonly named: RegExp; readonly hint: string; readonly write?: string }[] = [
  {
    kinds: ["calendar", "timeline", "board"],
    named: /^(?:colou?r(?:s|ed)?(?:\s+by)?)$/i,
    hint: "Colours follow the states, everywhere in the product. `- Colours: STATE red` in point 4 gives a state another one.",
  },
  { kinds: ["calendar", "timeline"], named: /^(?:labels?|titles?|text|shows?)$/i, hint: "Each entry is called as `- Shown as:` of its entity in point 3 says." },
  { kinds: ["list"], named: /^cards?$/i, hint: "The fields are `- Columns: FIELD, FIELD`. A list that visitors may open is shown as cards with these fields.", write: "Columns" },
];

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
  const other = otherPlaces.find(({ kinds, named }) => kinds.includes(kind) && named.test(name.text.trim()));
  if (other) {
    context.report("unknown-attribute", bullet.words.span, `A ${kind} has no attribute "${name.text}".`, {
      hint: other.hint,
      fixes: other.write === undefined ? [] : [{ title: `Write ${other.write}`, edits: [{ span: name.span, text: other.write }] }],
    });
    return true;
  }
  if (kind !== "list" || !preset.test(name.text)) return false;
  context.report("unknown-attribute", bullet.words.span, `A list has no attribute "${name.text}".`, { hint: ofPresets });
  return true;
}
