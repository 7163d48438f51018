/** Compiles the phrases of a step that has one reading: its values with their types, its records and people. */
import { fold } from "@nonet/feel";
import type { Actor, Entity, Field, Given, RecordPhrase } from "@nonet/model";
import { namesRecords, referencedRole } from "@nonet/model";
import { isCode, type TextSpan } from "@nonet/notation";
import { valueOf } from "../../entities/field-value.ts";
import { text as textOf, truth } from "../../expressions/build.ts";
import { bare } from "../../text/split.ts";
import { whatOf } from "../scope/example-name.ts";
import { nearest } from "@nonet/source";
import { foldName, list } from "../phrases/scan.ts";
import { rolesOf } from "../phrases/role-names.ts";
import { entityNamed, learn, mistake, namingField, type Story, nameBy } from "../scope/example-scope.ts";
import { isListed, listedValue, membersOf } from "./list-values.ts";
import type { ActorReading, RecordReading, ThingReading, ValueOf, ValueReading } from "../scope/phrase-readings.ts";
import { expectedOf } from "../phrases/read-value.ts";
import { sequenceFits } from "../scope/sequence-text.ts";

export function buildRecord(story: Story, reading: RecordReading): RecordPhrase {
  const entity = entityNamed(story, reading.entity);
  return {
    entity: reading.entity,
    name: reading.name,
    having: buildValues(story, entity, reading.having),
    ...(reading.pick === undefined ? {} : { pick: reading.pick }),
    ...(reading.isSpokenOf ? { isSpokenOf: true } : {}),
    ...(reading.through ? { through: { record: buildRecord(story, reading.through.record), field: reading.through.field } } : {}),
  };
}

export function buildActor(story: Story, reading: ActorReading): Actor {
  if (reading.by) return { role: null, name: null, by: { record: buildRecord(story, reading.by.record), field: reading.by.field } };
  if (reading.is) return { role: null, name: null, is: reading.is };
  if (reading.name !== null) {
    learn(story, "User", reading.name);
    if (reading.role !== null) nameBy(story, reading.name, [reading.role]);
  }
  return { role: reading.role, name: reading.name };
}

export const buildValues = (story: Story, { fields }: { readonly fields: readonly Field[] }, values: readonly ValueOf[]): Given[] =>
  inOrder(
    fields,
    values.map(({ field, value }) => buildValue(story, fields.find((f) => f.name === field) ?? null, field, value)),
  );

/** In the order of the fields, however the step orders them. */
function inOrder(fields: readonly Field[], values: readonly Given[]): Given[] {
  const order = new Map(fields.map(({ name }, i) => [name, i]));
  return values.toSorted((a, b) => (order.get(a.field) ?? fields.length) - (order.get(b.field) ?? fields.length));
}

/** `field` null: the state, or the roles of a person. */
export function buildValue(story: Story, field: Field | null, name: string, value: ValueReading): Given {
  if (value.kind === "records") return { field: name, value: recordsValue(story, field, value.records) };
  const { words } = value;
  if (value.kind === "nothing")
    return { field: name, value: { kind: "expression", expression: { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: words.span } } };
  if (value.kind === "truth") return { field: name, value: { kind: "expression", expression: truth(value.truth, words.span) } };
  if (value.kind === "choice") {
    const choice = textOf(value.choice, words.span);
    if (name !== "roles") return { field: name, value: { kind: "expression", expression: choice } };
    return {
      field: name,
      value: { kind: "expression", expression: { kind: "list", items: [choice], type: { kind: "list", of: { kind: "string" } }, nullable: false, span: words.span } },
    };
  }
  return { field: name, value: field ? wordsValue(story, field, words) : { kind: "expression", expression: textOf(bare(words).text, words.span) } };
}

function recordsValue(story: Story, field: Field | null, records: readonly RecordReading[]): Given["value"] {
  // A field for people of one role says the role itself.
  const saysRole = field !== null && referencedRole(field.type) !== undefined;
  const built = records.map((record) => buildRecord(story, saysRole ? { ...record, having: record.having.filter((v) => v.field !== "roles") } : record));
  for (const record of built) if (field) note(story, field, record);
  return built.length === 1 ? { kind: "record", record: built[0]! } : { kind: "records", records: built };
}

function wordsValue(story: Story, field: Field, words: TextSpan): Given["value"] {
  const { ctx } = story;
  const before = ctx.findings.diagnostics.length;
  if (field === entityNamed(story, "User").fields.find(({ name }) => name === "roles") && !isCode(words) && !saysRoles(story, words)) return { kind: "records", records: [] };
  const value = isListed(field.type) && !isCode(words) ? listedValue(story, field.type, words) : { kind: "expression" as const, expression: plainValue(story, field, words) };
  if (ctx.findings.diagnostics.length > before) story.failed = true;
  return value;
}

/** Whether every word names a role; one that doesn't is reported. */
function saysRoles(story: Story, words: TextSpan): boolean {
  const wrong = membersOf(words).find((one) => !rolesOf(story).has(foldName(bare(one).text)));
  if (!wrong) return true;
  const { text, span } = bare(wrong);
  const near = nearest(text, story.roles);
  mistake(story, "unreadable-step", span, `Point 6 has no role "${text}".${near === undefined ? "" : ` Did you mean "${near}"?`}`, `It has ${list(story.roles)}.`);
  return false;
}

function plainValue(story: Story, field: Field, words: TextSpan): ReturnType<typeof valueOf> {
  const quoted = /^(?:"(.*)"|“(.*)”)$/s.exec(words.text);
  const inside: TextSpan | null = quoted
    ? { text: (quoted[1] ?? quoted[2]!).replace(/\\(["\\])/g, "$1"), span: { ...words.span, from: words.span.from + 1, to: words.span.to - 1 } }
    : null;
  const target = field.type.kind === "reference" ? ({ kind: "record", name: field.type.entity } as const) : null;
  if (target) return story.ctx.expression(words, { what: whatOf(story), expect: target });
  if (inside && namesRecords(field.type)) return textOf(inside.text, inside.span);
  return valueOf(story.ctx, field.type, isCode(words) ? words : (inside ?? words), { what: whatOf(story) }, true, field.type.kind === "percent" ? undefined : expectedOf(field));
}

/** Remembers a named person or record, and the field that named a person. */
function note(story: Story, field: Field, record: RecordPhrase): void {
  if (record.name === null) return;
  learn(story, record.entity, record.name);
  if (record.entity === "User") nameBy(story, record.name, [field.name]);
}

/** A record to create; its name is the value of the field that holds it, otherwise only a title. */
export interface Made {
  readonly entity: string;
  readonly title: string | null;
  readonly values: readonly Given[];
  readonly asked: readonly Given[];
  readonly parts: readonly { readonly list: string; readonly values: readonly Given[] }[];
  readonly state: string | null;
}

/** A person whom only fields without a role have named so far (`a Conflict with person "Sam"`) gets the role of this field. */
function withFieldsRole(story: Story, entity: Entity, given: Given): Given {
  const field = entity.fields.find((one) => one.name === given.field);
  const role = field && referencedRole(field.type);
  if (role === undefined || given.value.kind !== "record" || given.value.record.name === null) return given;
  const { record } = given.value;
  const named = story.namedBy.get(fold(record.name!)) ?? [];
  const others = named.filter((by) => fold(by) !== fold(given.field));
  if (others.length === 0 || others.some((by) => by === "Owner" || story.roles.some((one) => fold(one) === fold(by)))) return given;
  nameBy(story, record.name!, [role]);
  const roles = buildValue(story, null, "roles", { kind: "choice", choice: role, words: { text: role, span: field!.source ?? { file: 0, from: 0, to: 0 } } });
  return { ...given, value: { kind: "record", record: { ...record, having: [...record.having, roles] } } };
}

export function buildThing(story: Story, thing: ThingReading, asks: readonly Field[]): Made {
  const entity = entityNamed(story, thing.entity);
  const values = buildValues(story, entity, thing.values).map((one) => withFieldsRole(story, entity, one));
  return {
    entity: thing.entity,
    title: thing.name,
    values: thing.name === null ? values : inOrder(entity.fields, [...titleValue(story, entity, thing.name, values), ...values]),
    asked: buildValues(story, { fields: asks }, thing.asked),
    parts: thing.parts.map((part) => ({ list: part.list, values: buildValues(story, entityNamed(story, part.entity), part.values) })),
    state: thing.state,
  };
}

function titleValue(story: Story, entity: Entity, name: string, values: readonly Given[]): Given[] {
  learn(story, entity.name, name);
  const field = namingField(entity);
  const fits = field && !values.some((v) => v.field === field.name) && (field.type.kind !== "sequence" || sequenceFits(field, name));
  return fits ? [{ field: field.name, value: { kind: "expression", expression: textOf(name, { file: 0, from: 0, to: 0 }) } }] : [];
}
