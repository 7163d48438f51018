/** `User with role Clerk`: whether the person that a reference names has that role, or one that includes it. */
import { hasRoleQuery } from "@nonet/database";
import { type Entity, type Field, referencedId, referencedRole, sourceLocation } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import type { FieldError } from "../contract/outcome.ts";
import { fieldLabel } from "../input/field-label.ts";
import { problem } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

/** Null where the person has the role, or the field demands none. */
export async function checkRole(context: ChangeContext, field: Field, id: string): Promise<FieldError | null> {
  const role = referencedRole(field.type);
  if (role === undefined) return null;
  const holders = context.product.permissions.roles.filter((r) => r.includes.includes(role)).map((r) => r.name);
  if ((await context.connection.row(hasRoleQuery(id, holders)))?.["holds"] === true) return null;
  return problem("invalid-value", say("field-must-be-a-person-with-the", { field: fieldLabel(field), role }), {
    field: field.key,
    ...sourceLocation(context.product, field.source),
  });
}

/** References to which the change has given another person, also by an effect or a default. A person who was there before may have lost the role since. */
export async function checkReferenceRoles(context: ChangeContext, entity: Entity, { before, after }: ChangedRecord): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const field of entity.fields) {
    if (referencedRole(field.type) === undefined || field.computed) continue;
    const were = idsIn(before?.[field.key]);
    for (const id of idsIn(after?.[field.key])) {
      const error = were.includes(id) ? null : await checkRole(context, field, id);
      if (error) errors.push(error);
    }
  }
  return errors;
}

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(referencedId).filter((id) => id !== null);
