/** Point 3: one field, from its words to the model: type, bounds, defaults, conditions. */
import { type Expression, fold, patternFault, readWholePattern, type Type } from "@nonet/feel";
import { camel, type Condition, type Field, type FieldType, snake } from "@nonet/model";
import { codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { typeAtFirst } from "../context/amount-currency.ts";
import type { Use } from "../context/context.ts";
import { tellTightCommas } from "../context/expression-hints.ts";
import { fieldName } from "../context/find-name.ts";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/workshop.ts";
import type { DeclaredField, EntityDraft, FieldDraft, FurtherMachine } from "../declare/drafts.ts";
import { currencyOf, openType, userFields } from "../declare/user-fields.ts";
import { ownType } from "../expressions/field-type.ts";
import { nearestEntityAttribute } from "../syntax/entity-attributes.ts";
import { readTyped } from "../syntax/field-attributes.ts";
import { typeNames, type TypeReading } from "../syntax/field-type.ts";
import type { RawAttribute, RawField } from "../syntax/field.ts";
import { bare, cut, isNotShown, slice, spaced } from "../text/split.ts";
import { isKept, judgeAsked, judgeField, personOf, saysNothing, takenOn, tellDoubled } from "./check-field.ts";
import { valueOf } from "./field-value.ts";
import { judgeChoices, judgeFormerChoices } from "./former-names.ts";
import { judgeName } from "./reserved-names.ts";
import { resolveType } from "./resolve-type.ts";
import { judgeMachineField, typeOfState } from "./state-field.ts";
import { templateIn, textTemplate } from "./text-template.ts";
import { isOfOtherPoint, tellComma, tellOtherPoint, tellUnknown } from "./unknown-attributes.ts";

type Draft<T> = { -readonly [K in keyof T]: T[K] };

const blank = (name: string, type: FieldType): Draft<Field> => ({
  name,
  key: camel(name),
  column: snake(name),
  type,
  computed: null,
  required: false,
  unique: false,
  uniqueWithin: null,
  default: null,
  setOnce: false,
  readOnly: false,
  atLeast: null,
  atMost: null,
  matching: null,
  hidden: false,
  secret: false,
  personalOf: null,
  whenDeleted: "forbid",
  was: null,
  source: null,
});

/** A built-in field of `User`. */
export function userField(declared: DeclaredField): Field {
  const field = blank(declared.name, declared.type);
  field.required = declared.required;
  field.unique = declared.name === "email";
  if (declared.name === "active") field.default = { kind: "literal", value: true, type: { kind: "boolean" }, nullable: false, span: { file: 0, from: 0, to: 0 } };
  return field;
}

/** What every User has stays what the product needs of it: people sign in with it, and are told apart by it. */
function keptForUser(ctx: PointCompiler, field: Field, raw: RawField): Field {
  const own = userFields().get(fold(field.name));
  if (!own) return field;
  const isOfType = field.type.kind === own.type.kind && (field.type.kind !== "formatted" || own.type.kind !== "formatted" || field.type.format === own.type.format);
  if (!isOfType || field.computed)
    ctx.report("reserved-name", raw.type.span, `Every User has ${own.name} already, which ${isOfType ? "can't be computed" : `can't be ${raw.type.text}`}.`, {
      hint: `Leave the line out, or write \`${own.name}: ${ownTypes[own.name]}\` and attributes.`,
    });
  const kept = userField(own);
  return { ...field, type: own.type, computed: null, required: kept.required, unique: kept.unique || field.unique };
}

const ownTypes: Readonly<Record<string, string>> = { name: "text", email: "email", roles: "list of text", active: "yes/no" };

/** A field of an entity; null where it has no type that can be held (which is reported). */
export function buildField(ctx: PointCompiler, draft: EntityDraft, one: FieldDraft, seen: Set<string>): Field | null {
  if (!one.raw) return partField(draft, one);
  const machine = draft.further.find((m) => fold(m.field) === fold(one.name));
  if (!machine && ("type" in one.reading || !isOfOtherPoint(one.raw))) judgeName(ctx, draft, one.name, one.raw.name);
  if (seen.has(fold(one.name))) {
    ctx.report("doubled-name", one.raw.name.span, `${draft.name} has a field "${one.name}" already.`);
    return null;
  }
  seen.add(fold(one.name));
  const { raw, reading } = one;
  const open = draft.fields.get(fold(one.name))?.open;
  if (machine) return { ...fieldOf(ctx, draft, one.name, typeOfState(machine), judgeMachineField(ctx, one, raw, machine)), readOnly: true };
  return ctx.unit("field", raw, [draft.name, open], () => {
    if (open !== undefined) return openField(ctx, draft, one.name, open, raw);
    const type = acceptedType(ctx, draft, one.name, raw, reading);
    judgeChoices(ctx, one.name, raw.type);
    judgeFormerChoices(ctx, one.name, raw.type);
    return type && fieldOf(ctx, draft, one.name, type, raw);
  });
}

/** Nothing is kept in it, and whoever needs its value meets what is not shown, as with a value that can't be computed yet. */
function openField(ctx: PointCompiler, draft: EntityDraft, name: string, open: string, raw: RawField): Field {
  const what = `${draft.name}.${name}`;
  const isOwn = isNotShown(raw.type);
  ctx.affects(open, what, raw.span);
  // An attribute says something of a value that nobody can give yet.
  for (const { words } of raw.attributes) ctx.affects(open, `\`${words.text}\` of ${what}`, words.span);
  const computed = isOwn ? ctx.hole(open, raw.type.span) : placeholder(raw.type.span, open);
  const was = raw.attributes.find((attribute) => attribute.kind === "was");
  return { ...blank(name, { kind: "text", form: "plain" }), computed, was: was ? bare(was.value).text : null, source: raw.span };
}

/** What stands in the scope of an attribute's expression: the record, and what was asked before. */
export type FieldScope = Pick<Use, "self" | "asked">;

/** A field that an action asks for, over the record that it acts on, or that a call takes, over none. */
export function askedField(ctx: PointCompiler, draft: EntityDraft, written: RawField, scope: FieldScope): Field | null {
  const typed = readTyped(written, { entity: (n) => ctx.declared.entities.get(fold(n))?.name, currency: currencyOf(ctx.tree) });
  const raw = judgeAsked(ctx, typed.raw);
  const name = spaced(bare(raw.name).text);
  const { reading } = typed;
  const type = acceptedType(ctx, draft, name, raw, reading);
  if (type && isKeptOrListed(type)) {
    ctx.report("asked-attribute", raw.type.span, `"${name}" would be ${type.kind === "inverse" ? "a list that is found" : "made by the product"}, so nobody can be asked for it.`);
    return null;
  }
  return type && fieldOf(ctx, draft, name, type, raw, scope);
}

const isKeptOrListed = (type: FieldType): boolean => isKept(type) || type.kind === "inverse";

/** The state of a second machine: only its transitions write it. */
function machineField(name: string, machine: FurtherMachine, source: Field["source"]): Field {
  return { ...blank(name, typeOfState(machine)), readOnly: true, source };
}

/** What joins a part to its whole. */
function partField(draft: EntityDraft, one: FieldDraft): Field | null {
  if (!("type" in one.reading)) return null;
  const machine = draft.further.find((m) => fold(m.field) === fold(one.name));
  if (machine) return machineField(one.name, machine, machine.section.title.span);
  const field = blank(one.name, one.reading.type);
  field.source = draft.span;
  field.required = one.reading.type.kind === "reference";
  field.setOnce = field.required;
  return field;
}

function acceptedType(ctx: PointCompiler, draft: EntityDraft, name: string, raw: RawField, reading: TypeReading): FieldType | null {
  if (raw.lacksComma) tellComma(ctx, raw, raw.lacksComma);
  if ("type" in reading && (reading.type.kind === "one of" || reading.type.kind === "any of") && tellTightCommas(ctx, raw.type)) return null;
  if ("type" in reading) tellPlural(ctx, raw, reading.type);
  if ("type" in reading) return resolveType(ctx, draft, name, raw, reading.type);
  if (isNotShown(raw.type)) ctx.hole(openType(draft.name, name), raw.type.span);
  else if ("unsupported" in reading) ctx.report("not-supported-yet", raw.type.span, `Fields of the type "${reading.unsupported}" aren't there yet.`);
  else {
    const attribute = /^[A-Z]/.test(name) ? nearestEntityAttribute(name) : undefined;
    if (isOfOtherPoint(raw)) tellOtherPoint(ctx, draft, raw);
    else if (attribute !== undefined)
      ctx.report("unknown-attribute", raw.name.span, `An entity has no attribute "${name}". Did you mean "${attribute}"?`, {
        fixes: [{ title: `Write ${attribute}`, edits: [{ span: raw.name.span, text: attribute }] }],
      });
    else if (/^list of\s.+\swith role\s/i.test(raw.type.text)) {
      const role = cut(raw.type, /\s+with role\s/i)!;
      ctx.report("unknown-type", raw.type.span, `A list can't be held to a role: "${raw.type.text}" is no type of a field.`, {
        hint: "One person is `User with role ROLE`; what everyone in a list must be is a rule of point 5.",
        fixes: [{ title: `Write ${role.before.text}`, edits: [{ span: raw.type.span, text: role.before.text }] }],
      });
    } else {
      const form = unfinished(raw.type.text);
      if (form !== undefined) {
        ctx.report("unknown-type", raw.type.span, `"${raw.type.text}" is no whole type of a field.`, { hint: `Write ${form.includes("`") ? `\`\`${form} \`\`` : `\`${form}\``}.` });
        return null;
      }
      const near = nearest(raw.type.text, [...typeNames, ...[...ctx.drafts.values()].map((d) => d.name)]);
      ctx.report(
        "unknown-type",
        raw.type.span,
        `"${raw.type.text}" is no type of a field and no entity.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
        near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [{ span: raw.type.span, text: near }] }] },
      );
    }
  }
  return null;
}

/** A plural says several, where a reference holds one. */
function tellPlural(ctx: PointCompiler, raw: RawField, type: FieldType): void {
  const other = type.kind === "reference" ? ctx.drafts.get(fold(type.entity)) : undefined;
  const key = fold(bare(raw.type).text);
  if (!other || key === fold(other.name) || key !== fold(other.plural)) return;
  const write = (text: string) => ({ title: `Write ${text}`, edits: [{ span: raw.type.span, text }] });
  ctx.report("unknown-type", raw.type.span, `"${raw.type.text}" is the plural of ${other.name}, and doesn't say whether the field holds one or several.`, {
    hint: `\`list of ${other.name}\` holds several, \`${other.name}\` one.`,
    fixes: [write(`list of ${other.name}`), write(other.name)],
  });
}

const whole: readonly (readonly [RegExp, string])[] = [
  [/^(?:one|any) of\b/i, "one of (a, b, c)"],
  [/^sequence\b/i, "sequence `A-{0000}`"],
  [/^gapless sequence\b/i, "gapless sequence `A-{0000}`"],
  [/^random text\b/i, "random text of 12 characters"],
  [/^secret link(?: to)?$/i, "secret link to SCREEN"],
  [/^list of$/i, "list of ENTITY"],
];

/** The form of a type of which only the beginning is written. */
const unfinished = (text: string): string | undefined => {
  const form = whole.find(([begin]) => begin.test(text))?.[1];
  return /^any/i.test(text) ? form?.replace("one of", "any of") : form;
};

function fieldOf(ctx: PointCompiler, draft: EntityDraft, name: string, type: FieldType, raw: RawField, scope: FieldScope = { self: draft.name }): Field {
  const field = blank(name, type);
  field.source = raw.span;
  const what = `${draft.name}.${name}`;
  if (raw.computed) field.computed = ctx.expression(raw.computed, { what, self: draft.name, expect: ownType(type, draft), twice: true });
  if (type.kind === "texts" && field.name === "roles") field.required = true;
  tellDoubled(ctx, raw);
  for (const attribute of raw.attributes) if (!saysNothing(type, attribute)) applyAttribute(ctx, draft, field, attribute, { what, ...scope });
  if (field.computed && raw.attributes.some((a) => ["default", "required", "required when", "set once"].includes(a.kind)))
    ctx.report("computed-with-input", raw.span, `"${name}" is computed, so nobody can fill it in.`, { hint: "Leave out required, default and set once." });
  judgeField(ctx, field, raw);
  return draft.name === "User" && scope.asked === undefined ? keptForUser(ctx, field, raw) : field;
}

function applyAttribute(ctx: PointCompiler, draft: EntityDraft, field: Draft<Field>, attribute: RawAttribute, scope: Use): void {
  const { value, words, kind } = attribute;
  const isOpen = isNotShown(value) && kind !== "not shown";
  if (isOpen && !evaluated.has(kind)) return openAttribute(ctx, scope.what, kind, value);
  if (isOpen) ctx.affects(openName(scope.what, kind), scope.what, value.span);
  const use = isOpen ? { ...scope, what: openName(scope.what, kind) } : scope;
  const condition = (): Condition => ({ expression: ctx.expression(value, { ...use, expect: { kind: "boolean" } }), source: value.span });
  switch (attribute.kind) {
    case "required":
      field.required = true;
      return;
    case "required when":
      field.required = condition();
      return;
    case "optional":
      return;
    case "unique":
      field.unique = true;
      return;
    case "unique within":
      field.uniqueWithin = fieldName(ctx, draft, value);
      return;
    case "default":
      const template = field.type.kind === "text" ? templateIn(value) : null;
      field.default = template ? textTemplate(ctx, template, use) : valueOf(ctx, field.type, value, use, false, typeAtFirst(ctx, draft, field.type, null, use));
      return;
    case "set once":
      field.setOnce = true;
      return;
    case "read-only":
      field.readOnly = true;
      return;
    case "read-only when":
      field.readOnly = condition();
      return;
    case "at least":
      field.atLeast = bound(ctx, draft, use, field.type, value);
      return;
    case "at most":
      field.atMost = bound(ctx, draft, use, field.type, value);
      return;
    case "non-negative":
      field.atLeast = bound(ctx, draft, use, field.type, { text: "0", span: words.span });
      return;
    case "between": {
      const ends = cut(value, /\s+and\s+/i);
      if (!ends) ctx.report("unreadable-value", words.span, "`between` needs two values: `between 1 and 10`.");
      else {
        field.atLeast = bound(ctx, draft, use, field.type, ends.before);
        field.atMost = bound(ctx, draft, use, field.type, ends.after);
      }
      return;
    }
    case "matching":
      field.matching = pattern(ctx, value);
      return;
    case "was":
      field.was = bare(value).text;
      return;
    case "hidden":
      field.hidden = true;
      return;
    case "secret":
      field.secret = true;
      return;
    case "personal":
      field.personalOf = personOf(ctx, draft, attribute);
      return;
    case "taken on":
      field.type = takenOn(ctx, draft, field.type, attribute);
      return;
    case "not shown":
      openAttribute(ctx, use.what, attribute.column, words);
      return;
    case "unknown":
      tellUnknown(ctx, field.type, words);
  }
}

/** Nothing is held to it, and nothing is made up in its place: it is listed with the field that hangs on it. */
function openAttribute(ctx: PointCompiler, field: string, kind: string | undefined, words: TextSpan): void {
  const open = openName(field, kind);
  ctx.hole(open, words.span);
  ctx.affects(open, field, words.span);
}

const openName = (field: string, kind: string | undefined): string => (kind === undefined ? `an attribute of ${field}` : `the "${kind}" of ${field}`);

/** Attributes whose value is an expression: whatever asks for that meets what is not shown. */
const evaluated: ReadonlySet<RawAttribute["kind"]> = new Set(["default", "required when", "read-only when", "at least", "at most"]);

/** What a bound is compared with: the value of numbers and moments, the length of texts and lists. */
function boundType(type: FieldType): Type | null {
  switch (type.kind) {
    case "number":
    case "integer":
    case "money":
    case "percent":
      return { kind: "number" };
    case "date":
    case "time":
      return { kind: type.kind };
    case "date and time":
      return { kind: "date and time", zoned: true };
    case "text":
    case "formatted":
    case "references":
    case "inverse":
    case "texts":
    case "any of":
      return { kind: "number" };
    case "duration":
      return { kind: "days and time duration" };
    case "file":
      return type.many ? { kind: "number" } : null;
    default:
      return null;
  }
}

function bound(ctx: PointCompiler, draft: EntityDraft, use: Use, type: FieldType, value: TextSpan): Expression | null {
  const expect = boundType(type);
  if (!expect) {
    ctx.report("bound-without-measure", value.span, "Only numbers, moments, texts and lists can have a least or most.");
    return null;
  }
  const unit = /\s+(characters?|chars?|letters?|items?|files?|images?|entries|digits)$/i.exec(value.text);
  const words = unit ? slice(value, 0, unit.index) : value;
  return ctx.expression(words, { ...use, expect: type.kind === "money" ? ownType(type, draft) : expect });
}

function pattern(ctx: PointCompiler, value: TextSpan): string | null {
  const written = code(value).text;
  // Quotation marks are around the pattern, as around any text.
  const text = isCode(value) ? written : (/^"(.*)"$/s.exec(written)?.[1] ?? written);
  const read = readWholePattern(text);
  if (typeof read !== "string") return text;
  ctx.report("unreadable-value", value.span, `"${text}" ${read === "invalid" ? "is no regular expression." : patternFault[read]}`);
  return null;
}
