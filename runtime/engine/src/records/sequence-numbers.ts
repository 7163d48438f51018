/** Numbers of sequences. A gapless counter is incremented inside the change's transaction, so that a failed change leaves no gap. */
import { sequenceKey, sequenceQuery, stampQuery, templateQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, type Field, fieldOf, type FieldType, isStored } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";

type Sequence = Extract<FieldType, { kind: "sequence" }>;
const isSequence = (field: Field): field is Field & { readonly type: Sequence } => field.type.kind === "sequence" && isStored(field);
const readsFields = (type: Sequence): boolean => type.pattern.some((part) => part.kind === "field");

/** The numbers that need no value of the record, before it is inserted. */
export async function initialNumbers(context: ChangeContext, entity: Entity): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const field of entity.fields)
    if (isSequence(field) && field.type.takenOn === null && !readsFields(field.type)) values[field.name] = await nextNumber(context, entity, field, field.type, {});
  return values;
}

/** The numbers whose pattern reads the record's fields, and those that are assigned on this action; `action` null: the record was just inserted. */
export async function assignNumbers(context: ChangeContext, entity: Entity, id: string, action: string | null): Promise<void> {
  const due = entity.fields.filter(isSequence).filter((f) => (action === null ? f.type.takenOn === null && readsFields(f.type) : f.type.takenOn === action));
  if (due.length === 0) return;
  const record = action === null ? null : await readAsSystem(context, entity.name, id);
  const texts = await fieldTexts(context, entity, id, due);
  for (const field of due) {
    if ((record?.[field.key] ?? null) !== null) continue;
    await context.connection.rows(stampQuery(context.product, entity.name, id, { [field.name]: await nextNumber(context, entity, field, field.type, texts) }));
  }
}

/** The fields in the patterns as text. */
async function fieldTexts(context: ChangeContext, entity: Entity, id: string, fields: readonly (Field & { readonly type: Sequence })[]): Promise<Readonly<Record<string, string>>> {
  const names = [...new Set(fields.flatMap((f) => f.type.pattern.flatMap((p) => (p.kind === "field" ? [p.field] : []))))];
  if (names.length === 0) return {};
  const row = await context.connection.row(
    templateQuery(
      context.product,
      entity.name,
      id,
      names.map((name) => ({ name, template: [fieldPath(entity, name)], form: "plain" })),
    ),
  );
  return (row?.["texts"] ?? {}) as Record<string, string>;
}

function fieldPath(entity: Entity, name: string): Expression {
  const type = fieldOf(entity, name)?.type;
  const self: Expression = { kind: "variable", name: "this", type: { kind: "record", name: entity.name }, nullable: false, span: nowhere };
  return {
    kind: "path",
    of: self,
    field: name,
    listed: false,
    type: type?.kind === "reference" ? { kind: "record", name: type.entity } : { kind: "string" },
    nullable: true,
    span: nowhere,
  };
}

async function nextNumber(context: ChangeContext, entity: Entity, field: Field, type: Sequence, texts: Readonly<Record<string, string>>): Promise<string> {
  const counter = type.pattern.findIndex((part) => part.kind === "counter");
  const prefix = type.pattern.slice(0, counter).map((part) => (part.kind === "year" || part.kind === "month" ? { of: part.kind } : partText(part, texts)));
  const { product, connection, retry } = context;
  const key = sequenceKey(entity, field);
  const next = !type.gapless && retry.numbers ? await retry.numbers.next(connection, { product, key, prefix }) : await connection.row(sequenceQuery(product, key, prefix));
  const today = String(next?.["today"]);
  return type.pattern
    .map((part) => {
      if (part.kind === "counter") return String(next?.["value"]).padStart(part.digits, "0");
      return part.kind === "year" ? today.slice(0, 4) : part.kind === "month" ? today.slice(5, 7) : partText(part, texts);
    })
    .join("");
}

const partText = (part: Sequence["pattern"][number], texts: Readonly<Record<string, string>>): string =>
  part.kind === "text" ? part.text : part.kind === "field" ? (texts[part.field] ?? "") : "";

const nowhere = { file: 0, from: 0, to: 0 };
