/** `nonet feel`: expressions are evaluated by PostgreSQL inside a running product; on their own they can't be yet. */
import { fail } from "../print.ts";

export async function feel(_args: readonly string[]): Promise<number> {
  return fail("`nonet feel` is not supported yet: expressions are evaluated inside a running product only; put it into a specification and use `nonet check` to see its type.");
}
