/** Parses the expressions that start with a keyword: `for`, `some`, `every`, `if`, `function`. */
import { accept, type Bound, hole, isSign, assuming, expect, parseExpression, peek, type Reader, report, spanSince, within } from "../syntax/reader.ts";
import { wordsUntil } from "../syntax/words-until.ts";
import { describe } from "../types/describe.ts";
import type { Binding, Expression } from "../types/expression.ts";
import { any, boolean, elementOf, integer, isLoose, listOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Parameter, Type, Typed } from "../types/type.ts";
import { replaceBase, withUnits } from "../types/units.ts";
import { buildIf } from "../typing/conditional.ts";
import { checkCondition } from "../typing/logic.ts";
import { baseOf } from "../typing/unit-inference.ts";
import { parseContinued } from "../words/continued.ts";
import { parseOtherCase } from "../words/other-case.ts";
import { parseCaseCondition } from "../words/other-value.ts";
import { countsRecords } from "./count-in-words.ts";
import { parseType } from "./type.ts";

type Names = Map<string, Bound>;

export function parseIf(r: Reader): Expression {
  const from = peek(r).from;
  r.at++;
  const condition = checkCondition(r, parseCaseCondition(r), "after `if`");
  if (!acceptsThen(r)) expect(r, "then", "after the condition");
  const then = assuming(r, condition, true, () => parseExpression(r));
  const other = parseOtherCase(r, condition, { said: r.said?.at === r.at ? r.said : undefined, continued: () => parseContinued(r, countsRecords) });
  if (!other) expect(r, "else", "with the other result");
  return buildIf(r, condition, then, other ?? hole(spanSince(r, from)), spanSince(r, from));
}

/** `if urgent, 5 EUR, otherwise 0 EUR`: a comma in place of `then`. */
const acceptsThen = (r: Reader): boolean => !r.dynamic && accept(r, ",") && (accept(r, "then"), true);

/** `condition ? then : otherwise`, as other languages write it; `condition` is read. */
export function parseTernary(r: Reader, value: Expression): Expression {
  const condition = checkCondition(r, value, "before `?`");
  r.at++;
  const then = assuming(r, condition, true, () => parseExpression(r));
  expect(r, ":", "with the other result");
  const otherwise = assuming(r, condition, false, () => parseExpression(r));
  return buildIf(r, condition, then, otherwise, spanSince(r, value.span.from - r.from));
}

export function parseFor(r: Reader): Expression {
  const from = peek(r).from;
  r.at++;
  const names: Names = new Map();
  return within(r, { kind: "names", names }, () => {
    const bindings = parseBindings(r, names);
    expect(r, "return", "and a result for each element");
    names.set("partial", { name: "partial", type: listOf(any), nullable: false });
    const result = parseExpression(r);
    // The variable isn't in scope outside, so the units of the result use the path of the list instead.
    const type = bindings.reduceRight((inner, { name, of }) => withUnits(inner, (path) => replaceBase(name, baseOf(r, of))(path)), result.type);
    return { kind: "for", bindings, result, type: listOf(type), nullable: bindings.some((each) => each.of.nullable), span: spanSince(r, from) };
  });
}

export function parseQuantified(r: Reader): Expression {
  const from = peek(r).from;
  const quantifier = peek(r).text as "some" | "every";
  r.at++;
  const names: Names = new Map();
  return within(r, { kind: "names", names }, () => {
    const bindings = parseBindings(r, names);
    expect(r, "satisfies", "and a condition");
    const condition = checkCondition(r, parseExpression(r), "after `satisfies`");
    return {
      kind: "quantified",
      quantifier,
      bindings,
      condition,
      type: boolean,
      nullable: condition.nullable || bindings.some((each) => each.of.nullable),
      span: spanSince(r, from),
    };
  });
}

function parseBindings(r: Reader, names: Names): Binding[] {
  const bindings: Binding[] = [];
  do {
    // `for each s in Session return …`.
    if (!r.dynamic && /^(?:each|every)$/.test(peek(r).text) && peek(r, 1).kind === "word" && peek(r, 2).text === "in") r.at++;
    const name = wordsUntil(r, ["in"], "a name and `in`");
    if (name === undefined) break;
    expect(r, "in", "and a list");
    const outer = r.loop;
    r.loop = fold(name);
    const of = parseExpression(r);
    r.loop = outer;
    const to = accept(r, "..") ? parseExpression(r) : undefined;
    const typed: Typed = to ? { type: of.type.kind === "date" ? of.type : integer, nullable: false } : { type: iteratedType(r, of), nullable: of.type.kind === "any" };
    names.set(fold(name), { name, ...typed, of });
    bindings.push(to ? { name, of, to } : { name, of });
  } while (accept(r, ","));
  return bindings;
}

function iteratedType(r: Reader, of: Expression): Type {
  const type = of.type;
  if (type.kind !== "list" && type.kind !== "range" && !isLoose(type)) report(r, "type-mismatch", of.span, `Expected a list, but this is ${describe(type)}.`);
  return elementOf(type);
}

/** `function(a: number, b) a + b`. `expected` gives the types of parameters without one, `elements` the list whose elements they are. */
export function parseFunction(r: Reader, expected?: Type, elements?: Expression): Expression {
  const from = peek(r).from;
  r.at++;
  expect(r, "(");
  const parameters: Parameter[] = [];
  while (!isSign(peek(r), ")") && !r.failed) {
    const name = wordsUntil(r, [":", ",", ")"], "a parameter's name");
    if (name === undefined) break;
    const hint = expected?.kind === "function" ? expected.parameters[parameters.length]?.type : undefined;
    const type = accept(r, ":") ? parseType(r) : (hint ?? any);
    parameters.push({ name, type });
    if (!isSign(peek(r), ")")) expect(r, ",", "or `)` after a parameter");
  }
  expect(r, ")", "after the parameters");
  const external = accept(r, "external");
  const names: Names = new Map(
    parameters.map((each): [string, Bound] => [fold(each.name), { ...each, nullable: each.type.kind === "any", ...(elements && expected ? { is: elements } : {}) }]),
  );
  const written = within(r, { kind: "names", names }, () => parseExpression(r));
  // External functions, which a context describes, are not supported: their result is null.
  const body: Expression = external ? { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: written.span } : written;
  return {
    kind: "function",
    parameters: parameters.map((each) => each.name),
    body,
    type: { kind: "function", parameters, result: body.type },
    nullable: false,
    span: spanSince(r, from),
  };
}
