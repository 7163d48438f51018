import { fold } from "@nonet/feel";
import type { Words } from "@nonet/notation";
import type { EntityDraft } from "../declare/drafts.ts";
import { bare } from "../text/split.ts";
import { reportLacking } from "./report-nearest.ts";
import type { Workshop } from "./workshop.ts";

export const entityNames = (ctx: Workshop): string[] => [...ctx.drafts.values()].map((draft) => draft.name);

/** A field's defined name by the words that name it; reported where there is none. */
export function fieldName(ctx: Workshop, draft: EntityDraft, words: Words): string | null {
  const name = bare(words).text;
  if (fold(name) === "state" && draft.states.length > 0) return "state";
  const field = draft.fields.get(fold(name));
  if (field?.open !== undefined) {
    ctx.affects(field.open, `a line of ${draft.name}`, words.span);
    return null;
  }
  if (field) return field.name;
  return reportLacking(ctx, draft, "field", words, { named: name });
}
