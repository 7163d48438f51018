/** Which stored fields an expression reads, through computed fields and lists, as `Entity.field`. */
import type { Expression } from "@nonet/feel";
import type { Field } from "@nonet/model";
import { ownerOf, walk } from "./walk.ts";

/** `named`: further fields that are read, as `Entity.field`. An expression that reads a whole extent also reads `Entity.id`, because a created or deleted record affects it. */
export function readsOf(expressions: readonly Expression[], named: readonly string[], fieldOf: (entity: string, field: string) => Field | undefined): string[] {
  const found = new Set<string>();
  const add = (key: string): void => {
    if (found.has(key)) return;
    const at = key.indexOf(".");
    const field = fieldOf(key.slice(0, at), key.slice(at + 1));
    if (field?.computed) {
      found.add(key);
      visit(field.computed);
    } else if (field?.type.kind === "inverse") {
      found.add(key);
      add(`${field.type.entity}.id`);
      add(`${field.type.entity}.${field.type.by}`);
    } else found.add(key);
  };
  const visit = (expression: Expression): void =>
    walk(expression, (e) => {
      if (e.kind === "global" && e.type.kind === "list" && e.type.of.kind === "record") add(`${e.type.of.name}.id`);
      const owner = e.kind === "path" ? ownerOf(e) : undefined;
      if (e.kind === "path" && owner !== undefined) add(`${owner}.${e.field}`);
    });
  named.forEach(add);
  expressions.forEach(visit);
  const isStored = (key: string): boolean => {
    const at = key.indexOf(".");
    const field = fieldOf(key.slice(0, at), key.slice(at + 1));
    return !field || (field.computed === null && field.type.kind !== "inverse");
  };
  return [...found].filter(isStored).sort();
}
