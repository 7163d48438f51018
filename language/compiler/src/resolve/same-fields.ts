/** The fields by which a record and the person acting belong together: `of my own firm`, `of the same company`. */
import { fold } from "@nonet/feel";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";

/** The conditions that say that the record's `name` is that of the person: `company = me.company`. */
export function sameFields(ctx: PointCompiler, draft: EntityDraft, name: string): readonly string[] {
  const mine = ctx.drafts.get("user")?.fields.get(fold(name));
  if (!mine || mine.type.kind !== "reference") return [];
  const { entity } = mine.type;
  const direct = references(draft, entity);
  const further =
    direct.length > 0
      ? []
      : [...draft.fields.values()].flatMap(({ name: field, type }) =>
          type.kind === "reference" && type.entity !== entity ? references(ctx.drafts.get(fold(type.entity)), entity).map((next) => `${field}.${next}`) : [],
        );
  return [...direct, ...further].map((path) => `${path} = me.${mine.name}`);
}

export const references = (draft: EntityDraft | undefined, entity: string): readonly string[] =>
  [...(draft?.fields.values() ?? [])].flatMap(({ name, type }) => (type.kind === "reference" && type.entity === entity && name !== "created by" ? [name] : []));
