/** Secrets come from the environment, never from the document: `secret payment key` is PAYMENT_KEY. */
import type { Running } from "./running-product.ts";

export const environmentName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");

/** Undefined where it isn't set; in rehearsal, the secret's name. */
export function secretOf(running: Running, name: string): string | undefined {
  const found = running.options.environment[environmentName(name)];
  return found || (running.options.rehearse ? name : undefined);
}
