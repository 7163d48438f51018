/** Stands for a command that is part of the contract and not built yet: it says so, and does nothing. */
import { fail } from "../print.ts";

export function refuse(name: string, instead: string) {
  return async (_args: readonly string[]): Promise<number> => fail(`\`nonet ${name}\` is not supported yet; ${instead}.`);
}
