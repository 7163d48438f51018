/** Where permissions or Who say `own` for an entity, an `Own:` line must define it; a missing line is reported once, in point 6. */
import { fold } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { keyOf } from "../../incremental/findings.ts";
import { article, list } from "../../text/english.ts";

export function noOwnWithoutLine(ctx: PointCompiler, product: Product): void {
  // If point 6 is not shown, ownership is open as well.
  if (!product.permissions.written) return;
  const owned = new Set(product.permissions.own.map(({ entity }) => entity));
  const uses = new Map<string, number>();
  for (const name of ctx.findings.usedNames) if (name.startsWith("own ")) uses.set(name, (uses.get(name) ?? 0) + 1);
  const missing = product.entities.flatMap((entity) => {
    const count = owned.has(entity.name) ? undefined : uses.get(keyOf("own", "", entity.name));
    return count === undefined ? [] : [{ entity, count }];
  });
  const heading = ctx.tree.points[5]?.span;
  const last = product.permissions.own.findLast(({ of }) => of === undefined)?.source;
  const span = last ?? heading;
  if (missing.length === 0 || !span) return;
  const places = missing.map(({ entity, count }) => `${article(entity.name)} in ${count} ${count === 1 ? "place" : "places"}`);
  const owners = missing.map(({ entity }) => ownersOf(product, entity));
  const lineWith = (whose: (at: number) => string | undefined): string =>
    missing.map(({ entity }, at) => `${article(entity.name)} is ${whose(at) ?? owners[at]![0] ?? "its FIELD's"}`).join(", ");
  const lines = owners.every((one) => one.length === 1) ? lineWith(() => undefined) : lineWith((at) => (owners[at]!.length === 1 ? undefined : "its FIELD's"));
  // Of several entities whose owner isn't certain, one is chosen at a time only where the others are certain.
  const unsure = owners.flatMap((one, at) => (one.length > 1 ? [at] : []));
  const ways =
    owners.some((one) => one.length === 0) || unsure.length > 1
      ? []
      : unsure.length === 0
        ? [lines]
        : owners[unsure[0]!]!.map((way) => lineWith((at) => (at === unsure[0] ? way : undefined)));
  const fixes = ways.map((way) => ({ title: `Add that ${way}`, edits: [{ span: { ...span, from: span.to }, text: last ? `, ${way}` : `\n\nOwn: ${way}.` }] }));
  ctx.report("no-own", span, `"own" is used for ${list(places)}, but no \`Own:\` line says who owns ${missing.length === 1 ? article(missing[0]!.entity.name) : "them"}.`, {
    hint: last ? `Add to this line: \`${lines}\`.` : `Add \`Own: ${lines}.\``,
    ...(fixes.length > 0 ? { fixes } : {}),
  });
}

/**
 * Whose the record can be, the likeliest first: the field with the default `me`, or called like the one role that says
 * `own`. Otherwise each field that refers to a User, unless it is called like another role, and whoever created the record.
 */
function ownersOf(product: Product, entity: Entity): readonly string[] {
  if (entity.name === "User") return ["themselves"];
  const people = entity.fields.filter(isPerson);
  const sayers = rolesWithOwn(product, entity.name);
  const isOfRole = (name: string, role: string): boolean => ` ${fold(name)} `.includes(` ${fold(role)} `);
  const makers = people.filter((f) => f.default?.kind === "variable" && f.default.name === "me");
  const called = people.filter(({ name }) => sayers.length === 1 && isOfRole(name, sayers[0]!));
  for (const certain of [called, makers]) if (certain.length === 1) return [`its ${certain[0]!.name}'s`];
  const others = product.permissions.roles.map(({ name }) => name).filter((role) => !sayers.includes(role));
  const left = people.filter(({ name }) => !others.some((role) => isOfRole(name, role)));
  if (left.length === 1 && people.length === 1) return [`its ${left[0]!.name}'s`];
  return [...left.map(({ name }) => `its ${name}'s`), ...(people.length === 0 ? through(product, entity) : []), "its creator's"];
}

const isPerson = ({ type, name, computed }: Entity["fields"][number]): boolean =>
  type.kind === "reference" && type.entity === "User" && computed === null && fold(name) !== "created by";

/** `its crew's person's`: the one person of a record that this one refers to. */
const through = (product: Product, { fields }: Entity): readonly string[] =>
  fields.flatMap(({ name, type }) => {
    const people = type.kind === "reference" ? product.entities.find((one) => one.name === type.entity)?.fields.filter(isPerson) : undefined;
    return people?.length === 1 ? [`its ${name}.${people[0]!.name}'s`] : [];
  });

/** The roles whose rights or actions say `own` for the entity. */
function rolesWithOwn({ permissions, machines }: Product, entity: string): readonly string[] {
  const rights = permissions.grants.filter((grant) => grant.entity === entity && /\bown\b/i.test(grant.text)).map(({ role }) => role);
  const actors = machines
    .filter((one) => one.entity === entity)
    .flatMap(({ transitions }) => transitions.flatMap(({ who }) => who.filter(({ own }) => own).map(({ role }) => role)));
  return [...new Set([...rights, ...actors])];
}
