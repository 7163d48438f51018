/** A role is there for something: a right, an action, a screen, or as part of another role. */
import type { Product } from "@nonet/model";
import type { Workshop } from "../make-context.ts";

export function noUnusedRole(ctx: Workshop, product: Product): void {
  const { roles, grants, screens } = product.permissions;
  if (grants.length === 0) return;
  const text = product.sources
    .map((source) => source.text)
    .join("\n")
    .toLowerCase();
  for (const role of roles) {
    const acts = product.machines.some((m) => m.transitions.some((t) => t.who.some((w) => w.role === role.name)));
    const sees = product.screens.some((s) => s.for.includes(role.name)) || screens.some((s) => s.role === role.name);
    const joins = role.includes.length > 1 || roles.some((other) => other !== role && other.includes.includes(role.name));
    const named = product.about.signIn.registersAs === role.name || text.includes(`role ${role.name.toLowerCase()}`) || text.includes(`of ${role.name.toLowerCase()}`);
    if (!grants.some((g) => g.role === role.name) && !acts && !sees && !joins && !named)
      ctx.report("unused-role", role.source, `Nothing is granted to ${role.name}, and nothing is shown to them.`);
  }
}
