/** Whoever reads a secret link can open it and act as `bearer`, whatever point 6 says of their own role. */
import type { Grant, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { heldBy, mayEver, rightsTo, rolesOf } from "../access/may-read.ts";
import { namedPeople } from "../access/people.ts";

export function noRevealedLink(ctx: PointCompiler, product: Product): void {
  for (const { name: entity, fields } of product.entities)
    for (const { name: field, type, source } of fields) {
      if (type.kind !== "secret link" || !source) continue;
      const rights = changesOf(ctx, new Set(["bearer"]), entity);
      const readers = ["anyone", ...rolesOf(ctx, product)].filter((role) => mayEver(ctx, product, role, "read", entity, field) && gains(ctx, product, role, entity, rights));
      if (readers.length === 0) continue;
      ctx.report(
        "reveals-link",
        source,
        `"${field}" can be read by ${namedPeople(readers)}, who get the rights of \`bearer\` on ${article(entity)} through it: ${list(rights, "and")}.`,
        {
          hint: `Write \`hidden\` behind it. Then only a row \`${entity}: ${field}\` of point 6 lets a role read it; the link still opens, and mails to addresses still contain it.`,
        },
      );
    }
}

/** Visitors gain what `anyone` lacks. A role that may change the record in some way is its owner's or the staff's, and opens the link on purpose. */
function gains(ctx: PointCompiler, product: Product, role: string, entity: string, rights: readonly string[]): boolean {
  const held = changesOf(ctx, heldBy(ctx, product, role), entity);
  return role === "anyone" ? rights.some((right) => !held.includes(right)) : rights.length > 0 && held.length === 0;
}

/** What the roles may do to a record that exists. */
const changesOf = (ctx: PointCompiler, roles: ReadonlySet<string>, entity: string): readonly string[] => [
  ...new Set(rightsTo(ctx, entity).grants.flatMap(({ role, verb }) => (roles.has(role) && isChange(verb) ? [typeof verb === "string" ? verb : `"${verb.action}"`] : []))),
];

const isChange = (verb: Grant["verb"]): boolean => verb !== "read" && verb !== "history" && verb !== "create";
