/** Values of a list's short forms (`state=out&startDate=2026-03-01`): one that the field can never have is a mistake to be told, not an empty list. */
import { didYouMean } from "@nonet/api";
import { type Entity, entityOf, type Field, type Product } from "@nonet/model";
import { type Parsed, parsed, refused } from "../http/response.ts";

export function readShortForm(product: Product, entity: Entity, path: string, value: string): Parsed<string> {
  // An empty value asks for records that have none.
  if (value === "") return parsed(value);
  const steps = path.split(".");
  const last = steps.pop()!;
  let at: Entity | undefined = entity;
  for (const step of steps) {
    const type: Field["type"] | undefined = at?.fields.find((f) => f.key === step)?.type;
    at = type && "entity" in type ? entityOf(product, type.entity) : undefined;
  }
  const expected = at ? wrong(product, at, last, value) : null;
  return expected === null ? parsed(value) : refused("malformed", `${path} should be ${expected}`, path);
}

/** What the value should be, or null where it may be right. */
function wrong(product: Product, entity: Entity, key: string, value: string): string | null {
  const machine = product.machines.find((m) => m.entity === entity.name && m.field === key);
  if (machine)
    return oneOf(
      machine.states.map((s) => s.name),
      value,
    );
  if (key === "id") return form(id, value, "an id.");
  const type = entity.fields.find((f) => f.key === key)?.type;
  if (type?.kind === "one of" || type?.kind === "any of") return oneOf(type.choices, value);
  if (type?.kind === "reference" || type?.kind === "references") return form(id, value, "an id.");
  if (type?.kind === "integer") return form(/^-?\d{1,30}$/, value, "a whole number.");
  if (type?.kind === "number" || type?.kind === "money" || type?.kind === "percent") return form(/^-?\d{1,30}(\.\d{1,30})?$/, value, "a number such as 12.50.");
  if (type?.kind === "yes/no") return form(/^(true|false)$/, value, "true or false.");
  if (type?.kind === "date") return isDate(value) ? null : "a date such as 2026-03-01.";
  return null;
}

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const form = (pattern: RegExp, value: string, words: string): string | null => (pattern.test(value) ? null : words);
const oneOf = (known: readonly string[], value: string): string | null => (known.includes(value) ? null : `one of ${known.join(", ")}.${didYouMean(value, known)}`);

function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
