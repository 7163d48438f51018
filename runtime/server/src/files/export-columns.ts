/** The columns of an exported list: those of its screen, or every field that the reader may read. */
import type { VisibleRecord } from "@nonet/engine";
import type { Entity, Product, Screen } from "@nonet/model";

export interface Column {
  readonly key: string;
  readonly label: string;
}

/** Like the screen itself, without columns that the reader may read in no record; undefined if the screen doesn't define columns. */
export async function screenColumns(
  product: Product,
  entity: Entity,
  screen: Screen | undefined,
  readable: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly Column[] | undefined> {
  const shows = screen?.shows;
  if (!shows || !("list" in shows) || !shows.list.columns) return undefined;
  const columns = shows.list.columns.map((c) => ({ key: keyOf(product, entity, c.path), label: c.label }));
  const readableKeys = await readable(columns.map((c) => c.key));
  return columns.filter((c) => readableKeys.includes(c.key));
}

/** Every field that the reader may read in some record; it need not be one of the first page. */
export function allColumns(entity: Entity, firstPage: readonly VisibleRecord[], readable: readonly string[]): readonly Column[] {
  const isReadable = (key: string): boolean => key === "id" || readable.includes(key) || firstPage.some((record) => key in record);
  return ["id", "state", ...fieldKeys(entity), "createdAt", "updatedAt"].filter(isReadable).map((key) => ({ key, label: key }));
}

export const fieldKeys = (entity: Entity): readonly string[] =>
  entity.fields.filter((f) => !f.secret && f.type.kind !== "inverse" && f.type.kind !== "secret key").map((f) => f.key);

/** Whether the field at dotted JSON keys is a number. */
export function isNumber(product: Product, entity: Entity, key: string): boolean {
  const kind = fieldsAlong(product, entity, key.split("."), (field, step) => field.key === step).at(-1)?.type.kind;
  return kind !== undefined && ["number", "integer", "money", "percent"].includes(kind);
}

/** A path of field names as dotted JSON keys. */
function keyOf(product: Product, entity: Entity, path: readonly string[]): string {
  const fields = fieldsAlong(product, entity, path, (field, step) => field.name === step);
  return path.map((step, i) => fields[i]?.key ?? step).join(".");
}

type Field = Entity["fields"][number];

/** The field of each step over references; undefined where a step is none. */
function fieldsAlong(product: Product, entity: Entity, path: readonly string[], matches: (field: Field, step: string) => boolean): readonly (Field | undefined)[] {
  let current: Entity | undefined = entity;
  return path.map((step) => {
    const field: Field | undefined = current?.fields.find((f) => matches(f, step));
    const target: string | undefined = field && "entity" in field.type ? field.type.entity : undefined;
    current = product.entities.find((e) => e.name === target);
    return field;
  });
}
