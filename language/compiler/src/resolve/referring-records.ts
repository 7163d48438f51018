/** The records that refer to a record, by their names and what they are: `open Orders`. */
import { fold } from "@nonet/feel";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";

export interface ReferringRecords {
  readonly draft: EntityDraft;
  /** `Order[firm = this and state = "open"]`; null if the words before the name are no state and no yes/no field. */
  readonly list: string | null;
  /** The words before the name. */
  readonly word: string;
  readonly field: string;
}

/** Null for words that name no entity with exactly one reference to the record. `described`: folded words. */
export function referringRecords(ctx: PointCompiler, self: EntityDraft, described: string): ReferringRecords | null {
  const all = [...ctx.drafts.values()].flatMap((draft) => [draft.name, draft.plural].map((name) => ({ draft, name: fold(name) })));
  const [found] = all.filter(({ name }) => ` ${described}`.endsWith(` ${name}`)).sort((a, b) => b.name.length - a.name.length);
  if (!found || found.draft === self) return null;
  const [field, more] = referencesTo(found.draft, self);
  if (field === undefined || more !== undefined) return null;
  const word = described.slice(0, -found.name.length).trim();
  const condition = conditionOf(found.draft, word);
  return { draft: found.draft, word, field, list: condition === null ? null : `${found.draft.name}[${field} = this${condition}]` };
}

/** The fields of the entity that refer to one record of the other. */
export const referencesTo = (draft: EntityDraft, self: EntityDraft): readonly string[] =>
  [...draft.fields.values()].flatMap(({ name, type }) => (type.kind === "reference" && type.entity === self.name ? [name] : []));

/** `open`, a state or a yes/no field, as a further condition; null if it is neither, or both. */
function conditionOf(draft: EntityDraft, word: string): string | null {
  if (word === "") return "";
  const state = draft.states.find((one) => fold(one) === word);
  const field = draft.fields.get(word);
  if (state !== undefined) return field ? null : ` and state = "${state}"`;
  return field?.type.kind === "yes/no" ? ` and ${field.name} = true` : null;
}
