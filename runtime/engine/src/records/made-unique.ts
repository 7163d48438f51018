/** Texts of fields that are `made unique`: a new record whose value is taken gets a number after it (default 164). */
import { randomInt } from "node:crypto";
import { holderQuery } from "@nonet/database";
import type { Entity, Field } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";

/** The numbers that are tried: further ones would tell how many records there are, and cost a query each. */
const numbers = [2, 3, 4, 5, 6, 7, 8, 9];
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const randomLength = 8;

/** Changes the values by field name. */
export async function makeUnique(context: ChangeContext, entity: Entity, id: string, values: Record<string, unknown>): Promise<void> {
  for (const field of entity.fields) {
    const value = values[field.name];
    if (field.madeUnique && typeof value === "string") values[field.name] = await unusedText(context, entity, { id, field, value });
  }
}

async function unusedText(context: ChangeContext, entity: Entity, { id, field, value }: { readonly id: string; readonly field: Field; readonly value: string }): Promise<string> {
  const key = `made unique ${id} ${field.name}`;
  // A second run means that others take the same values at the same time.
  const isContested = context.retry.prepared.has(key);
  context.retry.prepared.set(key, true);
  for (const candidate of isContested ? [] : [value, ...numbers.map((n) => withEnd(field, value, String(n)))])
    if (candidate !== "" && !(await context.connection.row(holderQuery(entity, field, candidate)))) return candidate;
  return withEnd(field, value, Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join(""));
}

/** `title-2`, within the length that the field allows. */
function withEnd({ atMost }: Field, value: string, end: string): string {
  const most = atMost?.kind === "literal" ? Number(atMost.value) : Number.POSITIVE_INFINITY;
  const kept = [...value].slice(0, Math.max(0, most - end.length - 1)).join("");
  return kept === "" ? end : `${kept}-${end}`;
}
