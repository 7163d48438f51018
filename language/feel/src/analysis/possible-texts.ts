/** Which texts can be the result of an expression, through conditions and lists. */
import type { Expression, UnaryTest } from "../types/expression.ts";
import type { Assumption } from "../types/assumption.ts";
import { elementOf } from "../types/relations.ts";
import type { Type } from "../types/type.ts";
import { keyOf } from "./null-facts.ts";

/** A part of an expression that can be its result. `texts` is null if the part can be any text. */
export interface Source {
  readonly from: Expression;
  readonly texts: readonly string[] | null;
}

/** All parts that can be the result, or an element of it. `assumption`: the conditions that hold for the expression. */
export function textSources(e: Expression, assumption: Assumption | null = null): Source[] {
  switch (e.kind) {
    case "literal":
      return e.value === null ? [] : [{ from: e, texts: typeof e.value === "string" && e.type.kind === "string" ? [e.value] : null }];
    case "if":
      return [
        ...textSources(e.then, { condition: e.condition, truth: true, outer: assumption }),
        ...textSources(e.otherwise, { condition: e.condition, truth: false, outer: assumption }),
      ];
    case "list":
      return e.items.flatMap((item) => textSources(item, assumption));
    case "index":
      return textSources(e.of, assumption);
    case "filter":
      return textSources(e.of, assumption).map(({ from, texts }) => ({ from, texts: texts && narrow(e.condition, true, `v:${e.item}`, texts) }));
    case "for":
      return textSources(e.result, assumption);
    case "call": {
      const parts = returnedArguments[e.function];
      if (parts) return e.arguments.flatMap((argument, n) => (parts === "all" || parts.includes(n) ? textSources(argument, assumption) : []));
      return [{ from: e, texts: remainingChoices(e, assumption) }];
    }
    default:
      return [{ from: e, texts: remainingChoices(e, assumption) }];
  }
}

/** Functions that return their arguments or elements of them, with the indexes of these arguments. */
const returnedArguments: Readonly<Record<string, "all" | readonly number[]>> = {
  append: "all",
  concatenate: "all",
  union: "all",
  "get or else": "all",
  "insert before": [0, 2],
  "list replace": [0, 2],
  remove: [0],
  reverse: [0],
  sublist: [0],
  sort: [0],
  "distinct values": [0],
};

/** The type with the texts that the values can be as its choices, if only some texts are possible. */
export function possibleTexts(type: Type, values: readonly Expression[]): Type {
  if (type.kind !== "string" || type.choices !== undefined || type.caseless) return type;
  const sources = values.flatMap((value) => textSources(value));
  const texts = sources.flatMap((source) => source.texts ?? []);
  return texts.length === 0 || sources.some((source) => source.texts === null) ? type : { ...type, choices: [...new Set(texts)] };
}

function choicesOf(type: Type): readonly string[] | null {
  const element = elementOf(type);
  return element.kind === "string" ? (element.choices ?? null) : null;
}

/** The choices of a value that no assumption excludes; null if any text is possible. */
function remainingChoices(e: Expression, assumption: Assumption | null): readonly string[] | null {
  let choices = choicesOf(e.type);
  const key = keyOf(e);
  if (choices === null || key === undefined) return choices;
  for (let current = assumption; current !== null; current = current.outer) choices = narrow(current.condition, current.truth, key, choices);
  return choices;
}

function narrow(condition: Expression, truth: boolean, key: string, choices: readonly string[]): readonly string[] {
  if (condition.kind === "call" && condition.function === "not" && condition.arguments[0]) return narrow(condition.arguments[0], !truth, key, choices);
  if (condition.kind === "in" && keyOf(condition.value) === key) return filterChoices(choices, textsOfTests(condition.tests), truth);
  if (condition.kind !== "binary") return choices;
  const { operator, left: a, right: b } = condition;
  if (operator === (truth ? "and" : "or")) return narrow(b, truth, key, narrow(a, truth, key, choices));
  if (operator === (truth ? "or" : "and")) {
    const either = [...narrow(a, truth, key, choices), ...narrow(b, truth, key, choices)];
    return choices.filter((choice) => either.includes(choice));
  }
  if (operator !== "=" && operator !== "!=") return choices;
  const other = keyOf(a) === key ? b : keyOf(b) === key ? a : null;
  return other?.kind === "literal" ? filterChoices(choices, typeof other.value === "string" ? [other.value] : [], (operator === "=") === truth) : choices;
}

const filterChoices = (choices: readonly string[], texts: readonly string[] | null, among: boolean): readonly string[] =>
  texts === null ? choices : choices.filter((choice) => texts.includes(choice) === among);

/** The texts in the tests; null if a test is anything but a text. */
function textsOfTests(tests: readonly UnaryTest[]): readonly string[] | null {
  const texts: string[] = [];
  for (const test of tests) {
    const of = test.kind === "member" ? test.of : test.kind === "compare" && test.operator === "=" ? test.value : null;
    for (const one of of?.kind === "list" ? of.items : [of]) {
      if (one?.kind !== "literal" || typeof one.value !== "string") return null;
      texts.push(one.value);
    }
  }
  return texts;
}
