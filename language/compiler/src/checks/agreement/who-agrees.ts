/** Who in point 4 and the matrix in point 6 must agree on each action; if neither grants it, nobody can run it. */
import type { Expression } from "@nonet/feel";
import { type Action, entityOf, type Grant, type Machine, type Permissions, type Product, type Transition, type Who } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { lineAt } from "../../text/line-numbers.ts";
import { usedEntities } from "../unused/no-unused-entity.ts";
import { isSameExpression } from "../../trees/same-expression.ts";

/** Made once for a product. */
const byEntity = new WeakMap<Permissions, ReadonlyMap<string, readonly Grant[]>>();

function grantsOn(permissions: Permissions, entity: string): readonly Grant[] {
  const known = byEntity.get(permissions);
  if (known) return known.get(entity) ?? [];
  const found = new Map<string, Grant[]>();
  for (const grant of permissions.grants) {
    if (grant.by !== undefined) continue;
    const list = found.get(grant.entity);
    if (list) list.push(grant);
    else found.set(grant.entity, [grant]);
  }
  byEntity.set(permissions, found);
  return found.get(entity) ?? [];
}

export function whoAgrees(ctx: PointCompiler, product: Product, machine: Machine): void {
  const { permissions } = product;
  if (isUnnamed(product, machine.entity)) {
    const row = machine.transitions.find((t) => t.trigger.kind === "action" && t.from !== null && t.who.some((w) => w.role !== "system"));
    if (row)
      ctx.report("nobody-may", row.source, `Nobody may run the actions of ${article(machine.entity)}: point 6 lets nobody read one.`, {
        hint: `Add a row for ${machine.entity} in point 6.`,
      });
    return;
  }
  for (const action of machine.actions) {
    if (action.systemOnly) continue;
    const rows = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name);
    const grants = grantsOn(permissions, machine.entity).filter((g) => typeof g.verb === "object" && g.verb.action === action.name);
    if (rows.some((t) => t.who.length === 0) && grants.length === 0)
      ctx.report("nobody-may", action.source, `Nobody may run "${action.name}": Who is empty, and point 6 doesn't grant it to a role.`);
    else checkReadable(ctx, machine, action, rows, grants, permissions);
    // `all` grants every action without naming one, so it never contradicts a Who.
    const explicit = grants.filter((g) => !/^all\b/i.test(g.text));
    if (explicit.length > 0) checkAction(ctx, action, rows, grants, explicit, permissions);
  }
}

/**
 * Whether the entity is used, and no row of point 6 names it. An entity that nothing uses and a screen that shows nothing
 * are reported themselves, and a part follows its whole.
 */
function isUnnamed(product: Product, entity: string): boolean {
  if (entityOf(product, entity)?.partOf || grantsOn(product.permissions, entity).length > 0) return false;
  const isShown = product.screens.some(({ shows, derived }) => !derived && "entity" in shows && shows.entity === entity);
  return !isShown && usedEntities(product).has(entity);
}

/** An action needs a record that its actor may read; other records aren't found. */
function checkReadable(ctx: PointCompiler, machine: Machine, action: Action, rows: readonly Transition[], grants: readonly Grant[], permissions: Permissions): void {
  const reading = grantsOn(permissions, machine.entity).filter((g) => g.verb === "read");
  // A part without rows of its own has the read permissions of its whole.
  if (grantsOn(permissions, machine.entity).length === 0) return;
  for (const row of rows) {
    if (row.from === null || row.who.some((w) => w.role === "system")) continue;
    const roles = [...new Set(row.who.length > 0 ? row.who.map((w) => w.role) : grants.map((g) => g.role))];
    if (roles.length === 0 || roles.some((role) => reading.some((g) => has(permissions, role, g.role) || isAmong(role, g.role)))) continue;
    ctx.report(
      "nobody-may",
      row.source,
      `Nobody may run "${action.name}": ${list(roles, "or")} may not read ${article(machine.entity)}, and an action needs a record that its actor may read.`,
    );
    return;
  }
}

/** Everybody with a role is signed in, and everybody signed in is included in `anyone`. */
const isAmong = (named: string, reader: string): boolean => (named === "anyone" || named === "everyone") && reader !== "bearer" && (named === "anyone" || reader !== "anyone");

function checkAction(ctx: PointCompiler, action: Action, rows: readonly Transition[], grants: readonly Grant[], explicit: readonly Grant[], permissions: Permissions): void {
  const named = rows.filter((t) => t.who.length > 0);
  const people = named.flatMap((t) => t.who.filter((w) => w.role !== "system").map((who) => ({ who, row: t })));
  const first = named[0];
  if (!first) return;
  const names = [...new Set(people.map(({ who }) => who.role))].join(", ") || "nobody";
  const anyRowOpen = named.length < rows.length;
  let disagrees = false;
  for (const grant of explicit) {
    const agreeing = people.filter(({ who }) => has(permissions, grant.role, who.role));
    if (agreeing.length === 0 && !anyRowOpen) {
      disagrees = true;
      ctx.report("who-disagrees", grant.source, `${grant.role} is granted "${action.name}" here, but Who in line ${lineAt(first.source)} names only ${names}.`);
    }
    const same = agreeing.filter(({ who }) => who.role === grant.role);
    const condition = permissions.own.find((one) => one.entity === grant.entity)?.condition ?? null;
    const named = permissions.named.filter((one) => one.entity === grant.entity).map((one) => one.name);
    const reach = reachOfGrant(grant, condition, named);
    const own = reach === "own";
    const differs = ({ who }: { readonly who: Who }): boolean => reach !== null && ![reach, null].includes(reachOfWho(who, condition));
    const other = same.find(differs);
    if (other && same.every(differs))
      ctx.report(
        "who-disagrees",
        grant.source,
        `${grant.role} is granted "${action.name}" on ${own ? "only their own records" : "every record"} here, but Who in line ${lineAt(other.row.source)} says ${own ? "every record" : "only their own records"}.`,
      );
  }
  // The row would only say the same from its side.
  if (disagrees) return;
  const left = new Map<string, { who: Who; row: Transition }>();
  // `own` alone leaves open whose records they are: the matrix says it.
  const isOpenOwn = ({ role, own }: Who): boolean => own && role === "everyone";
  for (const one of people) if (!isOpenOwn(one.who) && !grants.some((g) => has(permissions, one.who.role, g.role)) && !left.has(one.who.role)) left.set(one.who.role, one);
  for (const { who, row } of left.values())
    ctx.report(
      "who-disagrees",
      row.source,
      `Who lets ${who.role} run "${action.name}", but point 6 in line ${lineAt(explicit[0]!.source)} grants it only to ${[...new Set(grants.map((g) => g.role))].join(", ")}.`,
    );
}

/** Whether a person with `role` also has `asked`. */
const has = (permissions: Permissions, role: string, asked: string): boolean =>
  asked === "anyone" || (asked === "everyone" && role !== "anyone") || (permissions.roles.find((r) => r.name === role)?.includes ?? [role]).includes(asked);

/** Own records, or every record; null if a condition restricts it in another way. */
type Reach = "own" | "every" | null;

function reachOfWho({ own, where }: Who, condition: Expression | null): Reach {
  if (own) return "own";
  if (where === null) return "every";
  return condition && isSameExpression(where.expression, condition) ? "own" : null;
}

function reachOfGrant({ text, where }: Grant, condition: Expression | null, named: readonly string[]): Reach {
  const words = text.replace(/`[^`]*`/g, "");
  if (/\bown\b/i.test(words)) return "own";
  if (where && condition && isSameExpression(where.expression, condition)) return "own";
  return /\bwhere\b/i.test(words) || named.some((name) => words.toLowerCase().includes(name.toLowerCase())) ? null : "every";
}
