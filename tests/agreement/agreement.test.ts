/**
 * Holds the closures and PostgreSQL to the same answers: expressions made at random, over rows of every kind of field.
 *
 * The short form runs with `npm test`, the long one where NONET_LONG is set; NONET_SEED repeats a run, NONET_PAIRS sets its length.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "@nonet/compiler";
import { insertQueries, planTables, system, systemTables } from "@nonet/database";
import type { Product } from "@nonet/model";
import { launchPostgres, type Postgres } from "../../runtime/engine/src/connection/embedded-postgres.ts";
import { compareSides, type Difference, type Outcome, type Sides } from "./both-sides.ts";
import { differed } from "./differed.ts";
import { everyProduction, generate, type Node, smaller, textOf } from "./generate.ts";
import { randomFrom } from "./random.ts";
import { moments, type Row, rowsFrom, specification, zones } from "./specification.ts";
import { type World, worldOf } from "./world.ts";

const long = process.env.NONET_LONG !== undefined && process.env.NONET_LONG !== "";
const seed = Number(process.env.NONET_SEED ?? (long ? Date.now() % 1_000_000_000 : 20_260_301));
const pairs = Number(process.env.NONET_PAIRS ?? (long ? 120_000 : 3000));
/** After so many differences it stops. */
const enough = Number(process.env.NONET_FIND ?? 5);
const perRound = 200;
const things = 12;

let postgres: Postgres;
let client: pg.Client;
let product: Product;
let rows: readonly Row[];
let world: World;
const folder = mkdtempSync(join(tmpdir(), "nonet-agreement-"));
chmodSync(folder, 0o711);

beforeAll(async () => {
  const compiled = compile([{ name: "agreement.md", text: specification }]);
  expect(compiled.diagnostics.filter((each) => each.severity === "error").map((each) => each.message)).toEqual([]);
  product = compiled.product;
  postgres = await launchPostgres(folder);
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(systemTables());
  for (const sql of planTables(product)) await client.query(sql);
  rows = rowsFrom(randomFrom(seed), things);
  for (const row of rows) for (const query of insertQueries(product, row.entity, { id: row.id, by: null, values: row.values })) await client.query(query as pg.QueryConfig);
  world = worldOf(product, rows);
});

afterAll(async () => {
  await client?.end();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it(`closure and SQL agree on ${pairs} pairs of expression and row (seed ${seed})`, { timeout: 60_000 + pairs * 10 }, async () => {
  const random = randomFrom(seed);
  const found: string[] = [];
  const tally = { pairs: 0, texts: 0, refused: new Map<string, string>(), unsupported: new Map<string, string>() };
  for (let round = 0; tally.pairs < pairs && found.length < enough; round++) {
    const sides = await sidesOf(round);
    const nodes = round === 0 ? everyProduction(random) : Array.from({ length: perRound }, () => generate(random));
    const byText = new Map(nodes.map((node) => [textOf(node), node]));
    const outcome = await compareSides(sides, [...byText.keys()]);
    count(tally, outcome, byText.size);
    for (const text of new Set(outcome.differences.map((each) => each.text))) {
      if (found.length >= enough) break;
      const least = await shrink(
        sides,
        byText.get(text)!,
        outcome.differences.find((each) => each.text === text)!,
      );
      if (!found.some((each) => each.startsWith(`${least.text}\n`))) found.push(say(least, sides));
    }
  }
  report(tally);
  expect(found.join("\n\n")).toBe("");
  expect(tally.pairs).toBeGreaterThanOrEqual(pairs);
  // What the checker refuses or SQL can't say proves nothing: most must be said by both.
  expect((tally.refused.size + tally.unsupported.size) / tally.texts).toBeLessThan(0.25);
});

it("what once differed doesn't", async () => {
  for (let round = 0; round < Math.max(moments.length, zones.length); round++) {
    const sides = await sidesOf(round);
    const { differences, refused, unsupported } = await compareSides(sides, differed);
    expect([...differences.map((each) => say(each, sides)), ...refused, ...unsupported]).toEqual([]);
  }
});

type Tally = { pairs: number; texts: number; refused: Map<string, string>; unsupported: Map<string, string> };

async function sidesOf(round: number): Promise<Sides> {
  const now = moments[round % moments.length]!;
  await client.query(system.setClock(now) as pg.QueryConfig);
  return { client, product, world, rows, now, zone: zones[round % zones.length]! };
}

function count(tally: Tally, outcome: Outcome, texts: number): void {
  tally.pairs += outcome.pairs;
  tally.texts += texts;
  for (const [text, why] of outcome.refused) tally.refused.set(text, why);
  for (const [text, why] of outcome.unsupported) tally.unsupported.set(text, why);
}

function report(tally: Tally): void {
  if (process.env.NONET_VERBOSE === undefined) return;
  const most = (reasons: Map<string, string>): string => {
    const counts = new Map<string, string[]>();
    for (const [text, why] of reasons) counts.set(why, [...(counts.get(why) ?? []), text]);
    return [...counts]
      .sort((a, b) => b[1].length - a[1].length)
      .slice(0, 25)
      .map(([why, texts]) => `  ${texts.length} × ${why}   ${texts.sort((a, b) => a.length - b.length)[0]}`)
      .join("\n");
  };
  process.stderr.write(
    `${tally.texts} expressions, ${tally.pairs} pairs\nrefused ${tally.refused.size}\n${most(tally.refused)}\nunsupported ${tally.unsupported.size}\n${most(tally.unsupported)}\n`,
  );
}

/** The smallest expression still found that differs. */
async function shrink(sides: Sides, node: Node, difference: Difference): Promise<Difference> {
  let [least, at] = [difference, node];
  for (let step = 0; step < 12; step++) {
    const candidates = new Map(smaller(at).map((each): [string, Node] => [textOf(each), each]));
    const shorter = [...candidates.keys()]
      .filter((text) => text.length < least.text.length)
      .sort((a, b) => a.length - b.length)
      .slice(0, 300);
    const { differences } = await compareSides(sides, shorter);
    const next = shorter.map((text) => differences.find((each) => each.text === text)).find((each) => each !== undefined);
    if (!next) break;
    [least, at] = [next, candidates.get(next.text)!];
  }
  return least;
}

function say({ text, row, closure, sql }: Difference, sides: Sides): string {
  const values = Object.entries(row.values)
    .filter(([name]) => text.includes(name))
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return `${text}\n  closure ${closure}\n  SQL     ${sql}\n  with ${values.join(", ")}; in ${sides.zone} at ${sides.now}`;
}
