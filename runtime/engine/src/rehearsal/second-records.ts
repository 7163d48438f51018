/**
 * Records that an example made beside those that were there, because a Given names none: `a Booking of "Bea"` gets a Sailing
 * of its own, also where the example has one. Where a later step fails, its message says so.
 */
import { whereQuery } from "@nonet/database";
import { fileNames, formatLocation, sourceLocation, type Step } from "@nonet/model";
import type { ExampleEnvironment } from "./example-environment.ts";

/** Notes that a record of the entity is about to be made for one of `of`. */
export async function noteSecond(environment: ExampleEnvironment, entity: string, of: string | null, name: string | null = null): Promise<void> {
  if (entity === of) return;
  const before = (await environment.running.database.rows(whereQuery(environment.product, entity, null))).length;
  if (before > 0) environment.second.push({ entity, of: of ?? entity, before, name, step: null });
}

/** The records made since the last Given are this one's. */
export function noteStep(environment: ExampleEnvironment, step: Step): void {
  for (const one of environment.second) one.step ??= step;
}

/** What to add to what a failing step saw: the records made beside others that the steps are about; empty where there are none. */
export function secondsText({ product, second }: ExampleEnvironment, steps: readonly (Step | undefined)[]): string {
  const named = JSON.stringify(steps.map((step) => ({ ...step, source: null })));
  const about = second.filter(({ entity, of, before }) => (before === 1 ? [entity, of] : [entity]).some((name) => named.includes(JSON.stringify(name))));
  const texts = about.map(({ entity, of, before, name, step }) => {
    const place = step ? ` of ${formatLocation(fileNames(product), sourceLocation(product, step.source))}` : "";
    const made = `. ${before === 1 ? "A second" : "Another"} ${entity}`;
    return name === null ? `${made} was made for the ${of}${place}, because that step names none` : `${made} called "${name}" was made, because no other was called so`;
  });
  return [...new Set(texts)].join("");
}
