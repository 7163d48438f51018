/** Where permissions or Who say `own` for an entity, an `Own:` line must define it; a missing line is reported once, in point 6. */
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
  const lines = missing.map(({ entity }) => `${article(entity.name)} is ${ownerOf(entity) ?? "its FIELD's"}`).join(", ");
  const edits = missing.every(({ entity }) => ownerOf(entity) !== null) ? [{ span: { ...span, from: span.to }, text: last ? `, ${lines}` : `\n\nOwn: ${lines}.` }] : null;
  ctx.report("no-own", span, `"own" is used for ${list(places)}, but no \`Own:\` line says who owns ${missing.length === 1 ? article(missing[0]!.entity.name) : "them"}.`, {
    hint: last ? `Add to this line: \`${lines}\`.` : `Add \`Own: ${lines}.\``,
    ...(edits ? { fixes: [{ title: `Add that ${lines}`, edits }] } : {}),
  });
}

/** `its borrower's`, if exactly one field can refer to the record's owner: the one with the default `me`, otherwise the only reference to a User. */
function ownerOf({ name, fields }: Entity): string | null {
  if (name === "User") return "themselves";
  const people = fields.filter((f) => f.type.kind === "reference" && f.type.entity === "User");
  const makers = people.filter((f) => f.default?.kind === "variable" && f.default.name === "me");
  const [one, more] = makers.length > 0 ? makers : people;
  return one && !more ? `its ${one.name}'s` : null;
}
