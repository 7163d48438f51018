/** Outcomes in tests: the value, or the refusal as short text. */
import { type Outcome } from "../../src/contract/outcome.ts";

export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused (${outcome.refusal.kind}): ${outcome.refusal.errors.map((e) => `${e.code} ${e.field ?? ""} ${e.detail}`).join("; ")}`);
  return outcome.value;
}

/** `kind: CODE at field line N`, as the tests say what they expect. */
export function resultOf(outcome: Outcome<unknown>): string {
  if (outcome.ok) return "done";
  return `${outcome.refusal.kind}: ${outcome.refusal.errors.map((e) => e.code + (e.field ? ` at ${e.field}` : "")).join(", ")}`;
}
