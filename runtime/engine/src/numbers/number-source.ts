/**
 * The numbers of plain sequences. They are taken in a transaction of their own, so that no change waits for another one's
 * commit; a number that is taken and not used is missing.
 *
 * A change that runs again uses its numbers again. One that is refused gives them back where no later one was taken.
 */
import { nextNumberQuery } from "@nonet/database";
import type { Connection, Database } from "../connection/contract.ts";
import { type Counter, nameOf, nextAhead, returnToCounter, takeTogether } from "./shared-counter.ts";

export interface TakenNumber {
  readonly value: string;
  /** The date that the number's prefix is from. */
  readonly today: string;
}

export interface NumberSource {
  /** `connection`: that of the change. */
  next(connection: Connection, counter: Counter): Promise<TakenNumber>;
  /** Called where the change runs again. */
  restart(): void;
  /** Called when the change has ended: `used` where its transaction was committed. */
  end(used: boolean): Promise<void>;
}

interface Taken {
  readonly counter: Counter;
  readonly prefix: string;
  readonly today: string;
  readonly values: bigint[];
  used: number;
}

/** `ahead`: how many numbers are taken at once, for a change that needs many. */
export function takeNumbers(database: Database, ahead = 1): NumberSource {
  const all = new Map<string, Taken>();
  return {
    next: async (_, counter) => {
      const name = nameOf(counter);
      let taken = all.get(name);
      if (!taken || taken.used >= taken.values.length) {
        const { last, today, prefix } = await takeTogether(database, counter, ahead);
        // Another number of the change may have been waited for at the same time; a new year has a counter of its own.
        taken = all.get(name);
        if (taken?.prefix !== prefix) all.set(name, (taken = { counter, prefix, today, values: [], used: 0 }));
        for (let n = ahead - 1; n >= 0; n--) taken.values.push(last - BigInt(n));
      }
      return { value: String(taken.values[taken.used++]), today: taken.today };
    },
    restart: () => {
      for (const taken of all.values()) taken.used = 0;
    },
    end: async (used) => {
      for (const taken of all.values()) await giveBack(database, taken, used ? taken.used : 0);
    },
  };
}

/** What the numbers would be, for a change that is only tried. */
export function previewNumbers(database: Database): NumberSource {
  const given = new Map<string, bigint>();
  return {
    next: async (connection, counter) => {
      const name = nameOf(counter);
      const ahead = nextAhead(database, counter);
      const row = ahead ?? (await connection.row(nextNumberQuery(counter.product, counter.key, counter.prefix)));
      const before = given.get(name) ?? 0n;
      given.set(name, before + 1n);
      return { value: String(BigInt(row?.["value"] as string) + before), today: String(row?.["today"]) };
    },
    restart: () => given.clear(),
    end: () => Promise.resolve(),
  };
}

/** The numbers after the first `kept`, as far as they are the last ones of their counter. */
async function giveBack(database: Database, { counter, prefix, values }: Taken, kept: number): Promise<void> {
  const left = values.slice(kept);
  let first = left.length - 1;
  while (first > 0 && left[first - 1] === left[first]! - 1n) first--;
  if (left.length === 0) return;
  await returnToCounter(database, counter, prefix, { first: left[first]!, last: left.at(-1)! });
}
