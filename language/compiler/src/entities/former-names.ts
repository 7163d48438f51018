/** Checks `was`: a former name must no longer exist, and only one thing can have it. */
import { fold } from "@nonet/feel";
import type { Section, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { entityAttribute } from "../syntax/entities/entity-attributes.ts";
import { choicesIn } from "../syntax/entities/field-type.ts";
import { bare, isNotShown } from "../text/split.ts";

export const formerNameHint = "`was` renames what exists. To give the former name to something new, add that in a later version, without `was`.";

/** The hint for two things with the same former name. */
export const keepOneHint = "Remove one of the two `was`.";

/** The hint for two things that would swap names. */
export const swapHint = (one: string, other: string, was: string): string =>
  `Swapping two names takes three versions: rename ${other} to a third name (\`${was} ${other}\`), then ${one} to ${other} (\`${was} ${one}\`), then the third name to ${one}.`;

/** The former names of an entity's fields. */
export function checkFormerFields(ctx: PointCompiler, draft: EntityDraft): void {
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
        ctx.report("doubled-name", former.span, `${draft.name} still has a field "${former.text}", so ${name} can't be its new name.`, {
          hint: formerOf(former.text) === fold(name) ? swapHint(former.text, name, "was") : formerNameHint,
        });
      else if (other !== undefined)
        ctx.report("doubled-name", former.span, `"${former.text}" of ${draft.name} is already renamed to ${other}, so it can't be renamed to ${name} too.`, { hint: keepOneHint });
      else claimed.set(fold(former.text), name);
    }
}

/** Reports duplicate choices, and choices separated by `;`. */
export function checkChoices(ctx: PointCompiler, name: string, type: TextSpan): void {
  const seen = new Set<string>();
  for (const { choice, words } of choicesIn(type) ?? []) {
    if (seen.has(fold(choice))) ctx.report("doubled-name", words.span, `"${choice}" is already a choice of ${name}.`);
    else if (isNotShown(words))
      ctx.report("unreadable-value", words.span, `"${words.text.trim()}" would become a choice of ${name}.`, {
        hint: "Remove it, or write `not shown` in place of the whole type. To have a choice with this name, put it in quotation marks.",
      });
    else if (choice.includes(";"))
      ctx.report("unreadable-value", words.span, `"${choice}" would be one choice of ${name}. Separate choices with commas.`, {
        fixes: [{ title: "Separate them with commas", edits: [{ span: words.span, text: words.text.replace(/\s*;\s*/g, ", ") }] }],
      });
    seen.add(fold(choice));
  }
}

/** The former names of choices: `one of (fair was ok, poor)`. */
export function checkFormerChoices(ctx: PointCompiler, name: string, type: TextSpan): void {
  const choices = choicesIn(type) ?? [];
  const claimed = new Map<string, string>();
  for (const { choice, was } of choices) {
    if (!was || fold(was.text) === fold(choice)) continue;
    const other = claimed.get(fold(was.text));
    const there = choices.find((c) => fold(c.choice) === fold(was.text));
    if (there)
      ctx.report("doubled-name", was.span, `"${was.text}" is still a choice of ${name}, so "${choice}" can't be its new name.`, {
        hint: fold(there.was?.text ?? "") === fold(choice) ? swapHint(there.choice, choice, "was") : formerNameHint,
      });
    else if (other !== undefined)
      ctx.report("doubled-name", was.span, `"${was.text}" is already renamed to "${other}", so it can't be renamed to "${choice}" too.`, { hint: keepOneHint });
    else claimed.set(fold(was.text), choice);
  }
}

/** Cached by section. */
const formerNames = new WeakMap<Section, TextSpan | null>();

/** The former name of an entity: `Was: Tool`. */
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

/** By entity, an earlier entity with the same former name. */
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

/** The former name of an entity. `rival`: another entity with the same former name. */
export function checkFormerEntity(ctx: PointCompiler, draft: EntityDraft, rival: string | undefined): void {
  const former = formerName(draft);
  const there = former && ctx.drafts.get(fold(former.text));
  if (there) {
    const isSwapped = fold(formerName(there)?.text ?? "") === fold(draft.name);
    ctx.report("doubled-name", former.span, `The entity ${there.name} still exists, so ${draft.name} can't be its new name.`, {
      hint: isSwapped ? swapHint(there.name, draft.name, "Was:") : formerNameHint,
    });
  } else if (former && rival !== undefined)
    ctx.report("doubled-name", former.span, `"${former.text}" is already renamed to ${rival}, so it can't be renamed to ${draft.name} too.`, { hint: keepOneHint });
}
