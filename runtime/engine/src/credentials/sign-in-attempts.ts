/**
 * Limits failed sign-ins, so that passwords can't be guessed and nobody is locked out by a stranger (default 17).
 *
 * An attempt is counted before the password is checked and uncounted when it was right, so that many attempts at once
 * can't pass the limit together. A source (an IP address) that has signed in to the account before has a count of its own;
 * all others share one. A source with many failures for any accounts waits longer after each.
 */
import { hash } from "node:crypto";
import { isIPv6 } from "node:net";
import { lockKey, system } from "@nonet/database";
import { numberInForce } from "../limits/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { say } from "@nonet/texts";

const attemptsAllowed = 10;
const lockMinutes = 15;
/** A source may fail this often, as a multiple of an account's limit, before it has to wait: many people can share one. */
const sourceFactor = 2;

/** Counts an attempt, or refuses it. */
export async function countAttempt({ database, product }: Running, email: string, source: string): Promise<Outcome<never> | null> {
  const allowed = await numberInForce(database, product, "sign-in attempts", attemptsAllowed);
  return database.transaction<Outcome<never> | null>(
    async (connection) => {
      const standing = (await connection.row(system.attempts(email, source, lockMinutes)))!;
      const { known, own, strangers, ofSource, since } = standing as unknown as Standing;
      if ((known ? own : strangers) >= allowed) return { commit: false, value: tooMany("", lockMinutes * 60) };
      const wait = known || source === "" ? 0 : Math.ceil(delay(ofSource - sourceFactor * allowed) - (since ?? 0));
      if (wait > 0) return { commit: false, value: tooMany(" from your network", wait) };
      await connection.rows(system.addAttempt(email, source));
      return { commit: true, value: null };
    },
    async () => [lockKey(`sign-in ${email.toLowerCase()}`)],
  );
}

interface Standing {
  readonly known: boolean;
  readonly own: number;
  readonly strangers: number;
  readonly ofSource: number;
  readonly since: number | null;
}

/** Seconds after the last failure: doubling with each one beyond what is free. */
const delay = (beyond: number): number => (beyond < 0 ? 0 : Math.min(lockMinutes * 60, 2 ** Math.min(beyond, 20)));

function tooMany(where: string, seconds: number): Outcome<never> {
  const wait = seconds < 120 ? say("seconds", { seconds }) : say("minutes", { minutes: Math.ceil(seconds / 60) });
  const refused = refuse("too many", problem("too-many-attempts", say("too-many-failed-sign-ins-where-try", { where, wait })));
  return { ...refused, refusal: { ...refused.refusal, retryAfter: seconds } };
}

/** The hash of an address; of an IPv6 address the network of 64 bits, which is what one subscriber has. Empty for none. */
export function hashSource(address: string | undefined): string {
  if (!address) return "";
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return hash("sha256", mapped ?? (isIPv6(address) ? network(address) : address), "hex");
}

/** The first four groups. */
function network(address: string): string {
  const [head = "", tail] = address.split("%")[0]!.toLowerCase().split("::");
  const groups = (text: string | undefined): string[] => (text ? text.split(":") : []);
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups(head).length - groups(tail).length);
  return [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(":");
}

const running = new Map<string, Promise<unknown>>();

/** Runs what is asked for one key in turn. */
export async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(key) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(work);
  running.set(key, mine);
  try {
    return await mine;
  } finally {
    if (running.get(key) === mine) running.delete(key);
  }
}
