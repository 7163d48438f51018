import type { Entity } from "@nonet/model";
import type { Row } from "../connection/contract.ts";

/** A required field that is sent empty takes its default; what may be empty stays so. */
export const withRequiredDefaults = (entity: Entity, sent: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => value !== null || !entity.fields.some((f) => f.name === name && f.required === true && f.default)));

/** A value that is already there is no change: a form sends all it shows. */
export function differs(entity: Entity, before: Row | null, name: string, value: unknown): boolean {
  const was = before?.[entity.fields.find((f) => f.name === name)?.key ?? name] ?? null;
  return JSON.stringify(plain(was)) !== JSON.stringify(plain(value));
}

const plain = (v: unknown): unknown => (Array.isArray(v) ? v.map(plain) : v !== null && typeof v === "object" && "id" in v ? v.id : v);
