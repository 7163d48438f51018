/** Queues for the contenders of this process, so that they wait without holding a connection. */
import type pg from "pg";

const queues = new WeakMap<pg.Pool, Map<string, Promise<void>>>();

/** Waits for its turn under each key, in the keys' order. Returns the function that leaves the queues. */
export async function queueFor(pool: pg.Pool, keys: readonly string[]): Promise<() => void> {
  let queue = queues.get(pool);
  if (!queue) queues.set(pool, (queue = new Map<string, Promise<void>>()));
  const all = queue;
  const leaving: (() => void)[] = [];
  for (const key of [...new Set(keys)].sort()) {
    const before = all.get(key);
    let leave = (): void => undefined;
    const mine = new Promise<void>((done) => (leave = done));
    const tail = (before ?? Promise.resolve()).then(() => mine);
    all.set(key, tail);
    leaving.push(() => {
      leave();
      if (all.get(key) === tail) all.delete(key);
    });
    await before;
  }
  return () => leaving.forEach((leave) => leave());
}
