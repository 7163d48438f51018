/** Text to checked model, the one way in which every command goes. */
import { compile } from "@nonet/compiler";
import { unsupportedIn } from "@nonet/database";
import type { Diagnostic } from "@nonet/source";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";
import { fail } from "../terminal/print.ts";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import { readArguments, type Given, type Shape } from "../terminal/read-arguments.ts";
import { readSpecification, type Specification } from "./read-specification.ts";

export type Compiled = ReturnType<typeof compile>;

/** `by`: a checker's check, where the same document is compiled again and again. */
export function compileSpecification(specification: Specification, by: typeof compile = compile): Compiled {
  const compiled = by(specification.sources, { version: specification.version });
  return hasErrors(compiled.diagnostics) ? compiled : { ...compiled, diagnostics: [...compiled.diagnostics, ...uncomputable(compiled)] };
}

/** What PostgreSQL can't compute is refused here, not when somebody comes upon it. */
function uncomputable({ product }: Compiled): Diagnostic[] {
  return unsupportedIn(product).map(({ expression, why }): Diagnostic => ({
    code: "not-supported-yet",
    severity: "error",
    span: expression.span,
    message: `This version can't compute this yet: ${why}.`,
    hint: "Say it in another way, or leave it out.",
    fixes: [],
  }));
}

export interface Opened {
  readonly given: Given;
  readonly specification: Specification;
  readonly compiled: Compiled;
}

/** Reads a command's words, whose first is the specification, and compiles it. */
export async function openSpecification(command: string, args: readonly string[], options: Shape["options"] = {}, more: readonly string[] = []): Promise<Attempt<Opened>> {
  const given = readArguments(command, args, { words: ["FILE", ...more], options });
  if (!given.ok) return given;
  const read = await readSpecification(given.value.words[0]!);
  if (!read.ok) return mistake(read.sentence);
  return done({ given: given.value, specification: read.value, compiled: compileSpecification(read.value) });
}

/** The exit code, with everything said: 0 where nothing is wrong. Commands that need a model without errors end with it; others show what could be understood all the same. */
export function refuseErrors(opened: Attempt<Opened>): 0 | 1 | 2 {
  if (!opened.ok) return fail(opened.sentence);
  const diagnostics: readonly Diagnostic[] = opened.value.compiled.diagnostics;
  if (!hasErrors(diagnostics)) return 0;
  printDiagnostics(opened.value.specification.sources, diagnostics);
  return 1;
}
