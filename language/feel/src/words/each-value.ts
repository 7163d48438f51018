/** Parses conditions on the values of lists: `none of allergies is in child.allergies`, `tags and words have nothing in common`. */
import { accept, parsePhraseOf, parseSum, peek, type Reader, spanSince } from "../syntax/reader.ts";
import { scopeNameAt } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { boolean, comparable, elementOf } from "../types/relations.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildIn } from "../typing/comparison.ts";
import { take } from "./take.ts";

/** Longer ones come first. */
const quantities = [
  ["at least one of", "some"],
  ["none of", "none"],
  ["any of", "some"],
  ["some of", "some"],
  ["all of", "every"],
  ["each of", "every"],
  ["every one of", "every"],
] as const;

/** The condition at the current token, consumed; undefined if there is none. */
export function parseEachValue(r: Reader): Expression | undefined {
  if (r.dynamic || peek(r).kind !== "word" || r.failed) return undefined;
  const { at, items } = r;
  const reported = r.diagnostics.length;
  const found = /\bin common\b/.test(r.text) ? inCommon(r) : undefined;
  const said = found ?? (scopeNameAt(r) ? undefined : quantified(r));
  if (said && !r.failed) return said;
  r.items = items;
  r.at = at;
  r.failed = false;
  r.diagnostics.length = reported;
  return undefined;
}

function quantified(r: Reader): Expression | undefined {
  const { from } = peek(r);
  const quantity = quantities.find(([words]) => take(r, words));
  const list = quantity && parseSum(r);
  if (!quantity || r.failed || list?.type.kind !== "list" || list.type.of.kind === "record") return undefined;
  return ofValues(r, list, quantity[1], from, (element) => parsePhraseOf(r, element));
}

/** Whether the condition holds for some, each or none of the values; undefined if no condition follows. */
export function ofValues(
  r: Reader,
  list: Expression,
  quantity: "some" | "every" | "none",
  from: number,
  say: (element: Expression) => Expression | undefined,
): Expression | undefined {
  const name = "each";
  const element: Expression = { kind: "variable", name, type: elementOf(list.type), nullable: false, span: list.span };
  const condition = say(element);
  if (!condition) return undefined;
  const place = spanSince(r, from);
  const quantifier = quantity === "every" ? "every" : "some";
  const all: Expression = { kind: "quantified", quantifier, bindings: [{ name, of: list }], condition, type: boolean, nullable: condition.nullable || list.nullable, span: place };
  return quantity === "none" ? buildBuiltin(r, "not", [{ value: all }], place, place) : all;
}

/** `tags and words have nothing in common`. */
function inCommon(r: Reader): Expression | undefined {
  const { at } = r;
  const { from } = peek(r);
  const first = parseSum(r);
  const other = !r.failed && first.type.kind === "list" && accept(r, "and") ? parseSum(r) : undefined;
  if (other?.type.kind === "list" && !r.failed && comparable(elementOf(first.type), elementOf(other.type)))
    for (const [word, quantity] of [
      ["nothing", "none"],
      ["something", "some"],
      ["anything", "some"],
      ["no value", "none"],
      ["no values", "none"],
    ] as const)
      if (take(r, `have ${word} in common`)) return ofValues(r, first, quantity, from, (element) => buildIn(r, element, [{ kind: "member", of: other }]));
  r.at = at;
  return undefined;
}
