/** The calls by which everybody may create records, for entities whose records nobody creates on a screen. */
import { entityOf, type Product } from "@nonet/model";

export interface CreatingCall {
  readonly entity: string;
  readonly path: string;
  /** The keys of the entity's fields that the call takes. */
  readonly keys: readonly string[];
}

export function creatingCalls(product: Product): readonly CreatingCall[] {
  return product.calls.flatMap(({ does }): CreatingCall[] => {
    if (does.kind !== "offered" || does.method !== "POST" || does.path.includes(":") || !does.for.includes("anyone")) return [];
    const created = does.then.find((statement) => statement.kind === "create");
    const entity = created && entityOf(product, created.entity);
    if (!entity) return [];
    const taken = new Set(does.takes.map(({ field }) => field.name));
    return [{ entity: entity.name, path: does.path, keys: entity.fields.filter(({ name }) => taken.has(name)).map(({ key }) => key) }];
  });
}
