/** Equality filters of a list (`state=out&item.category=ID`): the value is checked against what the field can hold. */
import { isKeptDate } from "../../input/parse-value.ts";
import type { Expression } from "@nonet/feel";
import { entityOf, type Product, isId } from "@nonet/model";
import { nearest } from "@nonet/source";
import { problem } from "../../refusals/refusal.ts";
import type { ListContext } from "./list-context.ts";
import { say } from "@nonet/texts";

export interface EqualityFilter {
  readonly path: Expression;
  readonly value: string;
}

/** An empty value finds the records that have none. */
export function equalityFilter({ product, actor, errors }: ListContext, key: string, path: Expression, value: string): readonly EqualityFilter[] {
  if (value === "me" && actor.kind === "person" && isPerson(path)) return [{ path, value: actor.id }];
  const expected = value === "" ? null : expectedValue(product, path, value);
  if (expected === null) return [{ path, value }];
  errors.push(problem("malformed", say("key-should-be", { key, expected: expected }), { field: key }));
  return [];
}

/** `me` stands for the signed-in user. */
function isPerson({ type }: Expression): boolean {
  const of = type.kind === "list" ? type.of : type;
  return of.kind === "record" && of.name === "User";
}

/** What the value should be, or null where the field can have it. */
function expectedValue(product: Product, path: Expression, value: string): string | null {
  if (path.kind !== "path" || path.of.type.kind !== "record") return null;
  const owner = path.of.type.name;
  const machine = product.machines.find((m) => m.entity === owner && m.field === path.field);
  if (machine)
    return oneOf(
      machine.states.map((s) => s.name),
      value,
    );
  if (path.field === "id") return isId(value) ? null : say("an-id");
  const type = entityOf(product, owner)?.fields.find((f) => f.name === path.field)?.type;
  switch (type?.kind) {
    case "one of":
    case "any of":
      return oneOf(type.choices, value);
    case "reference":
    case "references":
      return isId(value) ? null : say("an-id");
    case "integer":
      return /^-?\d{1,30}$/.test(value) ? null : say("a-whole-number");
    case "number":
    case "money":
    case "percent":
      return /^-?\d{1,30}(\.\d{1,30})?$/.test(value) ? null : say("a-number-such-as-12-50");
    case "yes/no":
      return value === "true" || value === "false" ? null : say("true-or-false");
    case "date":
      return isKeptDate(value) ? null : say("a-date-such-as-2026-03-01");
    default:
      return null;
  }
}

function oneOf(choices: readonly string[], value: string): string | null {
  if (choices.includes(value)) return null;
  const suggestion = nearest(value, choices);
  return `${say("one-of", { choices: choices.join(", ") })}${suggestion ? ` ${say("did-you-mean", { near: suggestion })}` : ""}`;
}
