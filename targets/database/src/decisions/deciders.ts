/** Who may decide: the people of each step, and the records that await their decision. */
import type { Expression } from "@nonet/feel";
import type { Action, Deciders, Machine, Product } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { itemSql } from "../expressions/fields/row-source.ts";
import { rowsOf } from "../expressions/fields/rows.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { whereText } from "../scope/coerce.ts";
import { compile } from "../scope/compile.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and, ident, or } from "../sql/sql-text.ts";
import { notArchived } from "../visibility/archived-rows.ts";
import { decidersOf, openStates } from "../visibility/decision-people.ts";
import { fieldPredicate, recordPredicate } from "../visibility/predicates.ts";
import { readerScope } from "../visibility/reader-scope.ts";

/** The role and every role that includes it. */
export const holdersOf = (product: Product, role: string): readonly string[] => [
  ...new Set([role, ...product.permissions.roles.filter((r) => r.includes.includes(role)).map((r) => r.name)]),
];

/** Rows `{id, active}`: the people of a step, before `not by` is applied; for a role, only active people. `reader`: only those whom the reader may see. */
export function decidersQuery(product: Product, entityName: string, id: string, of: Deciders, reader: Reader | null = null): Query {
  const entity = entityNamed(product, entityName);
  const s = withVariables(readerScope(product, reader), ["this", { kind: "row", entity, alias: "r" }]);
  if ("role" in of)
    return s.params.query(
      `select u.id, true as active from ${fromTable(entityNamed(product, "User"), "u")} where u.active and exists (select 1 from nonet.user_role x where x.user_id = u.id and x.role = any(${s.params.bind(holdersOf(product, of.role), "text[]")})) order by u.id`,
    );
  return s.params.query(decidersOfList(s, of.list, `from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")}`));
}

function decidersOfList(s: Scope, list: Expression, from: string): string {
  if (s.visibility) s.readable.add("r");
  const rows = rowsOf(s, list);
  return `select distinct x.id, exists (select 1 from ${fromTable(entityNamed(s.product, "User"), "u")} where u.id = x.id and u.active) as active from (select r.* ${from}) r, lateral (select ${itemSql(s, rows)} as id from ${rows.from}${whereText(rows.where)}) x where x.id is not null order by x.id`;
}

/** Rows `{id}`: the records on which the action is open for decision, with the person in one of its steps. */
export function decidableByQuery(product: Product, machine: Machine, action: Action, person: string): Query {
  const entity = entityNamed(product, machine.entity);
  const s = withVariables(systemScope(product), ["this", { kind: "row", entity, alias: "r" }]);
  const who = s.params.bind(person, "uuid");
  const standing = (action.decision ? decidersOf(action.decision) : []).map((of) => {
    if ("role" in of) return `exists (select 1 from nonet.user_role x where x.user_id = ${who} and x.role = any(${s.params.bind(holdersOf(product, of.role), "text[]")}))`;
    const rows = rowsOf(s, of.list);
    return `${who} in (select ${itemSql(s, rows)} from ${rows.from}${whereText(rows.where)})`;
  });
  return s.params.query(`select r.id from ${fromTable(entity, "r")} where ${and([...openConditions(s, machine, action), or(standing)])} order by r.id`);
}

/** Rows `{id}` of the records on which the action may be decided now, among these or all. */
export function openRecordsQuery(product: Product, machine: Machine, action: Action, ids: readonly string[] | null): Query {
  const entity = entityNamed(product, machine.entity);
  const s = systemScope(product);
  const among = ids === null ? [] : [`r.id = any(${s.params.bind(ids, "uuid[]")})`];
  return s.params.query(`select r.id from ${fromTable(entity, "r")} where ${and([...among, ...openConditions(s, machine, action)])} order by r.id`);
}

/** The conditions under which the action may be decided. */
export function openConditions(s: Scope, machine: Machine, action: Action): string[] {
  const entity = entityNamed(s.product, machine.entity);
  const column = stateColumn(s.product, machine);
  return [...notArchived(s, entity), or(openStates(machine, action.name).map((state) => `r.${ident(column)} = ${s.params.bind(state, "text")}`))];
}

export const stateColumn = (product: Product, machine: Machine): string =>
  columnsOf(product, entityNamed(product, machine.entity)).find((c) => c.name === machine.field)?.column ?? "state";

/** Rows `{id, name}`: the people whose names the reader may see. */
export function namesQuery(product: Product, reader: Reader, ids: readonly string[]): Query {
  const s = readerScope(product, reader);
  const user = entityNamed(product, "User");
  const may = and([recordPredicate(s, user, "u"), fieldPredicate(s, user, "u", "name", false)]);
  return s.params.query(`select u.id, u.name from ${fromTable(user, "u")} where u.id = any(${s.params.bind(ids, "uuid[]")}) and ${may}`);
}

/** `{allowed}`: whether the record is the person's own by point 6. */
export function ownQuery(product: Product, entityName: string, id: string, person: string): Query | null {
  const own = product.permissions.own.find((o) => o.entity === entityName)?.condition;
  if (!own) return null;
  const entity = entityNamed(product, entityName);
  const s = withVariables(systemScope(product, { me: person }), ["this", { kind: "row", entity, alias: "r" }]);
  return s.params.query(`select coalesce(${compile(s, own)}, false) as allowed from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")}`);
}
