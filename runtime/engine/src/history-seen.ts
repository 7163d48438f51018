/**
 * What the history keeps of a list of parts, or of another record by its name, was written with the system's sight:
 * before it is told it is cut to what the reader may read.
 */
import { grantedAlways, mayEver, mayRead, recordQuery, wholeRecordQuery, type Reader } from "@nonet/database";
import { entityOf, type Entity } from "@nonet/model";
import type { HistoryEntry } from "./engine.ts";
import type { Running } from "./running.ts";

type Change = HistoryEntry["changes"][number];

export async function seenInHistory(running: Running, reader: Reader, entity: Entity, entries: readonly HistoryEntry[]): Promise<readonly HistoryEntry[]> {
  const sees = rememberSight(running, reader);
  const seen: HistoryEntry[] = [];
  for (const entry of entries) {
    const changes: Change[] = [];
    for (const change of entry.changes) {
      const cut = async (value: unknown): Promise<unknown> => seenValue(running, reader, sees, entity, change.field, value);
      changes.push({ ...change, before: await cut(change.before), after: await cut(change.after) });
    }
    seen.push({ ...entry, changes: changes.filter((c) => JSON.stringify(c.before) !== JSON.stringify(c.after)) });
  }
  return seen;
}

type Sees = (entity: string, id: string) => Promise<boolean>;

async function seenValue(running: Running, reader: Reader, sees: Sees, entity: Entity, key: string, value: unknown): Promise<unknown> {
  if (value === null || typeof value !== "object") return value;
  const part = running.product.entities.find((e) => e.partOf?.entity === entity.name && keyOfList(entity, e.partOf.list) === key);
  if (part && Array.isArray(value)) return Promise.all(value.map((row: unknown) => seenPart(running, reader, sees, part, row)));
  const type = entity.fields.find((f) => f.key === key)?.type;
  const target = type && "entity" in type ? type.entity : key === "createdBy" ? "User" : null;
  if (target === null) return value;
  const one = async (referred: unknown): Promise<unknown> => (isReference(referred) && !(await sees(target, referred.id)) ? null : referred);
  return Array.isArray(value) ? (await Promise.all(value.map(one))).filter((v) => v !== null) : one(value);
}

/** A part's fields that are readable wherever its whole is; where that hangs on the part itself, it isn't told. */
async function seenPart(running: Running, reader: Reader, sees: Sees, part: Entity, row: unknown): Promise<unknown> {
  if (row === null || typeof row !== "object") return row;
  const told: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    const field = part.fields.find((f) => f.key === key);
    if (key === "id" || (field && (reader.kind === "system" || mayRead(running.product, reader, part.name, field.name) === "always")))
      told[key] = await seenValue(running, reader, sees, part, key, value);
  }
  return told;
}

const keyOfList = (entity: Entity, list: string): string => entity.fields.find((f) => f.name === list)?.key ?? list;

const isReference = (value: unknown): value is { readonly id: string } => typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";

/** Whether the reader may see a record; one that is gone is called what it was called, to whoever may see some of its kind. */
function rememberSight({ product, database }: Running, reader: Reader): Sees {
  const known = new Map<string, Promise<boolean>>();
  const look: Sees = async (name, id) => {
    const entity = entityOf(product, name);
    if (!entity || reader.kind === "system" || grantedAlways(product, reader, name, "read")) return true;
    if (!mayEver(product, reader, name, "read")) return false;
    return (await database.row(recordQuery(product, reader, name, id, ["id"]))) !== undefined || (await database.row(wholeRecordQuery(product, name, [id]))) === undefined;
  };
  return (name, id) => {
    const key = `${name} ${id}`;
    const found = known.get(key) ?? look(name, id);
    known.set(key, found);
    return found;
  };
}
