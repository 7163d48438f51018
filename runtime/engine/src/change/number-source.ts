/**
 * The numbers of plain sequences. They are taken in a transaction of their own, so that no change waits for another one's
 * commit; a number that is taken and not used is missing. Requests for the same counter that meet are answered together.
 *
 * A change that runs again uses its numbers again. One that is refused gives them back where no later one was taken.
 */
import { nextNumberQuery, type NumberPrefix, returnNumbers, sequenceQuery } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database, Row } from "../connection/contract.ts";

export interface Counter {
  readonly product: Product;
  readonly key: string;
  readonly prefix: NumberPrefix;
}

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
  readonly key: string;
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
        if (taken?.prefix !== prefix) all.set(name, (taken = { key: counter.key, prefix, today, values: [], used: 0 }));
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
export function previewNumbers(): NumberSource {
  const given = new Map<string, bigint>();
  return {
    next: async (connection, counter) => {
      const name = nameOf(counter);
      const row = await connection.row(nextNumberQuery(counter.product, counter.key, counter.prefix));
      const before = given.get(name) ?? 0n;
      given.set(name, before + 1n);
      return { value: String(BigInt(row?.["value"] as string) + before), today: String(row?.["today"]) };
    },
    restart: () => given.clear(),
    end: () => Promise.resolve(),
  };
}

const nameOf = ({ key, prefix }: Counter): string => JSON.stringify([key, prefix]);

/** The numbers after the first `kept`, as far as they are the last ones of their counter. */
async function giveBack(database: Database, { key, prefix, values }: Taken, kept: number): Promise<void> {
  const left = values.slice(kept);
  let first = left.length - 1;
  while (first > 0 && left[first - 1] === left[first]! - 1n) first--;
  if (left.length === 0) return;
  await database.apart(returnNumbers(key, prefix, { kept: String(left[first]! - 1n), last: String(left.at(-1)) }));
}

interface Block {
  readonly last: bigint;
  readonly today: string;
  readonly prefix: string;
}

interface Waiting {
  readonly count: number;
  readonly done: (block: Block) => void;
  readonly failed: (error: unknown) => void;
}

/** By counter: those who wait for the statement that is under way. */
const queues = new WeakMap<Database, Map<string, Waiting[]>>();

function takeTogether(database: Database, counter: Counter, count: number): Promise<Block> {
  let waiting = queues.get(database);
  if (!waiting) queues.set(database, (waiting = new Map<string, Waiting[]>()));
  const all = waiting;
  const name = `${counter.product.version} ${nameOf(counter)}`;
  return new Promise((done, failed) => {
    const mine = { count, done, failed };
    const queue = all.get(name);
    if (queue) return void queue.push(mine);
    all.set(name, []);
    void takeFor(database, counter, [mine], () => {
      const next = all.get(name)!;
      all.set(name, []);
      if (next.length === 0) all.delete(name);
      return next;
    });
  });
}

/** Takes numbers for those who wait, until nobody does. */
async function takeFor(database: Database, { product, key, prefix }: Counter, first: readonly Waiting[], nextOnes: () => readonly Waiting[]): Promise<void> {
  for (let waiting = first; waiting.length > 0; waiting = nextOnes()) {
    try {
      const count = waiting.reduce((sum, one) => sum + one.count, 0);
      const row: Row = (await database.apart(sequenceQuery(product, key, prefix, count)))[0]!;
      let last = BigInt(row["value"] as string) - BigInt(count);
      for (const one of waiting) one.done({ last: (last += BigInt(one.count)), today: String(row["today"]), prefix: String(row["prefix"]) });
    } catch (error) {
      for (const one of waiting) one.failed(error);
    }
  }
}
