/** Reads lists and records as values: the engine itself hands out JSON text. */
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type Outcome } from "../../src/contract/outcome.ts";
import { type ListRequest, type VisibleRecord } from "../../src/contract/reads.ts";
import { parseRecord } from "../../src/read/read-record.ts";

export interface Items {
  readonly items: readonly VisibleRecord[];
  readonly next: string | null;
  readonly count: number | null;
}

export async function listOf(engine: Pick<Engine, "list">, actor: Actor, request: ListRequest): Promise<Outcome<Items>> {
  const page = await engine.list(actor, request);
  if (!page.ok) return page;
  const { records, next, count } = page.value;
  return { ok: true, value: { items: records.map(parseRecord), next, count } };
}

export async function recordOf(engine: Pick<Engine, "record">, actor: Actor, entity: string, id: string, fields?: readonly string[]): Promise<Outcome<VisibleRecord>> {
  const record = await engine.record(actor, entity, id, fields);
  return record.ok ? { ok: true, value: parseRecord(record.value) } : record;
}
