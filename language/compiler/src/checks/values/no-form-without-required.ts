/** A form that creates a record asks for all required fields. */
import { type Entity, type Field, isGenerated, type Product, type Statement } from "@nonet/model";
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

/** Required, and not set by the product itself. */
export function mustBeFilled(entity: Entity, field: Field): boolean {
  const given = isGenerated(field.type) || ["inverse", "references", "any of", "texts"].includes(field.type.kind);
  return field.required === true && field.default === null && field.computed === null && !given && field.name !== entity.partOf?.field;
}

/** Fields that the creating actions and `On create` set by themselves. */
export function filledByEffects(product: Product, entity: Entity): Set<string> {
  const made = (indexOf(product).machines.get(entity.name) ?? []).flatMap((m) => m.transitions.filter((t) => t.from === null).flatMap((t) => t.then));
  return new Set([...made, ...entity.events.filter((event) => event.on === "create").flatMap((event) => event.then)].flatMap(fieldSet));
}

/** The fields that On create sets. The effects of `(new)` rows don't run for an initial record (default 65). */
export const filledOnCreate = (entity: Entity): Set<string> =>
  new Set(
    entity.events
      .filter((event) => event.on === "create")
      .flatMap((event) => event.then)
      .flatMap(fieldSet),
  );

const fieldSet = (s: Statement): string[] => (s.kind === "set" && s.target.kind === "path" && s.target.of.kind === "variable" ? [s.target.field] : []);
