/** The order of the records in another record's page, where the document names none (default 280). */
import type { Entity, Field } from "@nonet/model";
import { planColumn } from "./plan-column.ts";
import type { Plan } from "./plan.ts";

/** The sort key: their position or number among each other, else their date, the newest first. Empty: the order of other lists (default 9). */
export function relatedOrder(plan: Plan, entity: Entity): readonly string[] {
  const fields = entity.fields.filter((field) => (field.required === true || field.computed !== null) && planColumn(plan, entity, [field.name])?.sortable === true);
  const position = fields.find(isPosition);
  if (position) return [position.key];
  const date = fields.find(({ type }) => type.kind === "date" || type.kind === "date and time");
  return date ? [`-${date.key}`] : [];
}

const isPosition = ({ name, type }: Field): boolean =>
  type.kind === "integer" && /^(?:position|(?:\w+ )?order|sequence|step|line|row|number|no|(?:line|step|row|page|chapter|lesson) (?:number|no))$/.test(name);
