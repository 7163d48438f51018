/** Makes calls: of built-in functions and of function values, checking number, names and types of arguments. */
import { nearest, type Span } from "@nonet/source";
import { mayHoldNull } from "../analysis/nullable-elements.ts";
import { sortKey } from "../analysis/sort-key.ts";
import { fieldOf } from "../syntax/names.ts";
import { hinted, hole, type Reader, replaceBy, report } from "../syntax/reader.ts";
import { type BuiltinParameter, builtins, type Signature } from "../types/builtin-signatures.ts";
import { capital, describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { any, comparable, elementOf, fits, isLoose, join } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { insteadOf, each as ofEach, unitsAgree, unitSuggestion, withUnits } from "../types/units.ts";
import { areFlags, patternFault, patternOf, readPattern } from "../values/pattern.ts";
import { temporalType, whyNotKept } from "../values/temporal-format.ts";
import { type Argument, inOrder } from "./arguments.ts";
import { rejectsChoice } from "./comparison.ts";
import { asExpected } from "./local-to-instant.ts";
import { acceptsArgument, describeArgument, resultType } from "./parameter-types.ts";
import { baseOf } from "./unit-inference.ts";

/** A call of the built-in of that folded name. */
export function buildBuiltin(r: Reader, folded: string, given: readonly Argument[], place: Span, nameSpan: Span): Expression {
  const signatures = builtins.get(folded)!;
  const name = signatures[0]!.name;
  const candidates = signatures.filter((signature) => inOrder(given, signature.parameters) !== undefined);
  if (candidates.length === 0) return wrongNames(r, signatures, given, place);
  const counted = candidates.filter((signature) => countFits(signature.parameters, inOrder(given, signature.parameters)!, r.dynamic));
  if (counted.length === 0) {
    if (r.dynamic) return { kind: "literal", value: null, type: any, nullable: true, span: place };
    report(r, "argument-count", given.length === 0 ? nameSpan : place, `\`${name}\` takes ${countsOf(signatures)}, but got ${given.length}.`, {
      hint: signatures.map(written).join(" or "),
    });
    return hole(place);
  }
  const typed = counted.find((signature) => argumentsFit(signature, inOrder(given, signature.parameters)!));
  const chosen = typed ?? counted[0]!;
  const args = inOrder(given, chosen.parameters)!.map((argument) => argument ?? nothing(place));
  if (!typed && !r.dynamic) return wrongType(r, chosen, args, place);
  if (!r.dynamic && rejectsArguments(r, name, args)) return hole(place);
  return finish(r, name, chosen, args, place);
}

function nothing(place: Span): Expression {
  return { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: place };
}

function finish(r: Reader, name: string, signature: Signature, args: readonly Expression[], place: Span): Expression {
  const scalars = signature.parameters[0]?.rest === true && signature.parameters[0].type !== "list";
  const listed = scalars && (args.length !== 1 || (args[0]!.type.kind !== "list" && !isLoose(args[0]!.type))) ? [listOfArguments(args, place)] : args;
  const literal = temporalLiteral(name, args);
  const type = literal ?? (signature.result === "moment" ? momentOf(args[0]) : signature.result === "duration" ? durationOf(args[0]) : resultType(signature.result, listed));
  const certain = args.length === 1 && args[0]!.kind === "literal" && args[0]!.value !== null && /^(date|time|date and time|duration)$/.test(name);
  const nullable = signature.nulls === "!" ? lacksList(r, signature, listed) : args.some(canBeNull) || (signature.nulls === "?" && !certain && !isSureConversion(name, args));
  return { kind: "call", function: name, arguments: listed, type, nullable, span: place };
}

/** What always has a value where it has a list has none without; nor has the sum of numbers of which one is missing. */
function lacksList(r: Reader, signature: Signature, [list]: readonly Expression[]): boolean {
  const type = signature.parameters[0]?.type;
  if (!list || (type !== "list" && type !== "numbers")) return false;
  return canBeNull(list) || (type === "numbers" && mayHoldNull((owner, field) => fieldOf(r, owner, field)?.typed.nullable === true, list));
}

/** A range is there though its ends may not be; what is asked of it then can't be told. */
function canBeNull(argument: Expression): boolean {
  return argument.nullable || (argument.kind === "range" && (argument.low?.nullable === true || argument.high?.nullable === true));
}

/** `date(instant)` and a date with a time always work; `date(text)` may not. */
function isSureConversion(name: string, args: readonly Expression[]): boolean {
  const divisor = args[1];
  if (name === "sort") return divisor !== undefined && sortKey(divisor) !== undefined;
  if (name === "modulo") return divisor?.kind === "literal" && typeof divisor.value === "string" && /[1-9]/.test(divisor.value);
  if (name === "substring") return divisor?.kind === "literal" && /^[1-9]\d*$/.test(String(divisor.value)) && args[2] === undefined;
  if (name === "odd" || name === "even") return args[0]?.type.kind === "number" && args[0].type.integer === true;
  if (name === "replace") return divisor?.kind === "literal" && args[3] === undefined && patternOf(String(divisor.value), "")?.test("") === false;
  const kind = args[0]?.type.kind;
  const isDay = kind === "date" || kind === "date and time";
  if (name === "date and time" && isDay && (args.length === 1 || (args.length === 2 && divisor?.type.kind === "time"))) return true;
  return args.length === 1 && ((name === "date" && isDay) || (name === "time" && (kind === "time" || kind === "date and time")));
}

function listOfArguments(args: readonly Expression[], place: Span): Expression {
  const of = args.map((each) => each.type).reduce(join, { kind: "null" } as Type);
  return { kind: "list", items: args, type: { kind: "list", of: of.kind === "null" ? any : of }, nullable: false, span: place };
}

function momentOf(argument: Expression | undefined): Type {
  return argument?.type.kind === "date and time" ? argument.type : argument?.type.kind === "date" ? { kind: "date and time", zoned: false } : any;
}

function durationOf(argument: Expression | undefined): Type {
  return argument?.type.kind.endsWith("duration") ? argument.type : any;
}

/** The type that a conversion of a literal text has: only the text tells an instant from a local time. */
function temporalLiteral(name: string, args: readonly Expression[]): Type | undefined {
  const only = args.length === 1 ? args[0] : undefined;
  if ((name !== "date and time" && name !== "duration") || only?.kind !== "literal" || typeof only.value !== "string" || only.type.kind !== "string") return undefined;
  const type = temporalType(only.value);
  return type?.kind === "date" ? { kind: "date and time", zoned: false } : type;
}

function countFits(parameters: readonly BuiltinParameter[], args: readonly (Expression | undefined)[], dynamic: boolean): boolean {
  const rest = parameters.at(-1)?.rest === true;
  if (args.length > parameters.length && !rest) return false;
  return parameters.every(
    (parameter, i) =>
      parameter.optional ||
      (parameter.rest && i > 0) ||
      args[i] !== undefined ||
      (dynamic && args.some((each, j) => j > i && each !== undefined)) ||
      (dynamic && parameter.name.startsWith("value")),
  );
}

function argumentsFit(signature: Signature, args: readonly (Expression | undefined)[]): boolean {
  return args.every((argument, i) => argument === undefined || acceptsArgument((signature.parameters[i] ?? signature.parameters.at(-1)!).type, argument.type));
}

function countsOf(signatures: readonly Signature[]): string {
  const counts = [
    ...new Set(
      signatures.flatMap(({ parameters }) => {
        if (parameters.at(-1)?.rest) return [`${parameters.length} or more`];
        const least = parameters.filter((parameter) => !parameter.optional).length;
        return Array.from({ length: parameters.length - least + 1 }, (_, i) => `${least + i}`);
      }),
    ),
  ];
  return `${counts.join(" or ")} argument${counts.length === 1 && counts[0] === "1" ? "" : "s"}`;
}

function written({ name, parameters }: Signature): string {
  return `\`${name}(${parameters.map((parameter) => parameter.name + (parameter.rest ? ", …" : parameter.optional ? "?" : "")).join(", ")})\``;
}

function wrongNames(r: Reader, signatures: readonly Signature[], given: readonly Argument[], place: Span): Expression {
  if (r.dynamic) return nothing(place);
  const names = signatures.flatMap((signature) => signature.parameters.map((parameter) => parameter.name));
  const argument = given.find((each) => !names.some((name) => fold(name) === fold(each.name ?? ""))) ?? given[0]!;
  const meant = nearest(argument.name ?? "", names);
  report(
    r,
    "unknown-parameter",
    argument.nameSpan ?? place,
    `\`${signatures[0]!.name}\` has no parameter \`${argument.name}\`${meant === undefined ? "." : `. Did you mean \`${meant}\`?`}`,
    {
      hint: signatures.map(written).join(" or "),
      fixes: meant === undefined || !argument.nameSpan ? [] : [replaceBy(argument.nameSpan, meant)],
    },
  );
  return hole(place);
}

function wrongType(r: Reader, signature: Signature, args: readonly Expression[], place: Span): Expression {
  const index = args.findIndex((argument, i) => !acceptsArgument((signature.parameters[i] ?? signature.parameters.at(-1)!).type, argument.type));
  const parameter = signature.parameters[index] ?? signature.parameters.at(-1)!;
  const argument = args[index]!;
  report(r, "argument-type", argument.span, `\`${signature.name}\` needs ${describeArgument(parameter.type)} for \`${parameter.name}\`, but this is ${describe(argument.type)}.`);
  return hole(place);
}

/** What the types alone don't show: a date that doesn't exist, an element that a list can't contain. */
function rejectsArguments(r: Reader, name: string, args: readonly Expression[]): boolean {
  const [first, second] = args;
  if (args.length === 1 && first?.kind === "literal" && first.type.kind === "string" && typeof first.value === "string") {
    const type = temporalType(first.value);
    const right =
      name === "date"
        ? type?.kind === "date"
        : name === "time"
          ? type?.kind === "time"
          : name === "date and time"
            ? type?.kind === "date" || type?.kind === "date and time"
            : name === "duration"
              ? type?.kind.endsWith("duration")
              : true;
    if (!right)
      report(r, "invalid-literal", first.span, `"${first.value}" is not a ${name}.`, {
        hint: "Write dates as 2026-03-01, times as 08:30:00, both as 2026-03-01T08:30:00, and durations as P3D, PT8H or P1Y6M.",
      });
    const why = right && /^(date|time|date and time|duration)$/.test(name) && !r.dynamic ? whyNotKept(first.value) : undefined;
    if (why !== undefined) report(r, "invalid-literal", first.span, `"${first.value}" is not supported: ${why}.`);
    return !right || why !== undefined;
  }
  if (/^(matches|replace|split)$/.test(name) && second && rejectsPattern(r, second, name === "split" ? undefined : args[name === "matches" ? 2 : 3])) return true;
  if (putTogether.has(name) && (mixesUnits(r, args) || mixesElements(r, args))) return true;
  if ((name === "list contains" || name === "index of") && first && second) {
    const element = elementOf(first.type);
    if (comparable(element, second.type)) return rejectsChoice(r, first, second);
    report(r, "impossible-comparison", second.span, `Each element of the list is ${describe(element)}, so it never contains ${describe(second.type)}.`);
    return true;
  }
  return false;
}

/** Checks a literal pattern, with its flags if they are literal too. */
function rejectsPattern(r: Reader, pattern: Expression, flags: Expression | undefined): boolean {
  if (pattern.kind !== "literal" || typeof pattern.value !== "string") return false;
  if (flags && (flags.kind !== "literal" || typeof flags.value !== "string")) return false;
  const options = flags ? String(flags.value) : "";
  const read = readPattern(pattern.value, options);
  if (typeof read !== "string" || !areFlags(options)) return false;
  if (read !== "invalid") report(r, "unsupported-pattern", pattern.span, `"${pattern.value}" ${patternFault[read]}`);
  else
    report(r, "invalid-literal", pattern.span, `"${pattern.value}" is not a valid pattern.`, {
      hint: "Write an XPath regular expression, such as `[a-z]+` or `\\d{3}`. Put `\\` before a special character.",
    });
  return true;
}

/** Those that reckon with all the numbers that they are given. */
const putTogether: ReadonlySet<string> = new Set(["sum", "min", "max", "mean", "median", "stddev", "mode"]);

function mixesUnits(r: Reader, args: readonly Expression[]): boolean {
  const numbers = args.length === 1 && args[0]!.kind === "list" ? args[0]!.items : args;
  const other = numbers.find((one, i) => numbers.slice(0, i).some((before) => !unitsAgree(before.type, one.type)));
  const one = other && numbers.find((before) => !unitsAgree(before.type, other.type));
  if (!one) return false;
  report(r, "unit-mismatch", other.span, `${capital(describe(one.type))} and ${describe(other.type)} can't be combined.`, hinted(unitSuggestion(one.type, other.type)));
  return true;
}

/** Of many records each amount is in what its own record says. */
function mixesElements(r: Reader, args: readonly Expression[]): boolean {
  const [list] = args;
  const element = list && args.length === 1 && list.type.kind === "list" ? elementOf(list.type) : undefined;
  if (element?.kind !== "number" || element.unit !== undefined || !element.unitIn?.includes(ofEach)) return false;
  report(
    r,
    "unit-mismatch",
    list!.span,
    `Each of these is ${describe(element)} of its own record, so they can't be combined.`,
    hinted(unitSuggestion(element, { kind: "number", unit: "EUR" })),
  );
  return true;
}

/** A call of a function value: the host's or one bound in the expression. */
export function buildApply(r: Reader, callee: Expression, given: readonly Argument[], place: Span): Expression {
  const type = callee.type;
  if (callee.kind === "hole" && callee.open === null) return hole(place);
  if (type.kind !== "function") {
    if (isLoose(type)) return { kind: "apply", function: callee, arguments: given.map((each) => each.value), type: type.kind === "open" ? type : any, nullable: true, span: place };
    report(r, "not-a-function", callee.span, `This is ${describe(type)}, so it can't be called.`);
    return r.dynamic ? nothing(place) : hole(place);
  }
  const ordered = inOrder(given, type.parameters);
  const least = type.parameters.filter((parameter) => !parameter.optional).length;
  if (!ordered || ordered.length > type.parameters.length || type.parameters.some((parameter, i) => !parameter.optional && ordered[i] === undefined)) {
    const wrong = given.find((each) => each.name !== undefined && !type.parameters.some((parameter) => fold(parameter.name) === fold(each.name!)));
    const names = type.parameters.map((parameter) => parameter.name);
    if (wrong) report(r, "unknown-parameter", wrong.nameSpan ?? place, `The function has no parameter \`${wrong.name}\`.`, { hint: `It has ${names.join(", ")}.` });
    else
      report(
        r,
        "argument-count",
        place,
        `The function takes ${least === names.length ? least : `${least} to ${names.length}`} argument${names.length === 1 ? "" : "s"}${names.length ? ` (${names.join(", ")})` : ""}, but got ${given.length}.`,
      );
    return r.dynamic ? nothing(place) : hole(place);
  }
  const args = ordered.map((argument, i) => (argument ? asExpected(argument, type.parameters[i]!.type) : nothing(place)));
  const index = args.findIndex((argument, i) => !fits(argument.type, type.parameters[i]!.type));
  if (index >= 0 && !r.dynamic) {
    report(
      r,
      "argument-type",
      args[index]!.span,
      `\`${type.parameters[index]!.name}\` must be ${describe(type.parameters[index]!.type)}, but this is ${describe(args[index]!.type)}.`,
    );
    return hole(place);
  }
  return {
    kind: "apply",
    function: callee,
    arguments: args,
    type: type.parameters.reduce((result, { name }, i) => withUnits(result, (path) => insteadOf(name, baseOf(r, args[i] ?? callee))(path)), type.result),
    nullable: args.some((each) => each.nullable) || type.result.kind === "any" || type.nullable === true,
    span: place,
  };
}
