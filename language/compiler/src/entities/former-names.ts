/** `was` gives a thing's records another name to stand under: what is still there wasn't something else, and nothing was two others. */
import { fold } from "@nonet/feel";
import type { Section, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { entityAttribute } from "../syntax/entity-attributes.ts";
import { choicesIn } from "../syntax/field-type.ts";
import { bare, isNotShown } from "../text/split.ts";

export const elsewhere = "`was` gives what is there another name; where something new takes the former name, let that come in a version of its own, without the `was`.";

/** Nothing says which of the two has what stood under the former name. */
export const leaveOne = "Leave one of the two `was` out.";

/** What is still there under the former name was itself the other: nothing is moved twice at once. */
export const swapping = (one: string, other: string, was: string): string =>
  `To swap two names takes three versions: in the first, ${other} takes a third name (\`${was} ${other}\`); in the second, ${one} becomes ${other} (\`${was} ${one}\`); in the third, the third becomes ${one}.`;

/** Of fields: which of them would have the values couldn't be told. */
export function judgeFormerFields(ctx: PointCompiler, draft: EntityDraft): void {
  const claimed = new Map<string, string>();
  const formerOf = (field: string): string | undefined =>
    draft.raw
      .filter(({ name }) => fold(name) === fold(field))
      .flatMap(({ raw }) => (raw?.attributes ?? []).flatMap(({ kind, value }) => (kind === "was" ? [fold(bare(value).text)] : [])))[0];
  for (const { name, raw } of draft.raw)
    for (const { kind, value } of raw?.attributes ?? []) {
      if (kind !== "was") continue;
      const former = bare(value);
      const other = claimed.get(fold(former.text));
      if (fold(former.text) === fold(name)) continue;
      if (draft.fields.has(fold(former.text)) || (fold(former.text) === "state" && draft.machines.length > 0))
        ctx.report("doubled-name", former.span, `${draft.name} still has a field "${former.text}", so ${name} can't have been it.`, {
          hint: formerOf(former.text) === fold(name) ? swapping(former.text, name, "was") : elsewhere,
        });
      else if (other !== undefined)
        ctx.report("doubled-name", former.span, `"${former.text}" of ${draft.name} is ${other} from now on, so it can't be ${name} too.`, { hint: leaveOne });
      else claimed.set(fold(former.text), name);
    }
}

/** Two choices that are written alike are one; `;` parts statements, not names. */
export function judgeChoices(ctx: PointCompiler, name: string, type: TextSpan): void {
  const seen = new Set<string>();
  for (const { choice, words } of choicesIn(type) ?? []) {
    if (seen.has(fold(choice))) ctx.report("doubled-name", words.span, `"${choice}" is a choice of ${name} already.`);
    else if (isNotShown(words))
      ctx.report("unreadable-value", words.span, `"${words.text.trim()}" would be a choice of ${name}, which a person could pick.`, {
        hint: "Leave it out, or write `not shown` in place of the whole type; a choice that is called so stands in quotation marks.",
      });
    else if (choice.includes(";"))
      ctx.report("unreadable-value", words.span, `"${choice}" would be one choice of ${name}; commas part choices.`, {
        fixes: [{ title: "Part them by commas", edits: [{ span: words.span, text: words.text.replace(/\s*;\s*/g, ", ") }] }],
      });
    seen.add(fold(choice));
  }
}

/** Of choices: `one of (fair was ok, poor)`. */
export function judgeFormerChoices(ctx: PointCompiler, name: string, type: TextSpan): void {
  const choices = choicesIn(type) ?? [];
  const claimed = new Map<string, string>();
  for (const { choice, was } of choices) {
    if (!was || fold(was.text) === fold(choice)) continue;
    const other = claimed.get(fold(was.text));
    const there = choices.find((c) => fold(c.choice) === fold(was.text));
    if (there)
      ctx.report("doubled-name", was.span, `"${was.text}" is a choice of ${name} still, so "${choice}" can't have been it.`, {
        hint: fold(there.was?.text ?? "") === fold(choice) ? swapping(there.choice, choice, "was") : elsewhere,
      });
    else if (other !== undefined) ctx.report("doubled-name", was.span, `"${was.text}" is "${other}" from now on, so it can't be "${choice}" too.`, { hint: leaveOne });
    else claimed.set(fold(was.text), choice);
  }
}

/** By the section. */
const formerNames = new WeakMap<Section, TextSpan | null>();

/** The former name that an entity's section gives it: `Was: Tool`. */
function formerName({ name, section }: EntityDraft): TextSpan | undefined {
  if (!section) return undefined;
  const known = formerNames.get(section);
  const former = known === undefined ? writtenFormer(section) : known;
  formerNames.set(section, former);
  return former && fold(former.text) !== fold(name) ? former : undefined;
}

function writtenFormer({ blocks }: Section): TextSpan | null {
  for (const block of blocks) if (block.kind === "bullet" && block.label && block.value && entityAttribute(block.label.text) === "was") return bare(block.value);
  return null;
}

/** By the name of each entity, the one above it that says it was the same. */
export function formerRivals(drafts: Iterable<EntityDraft>): ReadonlyMap<string, string> {
  const claimed = new Map<string, string>();
  const rivals = new Map<string, string>();
  for (const draft of drafts) {
    const former = formerName(draft);
    if (!former) continue;
    const other = claimed.get(fold(former.text));
    if (other === undefined) claimed.set(fold(former.text), draft.name);
    else rivals.set(draft.name, other);
  }
  return rivals;
}

/** Of an entity. `rival`: the other one that says it was the same. */
export function judgeFormerEntity(ctx: PointCompiler, draft: EntityDraft, rival: string | undefined): void {
  const former = formerName(draft);
  const there = former && ctx.drafts.get(fold(former.text));
  if (there) {
    const isSwapped = fold(formerName(there)?.text ?? "") === fold(draft.name);
    ctx.report("doubled-name", former.span, `There still is an entity ${there.name}, so ${draft.name} can't have been it.`, {
      hint: isSwapped ? swapping(there.name, draft.name, "Was:") : elsewhere,
    });
  } else if (former && rival !== undefined)
    ctx.report("doubled-name", former.span, `"${former.text}" is ${rival} from now on, so it can't be ${draft.name} too.`, { hint: leaveOne });
}
