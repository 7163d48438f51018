/**
 * The history stores lists of parts and names of other records as the system saw them. Before a reader gets them they are
 * restricted to what the reader may see now.
 */
import { grantedAlways, mayEver, mayRead, type Reader, recordQuery, shownAsAlways } from "@nonet/database";
import { type Entity, entityOf, machineOf, type Product } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import type { HistoryEntry } from "../contract/reads.ts";
import { withPresentNames } from "./renamed-choices.ts";

type Change = HistoryEntry["changes"][number];

export async function visibleHistory(running: Running, reader: Reader, entity: Entity, entries: readonly HistoryEntry[]): Promise<readonly HistoryEntry[]> {
  const view: View = { product: running.product, reader, hasVersions: false, record: visibilityOf(running, reader) };
  const shown: HistoryEntry[] = [];
  for (const entry of entries) {
    const changes: Change[] = [];
    for (const change of entry.changes) {
      const restricted = async (value: unknown): Promise<unknown> => visibleValue(view, entity, change.field, value);
      changes.push({ ...change, before: await restricted(change.before), after: await restricted(change.after) });
    }
    shown.push({ ...entry, changes: changes.filter((c) => c.secret || JSON.stringify(c.before) !== JSON.stringify(c.after)) });
  }
  return shown;
}

/** The stored values of one record, restricted in the same way. Its parts have their versions, as in a record that is read now. */
export async function visibleValues(running: Running, reader: Reader, entity: Entity, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const view: View = { product: running.product, reader, hasVersions: true, record: visibilityOf(running, reader) };
  const shown = await Promise.all(Object.entries(values).map(async ([key, value]) => [key, await visibleValue(view, entity, key, value)] as const));
  return Object.fromEntries(shown);
}

interface View {
  readonly product: Product;
  readonly reader: Reader;
  /** Whether parts keep their versions, which say nothing in a list of changes. */
  readonly hasVersions: boolean;
  /** What the reader gets of a record that another refers to or referred to; null: nothing. */
  record(entity: string, referred: Reference): Promise<unknown>;
}

async function visibleValue(view: View, entity: Entity, key: string, stored: unknown): Promise<unknown> {
  const value = withPresentNames(view.product, entity, key, stored);
  if (value === null || typeof value !== "object") return value;
  const part = view.product.entities.find((e) => e.partOf?.entity === entity.name && keyOfList(entity, e.partOf.list) === key);
  if (part && Array.isArray(value)) return Promise.all(value.map((row: unknown) => visiblePart(view, part, row)));
  const type = entity.fields.find((f) => f.key === key)?.type;
  const target = type && "entity" in type ? type.entity : key === "createdBy" ? "User" : null;
  if (target === null) return value;
  const one = async (referred: unknown): Promise<unknown> => (isReference(referred) ? view.record(target, referred) : referred);
  return Array.isArray(value) ? (await Promise.all(value.map(one))).filter((v) => v !== null) : one(value);
}

/** A part's state and fields that the reader may always read. A field that is readable only under a condition on the part is left out. */
async function visiblePart(view: View, part: Entity, row: unknown): Promise<unknown> {
  if (row === null || typeof row !== "object") return row;
  const { product, reader } = view;
  const shown: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(row)) {
    const named = part.fields.find((f) => f.key === key)?.name ?? (key === "state" && machineOf(product, part.name) ? "state" : undefined);
    if (key === "id" || (key === "version" && view.hasVersions) || (named !== undefined && (reader.kind === "system" || mayRead(product, reader, part.name, named) === "always")))
      shown[key] = await visibleValue(view, part, key, value);
  }
  return shown;
}

const keyOfList = (entity: Entity, list: string): string => entity.fields.find((f) => f.name === list)?.key ?? list;

interface Reference {
  readonly id: string;
}

const isReference = (value: unknown): value is Reference => typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";

type Visibility = "as stored" | "hidden" | { readonly shownAs: unknown };

/**
 * A readable record is shown with its name of that time where the reader may always read the fields that make up the name,
 * else with its present name. A deleted record is shown to readers who may read all records of its entity. Each record is
 * looked up once.
 */
function visibilityOf({ product, database }: Running, reader: Reader): View["record"] {
  const known = new Map<string, Promise<Visibility>>();
  const look = async (name: string, id: string): Promise<Visibility> => {
    const entity = entityOf(product, name);
    if (!entity || reader.kind === "system") return "as stored";
    const isNamed = shownAsAlways(product, reader, name);
    if (isNamed && grantedAlways(product, reader, name, "read")) return "as stored";
    if (!mayEver(product, reader, name, "read")) return "hidden";
    const row = await database.row(recordQuery(product, reader, name, id, ["shownAs"]));
    if (!row) return "hidden";
    return isNamed ? "as stored" : { shownAs: row["record"]["shownAs"] };
  };
  return async (name, referred) => {
    const key = `${name} ${referred.id}`;
    const found = known.get(key) ?? look(name, referred.id);
    known.set(key, found);
    const visibility = await found;
    return visibility === "as stored" ? referred : visibility === "hidden" ? null : { id: referred.id, shownAs: visibility.shownAs };
  };
}
