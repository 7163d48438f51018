/** Which records a list contains: those that the reader may see and that satisfy each of its conditions. */
import type { Expression } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import { compile, condition } from "../scope/compile.ts";
import { noSpan } from "../scope/no-span.ts";
import { asWrittenByReader, entityNamed, fromTable, ofDocument, type Scope, withVariables } from "../scope/scope.ts";
import type { Reader } from "../sql/query.ts";
import { or } from "../sql/sql-text.ts";
import { recordPredicate } from "../visibility/predicates.ts";
import { bounded, equals, hasValue, searchConditions } from "./filters.ts";
import { groupLabel } from "./group-labels.ts";
import type { ListOptions } from "./list-request.ts";
import { rowScope } from "./row-scope.ts";

export function listScope(product: Product, reader: Reader, ask: ListOptions): { s: Scope; entity: Entity; where: string[] } {
  const { s, entity, may } = rowScope(product, reader, ask.entity, ask.variables);
  const where = [may];
  if (entity.deleting.allowed === "archives") where.push("r.archived_at is null");
  if (ask.inList) where.push(inList(s, entity, ask.inList));
  if (ask.holding) where.push(`r.active and exists (select 1 from nonet.user_role h where h.user_id = r.id and h.role = any(${s.params.bind(ask.holding, "text[]")}))`);
  if (ask.screenWhere) where.push(condition(ofDocument(s), ask.screenWhere));
  for (const { item, condition: holds } of ask.among ?? []) where.push(condition(withVariables(s, [item, { kind: "row", entity, alias: "r" }]), holds));
  for (const { group, label } of ask.labelled ?? []) where.push(`coalesce(${groupLabel(s, group)}, '') = ${s.params.bind(label, "text")}`);
  const written = asWrittenByReader(s);
  if (ask.where) where.push(condition(written, ask.where));
  for (const { path, value } of ask.equals ?? []) where.push(equals(product, written, entity, path, value));
  for (const bound of ask.bounds ?? []) where.push(bounded(product, written, entity, bound));
  for (const { path, values } of ask.oneOf ?? []) where.push(or(values.map((value) => equals(product, written, entity, path, value))));
  for (const path of ask.present ?? []) where.push(hasValue(written, path));
  for (const search of [...(ask.search ? [ask.search] : []), ...(ask.containing ?? [])]) where.push(...searchConditions(written, entity, search));
  return { s, entity, where };
}

/** The related list, with the reader's visibility: rows that they may not read are left out. */
function inList(s: Scope, entity: Entity, list: NonNullable<ListOptions["inList"]>): string {
  const whole = entityNamed(s.product, list.entity);
  const w = s.params.alias("w");
  const self: Expression = { kind: "variable", name: "whole", type: { kind: "record", name: whole.name }, nullable: false, span: noSpan };
  const inner = withVariables(s, ["whole", { kind: "row", entity: whole, alias: w }]);
  const records = compile(inner, {
    kind: "path",
    of: self,
    field: list.field,
    listed: false,
    type: { kind: "list", of: { kind: "record", name: entity.name } },
    nullable: true,
    span: noSpan,
  });
  return `exists (select 1 from ${fromTable(whole, w)} where ${w}.id = ${s.params.bind(list.id, "uuid")} and ${recordPredicate(s, whole, w)} and r.id = any(${records}))`;
}
