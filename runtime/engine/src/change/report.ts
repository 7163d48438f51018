/**
 * The two ways in which an error leaves a step of a change: `report` collects it, and the change goes on, so that the
 * person sees every mistake at once; `stopChange` ends the change where nothing after it makes sense. Both put the path of
 * the part that is being saved before the field (`lines/2/quantity`).
 *
 * A refusal unwinds any depth of effects that run actions that run effects. It is caught in two places only: at the
 * transaction's edge (`perform/`) and at a savepoint (`effects/run-automatic.ts`).
 */
import type { FieldError, Refusal } from "../contract/outcome.ts";
import { Stopped } from "../refusals/stop.ts";
import type { ChangeContext } from "./change-context.ts";

export function report(context: ChangeContext, errors: readonly FieldError[]): void {
  context.errors.push(...errors.map((error) => located(context, error)));
}

/** All that was reported, each error once: a field of the record and the same field of an action's input are read apart. */
export function reportedErrors({ errors }: Pick<ChangeContext, "errors">): readonly FieldError[] {
  return [...new Map(errors.map((error) => [JSON.stringify([error.field, error.code, error.detail, error.rule]), error])).values()];
}

export function stopChange(context: ChangeContext, refused: { readonly refusal: Refusal }): never {
  const { kind, errors } = refused.refusal;
  throw new Stopped({ kind, errors: errors.map((error) => located(context, error)) });
}

/** Runs the steps that save one part; errors that they make point to `path`. */
export async function atPath<T>(context: ChangeContext, path: string, steps: () => Promise<T>): Promise<T> {
  const outer = context.path;
  context.path = path;
  try {
    return await steps();
  } finally {
    context.path = outer;
  }
}

/** A field of a record that was saved as a part, after all parts are saved. */
export const pathOf = (context: ChangeContext, id: string, field: string | null): string | null => joinPath(context.paths.get(id) ?? "", field);

const located = (context: ChangeContext, error: FieldError): FieldError => (context.path === "" ? error : { ...error, field: joinPath(context.path, error.field) });

const joinPath = (path: string, field: string | null): string | null => (path === "" ? field : field === null ? path : `${path}/${field}`);
