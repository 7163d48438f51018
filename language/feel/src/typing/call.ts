/** Builds calls of built-in functions and of function values, and checks the number, names and types of the arguments. */
import { type Fix, nearest, type Span } from "@nonet/source";
import { mayHoldNull } from "../analysis/nullable-elements.ts";
import { sortKey } from "../analysis/sort-key.ts";
import { fieldNames, fieldOf } from "../syntax/names.ts";
import { withHint, hole, type Reader, replaceBy, report, textOf } from "../syntax/reader.ts";
import { type BuiltinParameter, builtins, type Signature } from "../types/builtin-signatures.ts";
import { capital, describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { any, comparable, elementOf, fits, isLoose, join } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { replaceBase, eachElement as ofEach, unitsAgree, unitSuggestion, withUnits } from "../types/units.ts";
import { areFlags, patternFault, patternOf, readPattern } from "../values/pattern.ts";
import { temporalType, whyUnsupported } from "../values/temporal-format.ts";
import { zoneOf } from "../values/temporal-text.ts";
import { type Argument, inOrder } from "./arguments.ts";
import { rejectsChoice } from "./comparison.ts";
import { asExpected } from "./local-to-instant.ts";
import { acceptsArgument, describeArgument, resultType } from "./parameter-types.ts";
import { baseOf } from "./unit-inference.ts";

/** A call of the built-in function with this folded name. */
export function buildBuiltin(r: Reader, folded: string, given: readonly Argument[], place: Span, nameSpan: Span): Expression {
  const signatures = builtins.get(folded)!;
  const name = signatures[0]!.name;
  const candidates = signatures.filter((signature) => inOrder(given, signature.parameters) !== undefined);
  if (candidates.length === 0) return reportUnknownParameter(r, signatures, given, place);
  const counted = candidates.filter((signature) => acceptsCount(signature.parameters, inOrder(given, signature.parameters)!, r.dynamic));
  if (counted.length === 0) {
    if (r.dynamic) return { kind: "literal", value: null, type: any, nullable: true, span: place };
    report(r, "argument-count", given.length === 0 ? nameSpan : place, `\`${name}\` takes ${argumentCounts(signatures)}, but got ${given.length}.`, {
      hint: signatures.map(signatureText).join(" or "),
    });
    return hole(place);
  }
  const typed = counted.find((signature) => acceptsTypes(signature, inOrder(given, signature.parameters)!));
  const chosen = typed ?? counted[0]!;
  const args = inOrder(given, chosen.parameters)!.map((argument) => argument ?? nullLiteral(place));
  if (!typed && !r.dynamic) return reportArgumentType(r, chosen, args, place);
  if (!r.dynamic && rejectsArguments(r, name, args)) return hole(place);
  return (r.dynamic ? undefined : zonedTime(name, args, place)) ?? callNode(r, name, chosen, args, place);
}

/** `time("09:00:00@Europe/Berlin")`: only a literal shows that the time has a zone. */
function zonedTime(name: string, [only, ...more]: readonly Expression[], place: Span): Expression | undefined {
  if (name !== "time" || more.length > 0 || only?.kind !== "literal" || typeof only.value !== "string") return undefined;
  const type = temporalType(only.value);
  return type?.kind === "time" && type.zoned ? { kind: "literal", value: only.value, type, nullable: false, span: place } : undefined;
}

function nullLiteral(place: Span): Expression {
  return { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: place };
}

function callNode(r: Reader, name: string, signature: Signature, args: readonly Expression[], place: Span): Expression {
  const scalars = signature.parameters[0]?.rest === true && signature.parameters[0].type !== "list";
  const listed = scalars && (args.length !== 1 || (args[0]!.type.kind !== "list" && !isLoose(args[0]!.type))) ? [listOfArguments(args, place)] : args;
  const literal = temporalLiteral(name, args);
  const type =
    literal ??
    (name === "money" ? moneyType(r, args) : undefined) ??
    (name === "time" && args.length === 4 ? ({ kind: "time", zoned: true } as const) : undefined) ??
    (signature.result === "moment" ? dateTimeTypeOf(r, args[0]) : signature.result === "duration" ? durationTypeOf(args[0]) : resultType(signature.result, listed));
  const certain = args.length === 1 && args[0]!.kind === "literal" && args[0]!.value !== null && /^(date|time|date and time|duration)$/.test(name);
  const nullable = signature.nulls === "!" ? isListNullable(r, signature, listed) : args.some(canBeNull) || (signature.nulls === "?" && !certain && !isNeverNull(name, args));
  return { kind: "call", function: name, arguments: listed, type, nullable, span: place };
}

/** For a function whose result is null only if its list is: whether the list, or a number in it, can be null. */
function isListNullable(r: Reader, signature: Signature, [list]: readonly Expression[]): boolean {
  const type = signature.parameters[0]?.type;
  if (!list || (type !== "list" && type !== "numbers")) return false;
  return canBeNull(list) || (type === "numbers" && mayHoldNull((owner, field) => fieldOf(r, owner, field)?.typed.nullable === true, list));
}

/** Whether an argument can make the result null: it can be null itself, or it is a range whose ends can be null. */
function canBeNull(argument: Expression): boolean {
  return argument.nullable || (argument.kind === "range" && (argument.low?.nullable === true || argument.high?.nullable === true));
}

/** Whether a function that can return null never does so for these arguments: `date(instant)` always works, `date(text)` doesn't. */
function isNeverNull(name: string, args: readonly Expression[]): boolean {
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

/** The type of `date and time(x)`. A text without a zone is in the time zone of the product, so every text gives an instant. */
function dateTimeTypeOf(r: Reader, argument: Expression | undefined): Type {
  if (argument?.type.kind === "string") return r.dynamic ? any : { kind: "date and time", zoned: true };
  return argument?.type.kind === "date and time" ? argument.type : argument?.type.kind === "date" ? { kind: "date and time", zoned: false } : any;
}

/** The currency of `money(amount, currency)`: the code, or the path to the field that holds it. */
function moneyType(r: Reader, [, currency]: readonly Expression[]): Type {
  if (currency?.kind === "literal" && typeof currency.value === "string") return { kind: "number", unit: currency.value };
  return currency ? { kind: "number", unitIn: baseOf(r, currency) } : { kind: "number" };
}

function durationTypeOf(argument: Expression | undefined): Type {
  return argument?.type.kind.endsWith("duration") ? argument.type : any;
}

/** The type of a converted literal text: only the text distinguishes an instant from a local time. */
function temporalLiteral(name: string, args: readonly Expression[]): Type | undefined {
  const only = args.length === 1 ? args[0] : undefined;
  if ((name !== "date and time" && name !== "duration") || only?.kind !== "literal" || typeof only.value !== "string" || only.type.kind !== "string") return undefined;
  const type = temporalType(only.value);
  return type?.kind === "date" ? { kind: "date and time", zoned: false } : type;
}

function acceptsCount(parameters: readonly BuiltinParameter[], args: readonly (Expression | undefined)[], dynamic: boolean): boolean {
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

function acceptsTypes(signature: Signature, args: readonly (Expression | undefined)[]): boolean {
  return args.every((argument, i) => argument === undefined || acceptsArgument((signature.parameters[i] ?? signature.parameters.at(-1)!).type, argument.type));
}

function argumentCounts(signatures: readonly Signature[]): string {
  const counts = [
    ...new Set(
      signatures.flatMap(({ parameters }) => {
        if (parameters.at(-1)?.rest) return [`${parameters.length} or more`];
        const min = parameters.filter((parameter) => !parameter.optional).length;
        return Array.from({ length: parameters.length - min + 1 }, (_, i) => `${min + i}`);
      }),
    ),
  ];
  return `${counts.join(" or ")} argument${counts.length === 1 && counts[0] === "1" ? "" : "s"}`;
}

function signatureText({ name, parameters }: Signature): string {
  return `\`${name}(${parameters.map((parameter) => parameter.name + (parameter.rest ? ", …" : parameter.optional ? "?" : "")).join(", ")})\``;
}

function reportUnknownParameter(r: Reader, signatures: readonly Signature[], given: readonly Argument[], place: Span): Expression {
  if (r.dynamic) return nullLiteral(place);
  const names = signatures.flatMap((signature) => signature.parameters.map((parameter) => parameter.name));
  const argument = given.find((each) => !names.some((name) => fold(name) === fold(each.name ?? ""))) ?? given[0]!;
  const suggestion = nearest(argument.name ?? "", names);
  report(
    r,
    "unknown-parameter",
    argument.nameSpan ?? place,
    `\`${signatures[0]!.name}\` has no parameter \`${argument.name}\`${suggestion === undefined ? "." : `. Did you mean \`${suggestion}\`?`}`,
    {
      hint: signatures.map(signatureText).join(" or "),
      fixes: suggestion === undefined || !argument.nameSpan ? [] : [replaceBy(argument.nameSpan, suggestion)],
    },
  );
  return hole(place);
}

function reportArgumentType(r: Reader, signature: Signature, args: readonly Expression[], place: Span): Expression {
  const index = args.findIndex((argument, i) => !acceptsArgument((signature.parameters[i] ?? signature.parameters.at(-1)!).type, argument.type));
  const parameter = signature.parameters[index] ?? signature.parameters.at(-1)!;
  const argument = args[index]!;
  const form = inHours(r, signature, args);
  const ofRecords = numbersOf(r, signature, argument, textOf(r, place));
  const more = ofRecords ?? (form === undefined ? {} : { hint: `Combine their numbers of hours: \`${form}\`.`, fixes: [replaceBy(place, form)] });
  const message = `\`${signature.name}\` needs ${describeArgument(parameter.type)} for \`${parameter.name}\`, but this is ${describe(argument.type)}.`;
  report(r, "argument-type", argument.span, message, more);
  return hole(place);
}

/** `sum(invoices)` of records: which of their numbers could be meant. An amount is what is added up, if there is one only. */
function numbersOf(r: Reader, { name }: Signature, argument: Expression, whole: string): { readonly hint: string; readonly fixes: readonly Fix[] } | undefined {
  const owner = argument.type.kind === "list" ? argument.type.of : undefined;
  if (owner?.kind !== "record" || !/^(?:sum|mean|median|product|stddev|mode)$/.test(name)) return undefined;
  const numbers = fieldNames(r, owner).filter((one) => one !== "version" && fieldOf(r, owner, fold(one))?.typed.type.kind === "number");
  const amounts = numbers.filter((one) => isAmount(fieldOf(r, owner, fold(one))!.typed.type));
  const [only, ...others] = amounts.length > 0 ? amounts : numbers;
  if (only === undefined) return { hint: `${capital(describe(owner))} has no number.`, fixes: [] };
  const written = textOf(r, argument.span);
  const isPath = /^[\p{L}\p{N} .]+$/u.test(written) && !/\b(?:where|that|which|whose|with|of|for)\b/i.test(written);
  const form = (field: string): string => (isPath ? `${written}.${field}` : `the ${field} of ${written}`);
  return {
    hint: `${capital(describe(owner))} has the number${numbers.length === 1 ? "" : "s"} ${numbers.map((one) => `\`${one}\``).join(", ")}. Write \`${whole.replace(written, form(only))}\`${others.length > 0 ? ", for example" : ""}.`,
    fixes: others.length > 0 ? [] : [replaceBy(argument.span, form(only))],
  };
}

const isAmount = (type: Type): boolean => type.kind === "number" && type.unit !== undefined && type.unit !== "%";

/** `sum(jobs.length)` of durations, as the sum of their numbers of hours. */
function inHours(r: Reader, { name }: Signature, [list]: readonly Expression[]): string | undefined {
  if (!combiningFunctions.has(name) || list?.type.kind !== "list" || list.type.of.kind !== "days and time duration") return undefined;
  const [items, value] = list.kind === "path" ? [textOf(r, list.of.span), `each.${list.field}`] : [textOf(r, list.span), "each"];
  return `${name}(for each in ${items} return ${value} / 1 hour) * 1 hour`;
}

/** Reports what the types alone don't show: a date that doesn't exist, an invalid pattern, an element that the list can't contain. */
function rejectsArguments(r: Reader, name: string, args: readonly Expression[]): boolean {
  const [first, second] = args;
  if (rejectsZone(r, name, args) || rejectsCurrency(r, name, second)) return true;
  if (args.length === 1 && first?.kind === "literal" && first.type.kind === "string" && typeof first.value === "string") {
    const type = temporalType(first.value);
    const isValid =
      name === "date"
        ? type?.kind === "date"
        : name === "time"
          ? type?.kind === "time"
          : name === "date and time"
            ? type?.kind === "date" || type?.kind === "date and time"
            : name === "duration"
              ? type?.kind.endsWith("duration")
              : true;
    if (!isValid)
      report(r, "invalid-literal", first.span, `"${first.value}" is not a ${name}.`, {
        hint: "Write dates as 2026-03-01, times as 08:30:00, both as 2026-03-01T08:30:00, and durations as P3D, PT8H or P1Y6M.",
        fixes: name === "time" && /^\d\d:\d\d$/.test(first.value) ? [replaceBy(first.span, `"${first.value}:00"`)] : [],
      });
    const reason = isValid && /^(date|time|date and time|duration)$/.test(name) && !r.dynamic ? whyUnsupported(first.value) : undefined;
    if (reason !== undefined) report(r, "invalid-literal", first.span, `"${first.value}" is not supported: ${reason}.`);
    return !isValid || reason !== undefined;
  }
  if (/^(matches|replace|split)$/.test(name) && second && rejectsPattern(r, second, name === "split" ? undefined : args[name === "matches" ? 2 : 3])) return true;
  if (combiningFunctions.has(name) && (mixesUnits(r, args) || mixesElements(r, args))) return true;
  if ((name === "list contains" || name === "index of") && first && second) {
    const element = elementOf(first.type);
    if (comparable(element, second.type)) return rejectsChoice(r, first, second);
    report(r, "impossible-comparison", second.span, `Each element of the list is ${describe(element)}, so it never contains ${describe(second.type)}.`);
    return true;
  }
  return false;
}

/** Reports a time zone that doesn't exist. */
function rejectsZone(r: Reader, name: string, args: readonly Expression[]): boolean {
  const zone = name === "today" ? args[0] : name === "date" && args.length === 2 ? args[1] : name === "date and time" && args.length > 1 ? args.at(-1) : undefined;
  if (zone?.kind !== "literal" || zone.type.kind !== "string" || typeof zone.value !== "string" || zoneOf(zone.value) !== undefined) return false;
  const suggestion = nearest(zone.value, Intl.supportedValuesOf("timeZone"));
  report(r, "invalid-literal", zone.span, `There is no time zone "${zone.value}"${suggestion === undefined ? "." : `. Did you mean "${suggestion}"?`}`, {
    fixes: suggestion === undefined ? [] : [replaceBy(zone.span, JSON.stringify(suggestion))],
  });
  return true;
}

/** Reports a currency that isn't a code. */
function rejectsCurrency(r: Reader, name: string, currency: Expression | undefined): boolean {
  if (name !== "money" || currency?.kind !== "literal" || typeof currency.value !== "string") return false;
  const code = currency.value.toUpperCase();
  const exists = Intl.supportedValuesOf("currency").includes(code);
  if (exists && code === currency.value) return false;
  report(r, "invalid-literal", currency.span, `"${currency.value}" is not the code of a currency.`, {
    hint: 'Write the three capital letters of ISO 4217, such as "EUR".',
    fixes: exists ? [replaceBy(currency.span, JSON.stringify(code))] : [],
  });
  return true;
}

/** Checks a pattern that is a literal, with its flags if these are literals too. */
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

/** Functions that combine all numbers in their list. */
const combiningFunctions: ReadonlySet<string> = new Set(["sum", "min", "max", "mean", "median", "stddev", "mode"]);

function mixesUnits(r: Reader, args: readonly Expression[]): boolean {
  const numbers = args.length === 1 && args[0]!.kind === "list" ? args[0]!.items : args;
  const other = numbers.find((one, i) => numbers.slice(0, i).some((before) => !unitsAgree(before.type, one.type)));
  const one = other && numbers.find((before) => !unitsAgree(before.type, other.type));
  if (!one) return false;
  report(r, "unit-mismatch", other.span, `${capital(describe(one.type))} and ${describe(other.type)} can't be combined.`, withHint(unitSuggestion(one.type, other.type)));
  return true;
}

/** Reports amounts of several records, each in the currency of its own record. */
function mixesElements(r: Reader, args: readonly Expression[]): boolean {
  const [list] = args;
  const element = list && args.length === 1 && list.type.kind === "list" ? elementOf(list.type) : undefined;
  if (element?.kind !== "number" || element.unit !== undefined || !element.unitIn?.includes(ofEach)) return false;
  report(
    r,
    "unit-mismatch",
    list!.span,
    `Each of these is ${describe(element)} of its own record, so they can't be combined.`,
    withHint(unitSuggestion(element, { kind: "number", unit: "EUR" })),
  );
  return true;
}

/** A call of a function value, from the host or bound in the expression. */
export function buildApply(r: Reader, callee: Expression, given: readonly Argument[], place: Span): Expression {
  const type = callee.type;
  if (callee.kind === "hole" && callee.open === null) return hole(place);
  if (type.kind !== "function") {
    if (isLoose(type)) return { kind: "apply", function: callee, arguments: given.map((each) => each.value), type: type.kind === "open" ? type : any, nullable: true, span: place };
    report(r, "not-a-function", callee.span, `This is ${describe(type)}, so it can't be called.`);
    return r.dynamic ? nullLiteral(place) : hole(place);
  }
  const ordered = inOrder(given, type.parameters);
  const min = type.parameters.filter((parameter) => !parameter.optional).length;
  if (!ordered || ordered.length > type.parameters.length || type.parameters.some((parameter, i) => !parameter.optional && ordered[i] === undefined)) {
    const unknown = given.find((each) => each.name !== undefined && !type.parameters.some((parameter) => fold(parameter.name) === fold(each.name!)));
    const names = type.parameters.map((parameter) => parameter.name);
    if (unknown) report(r, "unknown-parameter", unknown.nameSpan ?? place, `The function has no parameter \`${unknown.name}\`.`, { hint: `It has ${names.join(", ")}.` });
    else
      report(
        r,
        "argument-count",
        place,
        `The function takes ${min === names.length ? min : `${min} to ${names.length}`} argument${names.length === 1 ? "" : "s"}${names.length ? ` (${names.join(", ")})` : ""}, but got ${given.length}.`,
      );
    return r.dynamic ? nullLiteral(place) : hole(place);
  }
  const args = ordered.map((argument, i) => (argument ? asExpected(argument, type.parameters[i]!.type) : nullLiteral(place)));
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
    type: type.parameters.reduce((result, { name }, i) => withUnits(result, (path) => replaceBase(name, baseOf(r, args[i] ?? callee))(path)), type.result),
    nullable: args.some((each) => each.nullable) || type.result.kind === "any" || type.nullable === true,
    span: place,
  };
}
