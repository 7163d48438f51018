/** Which values a field can have in the records that a condition selects: a board draws no column that stays empty. */
import type { Expression, UnaryTest } from "@nonet/feel";
import type { Condition } from "@nonet/model";

/** `path` names the field from the record. Nothing is left out because of what isn't a comparison of the field with texts. */
export const valuesWhere = (where: Pick<Condition, "expression"> | null, path: readonly string[], values: readonly string[]): readonly string[] =>
  where ? values.filter((value) => truthOf(where.expression, { path, value, values }) !== false) : values;

interface Assumed {
  readonly path: readonly string[];
  readonly value: string;
  readonly values: readonly string[];
}

/** Null where it depends on more than the assumed value. */
function truthOf(e: Expression, assumed: Assumed): boolean | null {
  if (e.kind === "call" && e.function === "not" && e.arguments[0]) return negated(truthOf(e.arguments[0], assumed));
  if (e.kind === "in") return isField(e.value, assumed) ? anyOf(e.tests.map((test) => passes(test, assumed))) : null;
  if (e.kind !== "binary") return null;
  const { operator, left, right } = e;
  if (operator === "or") return anyOf([truthOf(left, assumed), truthOf(right, assumed)]);
  if (operator === "and") return negated(anyOf([negated(truthOf(left, assumed)), negated(truthOf(right, assumed))]));
  if (operator !== "=" && operator !== "!=") return null;
  const other = isField(left, assumed) ? right : isField(right, assumed) ? left : null;
  const equals = other ? isAmong(other, assumed) : null;
  return operator === "=" ? equals : negated(equals);
}

function passes(test: UnaryTest, assumed: Assumed): boolean | null {
  if (test.kind === "member") return isAmong(test.of, assumed);
  return test.kind === "compare" && test.operator === "=" ? isAmong(test.value, assumed) : null;
}

const negated = (truth: boolean | null): boolean | null => (truth === null ? null : !truth);
const anyOf = (truths: readonly (boolean | null)[]): boolean | null => (truths.includes(true) ? true : truths.includes(null) ? null : false);

/** Whether the assumed value is the text, or one of the list. */
function isAmong(e: Expression, { value, values }: Assumed): boolean | null {
  const texts = e.kind === "list" ? e.items : [e];
  if (!texts.every((text) => text.kind === "literal" && typeof text.value === "string" && values.includes(text.value))) return null;
  return texts.some((text) => text.kind === "literal" && text.value === value);
}

function isField(e: Expression, { path }: Assumed): boolean {
  let at = e;
  for (const step of path.toReversed()) {
    if (at.kind !== "path" || at.field !== step) return false;
    at = at.of;
  }
  return at.kind === "variable" && at.name === "this";
}
