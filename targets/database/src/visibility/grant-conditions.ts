/** What point 6 demands of a record for an operation, as expressions over the record itself, where they are all that it demands. */
import { type Expression, fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { entityNamed } from "../scope/scope.ts";
import type { Reader } from "../sql/query.ts";
import { cachedDecision } from "../sql/statement-cache.ts";
import { grantedAlways, mayEver } from "./permission-queries.ts";
import { type Operation, roleSets } from "./predicates.ts";

/** One of `anyOf` must be true, and each of `never` false. */
export interface GrantConditions {
  readonly anyOf: readonly Expression[];
  readonly never: readonly Expression[];
  /** Whether the same conditions grant each of the entity's fields. */
  readonly allFields: boolean;
}

/** Null where it also depends on something else: on the owner of a part, on a secret link, on who stands in for whom. */
export const grantConditions = (product: Product, reader: Reader, entityName: string, operation: Operation): GrantConditions | null =>
  cachedDecision(product, ["grant conditions", entityName, typeof operation === "string" ? operation : `do ${operation.action}`], reader, () =>
    findConditions(product, reader, entityName, operation),
  );

function findConditions(product: Product, reader: Reader, entityName: string, operation: Operation): GrantConditions | null {
  const { permissions } = product;
  const entity = entityNamed(product, entityName);
  if (reader.kind !== "person" || reader.link || (reader.represents?.length ?? 0) > 0 || entity.partOf || entity.builtIn || !permissions.written) return null;
  if (!mayEver(product, reader, entityName, operation)) return null;
  const isSame = (verb: Operation): boolean => (typeof verb === "string" || typeof operation === "string" ? verb === operation : fold(verb.action) === fold(operation.action));
  const held = new Set(roleSets(product, reader).flat().map(fold));
  const [grants, never] = [permissions.grants, permissions.never].map((rows) => rows.filter((g) => g.entity === entity.name && isSame(g.verb)));
  // Rows for single fields grant and forbid in ways of their own.
  if ([...grants!, ...never!].some((g) => g.fields !== null || fold(g.role) === "bearer")) return null;
  const mine = grants!.filter((g) => held.has(fold(g.role)));
  const forbidden = never!.filter((g) => held.has(fold(g.role)));
  if (mine.length === 0 || forbidden.some((g) => !g.where)) return null;
  const always = mine.some((g) => !g.where);
  if (always && !grantedAlways(product, reader, entityName, operation) && forbidden.length === 0) return null;
  return {
    anyOf: always ? [] : mine.map((g) => g.where!.expression),
    never: forbidden.map((g) => g.where!.expression),
    allFields: !permissions.fieldRows.some((row) => row.entity === entity.name),
  };
}
