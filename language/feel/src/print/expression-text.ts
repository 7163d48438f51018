/** Writes a typed expression in FEEL's own form, whatever words it was read from: `due date < today()` for `the due date has passed`. */
import type { Binding, Expression, UnaryTest } from "../types/expression.ts";
import { durationInCalendar, plusWorking } from "../typing/working-time.ts";
import { literalText } from "./literal-text.ts";

const levels = { or: 1, and: 2, compare: 3, add: 4, multiply: 5, power: 6, negate: 7, postfix: 8 } as const;

const operatorLevels: Readonly<Record<string, number>> = { or: 1, and: 2, "+": 4, "-": 4, "*": 5, "/": 5, "**": 6 };

/** `item`: the variable of the filter around it, whose fields are written by their name alone; the record's own then need `this`. */
interface Place {
  readonly item: string | null;
}

export const expressionText = (e: Expression): string => write(e, { item: null });

function write(e: Expression, place: Place): string {
  const part = (one: Expression, least: number): string => (levelOf(one) < least ? `(${write(one, place)})` : write(one, place));
  switch (e.kind) {
    case "literal":
      return literalText(e);
    case "variable":
      return nameOf(e.name);
    case "global":
      return e.name;
    case "path":
      return isImplied(e.of, place) ? e.field : `${part(e.of, levels.postfix)}.${e.field.replaceAll("/", ".")}`;
    case "filter":
      return `${part(e.of, levels.postfix)}[${write(e.condition, { item: e.item })}]`;
    case "index":
      return `${part(e.of, levels.postfix)}[${write(e.index, place)}]`;
    case "binary": {
      const level = levelOf(e);
      return `${part(e.left, level === levels.compare ? level + 1 : level)} ${e.operator} ${part(e.right, level + (level <= levels.and ? 0 : 1))}`;
    }
    case "negate":
      return `-${part(e.of, levels.postfix)}`;
    case "between":
      return `${part(e.value, levels.add)} between ${part(e.low, levels.add)} and ${part(e.high, levels.add)}`;
    case "in":
      return `${part(e.value, levels.add)} in ${testsText(e.tests, place)}`;
    case "if":
      return `if ${write(e.condition, place)} then ${write(e.then, place)} else ${write(e.otherwise, place)}`;
    case "for":
      return `for ${e.bindings.map((one) => bindingText(one, place)).join(", ")} return ${write(e.result, place)}`;
    case "quantified":
      return `${e.quantifier} ${e.bindings.map((one) => bindingText(one, place)).join(", ")} satisfies ${write(e.condition, place)}`;
    case "list":
      return `[${listText(e.items, place)}]`;
    case "context":
      return `{ ${e.entries.map(({ name, value, quoted, as }) => `${quoted ? JSON.stringify(as ?? name) : (as ?? name)}: ${write(value, place)}`).join(", ")} }`;
    case "range":
      return `${e.lowClosed ? "[" : "("}${e.low ? write(e.low, place) : ""}..${e.high ? write(e.high, place) : ""}${e.highClosed ? "]" : ")"}`;
    case "call": {
      const moment = writtenMoment(e);
      if (moment !== null) return moment;
      const denied = deniedEquation(e);
      if (denied) return write({ ...denied, operator: denied.operator === "=" ? "!=" : "=" }, place);
      return `${e.function}(${listText(e.arguments, place)})`;
    }
    case "apply":
      if (isOf(e, plusWorking)) return sumText(e, place, part);
      if (isOf(e, durationInCalendar)) return `${part(e.arguments[0]!, levels.add)} in ${part(e.arguments[1]!, levels.postfix)}`;
      return `${part(e.function, levels.postfix)}(${listText(e.arguments, place)})`;
    case "function":
      return `function(${e.parameters.join(", ")}) ${write(e.body, place)}`;
    case "instance of":
      return `${part(e.value, levels.add)} instance of ${e.of.kind === "record" ? e.of.name : e.of.kind}`;
    case "hole":
      return e.open ?? "…";
  }
}

/** `2026-03-01 08:30`, which is read as the instant of that local time. */
function writtenMoment(e: Expression & { kind: "call" }): string | null {
  const [of, ...more] = e.arguments;
  if (e.function !== "date and time" || more.length > 0 || !of) return null;
  if (of.kind === "call") return writtenMoment(of);
  const parts = of.kind === "literal" ? /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::00)?$/.exec(String(of.value)) : null;
  return parts && `${parts[1]} ${parts[2]}`;
}

/** `not(a = b)` is `a != b`. */
function deniedEquation(e: Expression & { kind: "call" }): (Expression & { kind: "binary" }) | null {
  const [of] = e.arguments;
  return e.function === "not" && of?.kind === "binary" && (of.operator === "=" || of.operator === "!=") ? of : null;
}

const isOf = ({ function: called }: Expression & { kind: "apply" }, name: string): boolean => called.kind === "global" && called.name === name;

/** `due on + 3 working days in Workshop`, `starts at - 2 working hours`. */
function sumText({ arguments: [moment, duration, calendar] }: Expression & { kind: "apply" }, place: Place, part: (one: Expression, least: number) => string): string {
  // 00:00 of a date is added where working hours are counted from it.
  const from = moment?.kind === "call" && moment.function === "date and time" && moment.arguments.length === 1 ? moment.arguments[0]! : moment!;
  const isBefore = duration?.kind === "negate";
  const sum = `${part(from, levels.add)} ${isBefore ? "-" : "+"} ${part(isBefore ? duration.of : duration!, levels.multiply)}`;
  return calendar ? `${sum} in ${write(calendar, place)}` : sum;
}

const isImplied = (of: Expression, { item }: Place): boolean => of.kind === "variable" && (item === null ? of.name === "this" : of.name === item);

function levelOf(e: Expression): number {
  switch (e.kind) {
    case "binary":
      return operatorLevels[e.operator] ?? levels.compare;
    case "between":
    case "in":
    case "instance of":
      return levels.compare;
    case "negate":
      return levels.negate;
    case "call":
      return deniedEquation(e) ? levels.compare : levels.postfix;
    case "apply":
      return isOf(e, plusWorking) || isOf(e, durationInCalendar) ? levels.add : levels.postfix;
    case "if":
    case "for":
    case "quantified":
    case "function":
      return 0;
    default:
      return levels.postfix;
  }
}

const listText = (items: readonly Expression[], place: Place): string => items.map((one) => write(one, place)).join(", ");

const bindingText = ({ name, of, to }: Binding, place: Place): string => `${nameOf(name)} in ${write(of, place)}${to ? `..${write(to, place)}` : ""}`;

/** The tests after `in`: one alone needs no parentheses if it is a range or a list. */
function testsText(tests: readonly UnaryTest[], place: Place): string {
  const [first] = tests;
  const isAlone = tests.length === 1 && first?.kind === "member" && (first.of.kind === "range" || first.of.type.kind === "list");
  const all = tests.map((test) => testText(test, place)).join(", ");
  return isAlone ? all : `(${all})`;
}

function testText(test: UnaryTest, place: Place): string {
  switch (test.kind) {
    case "any":
      return "-";
    case "not":
      return `not(${test.tests.map((one) => testText(one, place)).join(", ")})`;
    case "compare":
      return test.operator === "=" ? write(test.value, place) : `${test.operator} ${write(test.value, place)}`;
    case "member":
      return write(test.of, place);
    case "condition":
      return write(test.condition, place);
  }
}

/** Without the mark that keeps a variable apart from others of its name. */
const nameOf = (name: string): string => name.split("#", 1)[0]!;
