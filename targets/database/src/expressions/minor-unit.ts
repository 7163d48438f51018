import { type Entity, type Field, fieldOf } from "@nonet/model";
import { minorUnitsOf } from "../columns/money.ts";
import type { Scope } from "../scope/scope.ts";
import { fieldSql } from "./paths.ts";

/** The number of decimals as SQL, for the row in scope. */
export function minorUnitSql(s: Scope, entity: Entity, alias: string, field: Field): string {
  if (field.type.kind !== "money" || field.type.currencyField === undefined) return String(minorUnitsOf(field.type.kind === "money" ? field.type.currency : null));
  const by = fieldOf(entity, field.type.currencyField);
  return by ? `nonet.minor_units(${fieldSql({ ...s, visibility: null }, entity, alias, by.name, { kind: "string" })})` : "2";
}
