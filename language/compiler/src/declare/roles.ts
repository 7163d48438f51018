/** Declares the roles. If point 6 is not shown, the audiences of point 1 are declared as roles that depend on point 6. */
import { fold } from "@nonet/feel";
import type { Tree } from "@nonet/notation";
import { audiencesIn } from "../syntax/roles/audiences.ts";
import { matrixRoles } from "../syntax/roles/matrix-roles.ts";
import { declareRoles } from "../syntax/roles/roles.ts";
import type { DeclaredRole } from "./declared.ts";

/** The roles of point 6 or, if it is not shown, the audiences of point 1. */
export function declareAllRoles(tree: Tree): Map<string, DeclaredRole> {
  const roles = new Map<string, DeclaredRole>([...declareRoles(tree)].map(([key, role]) => [key, { ...role, open: false }]));
  for (const { text, span } of matrixRoles(tree)) roles.set(fold(text), { name: text, span, open: false });
  const state = tree.points[5]!.state;
  if (state !== "not shown" && state !== "missing") return roles;
  for (const { text, span } of audiencesIn(tree)) if (!roles.has(fold(text))) roles.set(fold(text), { name: text, span, open: true });
  return roles;
}
