/** `When the amount of an Order changes`, `on change of amount`: the fields whose change starts something. */
import { fold } from "@nonet/feel";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { entityCalled } from "./names.ts";

export interface ChangeWords {
  readonly draft: EntityDraft;
  /** `On change of amount`, as an entity's attribute says it. */
  readonly event: string;
  readonly fields: readonly string[];
  /** How many letters say it. */
  readonly length: number;
}

const forms = [
  /^(?:when(?:ever)?|if|each\s+time|every\s+time|as\s+soon\s+as)\s+([^:,;"`]{1,120}?)\s+(?:changes?|(?:is|are|gets?|has\s+been|have\s+been)\s+(?:changed|updated|edited))(?=$|[\s:,.])/i,
  /^(?:on|upon)\s+(?:(?:an?|any|every|each|the)\s+)?(?:change|update)s?\s+(?:of|to)\s+([^:,;"`]{1,120}?)(?=\s*(?:[:,.]|$))/i,
];
const ofEntity = /^(?:the\s+|its\s+|an?\s+)?(.+?)\s+of\s+(?:an?|the|this|each|every|any)\s+(.+)$/i;
const entitys = /^(?:an?|the|this|each|every|any)\s+(.+?)['’]s\s+(.+)$/i;

/** The only reading. `self`: the entity that the words are about where they name none. */
export function changeWords(ctx: PointCompiler, text: string, self: EntityDraft | undefined): ChangeWords | null {
  const [one, more] = changeReadings(ctx, text, self);
  return more ? null : (one ?? null);
}

/** A reading for each entity that has the fields. */
export function changeReadings(ctx: PointCompiler, text: string, self: EntityDraft | undefined): readonly ChangeWords[] {
  const found = forms.map((form) => form.exec(text)).find((one) => one !== null);
  if (!found) return [];
  const said = found[1]!;
  const [of, whose] = [ofEntity.exec(said), entitys.exec(said)];
  const [name, names] = of && entityCalled(ctx.drafts, of[2]!) ? [of[2]!, of[1]!] : whose && entityCalled(ctx.drafts, whose[1]!) ? [whose[1]!, whose[2]!] : [null, said];
  const listed = names.split(/\s+(?:and|or)\s+/i).map((one) => fold(one.replace(/^(?:the|its|an?)\s+/i, "")));
  const has = (draft: EntityDraft): boolean => listed.every((one) => draft.fields.has(one));
  const all = name !== null ? [entityCalled(ctx.drafts, name)!] : self && has(self) ? [self] : [...ctx.drafts.values()];
  return all.filter(has).map((draft) => {
    const fields = listed.map((one) => draft.fields.get(one)!.name);
    return { draft, fields, event: `On change of ${fields.join(", ")}`, length: found[0].length };
  });
}
