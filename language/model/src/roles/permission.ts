/** Point 6: roles and permissions. What no grant allows is denied. */
import type { Expression } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { Condition } from "../expressions/condition.ts";

export interface Permissions {
  /** False if point 6 is not shown; then only the Owner has permissions. */
  readonly written: boolean;
  readonly roles: readonly Role[];
  /** What `own` means for an entity: a condition over `this` and `me`. `of` is the whole whose owner a part has, where no line says whose the part is. */
  readonly own: readonly { readonly entity: string; readonly condition: Expression; readonly source: Span; readonly of?: string }[];
  /** Conditions over `this` and `me` that the matrix uses by name. */
  readonly named: readonly { readonly name: string; readonly entity: string; readonly condition: Expression; readonly source: Span }[];
  /** Fields with their own row in the matrix. Only grants that name such a field apply to it, not grants for whole records. */
  readonly fieldRows: readonly { readonly entity: string; readonly field: string; readonly source: Span }[];
  /** Names of entities with a row `Entity: history`; absent if there are none. */
  readonly historyRows?: readonly string[];
  readonly grants: readonly Grant[];
  /** Denials: they take precedence over `grants`. */
  readonly never: readonly Grant[];
  /** Rows `Screen "…"`: only these roles can open the screen, whatever its For says. The role is "" if nobody can. */
  readonly screens: readonly { readonly screen: string; readonly role: string; readonly source: Span }[];
}

export interface Role {
  readonly name: string;
  /** Every role that it includes, directly or through another role. The first is the role itself. */
  readonly includes: readonly string[];
  /** The description in the document. */
  readonly text: string;
  /** The former name; absent if the role wasn't renamed. */
  readonly was?: string;
  readonly source: Span;
}

export type Verb = "create" | "read" | "update" | "delete" | "history";

/** Allows the people with a role to use a verb or an action on the records of an entity for which a condition holds. */
export interface Grant {
  /** The name of a role, `anyone`, `everyone` or `bearer`. It also applies to roles that include this one; see `Role.includes`. */
  readonly role: string;
  readonly entity: string;
  readonly verb: Verb | { readonly action: string };
  /** The names of the fields; null for all fields without their own row. A row `Entity: field` is a grant for that one field. */
  readonly fields: readonly string[] | null;
  /** A condition over `this` and `me`, which includes `own`, `while` and named conditions; null for all records. */
  readonly where: Condition | null;
  /** The action, for a `create` that follows from the permission for an action with a `(new)` row; otherwise absent. */
  readonly by?: string;
  /** The conditions of a right in a sentence: `own while requested`. Absent for a cell, whose text has them in one piece. */
  readonly whereText?: string;
  /** The text of the cell, for explanations: `update own while requested`. */
  readonly text: string;
  readonly source: Span;
}

/** Whether the grant is only for the account of the signed-in user, as `own` is where "a User is themselves". */
export function isOfThemselves({ entity, where }: Grant): boolean {
  const condition = where?.expression;
  if (entity !== "User" || condition?.kind !== "binary" || condition.operator !== "=") return false;
  const names = [condition.left, condition.right].map((side) => (side.kind === "variable" ? side.name : ""));
  return names.includes("this") && names.includes("me");
}
