/** Point 3: applies one attribute to a field: its bounds, default, conditions and flags. */
import { describe, type Expression, patternFault, readWholePattern, type Type } from "@nonet/feel";
import { type Condition, type Field, type FieldType, measureOf } from "@nonet/model";
import { codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { ownType, typeOf } from "../expressions/field-type.ts";
import { typeOnCreate } from "../resolve/amount-currency.ts";
import { momentIn } from "../resolve/moment.ts";
import { fieldName } from "../resolve/names.ts";
import { type RawAttribute, readAttribute } from "../syntax/entities/field.ts";
import { constantsIn, rawValues } from "../syntax/constants/constant-rows.ts";
import { limitOf } from "../syntax/constants/limits.ts";
import { bare, cut, isNotShown, slice } from "../text/split.ts";
import { conditionalDefault } from "./defaults/conditional-default.ts";
import { firstOf, reportEitherDefault } from "./defaults/either-default.ts";
import { reportLengthOfTime, withoutUnit } from "./defaults/length-of-time.ts";
import { takenOn } from "./check-field.ts";
import { valueOf } from "./field-value.ts";
import { patternOfCharacters } from "./types/pattern-of-characters.ts";
import { personOf } from "./types/person-of.ts";
import { reportMeasure } from "./types/units-of-measure.ts";
import { templateIn, textTemplate } from "./text-template.ts";
import { takingAction } from "./types/meant-attributes.ts";
import { reportUnknownAttribute, wholeBound } from "./types/unknown-attributes.ts";

export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** An attribute that is applied to a field; `use` is the scope of its expressions. */
interface Application {
  readonly ctx: PointCompiler;
  readonly draft: EntityDraft;
  readonly field: Draft<Field>;
  readonly attribute: RawAttribute;
  readonly use: Use;
}

export function applyAttribute(ctx: PointCompiler, draft: EntityDraft, field: Draft<Field>, attribute: RawAttribute, scope: Use): void {
  const { value, kind } = attribute;
  const isOpen = isNotShown(value) && kind !== "not shown";
  if (isOpen && !evaluated.has(kind)) return openAttribute(ctx, scope.what, kind, value);
  if (isOpen) ctx.affects(openName(scope.what, kind), scope.what, value.span);
  const use = isOpen ? { ...scope, what: openName(scope.what, kind) } : scope;
  appliers[kind]({ ctx, draft, field, attribute, use });
}

const appliers: Readonly<Record<RawAttribute["kind"], (application: Application) => void>> = {
  required: ({ field }) => void (field.required = true),
  "required when": (application) => void (application.field.required = condition(application)),
  "required unless": (application) => void (application.field.required = denied(condition(application))),
  "empty when": (application) => emptyWhen(application, (condition) => condition),
  "empty unless": (application) => emptyWhen(application, (condition) => denied(condition)),
  rounded: (application) => round(application),
  "rounded to whole": (application) => round(application),
  // A second expression.
  computed: ({ ctx, draft, field, attribute }) => reportUnknownAttribute(ctx, draft, field, attribute.words),
  optional: () => {},
  unique: ({ field }) => void (field.unique = true),
  "made unique": ({ ctx, field, attribute }) => {
    field.unique = true;
    field.madeUnique = true;
    if (field.type.kind !== "text" || field.computed !== null)
      ctx.report("unreadable-value", attribute.words.span, "Only a stored text can be made unique.", { hint: "Write `unique`, which refuses a value that is taken." });
  },
  "unique within": ({ ctx, draft, field, attribute }) => void (field.uniqueWithin = fieldName(ctx, draft, attribute.value)),
  default: ({ ctx, draft, field, attribute: { value: written }, use }) => {
    const value = callAsExpression(ctx, withoutUnit(field, defaultInWords(field.type, written)), field.type, use);
    if (reportLengthOfTime(ctx, draft, field, value)) return;
    if (reportEitherDefault(ctx, field.type, value)) return void (field.default = ctx.silently(() => valueOf(ctx, field.type, firstOf(value), use)));
    const read = (one: TextSpan): Expression => valueOf(ctx, field.type, one, use, false, typeOnCreate(ctx, draft, field.type, null, use));
    const chosen = conditionalDefault(ctx, field.type, value, use, read);
    if (chosen) return void (field.default = chosen);
    const template = field.type.kind === "text" ? templateIn(value) : null;
    field.default = template ? textTemplate(ctx, template, use) : read(value);
  },
  "set once": ({ field }) => void (field.setOnce = true),
  "read-only": ({ field }) => void (field.readOnly = true),
  "read-only when": (application) => void (application.field.readOnly = condition(application)),
  "read-only unless": (application) => void (application.field.readOnly = unlessTrue(condition(application))),
  "at least": (application) => applyLimit(application),
  "at most": (application) => applyLimit(application),
  "more than": (application) => applyLimit(application),
  "less than": (application) => applyLimit(application),
  "non-negative": (application) => void (application.field.atLeast = bound(application, zero(application))),
  positive: (application) => setLimit(application, "more than", zero(application)),
  negative: (application) => setLimit(application, "less than", zero(application)),
  "not in the future": (application) => void (application.field.atMost = bound(application, presentOf(application))),
  "not in the past": (application) => void (application.field.atLeast = bound(application, presentOf(application))),
  "in the past": (application) => void (application.field.atMost = bound(application, presentOf(application, " - 1 day"))),
  "in the future": (application) => void (application.field.atLeast = bound(application, presentOf(application, " + 1 day"))),
  between: applyBetween,
  exactly: (application) => void (application.field.atLeast = application.field.atMost = bound(application, application.attribute.value)),
  "one of": (application) => applyValues(application),
  "of characters": ({ ctx, field, attribute }) => void (field.matching = patternOfCharacters(ctx, field.type, attribute.words)),
  matching: ({ ctx, field, attribute }) => void (field.matching = pattern(ctx, attribute.value)),
  was: ({ field, attribute }) => void (field.was = bare(attribute.value).text),
  hidden: ({ field }) => void (field.hidden = true),
  secret: ({ field }) => void (field.secret = true),
  personal: ({ ctx, draft, field, attribute }) => void (field.personalOf = personOf(ctx, draft, attribute)),
  "taken on": ({ ctx, draft, field, attribute }) => void (field.type = takenOn(ctx, draft, field.type, attribute)),
  until: applyUntil,
  "not shown": ({ ctx, attribute, use }) => openAttribute(ctx, use.what, attribute.column, attribute.words),
  unknown(application) {
    const { ctx, draft, field, attribute } = application;
    const action = field.type.kind === "sequence" ? takingAction(draft, attribute.words) : undefined;
    if (action !== undefined) return void (field.type = takenOn(ctx, draft, field.type, { ...attribute, value: { ...attribute.words, text: action } }));
    const bound = wholeBound(field.type, attribute.words);
    if (bound === undefined) return reportUnknownAttribute(ctx, draft, field, attribute.words);
    const read = readAttribute({ text: bound, span: attribute.words.span });
    appliers[read.kind]({ ...application, attribute: { ...read, words: attribute.words } });
  },
};

const wordsOf: readonly (readonly [RegExp, FieldType["kind"], string])[] = [
  [/^(?:the )?(?:current|signed[- ]in|logged[- ]in|acting) (?:user|person)$/i, "reference", "me"],
  [/^(?:today|the current (?:date|day)|current (?:date|day)|the day of creation)$/i, "date", "today()"],
  [/^(?:now|the current (?:time|moment|date and time)|current (?:time|moment|date and time)|the moment of creation)$/i, "date and time", "now()"],
];

/** `current user`, `today` and `now` as expressions. */
function defaultInWords(type: FieldType, value: TextSpan): TextSpan {
  const found = wordsOf.find(([words, kind]) => type.kind === kind && words.test(value.text));
  return found ? { ...value, text: found[2] } : value;
}

/** `default slug(name)`, `default claim.currency`, `default "VA-" + kind`: what calls a function, names a field of a record or joins texts is no text, also without backticks. */
function callAsExpression(ctx: PointCompiler, value: TextSpan, type: FieldType, use: Use): TextSpan {
  const isText = type.kind === "text" || type.kind === "formatted";
  const isCall = isText && /^\p{L}[\p{L}\p{N} ]*(?:\(.*\)|(?:\.\p{L}[\p{L}\p{N} ]*)+)$/su.test(value.text);
  const isJoined = isText && /^"[^"]*"\s*\+\s*\S|\S\s*\+\s*"[^"]*"$/s.test(value.text);
  return isJoined || (isCall && ctx.tryExpression(value, { ...use, expect: { kind: "string" } }) !== null)
    ? { text: `\`${value.text}\``, span: { ...value.span, from: value.span.from - 1, to: value.span.to + 1 } }
    : value;
}

/** The present, as the field's type has it; for a date, `days` are added to today. */
const presentOf = ({ field: { type }, attribute: { words } }: Application, days = ""): TextSpan => ({ text: type.kind === "date" ? `today()${days}` : "now()", span: words.span });

const condition = ({ ctx, attribute: { value }, use }: Application): Condition => ({
  expression: ctx.expression(value, { ...use, expect: { kind: "boolean" } }),
  source: value.span,
});

/** `required unless`: where the condition doesn't hold. */
const denied = ({ expression, source }: Condition): Condition => ({
  expression: { kind: "call", function: "not", arguments: [expression], type: expression.type, nullable: expression.nullable, span: expression.span },
  source,
});

/** `read-only unless`: also where the condition can't be answered. */
function unlessTrue(condition: Condition): Condition {
  const { expression: left, source } = condition;
  if (!left.nullable) return denied(condition);
  const yes: Expression = { kind: "literal", value: true, type: { kind: "boolean" }, nullable: false, span: left.span };
  return { expression: { kind: "binary", operator: "!=", left, right: yes, type: left.type, nullable: false, span: left.span }, source };
}

/** `= passed / tested, empty when tested = 0`: part of the formula. */
function emptyWhen(application: Application, holds: (condition: Condition) => Condition): void {
  const { ctx, draft, field, attribute } = application;
  if (!field.computed) return reportUnknownAttribute(ctx, draft, field, attribute.words);
  const otherwise = field.computed;
  const none: Expression = { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: attribute.words.span };
  field.computed = { kind: "if", condition: holds(condition(application)).expression, then: none, otherwise, type: otherwise.type, nullable: true, span: otherwise.span };
}

const limits: ReadonlySet<string> = new Set(["at least", "at most", "more than", "less than"]);

/** `more than 0 and at most 100` are two limits. */
function applyLimit(application: Application): void {
  const { kind, value, words } = application.attribute;
  const parted = cut(value, /\s+(?:and|but)\s+/i);
  const second = parted ? readAttribute(parted.after) : null;
  if (reportAlternatives(application)) return;
  if (parted && second && !limits.has(second.kind) && second.kind !== "unknown")
    return application.ctx.report("missing-comma", second.words.span, `A comma is missing before "${second.words.text}".`, {
      fixes: [{ title: "Write the comma", edits: [{ span: { ...second.words.span, from: parted.before.span.to, to: second.words.span.from }, text: ", " }] }],
    });
  if (!parted || !second || !limits.has(second.kind)) return setLimit(application, kind, value);
  if (isMinimum(second.kind) === isMinimum(kind))
    return application.ctx.report("doubled-attribute", words.span, `"${words.text}" has two ${isMinimum(kind) ? "minimums" : "maximums"}.`, { hint: "Keep one of the two." });
  setLimit(application, kind, parted.before);
  setLimit(application, second.kind, second.value);
}

/** `less than 0 or more than 5`: a field has one range of values. */
function reportAlternatives({ ctx, field, attribute: { value, words } }: Application): boolean {
  const parted = cut(value, /\s+or\s+/i);
  const second = parted && readAttribute(parted.after);
  if (!second || !limits.has(second.kind)) return false;
  const first = readAttribute({ ...words, text: words.text.slice(0, words.text.length - second.words.text.length).replace(/\s+or\s+$/i, "") });
  const condition = [first, second].map((one) => `${field.name} ${signs[one.kind]} ${one.value.text}`).join(" or ");
  ctx.report("unknown-attribute", words.span, `"${words.text}" isn't a field attribute: a field has one range of values.`, { hint: `Write a rule in point 5: \`${condition}\`.` });
  return true;
}

const signs: Readonly<Partial<Record<RawAttribute["kind"], string>>> = { "at least": ">=", "at most": "<=", "more than": ">", "less than": "<" };

const isMinimum = (kind: RawAttribute["kind"]): boolean => kind === "at least" || kind === "more than";

/** A limit that excludes its own value is a plain one where the values have steps: `more than 0` of a whole number is `at least 1`. */
function setLimit(application: Application, kind: RawAttribute["kind"], value: TextSpan): void {
  const { field } = application;
  const given = field.type.kind === "duration" && value.text === "0" ? { ...value, text: "0 hours" } : value;
  const whole = kind === "more than" || kind === "less than" ? wholeBound(field.type, { ...given, text: `${kind} ${given.text}` }) : undefined;
  const end = { ...given, text: whole?.replace(/^at (?:least|most) /, "") ?? given.text };
  const isLow = isMinimum(kind);
  const limit = bound(application, end);
  if (isLow) field.atLeast = limit;
  else field.atMost = limit;
  if (whole === undefined && kind === "more than" && limit) field.excludesLeast = true;
  if (whole === undefined && kind === "less than" && limit) field.excludesMost = true;
}

const zero = ({ field, attribute: { words } }: Application): TextSpan => ({ text: field.type.kind === "duration" ? "0 hours" : "0", span: words.span });

const figures: Readonly<Record<string, string>> = { no: "0", one: "1", two: "2", three: "3", four: "4" };
const roundings: Readonly<Record<string, string>> = { "half up": "round half up", "half down": "round half down", "half even": "decimal", up: "round up", down: "round down" };

/** `= a / b, rounded to 1 decimal`: a part of the formula, rounded as point 9 rounds money (default 20). */
function round({ ctx, draft, field, attribute }: Application): void {
  const { computed } = field;
  if (!computed) return reportUnknownAttribute(ctx, draft, field, attribute.words);
  if (computed.kind === "hole") return;
  const { span } = attribute.words;
  if (computed.type.kind !== "number")
    return ctx.report("unreadable-value", span, `Only a number can be rounded, and the formula of "${field.name}" gives ${describe(computed.type)}.`);
  const written = attribute.value.text.toLowerCase();
  const scale: Expression = {
    kind: "literal",
    value: attribute.kind === "rounded" ? (figures[written] ?? written) : "0",
    type: { kind: "number", integer: true },
    nullable: false,
    span,
  };
  const way = constantsIn(ctx.tree).find((one) => limitOf(one.name.text) === "rounding");
  const value = way ? rawValues(way)[0]?.read?.value : undefined;
  const said = /^(?:always\s+)?rounded\s+(up|down)\b/i.exec(attribute.words.text)?.[1]?.toLowerCase();
  const name = roundings[said ?? String(value ?? "half up")] ?? "round half up";
  field.computed = { kind: "call", function: name, arguments: [computed, scale], type: computed.type, nullable: computed.nullable, span: computed.span };
}

function applyBetween(application: Application): void {
  const { ctx, field, attribute } = application;
  // A cell of a column Between holds both ends.
  const ends = attribute.to ? { before: attribute.value, after: attribute.to } : (cut(attribute.value, /\s+(?:and|to|until|–|-)\s+/i) ?? cut(attribute.value, /(?<=\d)[–-](?=\d)/));
  if (!ends) return ctx.report("unreadable-value", attribute.words.span, "`between` needs two values: `between 1 and 10`.");
  field.atLeast = bound(application, ends.before);
  field.atMost = bound(application, ends.after);
}

/** `integer, one of (30, 45, 60)`. */
function applyValues({ ctx, draft, field, attribute }: Application): void {
  const values = [...attribute.value.text.matchAll(/-?\d+/g)].map(([digits]) => String(Number(digits)));
  if (field.type.kind !== "integer") return reportUnknownAttribute(ctx, draft, field, attribute.words);
  const doubled = values.find((one, i) => values.indexOf(one) !== i);
  if (doubled !== undefined) return ctx.report("doubled-name", attribute.value.span, `"${doubled}" is listed twice.`);
  field.onlyValues = values;
}

/** A link opens until the moment has come; a day counts to its end (default 85). */
function applyUntil({ ctx, field, attribute: { value, words }, use }: Application): void {
  if (field.type.kind !== "secret link")
    return ctx.report("kept-by-product", words.span, `Only a secret link ends, and "${field.name}" is none, so \`${words.text}\` has no effect.`);
  const moment = momentIn(ctx, value, use);
  const { kind } = moment.type;
  if (moment.kind === "hole") return;
  if (kind !== "date" && kind !== "date and time") return ctx.report("unreadable-value", value.span, `"${value.text}" isn't a date or a moment, so the link can't end then.`);
  const now: Expression = { kind: "call", function: kind === "date" ? "today" : "now", arguments: [], type: moment.type, nullable: false, span: value.span };
  const expression: Expression = {
    kind: "binary",
    operator: kind === "date" ? ">" : ">=",
    left: now,
    right: moment,
    type: { kind: "boolean" },
    nullable: moment.nullable,
    span: value.span,
  };
  field.endsWhen = { expression, source: value.span };
}

/** An attribute that is not shown isn't enforced. It is listed with the field that depends on it. */
function openAttribute(ctx: PointCompiler, field: string, kind: string | undefined, words: TextSpan): void {
  const open = openName(field, kind);
  ctx.notShown(open, words.span);
  ctx.affects(open, field, words.span);
}

const openName = (field: string, kind: string | undefined): string => (kind === undefined ? `an attribute of ${field}` : `the "${kind}" of ${field}`);

/** Attributes whose value is an expression, which can be a placeholder for what is not shown. */
const evaluated: ReadonlySet<RawAttribute["kind"]> = new Set([
  "default",
  "required when",
  "required unless",
  "read-only when",
  "read-only unless",
  "at least",
  "at most",
  "more than",
  "less than",
]);

/** The type of a bound: that of the value for numbers, dates and times, and a number for the length of texts and lists. */
function boundType(type: FieldType): Type | null {
  const measure = measureOf(type);
  if (measure === null) return null;
  const value = typeOf(type);
  return measure === "value" && value.kind !== "number" ? value : { kind: "number" };
}

/** `5 MB`: the size of a file. */
const isSize = ({ text }: TextSpan): boolean => /^\d[\d.,]*\s*(?:[KMG]i?B|kB|kilobytes?|megabytes?|gigabytes?)\b/i.test(text);

const reportSize = (ctx: PointCompiler, value: TextSpan): void =>
  ctx.report(
    "bound-without-measure",
    value.span,
    "A field has no limit of its own for the size of a file: `upload size` in point 9 limits every upload, to 10 MB without it (default 19).",
    {
      hint: "Remove it.",
    },
  );

function bound({ ctx, draft, field, use }: Application, written: TextSpan): Expression | null {
  const { type } = field;
  const expect = boundType(type);
  const value = withoutUnit(field, written);
  if (reportLengthOfTime(ctx, draft, field, value)) return null;
  if (!expect) {
    if (isSize(value)) reportSize(ctx, value);
    else ctx.report("bound-without-measure", value.span, "Only numbers, dates, times, texts and lists can have a minimum or maximum.");
    return null;
  }
  if (type.kind === "file" && isSize(value)) {
    reportSize(ctx, value);
    return null;
  }
  if (expect.kind === "number" && reportMeasure(ctx, field, value)) return null;
  const unit = /\s+(characters?|chars?|items?|files?|images?|entries)$/i.exec(value.text);
  const misspelt = unit ? null : /^[\d.,]+\s+(\p{L}{4,})$/u.exec(value.text);
  const meant = misspelt && ["characters", "items", "files", "images", "entries", "digits", "letters"].find((one) => nearest(misspelt[1]!.toLowerCase(), [one]));
  if (misspelt && meant && expect.kind === "number") {
    const word = slice(value, value.text.length - misspelt[1]!.length);
    ctx.report("unreadable-value", word.span, `"${word.text}" isn't a unit here. Did you mean "${meant}"?`, {
      fixes: [{ title: `Write ${meant}`, edits: [{ span: word.span, text: meant }] }],
    });
    return null;
  }
  const words = unit ? slice(value, 0, unit.index) : value;
  return ctx.expression(words, { ...use, expect: type.kind === "money" ? ownType(type, draft) : expect });
}

function pattern(ctx: PointCompiler, value: TextSpan): string | null {
  const written = code(value).text;
  // Quotation marks surround the pattern, as any text.
  const text = isCode(value) ? written : (/^"(.*)"$/s.exec(written)?.[1] ?? written);
  const read = readWholePattern(text);
  if (typeof read !== "string") return text;
  ctx.report("unreadable-value", value.span, `"${text}" ${read === "invalid" ? "is not a valid regular expression." : patternFault[read]}`);
  return null;
}
