/**
 * A counter of numbers as the changes of this process share it: those who wait at the same time are answered by one statement,
 * and where many numbers are needed, some are taken ahead. What is left of them goes back when nobody asks for a second.
 */
import { type NumberPrefix, returnNumbers, sequenceQuery } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";

export interface Counter {
  readonly product: Product;
  readonly key: string;
  readonly prefix: NumberPrefix;
}

/** `count` numbers up to `last`. */
export interface Block {
  readonly last: bigint;
  readonly today: string;
  readonly prefix: string;
}

interface Waiting {
  readonly count: number;
  readonly done: (block: Block) => void;
  readonly failed: (error: unknown) => void;
}

interface Shared {
  waiting: Waiting[] | null;
  /** Numbers that nobody has yet. */
  ahead: { next: bigint; readonly last: bigint; readonly today: string; readonly prefix: string } | null;
  /** How many numbers were asked for in this second, and when it began. */
  asked: number;
  second: number;
  idle: NodeJS.Timeout | undefined;
}

const mostAhead = 64;
/** Numbers a second, below which none is taken ahead. */
const fewPerSecond = 10;

const counters = new WeakMap<Database, Map<string, Shared>>();

export const nameOf = ({ key, prefix }: Counter): string => JSON.stringify([key, prefix]);

function sharedOf(database: Database, counter: Counter): Shared {
  let all = counters.get(database);
  if (!all) counters.set(database, (all = new Map<string, Shared>()));
  const name = `${counter.product.version} ${nameOf(counter)}`;
  let shared = all.get(name);
  if (!shared) {
    // A prefix of texts from records has many counters.
    if (all.size >= 1000) for (const [other, { waiting, ahead }] of all) if (!waiting && !ahead) all.delete(other);
    all.set(name, (shared = { waiting: null, ahead: null, asked: 0, second: 0, idle: undefined }));
  }
  return shared;
}

export function takeTogether(database: Database, counter: Counter, count: number): Promise<Block> {
  const shared = sharedOf(database, counter);
  const now = Date.now();
  if (now - shared.second >= 1000) Object.assign(shared, { second: now, asked: 0 });
  shared.asked += count;
  const { ahead } = shared;
  if (ahead && ahead.next + BigInt(count) - 1n <= ahead.last) {
    ahead.next += BigInt(count);
    return Promise.resolve({ last: ahead.next - 1n, today: ahead.today, prefix: ahead.prefix });
  }
  if (ahead && ahead.next > ahead.last) shared.ahead = null;
  return new Promise((done, failed) => {
    const mine = { count, done, failed };
    if (shared.waiting) return void shared.waiting.push(mine);
    shared.waiting = [];
    void takeFor(database, counter, shared, [mine]);
  });
}

/** The next of the numbers that were taken ahead. */
export function nextAhead(database: Database, counter: Counter): { readonly value: string; readonly today: string } | null {
  const { ahead } = sharedOf(database, counter);
  return ahead && ahead.next <= ahead.last ? { value: String(ahead.next), today: ahead.today } : null;
}

/** Takes numbers for those who wait, until nobody does. */
async function takeFor(database: Database, counter: Counter, shared: Shared, first: readonly Waiting[]): Promise<void> {
  for (let waiting = first; waiting.length > 0;) {
    try {
      const count = waiting.reduce((sum, one) => sum + one.count, 0);
      const extra = mayTakeAhead(counter) && shared.ahead === null && shared.asked > fewPerSecond ? Math.min(mostAhead, shared.asked) : 0;
      const row = (await database.apart(sequenceQuery(counter.product, counter.key, counter.prefix, count + extra)))[0]!;
      const [end, today, prefix] = [BigInt(row["value"] as string), String(row["today"]), String(row["prefix"])];
      let last = end - BigInt(count + extra);
      for (const one of waiting) one.done({ last: (last += BigInt(one.count)), today, prefix });
      if (extra > 0) keepAhead(database, counter, shared, { next: last + 1n, last: end, today, prefix });
    } catch (error) {
      for (const one of waiting) one.failed(error);
    }
    waiting = shared.waiting ?? [];
    shared.waiting = waiting.length > 0 ? [] : null;
  }
}

/** A counter that changes with the year or month has to be looked at each time. */
const mayTakeAhead = ({ prefix }: Counter): boolean => prefix.every((part) => typeof part === "string");

function keepAhead(database: Database, counter: Counter, shared: Shared, ahead: NonNullable<Shared["ahead"]>): void {
  shared.ahead = ahead;
  clearTimeout(shared.idle);
  shared.idle = setTimeout(() => {
    if (shared.ahead && Date.now() - shared.second < 1000) return keepAhead(database, counter, shared, shared.ahead);
    returnAhead(database, counter.key, shared).catch(() => undefined);
  }, 1000).unref();
}

async function returnAhead(database: Database, key: string, shared: Shared): Promise<void> {
  const { ahead } = shared;
  shared.ahead = null;
  if (ahead && ahead.next <= ahead.last) await database.apart(returnNumbers(key, ahead.prefix, { kept: String(ahead.next - 1n), last: String(ahead.last) }));
}

/** Gives back numbers that nobody uses, as far as no later one was taken. */
export async function returnToCounter(database: Database, counter: Counter, prefix: string, { first, last }: { readonly first: bigint; readonly last: bigint }): Promise<void> {
  const shared = sharedOf(database, counter);
  if (shared.ahead?.prefix === prefix && shared.ahead.next === last + 1n) shared.ahead.next = first;
  else await database.apart(returnNumbers(counter.key, prefix, { kept: String(first - 1n), last: String(last) }));
}

/** Before the database is closed. */
export async function returnAllNumbers(database: Database): Promise<void> {
  for (const [name, shared] of counters.get(database) ?? []) {
    clearTimeout(shared.idle);
    const [key] = JSON.parse(name.slice(name.indexOf(" ") + 1)) as [string];
    await returnAhead(database, key, shared).catch(() => undefined);
  }
}
