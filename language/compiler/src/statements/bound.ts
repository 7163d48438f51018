/** The names that a statement binds for the statements after it. */
import type { Type } from "@nonet/feel";
import type { Statement } from "@nonet/model";

export function boundBy(statement: Statement): readonly (readonly [name: string, type: Type])[] {
  if (statement.kind === "group") return statement.body.flatMap(boundBy);
  if (statement.kind === "create") return statement.as === null ? [] : [[statement.as, { kind: "record", name: statement.entity }]];
  if (statement.kind === "register") return statement.as === null ? [] : [[statement.as, { kind: "record", name: "User" }]];
  if (statement.kind !== "find") return [];
  const { type } = statement.of;
  return [[statement.as, type.kind === "list" ? type.of : type]];
}
