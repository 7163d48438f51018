/** Saves owned parts with their whole: those with an id are changed, those without are new, those left out are gone. */
import { deleteQuery, updateQueries } from "@nonet/database";
import type { Entity } from "@nonet/model";
import { partLists, readValues, isId } from "./read-values.ts";
import { insertRecord, resolveReferences } from "./store-record.ts";
import { problem } from "./refusal.ts";
import { touch, type Work } from "./work.ts";
import type { Values } from "./engine.ts";

export async function saveParts(work: Work, whole: Entity, id: string, parts: Readonly<Record<string, readonly Values[]>>): Promise<void> {
  for (const { key, part } of partLists(whole, work.product.entities)) {
    const sent = parts[key];
    if (!sent) continue;
    const back = part.partOf!.field;
    const there = work.touched.get(id)?.before?.[key];
    const known = new Set(Array.isArray(there) ? there.map((p) => String((p as { id: string }).id)) : []);
    for (const [index, values] of sent.entries()) await savePart(work, part, back, id, known, values, `${key}/${index}`);
    for (const gone of known) {
      const touched = await touch(work, part.name, gone, "delete");
      work.touched.set(gone, { ...touched, kind: "deleted" });
      await work.connection.rows(deleteQuery(work.product, part.name, gone));
    }
  }
}

async function savePart(work: Work, part: Entity, back: string, whole: string, known: Set<string>, sent: Values, path: string): Promise<void> {
  const { id, ...rest } = sent as { id?: unknown };
  const read = readValues(part.fields, rest);
  work.errors.push(...read.errors.map((e) => ({ ...e, field: `${path}/${e.field ?? ""}` })));
  if (read.errors.length > 0) return;
  if (id === undefined || id === null) {
    await insertRecord(work, part, { ...read.values, [back]: whole }, "create");
    return;
  }
  if (!isId(id) || !known.delete(id)) {
    work.errors.push(problem("not-found", "There is no such line here.", { field: path }));
    return;
  }
  await touch(work, part.name, id, "update");
  const values = await resolveReferences(work, part, read.values);
  const writable = Object.fromEntries(Object.entries(values).filter(([name]) => part.fields.some((f) => f.name === name && f.computed === null && f.readOnly !== true)));
  if (Object.keys(writable).length > 0) await work.connection.all(updateQueries(work.product, part.name, id, writable));
}

