/** Reads a choice without quotation marks where only one of some texts can stand: `species = dog`, `state is to be decided`. */
import { knownNameAt } from "../syntax/names.ts";
import type { Reader } from "../syntax/reader.ts";
import { elementOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";

/** Calls `run` where the choices of the type can stand without quotation marks. */
export function withChoices<T>(r: Reader, type: Type, run: () => T): T {
  const element = elementOf(type);
  const outer = r.choices;
  r.choices = element.kind === "string" ? element.choices : undefined;
  const result = run();
  r.choices = outer;
  return result;
}

/** The choice at the current token, without consuming it. */
export function choiceAt(r: Reader): { readonly choice: string; readonly tokens: number } | undefined {
  const { choices } = r;
  if (!choices || r.dynamic) return undefined;
  const run = knownNameAt(r, (folded) => choices.some((choice) => fold(choice) === folded));
  return run && { choice: choices.find((choice) => fold(choice) === fold(run.name))!, tokens: run.tokens };
}
