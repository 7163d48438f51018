/**
 * Random changes of records that rules read from everywhere: after each accepted change no record may violate a rule, which
 * is checked for all records. `NONET_LONG` runs more changes, `NONET_SEED` sets the seed.
 */
import { ruleQuery } from "@nonet/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/connection/database.ts";
import { type Database } from "../../src/connection/contract.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { type Postgres } from "../../src/connection/embedded-postgres.ts";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { rules, text } from "../support/cross-record-spec.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openSmall, type Small } from "../support/small-product.ts";

const changes = process.env["NONET_LONG"] ? 4000 : 250;
const product = productOf(text);
let seed = Number(process.env["NONET_SEED"] ?? 11);
/** A whole number below n (a linear congruential generator: the same each time). */
const below = (n: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
};
const any = <T>(list: readonly T[]): T => list[below(list.length)]!;

/** The words that the rules ask for. */
const texts: Readonly<Record<string, readonly string[]>> = {
  label: ["a", "b", "c", "d", "e"],
  what: ["x", "y"],
  name: ["lead", "lead2", "lead3", "other"],
  kind: ["guest", "host"],
};
const entities = ["Booking", "Booking", "Line", "Line", "Seat", "Seat", "Employee", "Employee", "Building", "Room", "Stay", "Team", "Player", "Flag", "Order"];

let small: Small;
let clerk: Actor;
let postgres: Postgres;
let database: Database;
beforeAll(async () => {
  small = await openSmall(text, freshFolder());
  clerk = await small.as("Clerk");
  postgres = await serverOf(small.folder);
  database = openDatabase(postgres.url);
}, 120_000);
afterAll(async () => {
  await database.close();
  await postgres.stop();
  await small.close();
});

const idsOf = async (entity: string): Promise<string[]> =>
  (await database.rows({ text: `select id from app.${product.entities.find((e) => e.name === entity)!.table} order by created_at, id`, values: [] })).map((r) => String(r["id"]));

/** A value for each field that can be given; few different ones, so that they meet. */
async function valuesFor(name: string, some: boolean): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const field of product.entities.find((e) => e.name === name)!.fields) {
    if (field.computed || field.type.kind === "inverse" || (some && below(3) > 0)) continue;
    const target = field.type.kind === "reference" || field.type.kind === "references" ? await idsOf(field.type.entity) : [];
    if (field.type.kind === "reference") values[field.key] = target.length > 0 && (field.required === true || below(5) > 0) ? any(target) : null;
    else if (field.type.kind === "references") values[field.key] = target.filter(() => below(4) === 0).slice(0, 3);
    else if (field.type.kind === "integer") values[field.key] = below(4) === 0 && field.required !== true ? null : below(8) * 5;
    else if (field.type.kind === "text") values[field.key] = any(texts[field.key] ?? ["x"]);
  }
  return values;
}

async function change(): Promise<boolean> {
  const entity = any(entities);
  const ids = await idsOf(entity);
  const kind = ids.length < 4 ? "create" : any(["create", "update", "update", "update", "delete", "action"]);
  if (kind === "create") {
    const lines = entity === "Booking" ? { lines: [{ what: "x" }, { what: "y" }].slice(0, below(3)) } : {};
    return (await small.does(clerk, { kind, entity, values: { ...(await valuesFor(entity, false)), ...lines } })).ok;
  }
  const id = any(ids);
  if (kind === "delete") return (await small.does(clerk, { kind, entity, id, ifVersion: "any" })).ok;
  if (kind === "action" && entity === "Booking") return (await small.does(clerk, { kind, entity, id, action: any(["Confirm", "Drop lines", "End"]), input: {} })).ok;
  return (await small.does(clerk, { kind: "update", entity, id, values: await valuesFor(entity, true), ifVersion: "any" })).ok;
}

test(
  "no record violates a rule after any change",
  async () => {
    let done = 0;
    for (let i = 0; i < changes; i++) {
      const accepted = await change();
      if (!accepted) continue;
      done++;
      for (const rule of product.rules) {
        const against = await database.rows(ruleQuery(product, rule, await idsOf(rule.entity)));
        expect(against, `${rule.name}, after change ${i} of the seed`).toEqual([]);
      }
    }
    expect(done).toBeGreaterThan(changes / 4);
    expect(product.rules.map((rule) => rule.code).sort()).toEqual(Object.keys(rules).sort());
  },
  process.env["NONET_LONG"] ? 1_800_000 : 180_000,
);
