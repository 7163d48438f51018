import type { Refusal } from "../contract/outcome.ts";

/** Ends the change with a refusal; caught by `perform` alone, which rolls back. */
export class Stopped extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super("stopped");
    this.refusal = refusal;
  }
}

export function stop(refused: { readonly refusal: Refusal }): never {
  throw new Stopped(refused.refusal);
}
