/** `set F = me`, where F is a User with a role: the people who run the action need that role, otherwise it is refused. */
import { isNesting, type Product, type Statement, type Transition } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { ownerOf } from "../../trees/walk.ts";
import { heldBy, indexOf } from "../access/may-read.ts";

export function meHasRole(ctx: PointCompiler, product: Product, { who, trigger, then }: Transition): void {
  const roles = [...new Set(who.map(({ role }) => role))].filter((role) => product.permissions.roles.some(({ name }) => name === role));
  if (trigger.kind !== "action" || roles.length === 0) return;
  for (const s of flat(then)) {
    const field = s.kind === "set" && s.when === null && s.value.kind === "variable" && s.value.name === "me" && s.target.kind === "path" ? fieldOf(product, s.target) : undefined;
    const role = field?.type.kind === "reference" ? field.type.role : undefined;
    if (!field || role === undefined) continue;
    // People whose role includes the one that Who names run it as well.
    const others = roles.filter((one) => !product.permissions.roles.some(({ name, includes }) => includes.includes(one) && heldBy(ctx, product, name).has(role)));
    if (others.length === 0) continue;
    ctx.report("me-without-role", s.source, `"${field.name}" is always ${article(role)}, so "${trigger.action}" is refused when ${list(others.map(article), "or")} runs it.`, {
      hint: `Leave ${list(others)} out of Who, or write only \`User\` as the type of ${field.name}.`,
    });
  }
}

const flat = (statements: readonly Statement[]): readonly Statement[] => statements.flatMap((s) => (isNesting(s) ? flat(s.body) : [s]));

const fieldOf = (product: Product, target: Extract<Statement, { readonly kind: "set" }>["target"] & { readonly kind: "path" }) =>
  indexOf(product)
    .entities.get(ownerOf(target) ?? "")
    ?.fields.find(({ name }) => name === target.field);
