/** Point 3: one field, from its words to the model: type, bounds, defaults, conditions. */
import { fold, type Expression, type Type } from "@nonet/feel";
import { camel, snake, type Condition, type Field, type FieldType } from "@nonet/model";
import type { Words } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { DeclaredField, EntityDraft, FieldDraft } from "../declare.ts";
import { readFieldType, typeNames, type TypeReading } from "../fields/field-type.ts";
import { attributeNames, type RawAttribute, type RawField } from "../fields/raw-field.ts";
import { valueOf } from "../fields/field-value.ts";
import { nearestEntityAttribute } from "../fields/entity-attributes.ts";
import type { Workshop } from "../make-context.ts";
import { typeOf } from "../type-of.ts";
import { bare, code, cut, isNotShown, slice } from "../words.ts";
import { fieldName } from "./entities.ts";
import { judgeName } from "./names.ts";

type Draft<T> = { -readonly [K in keyof T]: T[K] };

const blank = (name: string, type: FieldType): Draft<Field> => ({
  name, key: camel(name), column: snake(name), type, computed: null, required: false, unique: false, uniqueWithin: null, default: null, setOnce: false, readOnly: false,
  atLeast: null, atMost: null, matching: null, hidden: false, secret: false, personalOf: null, whenDeleted: "forbid", was: null, source: null,
});

/** A built-in field of `User`. */
export function userField(declared: DeclaredField): Field {
  const field = blank(declared.name, declared.type);
  field.required = declared.required;
  field.unique = declared.name === "email";
  if (declared.name === "active") field.default = { kind: "literal", value: true, type: { kind: "boolean" }, nullable: false, span: { file: 0, from: 0, to: 0 } };
  return field;
}

/** A field of an entity; null where it has no type that can be held (which is reported). */
export function buildField(ctx: Workshop, draft: EntityDraft, one: FieldDraft, seen: Set<string>): Field | null {
  if (!one.raw) return partField(draft, one);
  judgeName(ctx, draft, one.name, one.raw.name);
  if (seen.has(fold(one.name))) {
    ctx.report("doubled-name", one.raw.name.span, `${draft.name} has a field "${one.name}" already.`);
    return null;
  }
  seen.add(fold(one.name));
  const type = acceptedType(ctx, draft, one.name, one.raw, one.reading);
  return type && fieldOf(ctx, draft, one.name, type, one.raw);
}

/** A field that an action asks for, over the record that it acts on. */
export function askedField(ctx: Workshop, draft: EntityDraft, raw: RawField): Field | null {
  const name = bare(raw.name).text;
  const reading = readFieldType(raw.type, { entity: (n) => ctx.declared.entities.get(fold(n))?.name, currency: currencyIn(ctx) });
  const type = acceptedType(ctx, draft, name, raw, reading);
  return type && fieldOf(ctx, draft, name, type, raw);
}

/** The product's currency, as the money fields have it. */
const currencyIn = (ctx: Workshop): string | null => {
  const bullets = [...(ctx.tree.points[0]?.blocks ?? []), ...(ctx.tree.points[0]?.sections ?? []).flatMap((s) => s.blocks)];
  for (const block of bullets) if (block.kind === "bullet" && fold(block.label?.text ?? "") === "currency") return /\b[A-Z]{3}\b/.exec(block.value?.text ?? "")?.[0] ?? null;
  return null;
};

/** What joins a part to its whole. */
function partField(draft: EntityDraft, one: FieldDraft): Field | null {
  if (!("type" in one.reading)) return null;
  const field = blank(one.name, one.reading.type);
  field.source = draft.span;
  field.required = one.reading.type.kind === "reference";
  field.setOnce = field.required;
  return field;
}

function acceptedType(ctx: Workshop, draft: EntityDraft, name: string, raw: RawField, reading: TypeReading): FieldType | null {
  if ("type" in reading) return resolved(ctx, draft, name, raw, reading.type);
  if (isNotShown(raw.type)) ctx.hole(`${draft.name}: ${name}`, raw.type.span);
  else if ("unsupported" in reading) ctx.report("not-supported-yet", raw.type.span, `Fields of the type "${reading.unsupported}" aren't there yet.`);
  else {
    const attribute = /^[A-Z]/.test(name) ? nearestEntityAttribute(name) : undefined;
    if (attribute !== undefined) ctx.report("unknown-attribute", raw.name.span, `An entity has no attribute "${name}". Did you mean "${attribute}"?`, { fixes: [{ title: `Write ${attribute}`, edits: [{ span: raw.name.span, text: attribute }] }] });
    else {
      const near = nearest(raw.type.text, [...typeNames, ...[...ctx.drafts.values()].map((d) => d.name)]);
      ctx.report("unknown-type", raw.type.span, `"${raw.type.text}" is no type of a field and no entity.${near === undefined ? "" : ` Did you mean "${near}"?`}`, near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [{ span: raw.type.span, text: near }] }] });
    }
  }
  return null;
}

/** Replaces the names in a type by the ones that were defined. */
function resolved(ctx: Workshop, draft: EntityDraft, name: string, raw: RawField, type: FieldType): FieldType | null {
  if (type.kind === "inverse") {
    const other = ctx.drafts.get(fold(type.entity))!;
    const by = other.fields.get(fold(type.by));
    if (by?.type.kind === "reference" && by.type.entity === draft.name) return { ...type, by: by.name };
    const references = [...other.fields.values()].filter((f) => f.type.kind === "reference" && f.type.entity === draft.name).map((f) => f.name);
    ctx.report("unknown-field", raw.type.span, `"${name}" lists the ${other.plural} by their "${type.by}", but ${other.name} has no such reference to ${draft.name}.${references.length > 0 ? ` It has "${references.join('", "')}".` : ""}`);
    return null;
  }
  if (type.kind === "reference" && type.role !== undefined) {
    const role = ctx.declared.roles.get(fold(type.role));
    if (!role) ctx.report("unknown-role", raw.type.span, `There is no role "${type.role}".`);
    return role ? { ...type, role: role.name } : { kind: "reference", entity: type.entity };
  }
  for (const part of type.kind === "sequence" ? type.pattern : []) {
    if (part.kind === "field" && !draft.fields.has(fold(part.field))) ctx.report("unknown-field", raw.type.span, `${draft.name} has no field "${part.field}".`, { hint: "A pattern holds {year}, {month}, {0000} and {field}." });
  }
  if (type.kind === "sequence" && !type.pattern.some((part) => part.kind === "counter")) ctx.report("sequence-without-counter", raw.type.span, "The pattern has no counter, so every record would get the same text.", { hint: "Write the number's digits as `{0000}`." });
  return type;
}

function fieldOf(ctx: Workshop, draft: EntityDraft, name: string, type: FieldType, raw: RawField): Field {
  const field = blank(name, type);
  field.source = raw.span;
  const what = `${draft.name}.${name}`;
  if (raw.computed) field.computed = ctx.expression(raw.computed, { what, self: draft.name, expect: typeOf(type) });
  if (type.kind === "texts" && field.name === "roles") field.required = true;
  for (const attribute of raw.attributes) applyAttribute(ctx, draft, field, attribute, what);
  if (field.computed && raw.attributes.some((a) => ["default", "required", "required when", "set once"].includes(a.kind))) ctx.report("computed-with-input", raw.span, `"${name}" is computed, so nobody can fill it in.`, { hint: "Leave out required, default and set once." });
  return field;
}

function applyAttribute(ctx: Workshop, draft: EntityDraft, field: Draft<Field>, attribute: RawAttribute, what: string): void {
  const { value, words } = attribute;
  const condition = (): Condition => ({ expression: ctx.expression(value, { what, self: draft.name, expect: { kind: "boolean" } }), source: value.span });
  switch (attribute.kind) {
    case "required": field.required = true; return;
    case "required when": field.required = condition(); return;
    case "optional": return;
    case "unique": field.unique = true; return;
    case "unique within": field.uniqueWithin = fieldName(ctx, draft, value); return;
    case "default": field.default = valueOf(ctx, field.type, value, { what, self: draft.name }); return;
    case "set once": field.setOnce = true; return;
    case "read-only": field.readOnly = true; return;
    case "read-only when": field.readOnly = condition(); return;
    case "at least": field.atLeast = bound(ctx, draft, field.type, value, what); return;
    case "at most": field.atMost = bound(ctx, draft, field.type, value, what); return;
    case "non-negative": field.atLeast = bound(ctx, draft, field.type, { text: "0", span: words.span }, what); return;
    case "between": {
      const ends = cut(value, /\s+and\s+/i);
      if (!ends) ctx.report("unreadable-value", words.span, "`between` needs two values: `between 1 and 10`.");
      else {
        field.atLeast = bound(ctx, draft, field.type, ends.before, what);
        field.atMost = bound(ctx, draft, field.type, ends.after, what);
      }
      return;
    }
    case "matching": field.matching = pattern(ctx, value); return;
    case "was": field.was = bare(value).text; return;
    case "hidden": case "personal": case "secret": case "taken on":
      ctx.report("not-supported-yet", words.span, `"${words.text}" can't be enforced yet.`);
      return;
    case "not shown": ctx.hole(`an attribute of ${what}`, words.span); return;
    case "unknown": {
      const near = nearest(words.text, attributeNames);
      ctx.report("unknown-attribute", words.span, `"${words.text}" is no attribute of a field.${near === undefined ? "" : ` Did you mean "${near}"?`}`, near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [{ span: words.span, text: near }] }] });
    }
  }
}

/** What a bound is compared with: the value of numbers and moments, the length of texts and lists. */
function boundType(type: FieldType): Type | null {
  switch (type.kind) {
    case "number": case "integer": case "money": case "percent": return { kind: "number" };
    case "date": case "time": return { kind: type.kind };
    case "date and time": return { kind: "date and time", zoned: true };
    case "text": case "formatted": case "references": case "texts": case "any of": return { kind: "number" };
    case "file": return type.many ? { kind: "number" } : null;
    default: return null;
  }
}

function bound(ctx: Workshop, draft: EntityDraft, type: FieldType, value: Words, what: string): Expression | null {
  const expect = boundType(type);
  if (!expect) {
    ctx.report("bound-without-measure", value.span, "Only numbers, moments, texts and lists can have a least or most.");
    return null;
  }
  const unit = /\s+(characters?|chars?|letters?|items?|files?|images?|entries|digits)$/i.exec(value.text);
  const words = unit ? slice(value, 0, unit.index) : value;
  return ctx.expression(words, { what, self: draft.name, expect: type.kind === "money" ? typeOf(type) : expect });
}

function pattern(ctx: Workshop, value: Words): string | null {
  const text = code(value).text;
  try {
    new RegExp(text, "u");
    return text;
  } catch {
    ctx.report("unreadable-value", value.span, `"${text}" is no regular expression.`);
    return null;
  }
}
