/**
 * Derives the rights to create records of entities that are created only by `(new)` rows. The right to such an action
 * includes the right to set the new record's fields, as `create` does for other entities. If point 6 grants a role
 * `create` explicitly, that applies instead; a field with a row of its own follows its row.
 */
import { type Expression, fold } from "@nonet/feel";
import type { Grant, Machine, Permissions, Transition, Who } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import { binary } from "../expressions/build.ts";

type Rights = Pick<Permissions, "roles" | "own" | "fieldRows" | "grants">;

/** The `create` grants that follow from rights to the actions of `(new)` rows. */
export function creationRights(ctx: PointCompiler, machines: readonly Machine[], rights: Rights): Grant[] {
  return machines.flatMap((machine) => {
    const rows = machine.field === "state" ? machine.transitions.filter((t) => t.from === null && t.trigger.kind === "action") : [];
    if (rows.length === 0) return [];
    const grants = rights.grants.filter((g) => g.entity === machine.entity && !isFieldRow(rights, g));
    // A part without its own rows follows its whole.
    if (grants.length === 0 && ctx.drafts.get(fold(machine.entity))?.whole) return [];
    const explicit = new Set(grants.filter((g) => g.verb === "create").map((g) => fold(g.role)));
    const own = rights.own.find((one) => one.entity === machine.entity)?.condition ?? null;
    const made = rows.flatMap((row) => creationGrants(row, grants, own, machine.entity));
    return made.filter((g) => !countsAs(rights, g.role).some((role) => explicit.has(fold(role)))).map((g, i) => ctx.stableValue(`making ${machine.entity} ${i}`, g));
  });
}

/** The roles that Who names, or else those of point 6, as for the action itself. */
function creationGrants(row: Transition, grants: readonly Grant[], own: Expression | null, entity: string): Grant[] {
  if (row.trigger.kind !== "action") return [];
  const { action } = row.trigger;
  const granting = grants.filter((g) => typeof g.verb === "object" && fold(g.verb.action) === fold(action));
  const isNamed = granting.some((g) => !/^all\b/i.test(g.text.trim()));
  if (row.who.length === 0 || isNamed) return granting.map((g) => ({ ...g, verb: "create", by: action }));
  return row.who.flatMap((who): Grant[] => {
    if (who.role === "system" || (who.own && !own)) return [];
    return [{ role: who.role, entity, verb: "create", fields: null, where: whereOf(who, own, row), text: action, by: action, source: row.source }];
  });
}

function whereOf({ own: isOwn, where }: Who, own: Expression | null, row: Transition): Grant["where"] {
  if (!isOwn || !own) return where;
  return { expression: where ? binary("and", own, where.expression, where.source) : own, source: where?.source ?? row.source };
}

const isFieldRow = ({ fieldRows }: Rights, { entity, fields }: Grant): boolean =>
  fields !== null && fields.length > 0 && fields.every((field) => fieldRows.some((row) => row.entity === entity && row.field === field));

const countsAs = ({ roles }: Rights, role: string): readonly string[] => [...(roles.find((one) => one.name === role)?.includes ?? [role]), "everyone", "anyone"];
