/** Whether a condition selects the records of whoever looks: a list of them is no way back from somebody else's record. */
import type { Expression } from "@nonet/feel";
import { camel, type Condition, type Entity, fieldOf } from "@nonet/model";

/** The key of the field that must be the person (`claimant = me`); empty if the condition asks for the person otherwise, null if it doesn't. */
export function personalWhere(entity: Entity, where: Condition | null): string | null {
  if (where === null || !mentionsMe(where.expression)) return null;
  const required = conjuncts(where.expression);
  const field = required.map(fieldThatIsMe).find((name) => name !== null) ?? null;
  const others = required.filter((e) => fieldThatIsMe(e) === null);
  return field === null || others.some(mentionsMe) ? "" : (fieldOf(entity, field)?.key ?? camel(field));
}

const conjuncts = (e: Expression): readonly Expression[] => (e.kind === "binary" && e.operator === "and" ? [...conjuncts(e.left), ...conjuncts(e.right)] : [e]);

function fieldThatIsMe(e: Expression): string | null {
  if (e.kind !== "binary" || e.operator !== "=") return null;
  const field = isMe(e.right) ? e.left : isMe(e.left) ? e.right : null;
  return field?.kind === "path" && field.of.kind === "variable" && field.of.name === "this" ? field.field : null;
}

const isMe = (e: Expression): boolean => e.kind === "variable" && e.name === "me";

/** In any part of the expression; types and places in the document are passed by. */
function mentionsMe(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  if ("kind" in value && value.kind === "variable" && "name" in value && value.name === "me") return true;
  return Object.entries(value).some(([key, inner]) => key !== "type" && key !== "span" && key !== "source" && mentionsMe(inner));
}
