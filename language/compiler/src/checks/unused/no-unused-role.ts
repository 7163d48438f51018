/** A role must have a permission, an action, a screen, or be included in another role; and point 6 must grant something. */
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { roleTable } from "../../syntax/roles/roles.ts";
import { pluralOf } from "../../text/plural.ts";

export function noUnusedRole(ctx: PointCompiler, product: Product): void {
  const { roles, grants, screens } = product.permissions;
  if (grants.length === 0) return noGrants(ctx, product);
  const granted = new Set(grants.map((g) => g.role));
  const actors = ctx.unit("actors", product.machines, [], () => new Set(product.machines.flatMap((m) => m.transitions.flatMap((t) => t.who.map((w) => w.role)))));
  const seers = new Set([...product.screens.flatMap((s) => s.for), ...screens.map((s) => s.role)]);
  for (const role of roles) {
    if (granted.has(role.name) || actors.has(role.name) || seers.has(role.name)) continue;
    const joins = role.includes.length > 1 || roles.some((other) => other !== role && other.includes.includes(role.name));
    if (!joins && product.about.signIn.registersAs !== role.name && !isNamed(product, role.name.toLowerCase()))
      ctx.report("unused-role", role.source, `${role.name} has no permissions and no screens.`);
  }
}

/** A written point 6 without any right lets nobody read a record. */
function noGrants(ctx: PointCompiler, { entities, machines }: Product): void {
  const point = ctx.tree.points[5];
  const named = entities.find((entity) => entity.source && entity.name !== "User");
  // Where there is a matrix or an action, the screens and actions that nobody may use are reported.
  const isTable = point?.blocks.some((block) => block.kind === "table" && !roleTable(block));
  if (point?.state !== "written" || !named || isTable || machines.length > 0) return;
  const example = `${pluralOf(ctx.declared.roles.values().next().value?.name ?? "Clerk")} may create and read ${named.plural}`;
  ctx.report("grants-nothing", point.span ?? named.source!, `Point 6 grants nothing, so nobody can read or create ${article(named.name)}.`, {
    hint: `Add a table with the roles as columns and the entities as rows, or bullets such as \`- ${example}\`.`,
  });
}

/** `of Clerk`, `role Clerk`, `every Clerk`, anywhere. */
const isNamed = (product: Product, role: string): boolean =>
  product.sources.some(({ text }) => [`role ${role}`, `of ${role}`, `every ${role}`, `all ${role}`].some((words) => text.toLowerCase().includes(words)));
