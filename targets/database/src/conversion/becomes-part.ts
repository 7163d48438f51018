/** Whether existing records may have no whole of the kind that they are part of in the new version. */
import type { Entity, Product } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { formerColumn } from "../columns/previous-version.ts";
import { conversionOf } from "./conversion.ts";

export function becomesPart(before: Product, after: Product, old: Entity, now: Entity): boolean {
  if (!now.partOf) return false;
  const column = columnsOf(after, now).find((c) => c.name === now.partOf!.field);
  const former = column && formerColumn(columnsOf(before, old), column);
  return !former || old.partOf?.field !== former.name || !conversionOf(after, now, former, column);
}
