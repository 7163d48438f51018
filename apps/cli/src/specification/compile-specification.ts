/** Compiles a specification, in the same way for every command. */
import { compile } from "@nonet/compiler";
import { causeOf, unsupportedIn } from "@nonet/database";
import type { Diagnostic } from "@nonet/source";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import { fail } from "../terminal/print.ts";
import { readArguments, type ArgumentShape, type ParsedArguments } from "../terminal/read-arguments.ts";
import { failure, success, type Result } from "../terminal/result.ts";
import { readSpecification, type Specification } from "./read-specification.ts";

export type Compiled = ReturnType<typeof compile>;

/** `by` is an incremental checker's check, for a document that is compiled repeatedly. */
export function compileSpecification(specification: Specification, by: typeof compile = compile): Compiled {
  const compiled = by(specification.sources, { version: specification.version });
  return { ...compiled, diagnostics: [...compiled.diagnostics, ...unsupportedExpressions(specification, compiled)] };
}

/** Reports expressions that PostgreSQL can't compute, so that they don't fail at run time; in a document with other errors those that were understood. */
function unsupportedExpressions({ sources }: Specification, { product, diagnostics }: Compiled): Diagnostic[] {
  // What has no cause of its own follows from another error.
  const found = unsupportedIn(product, hasErrors(diagnostics)).filter(({ why }) => !hasErrors(diagnostics) || causeOf(why) !== undefined);
  return found.map(({ part: { span }, why }): Diagnostic => {
    const cause = causeOf(why);
    const words = sources[span.file]?.text.slice(span.from, span.to).replace(/\s+/g, " ") ?? "";
    return {
      code: "not-supported-yet",
      severity: "error",
      span,
      message: `\`${words.length > 80 ? `${words.slice(0, 80)}…` : words}\` can't be computed yet: ${cause?.says ?? why}.`,
      hint: cause?.hint ?? "Write it in another way, or remove it.",
      fixes: [],
    };
  });
}

export interface Opened {
  readonly given: ParsedArguments;
  readonly specification: Specification;
  readonly compiled: Compiled;
}

/** Parses a command's arguments, of which the first is the specification, and compiles it. */
export async function openSpecification(command: string, args: readonly string[], options: ArgumentShape["options"] = {}, more: readonly string[] = []): Promise<Result<Opened>> {
  const given = readArguments(command, args, { words: ["FILE", ...more], options });
  if (!given.ok) return given;
  const read = await readSpecification(given.value.words[0]!);
  if (!read.ok) return failure(read.message);
  return success({ given: given.value, specification: read.value, compiled: compileSpecification(read.value) });
}

/** Prints what is wrong and returns the exit code, 0 if there are no errors. Commands that need a model without errors stop here; others go on with what was understood. */
export function reportErrors(opened: Result<Opened>): 0 | 1 | 2 {
  if (!opened.ok) return fail(opened.message);
  const diagnostics: readonly Diagnostic[] = opened.value.compiled.diagnostics;
  if (!hasErrors(diagnostics)) return 0;
  printDiagnostics(opened.value.specification.sources, diagnostics);
  return 1;
}
