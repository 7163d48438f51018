/** Who may decide an action of a record, and in which of its states. */
import type { Expression } from "@nonet/feel";
import { fieldOf, type Machine, type Product } from "@nonet/model";
import { noSpan } from "../scope/no-span.ts";
import { entityNamed } from "../scope/scope.ts";

/** The states that the action leads out of: while the record is in one of them, the action may be decided. */
export const openStates = (machine: Machine, action: string): readonly string[] => [
  ...new Set(machine.transitions.flatMap((t) => (t.trigger.kind === "action" && t.trigger.action === action && t.from !== null ? [t.from] : []))),
];

/** A field of people as a list of Users. */
export function peopleOf(product: Product, entityName: string, name: string): Expression {
  const entity = entityNamed(product, entityName);
  const field = fieldOf(entity, name);
  const many = field !== undefined && (field.type.kind === "references" || field.type.kind === "inverse");
  const user = { kind: "record", name: "User" } as const;
  const list = { kind: "list", of: user } as const;
  const path: Expression = {
    kind: "path",
    of: { kind: "variable", name: "this", type: { kind: "record", name: entity.name }, nullable: false, span: noSpan },
    field: name,
    listed: false,
    type: many ? list : user,
    nullable: true,
    span: noSpan,
  };
  return many ? path : { kind: "list", items: [path], type: list, nullable: false, span: noSpan };
}
