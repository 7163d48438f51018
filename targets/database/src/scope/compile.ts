/** Compiles an expression at a place by the compiler that its scope carries. */
import type { Expression } from "@nonet/feel";
import type { Scope } from "./scope.ts";

/** An SQL expression of the type that `sqlType` says. */
export const compile = (s: Scope, e: Expression): string => s.compiler.value(s, e);

/** A boolean where null may count as false: filters and where clauses. Equality can then use indexes. */
export const condition = (s: Scope, e: Expression): string => s.compiler.condition(s, e);
