/** Parses the expressions that start with a keyword: `for`, `some`, `every`, `if`, `function`. */
import {
  accept,
  type Bound,
  withHint,
  hole,
  isSign,
  assuming,
  expect,
  parseExpression,
  peek,
  type Reader,
  replaceBy,
  report,
  spanSince,
  textOf,
  within,
} from "../syntax/reader.ts";
import { wordsUntil } from "../syntax/words-until.ts";
import { describe } from "../types/describe.ts";
import type { Binding, Expression } from "../types/expression.ts";
import { any, boolean, elementOf, integer, isLoose, join, joinTyped, listOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Parameter, Type, Typed } from "../types/type.ts";
import { replaceBase, unitsAgree, unitSuggestion, withUnits } from "../types/units.ts";
import { checkCondition } from "../typing/logic.ts";
import { baseOf } from "../typing/unit-inference.ts";
import { parseType } from "./type.ts";

type Names = Map<string, Bound>;

export function parseIf(r: Reader): Expression {
  const from = peek(r).from;
  r.at++;
  const condition = checkCondition(r, parseExpression(r), "after `if`");
  expect(r, "then", "after the condition");
  return parseResults(r, condition, from, "else");
}

/** `condition ? then : otherwise`, as other languages write it; `condition` is read. */
export function parseTernary(r: Reader, value: Expression): Expression {
  const condition = checkCondition(r, value, "before `?`");
  r.at++;
  return parseResults(r, condition, value.span.from - r.from, ":");
}

function parseResults(r: Reader, condition: Expression, from: number, between: "else" | ":"): Expression {
  const then = assuming(r, condition, true, () => parseExpression(r));
  expect(r, between, "with the other result");
  const otherwise = assuming(r, condition, false, () => parseExpression(r));
  const place = spanSince(r, from);
  if (branchesDiffer(r, then, otherwise)) return hole(place);
  return { kind: "if", condition, then, otherwise, ...joinTyped(typedResult(then), typedResult(otherwise)), span: place };
}

/** Reports results of different types, because no operation applies to a value that can be a text or a number; returns whether it did. */
function branchesDiffer(r: Reader, then: Expression, otherwise: Expression): boolean {
  const [a, b] = [then.type, otherwise.type];
  if (r.dynamic || isLoose(a) || isLoose(b)) return false;
  if (!unitsAgree(a, b)) {
    report(r, "unit-mismatch", otherwise.span, `\`then\` gives ${describe(a)} and \`else\` gives ${describe(b)}.`, withHint(unitSuggestion(a, b)));
    return true;
  }
  if (join(a, b).kind !== "any") return false;
  const other = a.kind === "string" ? otherwise : b.kind === "string" ? then : undefined;
  const scalar = other && !["record", "list", "context", "function", "range"].includes(other.type.kind);
  report(r, "branch-mismatch", otherwise.span, `\`then\` gives ${describe(a)} and \`else\` gives ${describe(b)}, but both must have the same type.`, {
    hint:
      isLength(a) && isLength(b)
        ? "Months have no fixed number of days. Give both in days, or add each to a date: `if … then DATE + 28 days else DATE + 6 months`."
        : scalar
          ? "Convert one to a text with `string(…)`, or write `null` for no value."
          : "Write `null` for no value.",
    fixes: other && scalar ? [replaceBy(other.span, `string(${textOf(r, other.span)})`)] : [],
  });
  return true;
}

const isLength = ({ kind }: Type): boolean => kind === "days and time duration" || kind === "years and months duration";

function typedResult(expression: Expression): Typed {
  return { type: expression.type, nullable: expression.nullable || expression.type.kind === "null" };
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
