/** Runs conformance cases of the standard from JSON lines, each with an expression, inputs and the expected value. */
import { equal } from "../values/compare.ts";
import { standard } from "../values/environment.ts";
import { readDate, readDateTime, readDuration, readTime } from "../values/temporal-text.ts";
import { writeValue } from "../values/to-text.ts";
import { Decimal, isContext, isDecimal, isList, type Value } from "../values/value.ts";
import { evaluate } from "./evaluate.ts";

interface Datum {
  readonly type: string;
  readonly value?: string | boolean;
  readonly items?: readonly Datum[];
  readonly entries?: Readonly<Record<string, Datum>>;
}

interface Case {
  readonly id: string;
  readonly expression: string;
  readonly inputs: Readonly<Record<string, Datum>>;
  readonly expected: Datum;
  readonly tags?: readonly string[];
}

export interface Failure {
  readonly id: string;
  readonly expression: string;
  readonly got: string;
  readonly expected: string;
}

/** The ids of cases that pass, and the failures. Numbers are equal if their first 12 digits are, because the cases are written so. */
export function runCases(lines: readonly string[]): { readonly passed: readonly string[]; readonly failed: readonly Failure[] } {
  const passed: string[] = [];
  const failed: Failure[] = [];
  for (const line of lines) {
    if (line.trim() === "") continue;
    const given = JSON.parse(line) as Case;
    const expected = valueOf(given.expected);
    const inputs: Readonly<Record<string, Value>> = Object.fromEntries(Object.entries(given.inputs).map(([name, datum]): [string, Value] => [name, valueOf(datum)]));
    const { value } = evaluate(given.expression, inputs, { dialect: standard });
    if (agrees(value, expected)) passed.push(given.id);
    else failed.push({ id: given.id, expression: given.expression, got: writeValue(value), expected: writeValue(expected) });
  }
  return { passed, failed };
}

function valueOf(datum: Datum): Value {
  const text = String(datum.value);
  switch (datum.type) {
    case "null":
      return null;
    case "boolean":
      return datum.value === true || text === "true";
    case "number":
      return new Decimal(text);
    case "date":
      return readDate(text);
    case "time":
      return readTime(text);
    case "dateTime":
      return readDateTime(text);
    case "duration":
      return readDuration(text);
    case "list":
      return (datum.items ?? []).map(valueOf);
    case "context":
      return new Map(Object.entries(datum.entries ?? {}).map(([name, each]) => [name, valueOf(each)]));
    default:
      return text;
  }
}

function agrees(a: Value, b: Value): boolean {
  if (isDecimal(a) && isDecimal(b)) return a.eq(b) || a.toSignificantDigits(12).eq(b.toSignificantDigits(12)) || a.minus(b).abs().lt("1e-8");
  if (isList(a) && isList(b)) return a.length === b.length && a.every((each, i) => agrees(each, b[i]!));
  if (isContext(a) && isContext(b)) return a.size === b.size && [...a].every(([name, each]) => b.has(name) && agrees(each, b.get(name)!));
  return equal(a, b) === true;
}
