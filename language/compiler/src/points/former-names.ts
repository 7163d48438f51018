/** `was` gives a thing's records another name to stand under: what is still there wasn't something else, and nothing was two others. */
import { fold } from "@nonet/feel";
import type { Words } from "@nonet/notation";
import type { EntityDraft } from "../declare.ts";
import type { Workshop } from "../make-context.ts";
import { bare } from "../words.ts";

const hint = "`was` gives what is there another name; where something new takes the former name, let that come in a version of its own, without the `was`.";

/** Of fields: which of them would have the values couldn't be told. */
export function judgeFormerFields(ctx: Workshop, draft: EntityDraft): void {
  const claimed = new Map<string, string>();
  for (const { name, raw } of draft.raw)
    for (const { kind, value } of raw?.attributes ?? []) {
      if (kind !== "was") continue;
      const former = bare(value);
      const other = claimed.get(fold(former.text));
      if (fold(former.text) === fold(name)) continue;
      if (draft.fields.has(fold(former.text)))
        ctx.report("doubled-name", former.span, `${draft.name} still has a field "${former.text}", so ${name} can't have been it.`, { hint });
      else if (other !== undefined)
        ctx.report("doubled-name", former.span, `"${former.text}" of ${draft.name} is ${other} from now on, so it can't be ${name} too.`, {
          hint: "Leave one of the two `was` out.",
        });
      else claimed.set(fold(former.text), name);
    }
}

/** Of an entity: `Was: Tool`. */
export function judgeFormerEntity(ctx: Workshop, draft: EntityDraft, former: Words): void {
  const there = fold(former.text) === fold(draft.name) ? undefined : ctx.drafts.get(fold(former.text));
  if (there) ctx.report("doubled-name", former.span, `There still is an entity ${there.name}, so ${draft.name} can't have been it.`, { hint });
}
