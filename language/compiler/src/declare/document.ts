/** The declaring pass: every name that the document defines, before any expression is compiled. */
import type { Tree } from "@nonet/notation";
import type { Memory } from "../incremental/memory.ts";
import { declareConstants } from "./constants.ts";
import type { Declared } from "./declared.ts";
import type { EntityDrafts } from "./drafts.ts";
import { declareEntities } from "./entities.ts";
import { declareCalls, declareCodes, declareScreens } from "./names.ts";
import { declareAllRoles } from "./roles.ts";

export function declareDocument(tree: Tree, memory: Memory): { readonly declared: Declared; readonly entities: EntityDrafts } {
  const roles = declareAllRoles(tree);
  const entities = declareEntities(
    tree,
    memory,
    [...roles.values()].map(({ name }) => name),
  );
  const declared: Declared = {
    entities: entities.drafts,
    roles,
    calls: declareCalls(tree),
    codes: declareCodes(tree),
    constants: declareConstants(tree),
    screens: declareScreens(tree),
  };
  return { declared, entities };
}
