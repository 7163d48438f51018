/** Removes the values of a forgotten field from the messages about the record that wait, have failed or were sent. */
import { system, templateQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, type Field, fieldType } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { readAsSystem } from "../change/read-as-system.ts";

/** Shorter texts occur by chance; they are removed only where they are the whole text. */
const shortest = 3;

/** The texts by which messages show the fields: as they are stored, and as people read them. */
export async function shownTexts(context: ChangeContext, entity: Entity, id: string, keys: readonly string[]): Promise<readonly string[]> {
  const record = await readAsSystem(context, entity.name, id);
  const fields = entity.fields.filter((field) => keys.includes(field.key) && field.type.kind !== "inverse" && field.type.kind !== "references" && field.type.kind !== "file");
  const templates = fields.map((field) => ({ name: field.name, form: "readable" as const, template: [valueOf(entity, field)] }));
  const texts = fields.length > 0 ? (((await context.connection.row(templateQuery(context.product, entity.name, id, templates)))?.["texts"] ?? {}) as Record<string, unknown>) : {};
  const stored = fields.map((field) => record?.[field.key]);
  return [...new Set([...stored, ...Object.values(texts)].filter((text): text is string => typeof text === "string" && text.trim() !== ""))].sort((a, b) => b.length - a.length);
}

const span = { file: 0, from: 0, to: 0 };

const valueOf = (entity: Entity, field: Field): Expression => ({
  kind: "path",
  of: { kind: "variable", name: "this", type: { kind: "record", name: entity.name }, nullable: false, span },
  field: field.name,
  listed: false,
  type: fieldType(entity, field),
  nullable: true,
  span,
});

/** `records`: the record and its wholes. A mail without a receiver is dropped. */
export async function forgetInMessages(context: ChangeContext, records: readonly string[], texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  for (const row of await context.connection.rows(system.messagesOf(records))) {
    const payload = row["payload"] as Record<string, unknown>;
    const rest = without(payload, texts) as Record<string, unknown>;
    if (JSON.stringify(rest) === JSON.stringify(payload)) continue;
    const isAddressed = !("to" in payload) || (typeof rest["to"] === "string" && rest["to"].trim() !== "");
    await context.connection.rows(system.rewriteMessage(row["id"] as string, rest, isAddressed));
  }
}

function without(value: unknown, texts: readonly string[]): unknown {
  if (typeof value === "string") return texts.reduce((rest, text) => (rest === text ? "" : text.length < shortest ? rest : rest.replaceAll(text, "")), value);
  if (Array.isArray(value)) return value.map((one) => without(one, texts));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, without(one, texts)]));
}
