/** A form that creates a record asks for all required fields. */
import { type Entity, type Field, filledByEffects, mustBeFilled, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { indexOf } from "../access/may-read.ts";

export function noFormWithoutRequired(ctx: PointCompiler, product: Product): void {
  for (const screen of product.screens) {
    const { shows } = screen;
    if (shows.kind !== "form" || shows.steps.length === 0 || screen.derived || !screen.source) continue;
    const entity = indexOf(product).entities.get(shows.entity);
    if (!entity || (shows.action !== null && !createsOnly(product, entity, shows.action))) continue;
    const given = [...shows.prefill.map((one) => one.field), ...shows.parameters.map((one) => one.fills)];
    const inForm = new Set([...shows.steps.flatMap((step) => step.fields), ...given]);
    const filled = filledByEffects(product, entity);
    const left = entity.fields.filter((field) => mustBeInForm(entity, field) && !inForm.has(field.name) && !filled.has(field.name));
    if (left.length > 0)
      ctx.report(
        "form-lacks-required",
        screen.source,
        `"${screen.name}" can never be saved: it doesn't ask for ${left.map((field) => field.name).join(", ")}, which ${article(entity.name)} requires.`,
      );
  }
}

/** Whether the action creates a record, so that its form asks for the record's fields. */
function createsOnly(product: Product, { name }: Entity, action: string): boolean {
  const rows = (indexOf(product).machines.get(name) ?? []).flatMap((m) => m.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action));
  return rows.length > 0 && rows.every((row) => row.from === null);
}

const mustBeInForm = (entity: Entity, field: Field): boolean => mustBeFilled(entity, field) && field.readOnly !== true;
