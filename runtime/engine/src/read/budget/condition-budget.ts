/**
 * The budget of a condition that a request brings: its estimated cost, its time, and how many of one person run at a
 * time. A short text can make the database count to a thousand million for each record.
 */
import { type Query, statementName, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Connection, Database, Row } from "../../connection/contract.ts";
import { stateOf } from "../../connection/errors.ts";
import type { Running } from "../../connection/running-product.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { ListSender } from "../../contract/reads.ts";
import { areCheap } from "./cheap-plans.ts";
import { done, problem, refuse } from "../../refusals/refusal.ts";

/** In the planner's unit, a page read from disk; what takes 2 seconds costs about a tenth of this or less. */
const maxCost = 50_000_000;
/** Default 10. */
const atATime = 2;
/** Of one person; more are refused. */
const maxWaiting = 20;

const tooLong = "This condition takes longer than 2 seconds to evaluate. Simplify it, or add a filter.";
const tooExpensive = "This condition is too expensive to evaluate. Use shorter ranges and fewer nested loops, or add a filter.";
const tooMany = "Too many of your conditions are still being evaluated. Wait for their results.";

const refused = (detail: string): Outcome<never> => refuse("malformed", problem("invalid-condition", detail, { field: "where" }));

type Rows = readonly (readonly Row[])[];

/** The rows of each query, all of which contain the condition; `isPlain`: it reads no more than the record (plain-condition.ts). */
export async function readWithinBudget(
  { database, primary = database, product }: Running,
  queries: readonly Query[],
  { isPlain, ...sender }: ListSender & { readonly client: string; readonly isPlain: boolean },
): Promise<Outcome<Rows>> {
  const prepared = isPlain ? preparedOf(product, queries) : null;
  // Like any filter: with the other reads, and without a place or a limit.
  if (prepared && (await areCheap(database, product, prepared))) return done(await Promise.all(prepared.map((query) => database.rows(query))));
  const place = await takePlace(primary, sender.client);
  if (!place) return refuse("too many", problem("too-many-requests", tooMany, { field: "where" }));
  try {
    return await database.forCondition((connection) => (isPlain ? readPlain(connection, prepared ?? queries) : readOn(connection, queries)), sender.signal);
  } catch (error) {
    // Whoever has gone doesn't read it.
    if (stateOf(error) === system.timeoutState || sender.signal?.aborted) return refused(tooLong);
    throw error;
  } finally {
    place.leave();
  }
}

const readPlain = async (connection: Connection, queries: readonly Query[]): Promise<Outcome<Rows>> => done(await Promise.all(queries.map((query) => connection.rows(query))));

/** Prepared where there are few such conditions: their values are parameters, so many requests share a text. Null where there are too many. */
function preparedOf(product: Product, queries: readonly Query[]): readonly Query[] | null {
  return queries.every(({ text }) => isOneOfFew(product, text)) ? queries.map((query) => ({ ...query, name: statementName(query.text) })) : null;
}

const mostPrepared = 100;
const preparedTexts = new WeakMap<Product, Set<string>>();

function isOneOfFew(product: Product, text: string): boolean {
  const texts = preparedTexts.get(product) ?? new Set<string>();
  preparedTexts.set(product, texts);
  if (texts.size < mostPrepared) texts.add(text);
  return texts.has(text);
}

async function readOn(connection: Connection, queries: readonly Query[]): Promise<Outcome<Rows>> {
  // Neither plans nor prepared statements are kept: each condition is another text.
  const once = queries.map((query) => ({ ...query, name: "" }));
  // After an error the connection isn't used again.
  await connection.rows(system.plansWithValues);
  const all: (readonly Row[])[] = [];
  let isTooExpensive = false;
  for (const query of once) isTooExpensive ||= system.totalCost(await connection.row(system.explain(query))) > maxCost;
  if (!isTooExpensive) for (const query of once) all.push(await connection.rows(query));
  await connection.rows(system.plansWithoutValues);
  return isTooExpensive ? refused(tooExpensive) : done(all);
}

interface Client {
  running: number;
  readonly waiting: (() => void)[];
}

/** By the primary database, wherever they read. */
const clients = new WeakMap<Database, Map<string, Client>>();

/** Waits for its turn among the requests of one client; null where too many wait. */
async function takePlace(database: Database, name: string): Promise<{ leave(): void } | null> {
  let known = clients.get(database);
  if (!known) clients.set(database, (known = new Map<string, Client>()));
  const all = known;
  const client = all.get(name) ?? { running: 0, waiting: [] };
  all.set(name, client);
  if (client.running < atATime) client.running++;
  else if (client.waiting.length >= maxWaiting) return null;
  // Whoever leaves hands its place over.
  else await new Promise<void>((go) => client.waiting.push(go));
  return {
    leave: () => {
      const next = client.waiting.shift();
      if (next) return next();
      client.running--;
      if (client.running === 0) all.delete(name);
    },
  };
}
