/** Point 3: one field, from its words to the model: type, bounds, defaults, conditions. */
import { fold } from "@nonet/feel";
import { camel, type Field, type FieldType, snake } from "@nonet/model";
import type { Use } from "../context/context.ts";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { DeclaredField } from "../declare/declared.ts";
import type { EntityDraft, FieldDraft, FurtherMachine } from "../declare/drafts.ts";
import { userFields } from "../declare/user-fields.ts";
import { listOf, ownType } from "../expressions/field-type.ts";
import type { RawField } from "../syntax/entities/field.ts";
import { bare, isNotShown } from "../text/split.ts";
import { acceptedType } from "./types/accepted-type.ts";
import { checkField, hasNoEffect, reportDuplicateAttributes } from "./check-field.ts";
import { withDaysCounted } from "./types/days-in-words.ts";
import { applyAttribute, type Draft } from "./field-attributes.ts";
import { isBuiltInField } from "./types/built-in-field.ts";
import { checkChoices, checkFormerChoices } from "./former-names.ts";
import { checkFieldName } from "./types/reserved-names.ts";
import { checkStateField, typeOfState } from "./types/state-field.ts";
import { belongsToOtherPoint } from "./types/unknown-attributes.ts";

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
  endsWhen: null,
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

/** A built-in field of User keeps its type and constraints, because the product needs it to sign people in and identify them. */
function asBuiltInField(ctx: PointCompiler, field: Field, raw: RawField): Field {
  const own = userFields().get(fold(field.name));
  if (!own) return field;
  const isOfType = field.type.kind === own.type.kind && (field.type.kind !== "formatted" || own.type.kind !== "formatted" || field.type.format === own.type.format);
  if (!isOfType || field.computed)
    ctx.report("reserved-name", raw.type.span, `"${own.name}" is a built-in field of User. It ${isOfType ? "can't be computed" : `can't have the type ${raw.type.text}`}.`, {
      hint: `Remove the line, or write \`${own.name}: ${ownTypes[own.name]}\` with attributes.`,
    });
  const builtIn = userField(own);
  return { ...field, type: own.type, computed: null, required: builtIn.required, unique: builtIn.unique || field.unique };
}

const ownTypes: Readonly<Record<string, string>> = { name: "text", email: "email", roles: "list of text", active: "yes/no" };

/** A field of an entity; null if its type can't be used, which is reported. */
export function buildField(ctx: PointCompiler, draft: EntityDraft, one: FieldDraft, seen: Set<string>): Field | null {
  if (!one.raw) return partField(draft, one);
  const machine = draft.further.find((m) => fold(m.field) === fold(one.name));
  if (!machine && !seen.has(fold(one.name)) && isBuiltInField(ctx, draft, one)) {
    seen.add(fold(one.name));
    return null;
  }
  if (!machine && ("type" in one.reading || !belongsToOtherPoint(one.raw))) checkFieldName(ctx, draft, one.name, one.raw.name);
  if (seen.has(fold(one.name))) {
    ctx.report("doubled-name", one.raw.name.span, `${draft.name} already has a field "${one.name}".`);
    return null;
  }
  seen.add(fold(one.name));
  const { raw, reading } = one;
  const open = draft.fields.get(fold(one.name))?.open;
  if (machine) return { ...fieldOf(ctx, draft, one.name, typeOfState(machine), checkStateField(ctx, one, raw, machine)), readOnly: true };
  return ctx.unit("field", raw, [draft.name, open], () => {
    if ("inferred" in reading) return inferred(ctx, draft, one.name, raw);
    if (open !== undefined) return openField(ctx, draft, one.name, open, raw);
    const type = acceptedType(ctx, draft, one.name, raw, reading);
    if (type === null || type.kind === "one of" || type.kind === "any of") {
      checkChoices(ctx, one.name, raw.type);
      checkFormerChoices(ctx, one.name, raw.type);
    }
    if (type?.kind === "inverse" && isComputedBy(ctx, type)) return listByComputed(ctx, draft, one.name, type, raw);
    return type && fieldOf(ctx, draft, one.name, type, raw);
  });
}

/** A computed field whose type follows from its expression. */
function inferred(ctx: PointCompiler, draft: EntityDraft, name: string, raw: RawField): Field | null {
  const declared = draft.fields.get(fold(name))!;
  if (declared.open === undefined) return fieldOf(ctx, draft, name, declared.type, raw);
  const use = { what: `${draft.name}.${name}`, self: draft.name };
  const value = ctx.expression(raw.computed!, use);
  if (value.kind === "hole" && value.open === declared.open) {
    const counted = /^(?:number|count) of (.+)$/i.exec(name)?.[1];
    ctx.report("circular-name", raw.computed!.span, `"${name}" of ${draft.name} is computed from itself.`, {
      hint: counted !== undefined ? `To count them, write \`count(${counted})\`.` : "Compute it from other fields.",
    });
    return null;
  }
  // A mistake in the expression has been reported.
  if (value.kind !== "hole" && ctx.tryExpression(raw.computed!, use))
    ctx.report("unknown-type", raw.name.span, `The type of "${name}" doesn't follow from its expression.`, { hint: `Write \`${name}: TYPE = …\` with one of the field types.` });
  return null;
}

type ListType = Extract<FieldType, { kind: "inverse" }>;

const isComputedBy = (ctx: PointCompiler, { entity, by }: ListType): boolean => ctx.drafts.get(fold(entity))?.fields.get(fold(by))?.computed === true;

/** `list of Note by patient`, where `patient` is computed, is computed as well: `Note[patient = this]`. */
function listByComputed(ctx: PointCompiler, draft: EntityDraft, name: string, type: ListType, raw: RawField): Field {
  const words = { text: `${type.entity}[${type.by} = this]`, span: raw.type.span };
  const field = fieldOf(ctx, draft, name, { kind: "references", entity: type.entity }, raw);
  return { ...field, computed: ctx.expression(words, { what: `${draft.name}.${name}`, self: draft.name, expect: listOf({ kind: "record", name: type.entity }) }) };
}

/** A field whose type is not shown. It stores nothing, and its value is a placeholder. */
function openField(ctx: PointCompiler, draft: EntityDraft, name: string, open: string, raw: RawField): Field {
  const what = `${draft.name}.${name}`;
  const isOwn = isNotShown(raw.type);
  ctx.affects(open, what, raw.span);
  // The attributes depend on the type as well.
  for (const { words } of raw.attributes) ctx.affects(open, `\`${words.text}\` of ${what}`, words.span);
  const computed = isOwn ? ctx.notShown(open, raw.type.span) : placeholder(raw.type.span, open);
  const was = raw.attributes.find((attribute) => attribute.kind === "was");
  return { ...blank(name, { kind: "text", form: "plain" }), computed, was: was ? bare(was.value).text : null, source: raw.span };
}

/** The scope of an attribute's expression: the record, and the input before it. */
export type FieldScope = Pick<Use, "self" | "asked">;

/** The state of a further machine, which only its transitions write. */
function machineField(name: string, machine: FurtherMachine, source: Field["source"]): Field {
  return { ...blank(name, typeOfState(machine)), readOnly: true, source };
}

/** The field that joins a part to its whole, or a machine's state that no line defines. */
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

export function fieldOf(ctx: PointCompiler, draft: EntityDraft, name: string, type: FieldType, written: RawField, scope: FieldScope = { self: draft.name }): Field {
  const raw = withDaysCounted(ctx, draft, written);
  const field = blank(name, type);
  field.source = raw.span;
  const what = `${draft.name}.${name}`;
  if (raw.computed) field.computed = ctx.expression(raw.computed, { what, self: draft.name, expect: ownType(type, draft), twice: true });
  if (type.kind === "texts" && field.name === "roles") field.required = true;
  reportDuplicateAttributes(ctx, raw);
  for (const attribute of raw.attributes) if (!hasNoEffect(type, attribute)) applyAttribute(ctx, draft, field, attribute, { what, ...scope });
  if (field.computed && raw.attributes.some((a) => ["default", "required", "required when", "required unless", "set once"].includes(a.kind)))
    ctx.report("computed-with-input", raw.span, `"${name}" is computed, so it can't be required or set once, or have a default.`, {
      hint: "Remove required, default and set once.",
    });
  checkField(ctx, field, raw);
  return draft.name === "User" && scope.asked === undefined ? asBuiltInField(ctx, field, raw) : field;
}
