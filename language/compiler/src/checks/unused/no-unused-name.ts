/** Names that points 6 and 9 define for other lines must be used by one of them. */
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { keyOf, type NamedKind } from "../../incremental/findings.ts";
import { limitNames } from "../../syntax/constants/limits.ts";

export function noUnusedName(ctx: PointCompiler, product: Product): void {
  const used = new Set(ctx.findings.usedNames);
  const isUsed = (kind: NamedKind, name: string, of?: string): boolean => used.has(keyOf(kind, name, of));
  for (const constant of product.constants) if (constant.limit === null && !isUsed("value", constant.name)) reportUnused(ctx, constant);
  for (const one of ctx.business.callables.values()) if (!isUsed("value", one.name)) ctx.report("unused-constant", one.span, `Nothing uses "${one.name}".`);
  for (const { name, span } of ctx.business.calendars)
    if (!isUsed("calendar", name?.text ?? ""))
      ctx.report("unused-calendar", name?.span ?? span, `Nothing uses ${name ? `the calendar "${name.text}"` : "this calendar"}.`, {
        hint: "`working days(from, to)`, `working time(from, to)`, `next working day(d)` and timers such as `(after 2 working days)` use a calendar.",
      });
  for (const { name, entity, source } of product.permissions.named)
    if (!isUsed("condition", name, entity)) ctx.report("unused-condition", source, `No permission and no Who uses the condition "${name}" of ${entity}.`);
  const { own } = product.permissions;
  const isOwnUsed = (entity: string): boolean => isUsed("own", "", entity) || own.some((part) => part.of === entity && isOwnUsed(part.entity));
  for (const { entity, source, of } of own)
    if (of === undefined && !isOwnUsed(entity) && !ownsPersonalData(product, entity)) ctx.report("unused-own", source, `No permission and no Who says "own" for ${entity}.`);
}

/** `personal` without `of`: the data of the one that point 6 calls the owner, where several fields refer to people. */
function ownsPersonalData(product: Product, name: string): boolean {
  const fields = product.entities.find((entity) => entity.name === name)?.fields ?? [];
  return fields.filter(({ type }) => type.kind === "reference" && type.entity === "User").length > 1 && fields.some(({ personalOf }) => personalOf !== null);
}

/** A name close to one of the product's own limits was most likely meant to set it. */
function reportUnused(ctx: PointCompiler, { name, source }: Product["constants"][number]): void {
  const limit = nearest(name, limitNames);
  const span = ctx.declared.constants.get(fold(name))?.span;
  ctx.report("unused-constant", source, `Nothing uses "${name}".${limit === undefined ? "" : ` Did you mean the limit "${limit}"?`}`, {
    fixes: limit === undefined || !span ? [] : [{ title: `Write "${limit}"`, edits: [{ span, text: limit }] }],
  });
}
