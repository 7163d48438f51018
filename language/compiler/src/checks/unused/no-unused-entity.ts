/** An entity must be used by a permission, screen, field, statement or expression. */
import { type CallBody, isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { keyOf } from "../../incremental/findings.ts";

/** Checked only if point 6 is written. */
export function noUnusedEntity(ctx: PointCompiler, product: Product, used: ReadonlySet<string>): void {
  const named = new Set(ctx.findings.usedNames);
  const closed = new Set(product.calendars.flatMap(({ holidays }) => holidays.flatMap((one) => (one.kind === "records" ? [one.entity] : []))));
  for (const { name, source, builtIn, partOf } of product.entities) {
    if (!source || builtIn || partOf || used.has(name) || closed.has(name) || named.has(keyOf("entity", name))) continue;
    ctx.report("unused-entity", source, `No role has a permission on "${name}", and nothing uses it.`);
  }
}

/** Entities that a permission, field, screen, statement or call uses. */
export function usedEntities(product: Product): ReadonlySet<string> {
  const found = new Set(product.permissions.grants.map((grant) => grant.entity));
  for (const entity of product.entities) for (const { type } of entity.fields) if ("entity" in type && type.entity !== entity.name) found.add(type.entity);
  for (const { shows } of product.screens) if ("entity" in shows) found.add(shows.entity);
  const statements = [...product.machines.flatMap((m) => m.transitions.flatMap((t) => t.then)), ...product.entities.flatMap((e) => e.events.flatMap((event) => event.then))];
  for (const { does, schedule } of product.calls) {
    if (schedule?.forEach) found.add(schedule.forEach.entity);
    if (does.kind === "received" && does.finds) found.add(does.finds.entity);
    statements.push(...statementsOf(does));
  }
  createdBy(statements, found);
  return found;
}

const statementsOf = (does: CallBody): readonly Statement[] => (does.kind === "email" ? [] : [...does.then, ...("otherwise" in does ? does.otherwise.then : [])]);

function createdBy(statements: readonly Statement[], found: Set<string>): void {
  for (const statement of statements) {
    if (statement.kind === "create") found.add(statement.entity);
    if (isNesting(statement)) createdBy(statement.body, found);
  }
}
