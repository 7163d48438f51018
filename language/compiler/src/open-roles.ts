/** Where point 6 is not shown, the audiences of point 1 are known as names: what names one hangs on point 6. */
import { fold, type Typed } from "@nonet/feel";
import { attributeOf, type Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context, DeclaredRole } from "./context.ts";
import { declareRoles, holdersOf, roleBullet } from "./declare-roles.ts";
import { aboutBlocks } from "./points/about-tables.ts";
import { roleTable } from "./role-tables.ts";

/** The roles of point 6 or, where it is not shown, of those whom the product is for. */
export function declareAllRoles(tree: Tree): Map<string, DeclaredRole> {
  const roles = new Map<string, DeclaredRole>([...declareRoles(tree)].map(([key, role]) => [key, { ...role, open: false }]));
  const state = tree.points[5]!.state;
  if (state !== "not shown" && state !== "missing") return roles;
  for (const { name } of audiencesIn(tree)) if (!roles.has(fold(name.text))) roles.set(fold(name.text), { name: name.text, span: name.span, open: true });
  return roles;
}

const audiencesIn = (tree: Tree): readonly Pick<NonNullable<ReturnType<typeof roleBullet>>, "name">[] =>
  aboutBlocks(tree.points[0]!).flatMap((block) => {
    if (block.kind === "table") return (roleTable(block) ?? []).filter(({ name }) => name.text !== "");
    const said = block.kind === "bullet" && !attributeOf(block) && /^\*\*|\s[—–-]\s/.test(block.words.text) ? roleBullet(block) : null;
    return said ? [said] : [];
  });

/** By role, everyone who has it. What an open role includes isn't shown either: it is itself. */
export function allHoldersOf(tree: Tree, roles: ReadonlyMap<string, DeclaredRole>): Map<string, string[]> {
  const holders = holdersOf(tree);
  for (const [key, { name, open }] of roles) if (open) holders.set(key, [name]);
  return holders;
}

/** The role of that name. `what` names it at `source`, and hangs on point 6 where that is not shown. */
export function declaredRole(context: Context, name: string, what: string, source: Span): string | undefined {
  const role = context.declared.roles.get(fold(name));
  if (role?.open) context.affects("point 6", what, source);
  return role?.name;
}

/** A person's roles can be no others than the document has, where all are shown. */
export function withRoles(entity: string, fields: Map<string, Typed>, roles: ReadonlyMap<string, DeclaredRole>): Map<string, Typed> {
  const names = [...roles.values()].map((role) => role.name);
  const known = entity === "User" ? fields.get("roles") : undefined;
  if (known && names.length > 0 && ![...roles.values()].some((role) => role.open))
    fields.set("roles", { ...known, type: { kind: "list", of: { kind: "string", choices: names } } });
  return fields;
}
