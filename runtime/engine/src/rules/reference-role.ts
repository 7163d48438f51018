/** `User with role Clerk`: whether the person that a reference names has that role, or one that includes it. */
import { hasRoleQuery } from "@nonet/database";
import { type Entity, type Field, sourceLocation } from "@nonet/model";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import type { FieldError } from "../contract/outcome.ts";
import { fieldLabel } from "../input/field-label.ts";
import { problem } from "../refusals/refusal.ts";

/** What is wrong with this person there; null where nothing is. */
export async function withoutRole(context: ChangeContext, field: Field, id: string): Promise<FieldError | null> {
  const role = roleOf(field);
  if (role === undefined) return null;
  const holders = context.product.permissions.roles.filter((r) => r.includes.includes(role)).map((r) => r.name);
  if ((await context.connection.row(hasRoleQuery(id, holders)))?.["holds"] === true) return null;
  return problem("invalid-value", `${fieldLabel(field)} must be a person with the role ${role}.`, { field: field.key, ...sourceLocation(context.product, field.source) });
}

/** The references that the change has given another value, by whichever way: an effect's or a default's person is held to the role too. Who stood there before may have lost it since. */
export async function namedWithoutRole(context: ChangeContext, entity: Entity, { before, after }: ChangedRecord): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const field of entity.fields) {
    const [was, is] = [idAt(before?.[field.key]), idAt(after?.[field.key])];
    if (roleOf(field) === undefined || field.computed || is === null || is === was) continue;
    const wrong = await withoutRole(context, field, is);
    if (wrong) errors.push(wrong);
  }
  return errors;
}

const roleOf = ({ type }: Field): string | undefined => (type.kind === "reference" ? type.role : undefined);
const idAt = (value: unknown): string | null => (value !== null && typeof value === "object" && "id" in value ? String(value.id) : null);
