/** A role must have a permission, an action, a screen, or be included in another role. */
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function noUnusedRole(ctx: PointCompiler, product: Product): void {
  const { roles, grants, screens } = product.permissions;
  if (grants.length === 0) return;
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

/** `of Clerk`, `role Clerk`, `every Clerk`, anywhere. */
const isNamed = (product: Product, role: string): boolean =>
  product.sources.some(({ text }) => [`role ${role}`, `of ${role}`, `every ${role}`, `all ${role}`].some((words) => text.toLowerCase().includes(words)));
