/**
 * Every example, every role and pair of roles, every entity and operation: what the API allows is what point 6 says, worked out in memory (permission-oracle.ts).
 *
 * In `npm test` each role reads every record and writes to records in one of each entity's states, which take turns from
 * role to role; of the pairs of roles every fifth takes part. NONET_LONG tries all states, pairs and examples.
 */
import { actionsOf } from "@nonet/api";
import { type Entity, type Field, isStored } from "@nonet/model";
import { expect, test } from "vitest";
import type { ClientResponse } from "../../runtime/server/test/desk.ts";
import { type Operation, type Oracle, permissionOracle, type Verdict } from "./permission-oracle.ts";
import { examples, type Seeded, type SeededActor, serveSeeded, storedRows, type StoredRow } from "./seeded-product.ts";

const size = { people: 24, records: 36 };
const isLong = process.env["NONET_LONG"] !== undefined;
/** Rows of each entity with which every operation is tried. */
const tried = isLong ? 12 : 1;

const counts = { decisions: 0, allowed: 0, unknown: 0, undecided: 0 };

test.each(examples)("%s", { timeout: 900_000 }, async (name) => {
  const seeded = await serveSeeded(name, size);
  try {
    const rows = await storedRows(seeded.client, seeded.product);
    const rolesOf = new Map<string, readonly string[]>();
    for (const { user_id, roles } of (await seeded.client.query("select user_id, array_agg(role) as roles from nonet.user_role group by 1")).rows) rolesOf.set(user_id, roles);
    const oracle = permissionOracle(seeded.product, rows, rolesOf);
    const wrong: string[] = [];
    const actors = seeded.actors.filter(({ roles }, i) => isLong || roles.length < 2 || i % 5 === 0);
    for (const [turn, actor] of actors.entries())
      for (const entity of seeded.product.entities.filter((each) => oracle.covers(each))) {
        const own = rows.filter((row) => row.entity === entity.name && !row.archived);
        wrong.push(...(await compareReads({ seeded, oracle, actor, entity }, own)), ...(await compareWrites({ seeded, oracle, actor, entity }, differentRows(own, turn))));
      }
    // The worker runs timers meanwhile: a row that has changed says nothing.
    const after = new Map((await storedRows(seeded.client, seeded.product)).map((row) => [row.id, JSON.stringify(row)]));
    const changed = rows.filter((row) => after.get(row.id) !== JSON.stringify(row)).map(({ id }) => id);
    expect(changed.length).toBeLessThan(rows.length / 4);
    expect(wrong.filter((one) => !changed.some((id) => one.includes(id))).slice(0, 40)).toEqual([]);
    expect(seeded.served.bugs).toEqual([]);
  } finally {
    await seeded.close();
  }
});

test("there were decisions enough, of both kinds, and few that the oracle couldn't make", () => {
  console.info(`permission matrix: ${JSON.stringify(counts)}`);
  expect(counts.decisions).toBeGreaterThan(10_000);
  expect(counts.allowed).toBeGreaterThan(counts.decisions / 20);
  expect(counts.allowed).toBeLessThan((counts.decisions * 19) / 20);
  expect(counts.unknown + counts.undecided).toBeLessThan(counts.decisions / 20);
});

interface Compared {
  readonly seeded: Seeded;
  readonly oracle: Oracle;
  readonly actor: SeededActor;
  readonly entity: Entity;
}

/** What is wrong, in words; nothing where both agree or the oracle can't tell. */
function judged({ actor, entity }: Compared, what: string, expected: Verdict, found: boolean): readonly string[] {
  if (expected === null) return (counts.unknown++, []);
  counts.decisions++;
  if (found) counts.allowed++;
  return expected === found ? [] : [`${actor.name}: ${what} ${entity.name}: ${found ? "allowed" : "refused"}, and point 6 says the opposite`];
}

/** Every record of the entity at once, by the list, with the fields that each shows. */
async function compareReads(compared: Compared, rows: readonly StoredRow[]): Promise<readonly string[]> {
  const { oracle, actor, entity } = compared;
  const listed = await listAll(actor, entity);
  return rows.flatMap((row) => {
    const shown = listed.get(row.id);
    const wrong = [...judged(compared, `read ${row.id} of`, oracle.may(actor, "read", row), shown !== undefined)];
    if (!shown) return wrong;
    for (const field of entity.fields) {
      if (!isStored(field) || field.type.kind === "references") continue;
      wrong.push(...judged(compared, `read ${field.name} of ${row.id} of`, oracle.mayUseField(actor, "read", row, field.name), field.key in shown));
    }
    return wrong;
  });
}

async function listAll({ ask }: SeededActor, entity: Entity): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const found = new Map<string, Readonly<Record<string, unknown>>>();
  for (let after: string | null = ""; after !== null;) {
    const { status, body } = await ask("GET", `/api/${entity.path}?limit=200${after && `&after=${encodeURIComponent(after)}`}`);
    if (status === 401) return found;
    if (status !== 200) throw new Error(`${entity.path}: ${status} ${JSON.stringify(body)}`);
    for (const record of body.items) found.set(record.id, record);
    after = body.next;
  }
  return found;
}

async function compareWrites(compared: Compared, rows: readonly StoredRow[]): Promise<readonly string[]> {
  const { seeded, oracle, actor, entity } = compared;
  const wrong: string[] = [];
  const created = await actor.ask("POST", `/api/${entity.path}?dryRun=true`, {});
  if (!entity.partOf && !entity.builtIn) wrong.push(...judged(compared, "create", oracle.mayCreate(actor, entity), isPermitted(seeded, created)));
  for (const row of rows) {
    const path = `/api/${entity.path}/${row.id}`;
    const readable = oracle.may(actor, "read", row);
    const both = (verdict: Verdict): Verdict => (readable === false || verdict === false ? false : readable === null || verdict === null ? null : true);
    const check = async (what: string, operation: Operation, method: string, url: string, body?: unknown): Promise<void> => {
      const response = await actor.ask(method, url, body, { "if-match": "*" });
      // Where no row of point 4 begins at the record's state, nobody has the action, whatever their role.
      if (response.body.code === "wrong-state") return;
      // The input of an action is checked before its Who.
      if (response.status === 422 && oracle.may(actor, operation, row) === false) return void counts.undecided++;
      const said = `${what} (${response.status} ${response.body.code ?? ""})`;
      wrong.push(...judged(compared, `${said} ${row.id} of`, both(oracle.may(actor, operation, row)), isPermitted(seeded, response)));
    };
    const history = await actor.ask("GET", `${path}/history`);
    wrong.push(...judged(compared, `history ${row.id} of`, both(oracle.may(actor, "history", row)), history.status === 200 && history.body.items.length > 0));
    if (entity.comments) {
      // Whoever may read a record and is signed in may comment on it.
      const comments = await actor.ask("GET", `${path}/comments`);
      wrong.push(...judged(compared, `comments (${comments.status}) ${row.id} of`, readable, comments.status === 200));
      const written = await actor.ask("POST", `${path}/comments`, { text: "A remark" });
      wrong.push(...judged(compared, `comment (${written.status}) on ${row.id} of`, actor.id === null ? false : readable, written.status === 201));
    }
    if (entity.builtIn) continue;
    await check("delete", "delete", "DELETE", `${path}?dryRun=true`);
    await check("update", "update", "PATCH", `${path}?dryRun=true`, {});
    for (const action of actionsOf(seeded.product, entity.name))
      if (!action.systemOnly) await check(action.name, { action: action.name }, "POST", `${path}/${action.path}?dryRun=true`, inputOf(action.asks));
  }
  return wrong;
}

/** A value for each text that an action asks for. */
const inputOf = (asks: readonly { readonly field: Field }[]): object =>
  Object.fromEntries(asks.flatMap(({ field }) => (field.type.kind === "text" ? [[field.key, "A reason that is long enough"]] : [])));

/** Some of each state; in the short run of as many states as rows are tried, others at each turn. */
function differentRows(rows: readonly StoredRow[], turn: number): readonly StoredRow[] {
  const states = [...new Set(rows.map((row) => row.values["state"]))];
  const chosen = isLong ? states : states.filter((_, i) => (i + turn * tried) % states.length < tried);
  return chosen.flatMap((state) => rows.filter((row) => row.values["state"] === state).slice(0, Math.max(1, Math.ceil(tried / states.length))));
}

/** A guard of the document may answer with 403 or 404 too, under a code of its own; 401 always asks who it is. */
const isPermitted = ({ product }: Seeded, { status, body }: ClientResponse): boolean =>
  ![401, 403, 404].includes(status) || (status !== 401 && product.errors.some(({ code }) => code === (body as { readonly code?: string } | undefined)?.code));
