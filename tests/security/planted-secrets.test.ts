/**
 * Every example, with a text of its own planted into every text field of every record. For each role, everything that the
 * product answers is searched for texts of records and fields that the role may not read (permission-oracle.ts), and
 * answers to right and wrong guesses of hidden texts are compared.
 *
 * In `npm test` each role opens every entry point of every entity and screen. Where a door is of one field (sorting, emptying,
 * guessing), the fields and kinds of guesses take turns from role to role. NONET_LONG tries all of them, on more records.
 */
import { actionsOf } from "@nonet/api";
import { type Entity, type Field, isStored, type Product } from "@nonet/model";
import type pg from "pg";
import { expect, test } from "vitest";
import { tableOf } from "../../targets/database/src/columns/columns.ts";
import type { ClientResponse } from "../../runtime/server/test/desk.ts";
import { type Oracle, permissionOracle, type Verdict } from "./permission-oracle.ts";
import { examples, type Seeded, type SeededActor, serveSeeded, storedRows, type StoredRow } from "./seeded-product.ts";

const isLong = process.env["NONET_LONG"] !== undefined;
const size = { people: 16, records: isLong ? 40 : 6 };
/** Of each entity, for the doors of one record. */
const tried = isLong ? 4 : 1;
/** Of the doors of one field, a role tries one in so many. */
const share = isLong ? 1 : 3;
const counts = { requests: 0, hiddenTexts: 0, pairs: 0, seen: 0 };

const planted = /zq\d+x\d+x\d+q/g;
/** In a planted text, in place of a field's number: the text is a comment. */
const commented = 999;
const isPlanted = (entity: Entity, field: Field): boolean =>
  isStored(field) && field.type.kind === "text" && field.computed === null && !(entity.builtIn && ["name", "email"].includes(field.name));

async function plant(client: pg.Client, product: Product): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const [e, entity] of product.entities.entries())
    for (const [f, field] of entity.fields.entries())
      if (isPlanted(entity, field))
        await client.query(
          `update ${tableOf(entity)} set "${field.column}" = 'zq${e}x${f}x' || ('x' || right(id::text, 8))::bit(32)::int || 'q' where id::text like '%-0000-7000-8000-%'`,
        );
  await client.query("set session_replication_role = origin");
  for (const [e, entity] of product.entities.entries()) if (entity.comments) await plantComments(client, e, entity);
}

/** A comment of nobody on every record, in which everybody is mentioned. */
async function plantComments(client: pg.Client, e: number, entity: Entity): Promise<void> {
  await client.query(
    `with written as (
       insert into nonet.comment (id, entity, record_id, by, text, at)
       select gen_random_uuid(), $1, id, gen_random_uuid(), 'zq${e}x${commented}x' || ('x' || right(id::text, 8))::bit(32)::int || 'q', now()
       from ${tableOf(entity)} where id::text like '%-0000-7000-8000-%' returning id
     )
     insert into nonet.mention (id, person, comment_id, at) select gen_random_uuid(), u.id, w.id, now() from written w, app."user" u`,
    [entity.name],
  );
}

test.each(examples)("%s", { timeout: 900_000 }, async (name) => {
  const seeded = await serveSeeded(name, size, plant);
  try {
    const rows = await storedRows(seeded.client, seeded.product);
    const oracle = permissionOracle(seeded.product, rows, new Map(seeded.actors.map(({ id, roles }) => [id ?? "", roles])));
    const leaks: string[] = [];
    // Pairs of roles have what the matrix says; here each role alone is enough.
    for (const [turn, actor] of seeded.actors.filter(({ roles }) => isLong || roles.length < 2).entries()) {
      const hidden = hiddenTexts({ seeded, oracle, rows }, actor);
      counts.hiddenTexts += hidden.size;
      const scan = (what: string, text: string): void => {
        counts.requests++;
        for (const [found] of text.matchAll(planted)) {
          counts.seen++;
          if (hidden.has(found)) leaks.push(`${actor.name}: ${what}: ${hidden.get(found)}`);
        }
      };
      await scanDoors(seeded, actor, rows, { scan, turn });
      leaks.push(...(await compareGuesses(seeded, actor, { hidden, turn })));
    }
    await scanEvents(seeded, rows, oracle, leaks);
    expect([...new Set(leaks)].slice(0, 30)).toEqual([]);
    expect(seeded.served.bugs).toEqual([]);
  } finally {
    await seeded.close();
  }
});

test("there was enough to hide and to see", () => {
  console.info(`planted secrets: ${JSON.stringify(counts)}`);
  expect(counts.requests).toBeGreaterThan(1_000);
  expect(counts.hiddenTexts).toBeGreaterThan(100);
  expect(counts.seen).toBeGreaterThan(1_000);
  expect(counts.pairs).toBeGreaterThan(100);
});

interface Known {
  readonly seeded: Seeded;
  readonly oracle: Oracle;
  readonly rows: readonly StoredRow[];
}

/** The planted texts that the actor may not read, with the place that holds them. */
function hiddenTexts({ seeded, oracle, rows }: Known, actor: SeededActor): Map<string, string> {
  const hidden = new Map<string, string>();
  for (const row of rows) {
    const entity = seeded.product.entities.find(({ name }) => name === row.entity)!;
    if (entity.comments && oracle.may(actor, "read", row) === false)
      hidden.set(`zq${seeded.product.entities.indexOf(entity)}x${commented}x${Number.parseInt(row.id.slice(-8), 16)}q`, `a comment on ${row.entity} ${row.id}`);
    // What a part shows goes by its whole; a whole that nobody may read hides its parts.
    const whole = entity.partOf && !oracle.covers(entity) ? rows.find(({ id }) => id === row.values[entity.partOf!.field]) : undefined;
    for (const field of entity.fields) {
      const text = row.values[field.name];
      if (!isPlanted(entity, field) || typeof text !== "string") continue;
      const verdict: Verdict = whole ? oracle.mayUseField(actor, "read", whole, entity.partOf!.list) : oracle.mayUseField(actor, "read", row, field.name);
      if (verdict === false && !isDisclosedByComputing(seeded.product, entity, field)) hidden.set(text, `${row.entity}.${field.name} of ${row.id}`);
    }
  }
  return hidden;
}

/** A text that the document itself shows elsewhere, in a computed field or as the name of a record, is the document's to disclose. */
function isDisclosedByComputing(product: Product, entity: Entity, field: Field): boolean {
  const reads = (part: unknown): boolean => {
    if (part === null || typeof part !== "object") return false;
    if ("kind" in part && part.kind === "path" && "field" in part && part.field === field.name) return true;
    return Object.entries(part).some(([key, value]) => key !== "type" && reads(value));
  };
  return product.entities.some((each) => each.fields.some(({ computed }) => reads(computed))) || reads(entity.shownAs);
}

type Scan = (what: string, text: string) => void;

const textOf = ({ body, headers }: ClientResponse): string => `${typeof body === "string" ? body : JSON.stringify(body)} ${[...headers].flat().join(" ")}`;

async function scanDoors({ product }: Seeded, { ask }: SeededActor, rows: readonly StoredRow[], { scan, turn }: { readonly scan: Scan; readonly turn: number }): Promise<void> {
  const get = async (path: string): Promise<void> => scan(path, textOf(await ask("GET", path)));
  for (const path of [
    "/api/openapi.json",
    "/api/product",
    "/api/-/product",
    "/api/document",
    "/api/sentences",
    "/api/me",
    "/api/-/people",
    "/api/deputies",
    "/api/outbox/failed",
    "/api/-/notifications",
  ])
    await get(path);
  for (const screen of product.screens) for (const door of ["data", "export?format=csv"]) await get(`/api/screens/${encodeURIComponent(screen.name)}/${door}`);
  for (const entity of product.entities) {
    const own = rows.filter((row) => row.entity === entity.name);
    const base = `/api/${entity.path}`;
    await get(`${base}?limit=200&count=exact`);
    await get(`${base}/export?format=csv`);
    await get(`${base}?limit=200&fields=${entity.fields.map(({ key }) => key).join(",")}`);
    await get(`${base}?search=zq&limit=200`);
    const inTurn = entity.fields.filter((_, f) => (f + turn) % share === 0);
    for (const field of inTurn) await get(`${base}?limit=200&sort=${field.key}`);
    for (const screen of product.screens)
      if ("entity" in screen.shows && screen.shows.entity === entity.name) await get(`${base}?screen=${encodeURIComponent(screen.name)}&limit=200`);
    for (const row of own.slice(0, tried)) {
      const at = `${base}/${row.id}`;
      for (const door of ["", "/comments", "/mentionable?search=", "/history", "/actions", `?at=${encodeURIComponent(new Date().toISOString())}`, "/data"])
        await get(`${at}${door}`);
      const write = async (method: string, path: string, body?: unknown): Promise<void> => scan(`${method} ${path}`, textOf(await ask(method, path, body, { "if-match": "*" })));
      await write("PATCH", `${at}?dryRun=true`, {});
      await write("DELETE", `${at}?dryRun=true`);
      for (const field of inTurn) if (isStored(field)) await write("PATCH", `${at}?dryRun=true`, { [field.key]: null });
      for (const action of actionsOf(product, entity.name)) await write("POST", `${at}/${action.path}?dryRun=true`, {});
      await write("POST", `${base}:batch?dryRun=true`, { action: actionsOf(product, entity.name)[0]?.name ?? "None", ids: [row.id] });
    }
    scan(`POST ${base}`, textOf(await ask("POST", `${base}?dryRun=true`, {})));
  }
}

/** A right guess of a hidden text must be answered as a wrong one is, in everything but the guess itself. */
async function compareGuesses(
  { product }: Seeded,
  actor: SeededActor,
  { hidden, turn }: { readonly hidden: ReadonlyMap<string, string>; readonly turn: number },
): Promise<readonly string[]> {
  const told: string[] = [];
  for (const [e, entity] of product.entities.entries())
    for (const [f, field] of entity.fields.entries()) {
      const right = [...hidden.keys()].find((text) => text.startsWith(`zq${e}x${f}x`));
      if (!right) continue;
      const wrong = right.replace(/q$/, "7q");
      const doors = [
        (guess: string) => `/api/${entity.path}?${field.key}=${guess}&count=exact`,
        (guess: string) => `/api/${entity.path}?where=${encodeURIComponent(`this.${field.name} = "${guess}"`)}&count=exact`,
        (guess: string) => `/api/${entity.path}?where=${encodeURIComponent(`contains(this.${field.name}, "${guess}")`)}&count=exact`,
        (guess: string) => `/api/${entity.path}?search=${guess}&count=exact`,
        (guess: string) => `/api/${entity.path}?${field.key}.from=${guess}&${field.key}.to=${guess}&count=exact`,
        (guess: string) => `/api/${entity.path}/${guess}`,
      ];
      for (const [i, door] of doors.entries()) {
        if ((e + f + i + turn) % share !== 0) continue;
        const [one, other] = [await actor.ask("GET", door(right)), await actor.ask("GET", door(wrong))];
        counts.pairs++;
        const plain = ({ status, body }: ClientResponse, guess: string): string => `${status} ${JSON.stringify(body).replaceAll(guess, "GUESS")}`;
        if (plain(one, right) !== plain(other, wrong))
          told.push(`${actor.name}: guess ${i} of ${entity.name}.${field.name}: ${plain(one, right).slice(0, 200)} instead of ${plain(other, wrong).slice(0, 200)}`);
      }
    }
  return told;
}

/** Everybody listens while the Owner changes records; an event may name only what its listener may read. */
async function scanEvents({ served, product, actors }: Seeded, rows: readonly StoredRow[], oracle: Oracle, leaks: string[]): Promise<void> {
  const stop = new AbortController();
  const received = new Map<SeededActor, string>();
  for (const actor of actors) {
    const stream = await fetch(`${served.server.address}/api/events`, {
      headers: { accept: "text/event-stream", ...(actor.ask.token ? { authorization: `Bearer ${actor.ask.token}` } : {}) },
      signal: stop.signal,
    });
    received.set(actor, "");
    void (async () => {
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) received.set(actor, received.get(actor)! + part);
    })().catch(() => undefined);
  }
  const changed: StoredRow[] = [];
  for (const entity of product.entities) {
    const field = entity.fields.find((each) => isPlanted(entity, each) && !each.setOnce && each.readOnly !== true && !each.secret);
    if (!field || entity.partOf) continue;
    for (const row of rows.filter((each) => each.entity === entity.name).slice(0, 3)) {
      const outcome = await served.engine.perform(
        { kind: "system" },
        { kind: "update", entity: entity.name, id: row.id, values: { [field.key]: `zq9x9x${changed.length}q` }, ifVersion: "any" },
      );
      if (outcome.ok) changed.push(row);
    }
  }
  await new Promise((later) => setTimeout(later, 500));
  stop.abort();
  for (const [actor, text] of received) {
    counts.requests++;
    if (planted.test(text)) leaks.push(`${actor.name}: an event contains a text`);
    for (const row of changed) if (text.includes(`"${row.id}"`) && oracle.may(actor, "read", row) === false) leaks.push(`${actor.name}: an event names ${row.entity} ${row.id}`);
  }
}
