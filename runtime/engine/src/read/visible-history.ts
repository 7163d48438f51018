/**
 * What the history keeps of a list of parts, or of another record by its name, was written with the system's sight:
 * before it is told it is cut to what the reader may read.
 */
import { grantedAlways, mayEver, mayRead, type Reader, recordQuery, shownAsAlways } from "@nonet/database";
import { type Entity, entityOf, machineOf } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import type { HistoryEntry } from "../contract/reads.ts";
import { inPresentWords } from "./renamed-choices.ts";

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
    seen.push({ ...entry, changes: changes.filter((c) => c.secret || JSON.stringify(c.before) !== JSON.stringify(c.after)) });
  }
  return seen;
}

/** The values of one record as the history kept them. */
export async function seenValues(running: Running, reader: Reader, entity: Entity, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const sees = rememberSight(running, reader);
  const seen = await Promise.all(Object.entries(values).map(async ([key, value]) => [key, await seenValue(running, reader, sees, entity, key, value)] as const));
  return Object.fromEntries(seen);
}

/** What the reader is told of a record that another refers or referred to: null where they are told nothing. */
type Sees = (entity: string, referred: Reference) => Promise<unknown>;

async function seenValue(running: Running, reader: Reader, sees: Sees, entity: Entity, key: string, kept: unknown): Promise<unknown> {
  const value = inPresentWords(running.product, entity, key, kept);
  if (value === null || typeof value !== "object") return value;
  const part = running.product.entities.find((e) => e.partOf?.entity === entity.name && keyOfList(entity, e.partOf.list) === key);
  if (part && Array.isArray(value)) return Promise.all(value.map((row: unknown) => seenPart(running, reader, sees, part, row)));
  const type = entity.fields.find((f) => f.key === key)?.type;
  const target = type && "entity" in type ? type.entity : key === "createdBy" ? "User" : null;
  if (target === null) return value;
  const one = async (referred: unknown): Promise<unknown> => (isReference(referred) ? sees(target, referred) : referred);
  return Array.isArray(value) ? (await Promise.all(value.map(one))).filter((v) => v !== null) : one(value);
}

/** A part's state and fields that are readable wherever its whole is; where that hangs on the part itself, it isn't told. */
async function seenPart(running: Running, reader: Reader, sees: Sees, part: Entity, row: unknown): Promise<unknown> {
  if (row === null || typeof row !== "object") return row;
  const told: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    const named = part.fields.find((f) => f.key === key)?.name ?? (key === "state" && machineOf(running.product, part.name) ? "state" : undefined);
    if (key === "id" || (named !== undefined && (reader.kind === "system" || mayRead(running.product, reader, part.name, named) === "always")))
      told[key] = await seenValue(running, reader, sees, part, key, value);
  }
  return told;
}

const keyOfList = (entity: Entity, list: string): string => entity.fields.find((f) => f.name === list)?.key ?? list;

interface Reference {
  readonly id: string;
}

const isReference = (value: unknown): value is Reference => typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";

type Sight = "as kept" | "hidden" | { readonly shownAs: unknown };

/**
 * A record that may be read is called what it was called then, where the reader may always read what it is called by, and
 * else what it is to them now. One that is gone can't be asked: it is named to whoever may read all of its kind.
 */
function rememberSight({ product, database }: Running, reader: Reader): Sees {
  const known = new Map<string, Promise<Sight>>();
  const look = async (name: string, id: string): Promise<Sight> => {
    const entity = entityOf(product, name);
    if (!entity || reader.kind === "system") return "as kept";
    const isNamed = shownAsAlways(product, reader, name);
    if (isNamed && grantedAlways(product, reader, name, "read")) return "as kept";
    if (!mayEver(product, reader, name, "read")) return "hidden";
    const row = await database.row(recordQuery(product, reader, name, id, ["shownAs"]));
    if (!row) return "hidden";
    return isNamed ? "as kept" : { shownAs: row["record"]["shownAs"] };
  };
  return async (name, referred) => {
    const key = `${name} ${referred.id}`;
    const found = known.get(key) ?? look(name, referred.id);
    known.set(key, found);
    const sight = await found;
    return sight === "as kept" ? referred : sight === "hidden" ? null : { id: referred.id, shownAs: sight.shownAs };
  };
}
