/**
 * The records that the lines of an import refer to, looked up for all lines with a few statements. What was found counts as long
 * as no line changes what it depends on.
 */
import { findManyQuery, nameReads, system } from "@nonet/database";
import { creationInput, type Entity, isId, type Product } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Connection, Row } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { ImportLine } from "../contract/import.ts";
import { parseListCell } from "../input/list-cell.ts";

export interface KnownReferences {
  /** The rows that `findQuery` has for this text; undefined where the database has to be asked. */
  find(entity: string, text: string): readonly Row[] | undefined;
  /** Whether the actor may read the record, as far as it was looked up. */
  isVisible(entity: string, id: string): boolean;
  /** A line has changed records of these entities. */
  changed(entities: Iterable<string>): void;
}

type Found = Map<string, readonly Row[]>;

export async function lookUpReferences(
  connection: Connection,
  { product, actor, entity }: { readonly product: Product; readonly actor: Actor; readonly entity: Entity },
  lines: readonly ImportLine[],
): Promise<KnownReferences> {
  const byEntity = new Map<string, Found>();
  const visible = new Map<string, Set<string>>();
  const reader = actor.kind === "system" ? null : readerOf(actor);
  const wanted = wantedTexts(product, entity, lines);
  if (wanted.size > 0) await connection.rows(system.planWithValues);
  for (const [target, texts] of wanted) {
    const found: Found = new Map([...texts].map((text) => [text, []]));
    for (const field of ["id", null]) {
      const some = [...texts].filter((text) => isId(text) === (field === "id"));
      if (some.length === 0) continue;
      // Of several one counts as much as all: the line is refused.
      for (const { n, id, found: count } of await connection.rows(findManyQuery(product, target, field, some, reader)))
        found.set(
          some[Number(n) - 1]!,
          Array.from({ length: Math.min(2, Number(count)) }, () => ({ id })),
        );
    }
    byEntity.set(target, found);
    visible.set(target, new Set([...found.values()].flatMap((rows) => (rows.length === 1 ? [String(rows[0]!["id"])] : []))));
  }
  if (wanted.size > 0) await connection.rows(system.planWithoutValues);
  return {
    find: (target, text) => byEntity.get(target)?.get(text),
    isVisible: (target, id) => visible.get(target)?.has(id) === true,
    changed: (entities) => {
      for (const name of entities)
        for (const target of byEntity.keys())
          if (mayChange(product, target, name)) {
            byEntity.delete(target);
            visible.delete(target);
          }
    },
  };
}

/** The texts of all lines by entity, also without the spaces around them. Records of the imported entity itself are created meanwhile. */
function wantedTexts(product: Product, entity: Entity, lines: readonly ImportLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const wanted = new Map<string, Set<string>>();
  for (const { key, type } of [...entity.fields, ...creationInput(product, entity.name)]) {
    if ((type.kind !== "reference" && type.kind !== "references") || mayChange(product, type.entity, entity.name)) continue;
    const texts = wanted.get(type.entity) ?? new Set<string>();
    for (const { values } of lines) {
      const sent = values[key];
      if (typeof sent !== "string" || sent === "") continue;
      for (const text of type.kind === "reference" ? [sent] : parseListCell(sent)) texts.add(text).add(text.trim());
    }
    if (texts.size > 0) wanted.set(type.entity, texts);
  }
  return wanted;
}

/** Whether a change of a record of `changed` can change which records of `target` are found by a text. */
const mayChange = (product: Product, target: string, changed: string): boolean => target === changed || changed === "User" || nameReads(product, target).has(changed);
