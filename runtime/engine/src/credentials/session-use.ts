/** Notes which sessions are used. The uses of half a second are one change of the database, so that a request costs no commit of its own. */
import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";

const gatherMilliseconds = 500;
const gathered = new WeakMap<Running["database"], Set<string>>();

/** Nobody waits for it. What a crash or a failure loses is noted at the session's next request. */
export function noteSessionUse({ database }: Pick<Running, "database">, session: string): void {
  const waiting = gathered.get(database);
  if (waiting) return void waiting.add(session);
  const used = new Set([session]);
  gathered.set(database, used);
  const write = (): void => {
    gathered.delete(database);
    database.rows(system.sessionsUsed([...used])).catch(() => undefined);
  };
  setTimeout(write, gatherMilliseconds).unref();
}
