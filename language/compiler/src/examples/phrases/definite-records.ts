/** `with the Pick-up slot`: a record that is there, named with its entity and not with a field. It is bound to a field that refers to that entity. */
import type { Field } from "@nonet/model";
import type { RecordReading } from "../scope/phrase-readings.ts";
import type { Preposition } from "./bind-prepositions.ts";
import { foldName, namesAt, phraseAt, type Scan, wordAt } from "./scan.ts";
import type { ReadRecord } from "./read-value.ts";

/** What binding a record by its entity adds for any field, which is less than what a part or another new record of that entity costs. */
const likely = -1;

/** The records that `the …` can mean at a token, each with the fields that can refer to it. */
export function definiteRecords(s: Scan, at: number, fields: readonly Field[], readRecord: ReadRecord): { readonly phrase: Preposition; readonly at: number }[] {
  if (!wordAt(s, at, /^the$/i)) return [];
  const candidates = fields.flatMap((field) => {
    if (field.type.kind !== "reference" && field.type.kind !== "references") return [];
    const { entity } = field.type;
    const isNamedAlike = foldName(field.name) === foldName(entity) ? 0 : 0.2;
    return readRecord(s, at, entity)
      .filter(({ value }) => isDescribed(s, at, value))
      .map(({ value, at: to, cost }) => ({ field, value: { kind: "records" as const, records: [value] }, to, cost: cost + likely + isNamedAlike }));
  });
  return [...new Set(candidates.map(({ to }) => to))].map((to) => ({
    phrase: { word: "with", phrase: phraseAt(s, at, to), candidates: candidates.filter((one) => one.to === to) },
    at: to,
  }));
}

/** `the Slot`, `the open Slot of "Ada"`: the words name the entity, within what stands before it. */
function isDescribed(s: Scan, at: number, { entity, through }: RecordReading): boolean {
  const names = new Map([[foldName(entity), entity]]);
  return through === undefined && [1, 2, 3].some((ahead) => namesAt(s, at + ahead, names).length > 0);
}

/** `the Order of "ACME"` describes an Order that is there, although a field is called order: its value would be `an order of "ACME"`. */
export const describesRecord = (s: Scan, at: number, field: Field, end: number): boolean =>
  wordAt(s, at, /^the$/i) && wordAt(s, end, /^(?:of|by|for)$/i) && field.type.kind === "reference" && foldName(field.name) === foldName(field.type.entity);
