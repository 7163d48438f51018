/** Which roles count as which, for expressions that ask for a role. */
import type { Typed } from "@nonet/feel";
import type { Tree } from "@nonet/notation";
import type { DeclaredRole } from "../declare/declared.ts";
import { holdersOf } from "../syntax/roles/roles.ts";

/** By role, all roles that have it. A role that only a column names, or that is not shown, counts as itself alone. */
export function allHoldersOf(tree: Tree, roles: ReadonlyMap<string, DeclaredRole>): Map<string, string[]> {
  const holders = holdersOf(tree);
  for (const [key, { name, open }] of roles) if (open || !holders.has(key)) holders.set(key, [name]);
  return holders;
}

/** Types a User's `roles` with the names of all roles, if all are shown. */
export function withRoles(entity: string, fields: Map<string, Typed>, roles: ReadonlyMap<string, DeclaredRole>): Map<string, Typed> {
  const names = [...roles.values()].map((role) => role.name);
  const known = entity === "User" ? fields.get("roles") : undefined;
  if (known && names.length > 0 && ![...roles.values()].some((role) => role.open))
    fields.set("roles", { ...known, type: { kind: "list", of: { kind: "string", choices: names } } });
  return fields;
}
