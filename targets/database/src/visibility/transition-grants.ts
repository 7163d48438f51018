/** Whether a reader may run a transition, by its Who in point 4. */
import { fold } from "@nonet/feel";
import type { Product, Transition } from "@nonet/model";
import { condition } from "../scope/compile.ts";
import { isCertain } from "../scope/not-shown-values.ts";
import { entityNamed, fromTable, ownScope, type Scope } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and, or } from "../sql/sql-text.ts";
import { cachedDecision, cachedStatement } from "../sql/statement-cache.ts";
import { mayEver, row } from "./permission-queries.ts";
import { neverConditions, roleSets, seesEverything } from "./predicates.ts";
import { linkReach } from "./secret-link.ts";

/** Whether Who, or point 6 where Who is empty, could allow it for some record. */
export function rowEver(product: Product, reader: Reader, entityName: string, { who, trigger }: Transition): boolean {
  if (reader.kind === "system") return true;
  if (who.length === 0) return trigger.kind === "action" && mayEver(product, reader, entityName, { action: trigger.action });
  const held = roleSets(product, reader).flat().map(fold);
  return who.some(({ role }) => held.includes(fold(role)));
}

/** One row `{allowed}`: whether Who allows it for this record. An empty Who allows everybody; the system is always allowed. */
export function actorGrantQuery(product: Product, reader: Reader, transition: Transition, entityName: string, id: string): Query {
  return cachedStatement(product, ["who", transition, entityName], { reader, values: { id } }, (to) => actorGrantOf(product, to.reader, transition, entityName, to.values.id));
}

/** Whether the reader may run it on every record, so that no query is needed. */
export const alwaysGranted = (product: Product, reader: Reader, transition: Transition, entityName: string): boolean =>
  cachedDecision(product, ["who always", transition, entityName], reader, () => actorGrantSql(product, reader, transition, entityName).may === "true");

function actorGrantOf(product: Product, reader: Reader, transition: Transition, entityName: string, id: string): Query {
  const { s, entity, may } = actorGrantSql(product, reader, transition, entityName);
  return s.params.query(`select coalesce(${may}, false) as allowed from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")}`);
}

function actorGrantSql(
  product: Product,
  reader: Reader,
  transition: Transition,
  entityName: string,
): { readonly s: Scope; readonly entity: ReturnType<typeof entityNamed>; readonly may: string } {
  const { s, entity } = row(product, reader, entityName);
  const held = roleSets(product, reader).flat().map(fold);
  const own = product.permissions.own.find((o) => o.entity === entity.name)?.condition;
  const self = ownScope(s, { kind: "row", entity, alias: "r" });
  const may =
    reader.kind === "system" || transition.who.length === 0 || (seesEverything(s) && !transition.who.every((w) => w.role === "system"))
      ? "true"
      : or(
          transition.who
            .filter((w) => held.includes(fold(w.role)))
            .map((w) =>
              and([
                fold(w.role) === "bearer" ? linkReach(s, entity, "r") : "true",
                w.own ? (own ? condition(self, own) : "false") : "true",
                w.where ? isCertain(self, w.where.expression, condition(self, w.where.expression)) : "true",
              ]),
            ),
        );
  const forbidden = reader.kind === "system" || transition.trigger.kind !== "action" ? [] : neverConditions(s, entity, "r", { action: transition.trigger.action }, null);
  return { s, entity, may: and([may, ...forbidden]) };
}
