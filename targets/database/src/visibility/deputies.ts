/**
 * What a deputy may see: the records on which the represented person decides now, as that person sees them. Whether the
 * deputy represents them today was checked when the reader was made.
 */
import { fold } from "@nonet/feel";
import type { Decision, Entity, Machine } from "@nonet/model";
import { columnsOf } from "../columns/columns.ts";
import { compile } from "../scope/compile.ts";
import { entityNamed, fromTable, ownScope, type Scope, withVariables } from "../scope/scope.ts";
import type { Reader } from "../sql/query.ts";
import { and, ident, or } from "../sql/sql-text.ts";
import { decidersOf, openStates } from "./decision-people.ts";

type Person = Extract<Reader, { kind: "person" }>;

/** `predicate` returns what a reader with that visibility may do with the row. */
export function throughRepresented(s: Scope, entity: Entity, alias: string, predicate: (as: Scope) => string): string {
  const { visibility } = s;
  if (visibility?.reader.kind !== "person" || !visibility.reader.represents?.length) return "false";
  return or(
    visibility.reader.represents.map((person) => {
      const reader: Person = { kind: "person", ...person };
      const user = entityNamed(s.product, "User");
      const as: Scope = {
        ...withVariables(s, ["me", { kind: "id", entity: user, sql: s.params.bind(person.id, "uuid") }]),
        visibility: { ...visibility, reader },
        cache: new Map(),
      };
      const decides = decidesOn(as, entity, alias, reader);
      return decides === "false" ? "false" : and([decides, predicate(as)]);
    }),
  );
}

/** Whether the person is among those who decide on the record in its present state; for a part, on its whole. */
function decidesOn(s: Scope, entity: Entity, alias: string, person: Person): string {
  const decisions = s.product.machines
    .filter((m) => m.entity === entity.name)
    .flatMap((machine) => machine.actions.filter((a) => a.decision).map((a) => decidesAction(s, entity, alias, machine, a.name, a.decision!, person)));
  if (entity.partOf) {
    const whole = entityNamed(s.product, entity.partOf.entity);
    const column = entity.fields.find((f) => f.name === entity.partOf!.field)?.column ?? entity.partOf.field;
    const w = s.params.alias("w");
    const decides = decidesOn(s, whole, w, person);
    if (decides !== "false") decisions.push(`exists (select 1 from ${fromTable(whole, w)} where ${w}.id = ${alias}.${ident(column)} and ${decides})`);
  }
  return or(decisions);
}

function decidesAction(s: Scope, entity: Entity, alias: string, machine: Machine, action: string, decision: Decision, person: Person): string {
  const self = ownScope(s, { kind: "row", entity, alias });
  const id = s.params.bind(person.id, "uuid");
  const held = new Set(person.roles.flatMap((name) => s.product.permissions.roles.find((r) => fold(r.name) === fold(name))?.includes ?? [name]).map(fold));
  const among = or(decidersOf(decision).map((of) => ("role" in of ? (held.has(fold(of.role)) ? "true" : "false") : `${id} = any(${compile(self, of.list)})`)));
  if (among === "false") return "false";
  const column = columnsOf(s.product, entity).find((c) => c.name === machine.field)?.column ?? "state";
  const excluded = decision.notBy.map(({ people }) => `not coalesce(${id} = any(${compile(self, people)}), false)`);
  return and([`${alias}.${ident(column)} = any(${s.params.bind(openStates(machine, action), "text[]")})`, among, ...excluded]);
}
