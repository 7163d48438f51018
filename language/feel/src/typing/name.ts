/** Builds the node for a bare name, or reports an unknown name. */
import { nearest, type Span } from "@nonet/source";
import { type ResolvedName, resolveName, suggest } from "../syntax/names.ts";
import { type Frame, hole, isSign, peek, type Reader, replaceBy, report, spanOf, withHint } from "../syntax/reader.ts";
import { builtins } from "../types/builtin-signatures.ts";
import { parseMomentInWords } from "./moments-in-words.ts";
import type { Expression } from "../types/expression.ts";
import { any } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { durationUnits } from "../values/temporal-format.ts";
import { buildBuiltin } from "./call.ts";
import { buildComparison } from "./comparison.ts";
import { withFacts } from "./path.ts";
import { reportRound } from "./rounding-names.ts";
import { unitSource } from "./unit-inference.ts";

export function buildName(r: Reader, name: string, found: ResolvedName | undefined, place: Span, called: boolean): Expression {
  if (!found) return reportUnknownName(r, name, place, called);
  switch (found.from) {
    case "frame":
      return withFacts(r, { kind: "variable", name: found.name, type: found.typed.type, nullable: found.typed.nullable, span: place });
    case "item":
      return buildItem(r, name, found, place);
    case "scope":
      return withFacts(r, buildSymbol(r, found, place));
  }
}

function buildSymbol(r: Reader, found: ResolvedName & { from: "scope" }, place: Span): Expression {
  const symbol = found.symbol;
  switch (symbol.kind) {
    case "open":
      return hole(place, symbol.name);
    case "field": {
      if (symbol.type.kind === "open") return hole(place, symbol.type.name);
      const of: Expression = { kind: "variable", name: symbol.of.name, type: symbol.of.type, nullable: false, span: place };
      return { kind: "path", of, field: symbol.field, listed: false, type: unitSource(r, of, symbol.type), nullable: symbol.nullable, span: place };
    }
    case "global":
      return { kind: "global", name: symbol.name, type: symbol.type, nullable: symbol.nullable, span: place, ...(symbol.canBeZero ? { canBeZero: true } : {}) };
    case "variable":
      return { kind: "variable", name: symbol.name, type: symbol.type, nullable: symbol.nullable, span: place };
  }
}

function buildItem(r: Reader, name: string, found: ResolvedName & { from: "item" }, place: Span): Expression {
  const of: Expression = { kind: "variable", name: found.frame.variable, type: found.frame.type, nullable: false, span: place };
  if (!found.field) return of;
  if (found.field.typed.type.kind === "open") return hole(place, found.field.typed.type.name);
  warnAboutHiding(r, name, found.frame, place);
  const isLoose = found.frame.type.kind === "any";
  return withFacts(r, {
    kind: "path",
    of,
    field: isLoose ? name : found.field.name,
    listed: false,
    type: unitSource(r, of, found.field.typed.type),
    nullable: found.field.typed.nullable,
    span: place,
  });
}

/** Warns about `Leave request[employee = allowance.employee]` in an Allowance, if a leave request also has a field `allowance`. */
function warnAboutHiding(r: Reader, name: string, frame: Frame & { kind: "item" }, place: Span): void {
  const outer = r.scope.lookup(fold(name));
  if (outer?.kind !== "variable" || outer.type.kind !== "record" || !isSign(peek(r), ".")) return;
  const owner = frame.type.kind === "record" ? `the ${frame.type.name}'s` : "the element's";
  report(r, "hidden-by-element", place, `Here \`${name}\` is ${owner} own field, not the outer record.`, {
    hint: "Write `this` for the outer record, or `item.` before the element's field.",
    fixes: [replaceBy(place, "this"), replaceBy(place, `item.${name}`)],
  });
}

function reportUnknownName(r: Reader, name: string, place: Span, called: boolean): Expression {
  if (r.dynamic) return builtinValue(name, place) ?? { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: place };
  const value = called ? undefined : (yesNoLiteral(name, place) ?? nothing(name, place) ?? clockCall(r, name, place) ?? builtinValue(name, place));
  if (value) return value;
  const choice = called ? undefined : nearest(name, r.choices ?? []);
  if (choice !== undefined) {
    report(r, "unknown-name", place, `There is no name \`${name}\` here. Did you mean "${choice}"?`, { fixes: [replaceBy(place, JSON.stringify(choice))] });
    return hole(place);
  }
  if (!called && r.choices && r.choices.length > 0) {
    report(r, "unknown-name", place, `There is no name \`${name}\` here, and it isn't a choice.`, { hint: `Choose one of: ${r.choices.join(", ")}.` });
    return hole(place);
  }
  const isState = called ? undefined : stateTest(r, name, place);
  if (isState) return isState;
  const moment = called ? undefined : parseMomentInWords(r, name, place);
  if (moment) return moment;
  const suggestion = called ? (otherNames[name.toLowerCase()] ?? nearest(name, functionNames()) ?? suggest(r, name)) : (suggest(r, name) ?? nearest(name, statesIn(r)));
  const what = called ? `There is no function \`${name}\`.` : `There is no name \`${name}\` here.`;
  const duration = called ? undefined : /^duration of (?=\S)/i.exec(name);
  const counted = duration ? name.slice(duration[0].length) : undefined;
  if (counted !== undefined && namesNumber(r, counted)) {
    const form = `${counted} * 1 minute`;
    return (
      report(r, "unknown-name", place, `There is no name \`${name}\` here.`, { hint: `To make a duration of a number, multiply: \`${form}\`.`, fixes: [replaceBy(place, form)] }),
      hole(place)
    );
  }
  const measured = called ? undefined : withoutUnit(r, name);
  if (measured !== undefined) {
    report(r, "unknown-name", place, `There is no name \`${name}\` here.`, {
      hint: measured.includes("*") ? `To make a duration of a number, multiply: \`${measured}\`.` : `\`${measured}\` is a duration already, so it needs no unit.`,
      fixes: [replaceBy(place, measured)],
    });
    return hole(place);
  }
  if (called && /^round(?:ed)?$/i.test(name)) {
    reportRound(r, name, place);
    return hole(place);
  }
  const boundary = called ? boundaryOf(name) : undefined;
  if (boundary !== undefined)
    return (
      report(r, "unknown-function", place, `There is no function \`${name}\`.`, { hint: `Of a date D, write \`${boundary}\`. Without parentheses, \`${name}\` is of today.` }),
      hole(place)
    );
  const given = called ? durationGiven(r, name) : undefined;
  if (given !== undefined) {
    const whole = spanOf(r, place.from - r.from, given.to);
    report(r, "unknown-function", place, `There is no function \`${name}\`.`, { hint: `Write the duration: \`${given.text}\`.`, fixes: [replaceBy(whole, given.text)] });
    return hole(place);
  }
  if (called && dateParts.has(fold(name)))
    return (
      report(r, "unknown-function", place, `There is no function \`${name}\`: a ${fold(name)} is read with a dot.`, { hint: `Write \`today().${fold(name)}\`, for example.` }),
      hole(place)
    );
  if (called && /^(?:day|hour|minute|second)s?$/i.test(name)) {
    const unit = fold(name).replace(/s$/, "");
    report(r, "unknown-function", place, `There is no function \`${name}\`.`, { hint: `For a number of ${unit}s, divide the duration: \`(to - from) / 1 ${unit}\`.` });
    return hole(place);
  }
  const form = called ? undefined : asCall(r, name);
  if (form !== undefined) {
    report(r, "unknown-name", place, `There is no name \`${name}\` here. Did you mean \`${form}\`?`, { fixes: [replaceBy(place, form)] });
    return hole(place);
  }
  // A sentence, not a name that is misspelt.
  const hint = fold(name) === "state" && suggestion === undefined ? withoutStates : !called && suggestion === undefined && name.split(" ").length > 3 ? asExpression : undefined;
  report(r, called ? "unknown-function" : "unknown-name", place, suggestion === undefined ? what : `${what} Did you mean \`${suggestion}\`?`, {
    ...withHint(hint),
    fixes: suggestion === undefined ? [] : [replaceBy(place, suggestion)],
  });
  return hole(place);
}

/** `due < today() and confirmed`: a state of the record for `state = "confirmed"`, the element's before the outer record's, where nothing else has this name. */
function stateTest(r: Reader, name: string, place: Span): Expression | undefined {
  const value = statesIn(r).find((choice) => fold(choice) === fold(name));
  // Behind `is` or `=` it would be compared with something else.
  if (value === undefined || !beginsCondition.test(r.text.slice(Math.max(0, place.from - r.from - 20), place.from - r.from))) return undefined;
  const state = buildName(r, "state", resolveName(r, "state"), place, false);
  return buildComparison(r, "=", state, { kind: "literal", value, type: { kind: "string" }, nullable: false, span: place });
}

const beginsCondition = /(?:^|[([,]|(?<!\S)(?:and|or|not|if|then|else|where|when|unless|satisfies))\s*$/i;

/** The states of the record that names are about. */
function statesIn(r: Reader): readonly string[] {
  const found = resolveName(r, "state");
  const type = found?.from === "item" ? found.field?.typed.type : found?.from === "scope" && found.symbol.kind === "field" ? found.symbol.type : undefined;
  return type?.kind === "string" ? (type.choices ?? []) : [];
}

/** `14 days` for `days(14)`, `interval * 1 day` for `days(interval)`. `to`: the offset behind the parenthesis. */
function durationGiven(r: Reader, name: string): { readonly text: string; readonly to: number } | undefined {
  const unit = fold(name).replace(/s$/, "");
  const [value, end] = [peek(r, 1), peek(r, 2)];
  if (!durationUnits.includes(`${unit}s`) || !isSign(end, ")")) return undefined;
  if (value.kind === "number") return { text: `${value.text} ${Number(value.text) === 1 ? unit : `${unit}s`}`, to: end.to };
  return value.kind === "word" && namesNumber(r, value.text) ? { text: `${value.text} * 1 ${unit}`, to: end.to } : undefined;
}

/** `interval * 1 day` for `interval days`, where `interval` is a number; the name alone where it is a duration. */
function withoutUnit(r: Reader, name: string): string | undefined {
  const at = name.lastIndexOf(" ");
  const [known, unit] = [name.slice(0, at), name.slice(at + 1)];
  if (at < 0 || !durationUnits.includes(unit)) return undefined;
  if (namesNumber(r, known)) return `${known} * 1 ${unit.endsWith("s") ? unit.slice(0, -1) : unit}`;
  return namesType(r, known)?.endsWith(" duration") ? known : undefined;
}

/** `start of month(x)`, `end of week(x)`: how it is written of a date. */
function boundaryOf(name: string): string | undefined {
  const [, side, unit] = /^(start|end) of (week|month|year)$/i.exec(fold(name)) ?? [];
  if (side === undefined || unit === undefined) return undefined;
  const first = { week: "D - (D.weekday - 1) * 1 day", month: "date(D.year, D.month, 1)", year: "date(D.year, 1, 1)" }[unit.toLowerCase()]!;
  return /^start$/i.test(side) ? first : `${first} + ${/^week$/i.test(unit) ? "7 days" : `1 ${unit.toLowerCase()}`} - 1 day`;
}

/** What other languages call the functions of FEEL. */
const otherNames: Readonly<Record<string, string>> = {
  len: "string length",
  length: "string length",
  strlen: "string length",
  size: "count",
  lower: "lower case",
  lowercase: "lower case",
  tolower: "lower case",
  upper: "upper case",
  uppercase: "upper case",
  toupper: "upper case",
  substr: "substring",
  startswith: "starts with",
  endswith: "ends with",
  indexof: "index of",
  avg: "mean",
  average: "mean",
  mod: "modulo",
  ceil: "ceiling",
  unique: "distinct values",
  distinct: "distinct values",
  join: "string join",
  includes: "list contains",
};

const withoutStates = "Only a record whose entity has states in point 4 has a `state`. Write its states there, or use a field.";

const asExpression = "Write an expression over fields, such as `due on < today()`, `count(lines) = 0` or `every line in lines satisfies line.done`.";

/** `number of lines` and `copies mod 2` as calls. */
function asCall(r: Reader, name: string): string | undefined {
  const counted = /^(?:the )?(?:number|count) of (?:its |the |all )?(.+)$/i.exec(name)?.[1];
  if (counted !== undefined && resolveName(r, fold(counted))) return `count(${counted})`;
  const [, divided, divisor] = /^(.+) mod(?:ulo)? (.+)$/i.exec(name) ?? [];
  return divided !== undefined && resolveName(r, fold(divided)) ? `modulo(${divided}, ${divisor!})` : undefined;
}

const namesNumber = (r: Reader, name: string): boolean => namesType(r, name) === "number";

/** The kind of the value that has this name. */
function namesType(r: Reader, name: string): Type["kind"] | undefined {
  const found = resolveName(r, fold(name));
  const type = found?.from === "scope" ? (found.symbol.kind === "open" ? undefined : found.symbol.type) : found?.from === "item" ? found.field?.typed.type : found?.typed.type;
  return type?.kind;
}

/** `yes` and `no` as booleans, unless something else has this name. */
const yesNoLiteral = (name: string, place: Span): Expression | undefined =>
  /^(?:yes|no)$/i.test(name) ? { kind: "literal", value: fold(name) === "yes", type: { kind: "boolean" }, nullable: false, span: place } : undefined;

/** `none` and `nothing` as null, unless something else has this name. */
const nothing = (name: string, place: Span): Expression | undefined =>
  /^(?:none|nothing)$/i.test(name) ? { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: place } : undefined;

/** `today` and `now` without parentheses. */
function clockCall(r: Reader, name: string, place: Span): Expression | undefined {
  const folded = fold(name);
  return folded === "today" || folded === "now" ? buildBuiltin(r, folded, [], place, place) : undefined;
}

const dateParts: ReadonlySet<string> = new Set(["year", "month", "day", "weekday", "hour", "minute", "second"]);

function functionNames(): string[] {
  return [...builtins.values()].map((signatures) => signatures[0]!.name);
}

/** The bare name of a built-in function as a function value: `sort(list, before)`. */
function builtinValue(name: string, place: Span): Expression | undefined {
  const signature = builtins.get(fold(name))?.[0];
  if (!signature) return undefined;
  const parameters = signature.parameters.map((parameter) => ({ name: `${parameter.name}#`, type: any }));
  const body: Expression = {
    kind: "call",
    function: signature.name,
    arguments: parameters.map((parameter) => ({ kind: "variable", name: parameter.name, type: any, nullable: true, span: place })),
    type: any,
    nullable: true,
    span: place,
  };
  return { kind: "function", parameters: parameters.map((each) => each.name), body, type: { kind: "function", parameters, result: any }, nullable: false, span: place };
}
