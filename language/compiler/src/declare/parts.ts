/** Joins each part to its whole: the reference on the part and the list on the whole. */
import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { EntityDraft } from "./drafts.ts";

/** Adds the reference and the list unless a field defines them. */
export function declareWhole(part: EntityDraft, drafts: ReadonlyMap<string, EntityDraft>): void {
  // A misspelled whole is reported in point 3; what depends on it is read as if the name were right.
  const whole =
    part.wholeName &&
    (drafts.get(fold(part.wholeName.text)) ??
      drafts.get(
        fold(
          nearest(
            part.wholeName.text,
            [...drafts.values()].map((draft) => draft.name),
          ) ?? "",
        ),
      ));
  if (!whole || whole === part) return;
  (part as { partOf: string | null }).partOf = whole.name;
  const reference = [...part.fields.values()].find((f) => f.type.kind === "reference" && f.type.entity === whole.name && !f.computed);
  const field = reference?.name ?? whole.name.toLowerCase();
  if (!reference) {
    const type: FieldType = { kind: "reference", entity: whole.name };
    part.fields.set(fold(field), { name: field, type, required: true, span: null });
    part.raw.unshift({ name: field, raw: null, reading: { type } });
  }
  const listed = [...whole.fields.values()].find((f) => f.type.kind === "inverse" && f.type.entity === part.name);
  const list = listed?.name ?? part.plural.toLowerCase();
  if (!listed) {
    const type: FieldType = { kind: "inverse", entity: part.name, by: field };
    whole.fields.set(fold(list), { name: list, type, required: true, span: null });
    whole.raw.push({ name: list, raw: null, reading: { type } });
  }
  part.whole = { entity: whole.name, field, list };
}

/** Directly or through other wholes. */
export function isPartOfItself(part: EntityDraft, drafts: ReadonlyMap<string, EntityDraft>): boolean {
  const met = new Set<string>();
  for (let name = part.partOf; name !== null && !met.has(name); name = drafts.get(fold(name))?.partOf ?? null) {
    if (name === part.name) return true;
    met.add(name);
  }
  return false;
}

/** Removes the part from a cycle of wholes. The cycle is reported in point 3. */
export function detachPart(part: EntityDraft): void {
  (part as { partOf: string | null }).partOf = null;
  part.whole = null;
}
