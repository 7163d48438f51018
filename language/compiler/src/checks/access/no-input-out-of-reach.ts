/** The people who run an action may read the records among which its required input has to be chosen. */
import type { Action, Machine, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { list } from "../../text/english.ts";
import { mayChoose, nounOf } from "./may-choose.ts";
import { heldBy, rolesOf } from "./may-read.ts";

export function noInputOutOfReach(ctx: PointCompiler, product: Product): void {
  for (const machine of product.machines) for (const action of machine.actions) check(ctx, product, machine, action);
}

function check(ctx: PointCompiler, product: Product, machine: Machine, action: Action): void {
  const needed = action.asks.flatMap(({ field }) =>
    field.type.kind === "reference" && field.required === true && field.default === null ? [{ name: field.name, type: field.type }] : [],
  );
  if (needed.length === 0 || action.systemOnly) return;
  const runners = rolesOf(ctx, product).filter((role) => mayRun(ctx, product, machine, action, role));
  for (const { name, type } of needed) {
    const unable = runners.filter((role) => !mayChoose(ctx, product, role, type));
    if (unable.length > 0)
      ctx.report(
        "form-out-of-reach",
        action.source,
        `"${action.name}" can't be run by ${list(unable, "or")}: it asks for "${name}", and point 6 doesn't let ${unable.length > 1 ? "them" : unable[0]} read ${nounOf(type)}.`,
        { hint: `Grant ${list(unable, "and")} \`read\` on ${type.entity} in point 6.` },
      );
  }
}

function mayRun(ctx: PointCompiler, product: Product, { entity, transitions }: Machine, { name }: Action, role: string): boolean {
  const held = heldBy(ctx, product, role);
  const rows = transitions.filter(({ trigger }) => trigger.kind === "action" && trigger.action === name);
  const isGranted = product.permissions.grants.some((g) => g.entity === entity && typeof g.verb === "object" && g.verb.action === name && held.has(g.role));
  return rows.some(({ who }) => (who.length === 0 ? isGranted : who.some((one) => one.role !== "everyone" && one.role !== "anyone" && held.has(one.role))));
}
