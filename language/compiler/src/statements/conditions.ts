/** The conditions under which a statement runs, for the checks of the whole document. */
import type { Expression } from "@nonet/feel";
import type { Statement } from "@nonet/model";

const conditions = new WeakMap<Statement, readonly Expression[]>();

export function withConditions<S extends Statement>(statement: S, given: readonly Expression[] | undefined): S {
  if (given) conditions.set(statement, given);
  return statement;
}

export const guardsOf = (statement: Statement): readonly Expression[] => conditions.get(statement) ?? [];
