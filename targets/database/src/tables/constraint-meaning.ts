/** Finds the field or rule of the document for the name of a violated constraint. */
import type { Product } from "@nonet/model";
import { columnsOf, isJoined } from "../columns/columns.ts";
import { uniqueSets } from "../columns/unique-sets.ts";
import { checkedEnds, nameOf } from "./constraint-names.ts";

export interface ConstraintMeaning {
  readonly kind: "unique" | "overlap" | "reference" | "check";
  readonly entity: string;
  /** The names of the fields. */
  readonly fields: readonly string[];
  readonly rule: string | null;
  /** For a reference: the entity referred to (its record is missing, or can't be deleted while this entity refers to it). */
  readonly refersTo: string | null;
  /** For a check: which bound of the field it is; null where it is about its choices. */
  readonly end: "least" | "most" | null;
}

export function constraintMeaning(product: Product, name: string): ConstraintMeaning | undefined {
  for (const entity of product.entities) {
    const columns = columnsOf(product, entity);
    const meaning = (kind: ConstraintMeaning["kind"], fields: readonly string[], more: Partial<ConstraintMeaning> = {}): ConstraintMeaning => ({
      kind,
      entity: entity.name,
      fields,
      rule: null,
      refersTo: null,
      end: null,
      ...more,
    });
    for (const c of columns) {
      for (const end of checkedEnds(c)) if (nameOf.check(product, entity, c.column, end) === name) return meaning("check", [c.name], { end: end === "" ? null : end });
      if (c.field?.type.kind === "reference" && nameOf.reference(product, entity, c.column) === name)
        return meaning("reference", [c.name], { refersTo: c.field?.type.kind === "reference" ? c.field.type.entity : null });
    }
    for (const f of entity.fields)
      if (isJoined(f) && nameOf.joined(entity, f) === name) return meaning("reference", [f.name], { refersTo: f.type.kind === "references" ? f.type.entity : null });
    for (const fields of uniqueSets(entity))
      if (
        nameOf.unique(
          product,
          entity,
          fields.map((f) => columns.find((c) => c.name === f)?.column ?? f),
        ) === name
      )
        return meaning("unique", fields);
    for (const rule of product.rules)
      if (rule.entity === entity.name && nameOf.overlap(product, entity, rule) === name) return meaning("overlap", rule.field ? [rule.field] : [], { rule: rule.name });
  }
  return undefined;
}
