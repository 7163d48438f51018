/** Ends a change from any depth with a refusal; inside a change, steps call `stopChange` (change/report.ts), which adds the path. */
import type { Refusal } from "../contract/outcome.ts";

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
