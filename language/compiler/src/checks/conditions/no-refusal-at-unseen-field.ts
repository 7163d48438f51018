/** A rule's refusal stands at the field that `at` names: somebody must have that field on a form or a page. */
import type { Product, Rule } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { fieldsOf, mayEver, rightsOf, rightsTo, rolesOf } from "../access/may-read.ts";

export function noRefusalAtUnseenField(ctx: PointCompiler, product: Product): void {
  const depends = [fieldsOf(ctx, product), rightsOf(ctx, product)];
  ctx.unit(
    "places of refusals",
    ctx.identityOf("rules", () => product.rules),
    depends,
    () => product.rules.forEach((rule) => check(ctx, product, rule)),
  );
}

function check(ctx: PointCompiler, product: Product, { name, entity, field: at, source }: Rule): void {
  const field = at === null ? undefined : compiledField(ctx, entity, at);
  const { hidden, fieldRows } = rightsTo(ctx, entity);
  if (!field || !(hidden.has(field.name) || fieldRows.has(field.name))) return;
  const roles = ["anyone", ...rolesOf(ctx, product)];
  const isWritten =
    field.computed === null &&
    field.readOnly !== true &&
    roles.some((role) => mayEver(ctx, product, role, "update", entity, field.name) || mayEver(ctx, product, role, "create", entity, field.name));
  if (isWritten || roles.some((role) => mayEver(ctx, product, role, "read", entity, field.name))) return;
  ctx.report("refusal-at-unseen-field", source, `"${name}" is refused at "${field.name}", which nobody may read or fill in, so the refusal stands at no field.`, {
    hint: `Leave out \`at ${field.name}\`, or name a field that the people who are refused have on their form.`,
  });
}
