/** The Equipment Desk on a real PostgreSQL: tables, visibility, rules, guards, timers, texts. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Product } from "@nonet/model";
import { affectedQuery } from "../src/rules/affected-records.ts";
import { chartQuery, numberQuery, reportQuery } from "../src/reads/aggregate-queries.ts";
import { constraintMeaning } from "../src/tables/constraint-meaning.ts";
import { countQuery, listQuery } from "../src/reads/list-queries.ts";
import { dueQuery, nextDueQuery, nextDueQuery as next } from "../src/time/due-queries.ts";
import { fieldGrantQuery, grantQuery, mayRead } from "../src/visibility/permission-queries.ts";
import { historyQuery } from "../src/visibility/history-query.ts";
import { actorGrantQuery } from "../src/visibility/transition-grants.ts";
import { fileReadableQuery } from "../src/visibility/file-access.ts";
import { findQuery } from "../src/reads/find-queries.ts";
import { guardQuery, lockQuery, templateQuery, valuesQuery, wholeRecordQuery, whereQuery } from "../src/reads/value-queries.ts";
import { locksFor, lock, unlock } from "../src/rules/rule-locks.ts";
import { notShownIn, unsupportedIn } from "../src/expressions/supported.ts";
import { pathExpression } from "../src/expressions/path-expression.ts";
import { recordQuery } from "../src/reads/record-query.ts";
import { ruleQuery, uniqueQuery } from "../src/rules/rule-queries.ts";
import { system } from "../src/system/system-queries.ts";
import { updateQueries, deleteQuery } from "../src/writes/write-queries.ts";
import { systemTables } from "../src/system/system-tables.ts";
import { sequenceQuery } from "../src/writes/sequence-query.ts";
import { type Reader } from "../src/sql/query.ts";
import { equipmentDesk, openTestDatabase, person, store, type TestDatabase } from "./test-database.ts";

let database: TestDatabase;
let product: Product;
type Person = Reader & { kind: "person" };
let ada: Person, bo: Person, clerk: Person, manager: Person;
let beamer: string, camera: string, adasLoan: string, bosLoan: string;
const anyone: Reader = { kind: "anyone" };
type Row = { record: Record<string, unknown>; keys: string[] };

beforeAll(async () => {
  product = equipmentDesk();
  database = await openTestDatabase(product);
  await database.run(system.setClock("2026-03-01T09:00:00Z"));
  ada = await person(database, product, "Ada", "Borrower");
  bo = await person(database, product, "Bo", "Borrower");
  clerk = await person(database, product, "Cleo", "Clerk");
  manager = await person(database, product, "Mara", "Manager");
  const cameras = await store(database, product, "Category", { name: "Cameras" });
  beamer = await store(database, product, "Item", { code: "IT-0001", name: "Beamer", category: cameras, "daily fee": "5", deposit: "100", retired: false });
  camera = await store(database, product, "Item", { code: "IT-0002", name: "Camera", category: cameras, "daily fee": "12.5", retired: false });
  adasLoan = await store(database, product, "Loan", {
    number: "LN-2026-00001",
    item: beamer,
    borrower: ada.id,
    "start date": "2026-03-02",
    "end date": "2026-03-05",
    state: "approved",
    "damage notes": "scratch",
  });
  bosLoan = await store(database, product, "Loan", {
    number: "LN-2026-00002",
    item: camera,
    borrower: { id: bo.id },
    "start date": "2026-04-01",
    "end date": "2026-04-02",
    state: "requested",
  });
});
afterAll(async () => database?.close());

const equal = (entity: string, key: string, value: string) => ({ path: pathExpression(product, entity, key)!, value });
const list = async (reader: Reader, entity: string, more: object = {}): Promise<Row[]> => database.run<Row>(listQuery(product, reader, { entity, limit: 50, ...more }));

describe("tables", () => {
  it("compiles every expression of the document", () => expect(unsupportedIn(product).map((u) => u.why)).toEqual([]));
  it("can be created again", async () => {
    await database.client.query(systemTables());
  });
  it("finds the field or rule of a constraint", async () => {
    const error = await database.run(deleteQuery(product, "Item", beamer)).catch((e: Error) => e);
    expect(error).toBeInstanceOf(Error);
    const name = /constraint "([^"]+)"/.exec((error as Error).message)![1]!;
    expect(constraintMeaning(product, name)).toMatchObject({ kind: "reference", entity: "Loan", fields: ["item"], refersTo: "Item" });
    expect(constraintMeaning(product, "overlap_loan_one_borrower_at_a_time")).toMatchObject({ kind: "overlap", rule: "One borrower at a time" });
  });
  it("PostgreSQL refuses an overlap at commit", async () => {
    await database.client.query("begin");
    await store(database, product, "Loan", { number: "LN-X", item: beamer, borrower: bo.id, "start date": "2026-03-05", "end date": "2026-03-06", state: "requested" });
    await expect(database.client.query("commit")).rejects.toThrow("overlap_loan_one_borrower_at_a_time");
  });
});

describe("reading", () => {
  it("shows a borrower only their own loan, with all fields", async () => {
    const rows = await list(ada, "Loan");
    expect(rows.map((r) => r.record)).toMatchObject([
      {
        number: "LN-2026-00001",
        state: "approved",
        fee: "20.00",
        days: 4,
        startDate: "2026-03-02",
        item: { shownAs: "Beamer (IT-0001)" },
        borrower: { id: ada.id },
        damageNotes: "scratch",
        version: 1,
      },
    ]);
  });
  it("shows a clerk everything, a stranger nothing", async () => {
    expect((await list(clerk, "Loan")).length).toBe(2);
    expect(await list(anyone, "Loan")).toEqual([]);
    expect(await list(anyone, "Item")).toEqual([]);
    expect((await database.run(countQuery(product, ada, { entity: "Loan", limit: 1 })))[0]).toEqual({ count: "1" });
  });
  it("omits fields that aren't granted", async () => {
    const people = await list(bo, "User");
    const other = people.find((r) => r.record.id === ada.id)!.record;
    const own = people.find((r) => r.record.id === bo.id)!.record;
    expect(other.name).toBe("Ada");
    expect(other).not.toHaveProperty("email");
    expect(own.email).toBe("bo@example.test");
    expect([
      mayRead(product, bo, "User", "email"),
      mayRead(product, clerk, "User", "email"),
      mayRead(product, anyone, "User", "email"),
      mayRead(product, bo, "User", "name"),
    ]).toEqual(["sometimes", "always", "never", "always"]);
  });
  it("treats an unreadable field as empty in filters", async () => {
    const email = pathExpression(product, "User", "email")!;
    expect((await list(bo, "User", { equals: [equal("User", "email", "ada@example.test")] })).length).toBe(0);
    expect((await list(clerk, "User", { equals: [equal("User", "email", "ada@example.test")] })).length).toBe(1);
    expect((await list(bo, "User", { search: { text: "ada@", paths: [email] } })).length).toBe(0);
  });
  it("sorts, pages, searches and picks fields", async () => {
    const sort = [{ expression: pathExpression(product, "Item", "name")!, descending: true }];
    const first = await list(clerk, "Item", { sort, limit: 1 });
    expect(first[0]!.record.name).toBe("Camera");
    const second = await list(clerk, "Item", { sort, limit: 5, after: first[0]!.keys });
    expect(second.map((r) => r.record.name)).toEqual(["Beamer"]);
    const found = await list(clerk, "Loan", {
      search: { text: "beam", paths: [pathExpression(product, "Loan", "item.name")!] },
      fields: ["number", "item.category", "item.dailyFee", "state"],
    });
    expect(found.map((r) => r.record)).toMatchObject([{ number: "LN-2026-00001", "item.category": { shownAs: "Cameras" }, "item.dailyFee": "5.00", state: "approved" }]);
    expect((await list(clerk, "Loan", { equals: [equal("Loan", "item.dailyFee", "12.50"), equal("Loan", "state", "requested")] })).length).toBe(1);
    expect((await list(clerk, "Loan", { equals: [equal("Loan", "item", "no id")] })).length).toBe(0);
  });
  it("finds a loan by its number, but not another borrower's", async () => {
    expect((await database.run(recordQuery(product, ada, "Loan", "LN-2026-00001"))).length).toBe(1);
    expect((await database.run(recordQuery(product, ada, "Loan", "LN-2026-00002"))).length).toBe(0);
    expect(await database.run(findQuery(product, "Item", null, "Beamer (IT-0001)"))).toEqual([{ id: beamer }]);
  });
  it("runs the screens' numbers, chart and report", async () => {
    const home = product.screens.find((s) => s.shows.kind === "dashboard")!.shows as Extract<Product["screens"][number]["shows"], { kind: "dashboard" }>;
    for (const e of home.elements) {
      if (e.kind === "number") expect(await database.run(numberQuery(product, manager, e.value))).toEqual([{ value: 0 }]);
      if (e.kind === "chart") {
        expect(await database.run(chartQuery(product, manager, e))).toEqual([
          { label: "2026-03", value: "1", known: null, unknown: "0" },
          { label: "2026-04", value: "1", known: null, unknown: "0" },
        ]);
        expect(await database.run(chartQuery(product, ada, e))).toEqual([{ label: "2026-03", value: "1", known: null, unknown: "0" }]);
      }
    }
    const report = product.screens.find((s) => s.shows.kind === "report")!.shows as Extract<Product["screens"][number]["shows"], { kind: "report" }>;
    expect(await database.run(reportQuery(product, manager, report))).toMatchObject([
      { row: ["Cameras"], column: ["2026-03"], values: ["1", "20.00"] },
      { row: ["Cameras"], column: ["2026-04"], values: ["1", "25.00"] },
    ]);
  });
});

describe("permissions", () => {
  it("grants by verb, ownership and state", async () => {
    const allowed = async (who: Reader, verb: "update" | "delete", id: string): Promise<unknown> => (await database.run(grantQuery(product, who, "Loan", verb, id)))[0]!.allowed;
    expect([
      await allowed(bo, "update", bosLoan),
      await allowed(ada, "update", adasLoan),
      await allowed(ada, "update", bosLoan),
      await allowed(clerk, "delete", bosLoan),
      await allowed(manager, "delete", bosLoan),
    ]).toEqual([true, false, false, false, true]);
  });
  it("lists the fields that the reader may change", async () => {
    const fields = (await database.run<{ fields: string[] }>(fieldGrantQuery(product, bo, "Loan", "update", bosLoan)))[0]!.fields;
    expect(fields).toContain("start date");
    expect(fields).not.toContain("borrower");
    const byClerk = (await database.run<{ fields: string[] }>(fieldGrantQuery(product, clerk, "Loan", "update", bosLoan)))[0]!.fields;
    expect(byClerk).toContain("borrower");
  });
  it("checks Who", async () => {
    const cancel = product.machines[0]!.transitions.find((t) => t.trigger.kind === "action" && t.trigger.action === "Cancel" && t.from === "approved")!;
    const may = async (who: Reader): Promise<unknown> => (await database.run(actorGrantQuery(product, who, cancel, "Loan", adasLoan)))[0]!.allowed;
    expect([await may(ada), await may(bo), await may(clerk), await may(manager)]).toEqual([true, false, false, true]);
  });
  it("allows a file to those who may read its record", async () => {
    const id = "10000000-0000-7000-8000-000000000001";
    await database.run(system.addFile({ id, name: "a.png", type: "image/png", size: 5, by: clerk.id, path: "x" }));
    for (const q of updateQueries(product, "Loan", adasLoan, { photos: [id] })) await database.run(q);
    const sees = async (who: Reader): Promise<unknown> => (await database.run(fileReadableQuery(product, who, id)))[0]!.allowed;
    expect([await sees(ada), await sees(bo), await sees(clerk), await sees(anyone)]).toEqual([true, false, true, false]);
  });
  it("restricts the history to what the reader may see", async () => {
    await database.run(
      system.addHistory({ entity: "Loan", record: adasLoan, by: manager.id, action: "create", before: null, after: { number: "N", damageNotes: "x" }, specification: "v" }),
    );
    const rows = await database.run(historyQuery(product, manager, "Loan", adasLoan));
    expect(rows).toMatchObject([{ at: "2026-03-01T09:00:00Z", by: { id: manager.id, name: "Mara" }, action: "create", before: null, after: { number: "N", damageNotes: "x" } }]);
    expect(await database.run(historyQuery(product, bo, "Loan", adasLoan))).toEqual([]);
  });
});

describe("rules", () => {
  it("finds violated rules", async () => {
    await database.client.query("begin");
    const clash = await store(database, product, "Loan", {
      number: "LN-Y",
      item: beamer,
      borrower: bo.id,
      "start date": "2026-03-05",
      "end date": "2026-03-01",
      state: "requested",
    });
    const long = await store(database, product, "Loan", {
      number: "LN-2026-00001",
      item: beamer,
      borrower: bo.id,
      "start date": "2026-02-01",
      "end date": "2026-03-31",
      state: "requested",
    });
    const verdicts: Record<string, string[]> = {};
    for (const rule of product.rules)
      verdicts[rule.name] = (await database.run<{ id: string }>(ruleQuery(product, rule, [clash, long]))).map((r) => (r.id === clash ? "clash" : "long"));
    expect(verdicts).toEqual({
      "Dates in order": ["clash"],
      "Not in the past": ["long"],
      "Not too long": ["long"],
      "Item is lent": [],
      "One borrower at a time": expect.arrayContaining(["long"]),
      "Fair share": [],
    });
    expect(await database.run(uniqueQuery(product, "Loan", [long, clash])!)).toEqual([{ id: long, fields: ["number"] }]);
    const share = product.rules.find((r) => r.name === "Fair share")!;
    const fourth = await store(database, product, "Loan", {
      number: "LN-Z",
      item: camera,
      borrower: bo.id,
      "start date": "2026-05-05",
      "end date": "2026-05-06",
      state: "requested",
    });
    expect(await database.run(ruleQuery(product, share, [fourth]))).toEqual([{ id: fourth }]);
    const lent = product.rules.find((r) => r.name === "Item is lent")!;
    expect((await database.run(affectedQuery(product, lent, [{ entity: "Item", id: camera }]))).length).toBe(2);
    await database.client.query("rollback");
  });
  it("locks the same item for two loans, but not two items", () => {
    const [a, b, c] = [beamer, beamer, camera].map((item, i) => locksFor(product, "Loan", "change", { item: { id: item }, borrower: { id: `b${i}` } }));
    expect(a!.filter((k) => b!.includes(k)).length).toBe(1);
    expect(a!.filter((k) => c!.includes(k)).length).toBe(0);
  });
  it("lets exactly one of 20 contenders through, with few retries", async () => {
    const rule = product.rules.find((r) => r.name === "One borrower at a time")!;
    const clients = await Promise.all(Array.from({ length: 20 }, () => database.connect()));
    let retries = 0;
    const outcomes = await Promise.all(
      clients.map(async (client, i): Promise<boolean> => {
        const keys = locksFor(product, "Loan", "create", { item: { id: camera }, borrower: { id: ada.id } });
        const run = async (q: { text: string; values: readonly unknown[] }): Promise<Record<string, unknown>[]> => (await client.query(q.text, q.values as unknown[])).rows;
        await run(lock(keys));
        try {
          for (;;) {
            try {
              await run(system.begin);
              const number = (await run(sequenceQuery(product, "Loan.number", ["LN-2026-"])))[0]!.value;
              const id = `20000000-0000-7000-8000-${String(i).padStart(12, "0")}`;
              const { insertQueries } = await import("../src/index.ts");
              for (const q of insertQueries(product, "Loan", {
                id,
                by: null,
                values: { number: `T${number}`, item: camera, borrower: ada.id, "start date": "2026-06-01", "end date": "2026-06-02", state: "requested" },
              }))
                await run(q);
              const bad = await run(ruleQuery(product, rule, [id]));
              await run(bad.length ? system.rollback : system.commit);
              return bad.length === 0;
            } catch (error) {
              await run(system.rollback);
              if (!system.retryStates.includes((error as { code: string }).code)) throw error;
              retries += 1;
            }
          }
        } finally {
          await run(unlock(keys));
        }
      }),
    );
    await Promise.all(clients.map((c) => c.end()));
    expect(outcomes.filter(Boolean).length).toBe(1);
    expect(retries).toBe(0);
    expect(await database.client.query("select value from nonet.sequence").then((r) => r.rows)).toEqual([{ value: "1" }]);
  });
});

describe("values, texts and time", () => {
  it("evaluates over a record, with `old` and `asked`", async () => {
    const loan = product.entities.find((e) => e.name === "Loan")!;
    const values = await database.run<{ values: object }>(
      valuesQuery(
        product,
        "Loan",
        adasLoan,
        loan.fields.filter((f) => f.computed).map((f) => ({ name: f.key, expression: f.computed! })),
      ),
    );
    expect(values[0]!.values).toEqual({ days: 4, fee: "20.00", deposit: "100.00" });
    const extend = product.machines[0]!.transitions.find((t) => t.trigger.kind === "action" && t.trigger.action === "Extend")!;
    const set = extend.then[0] as Extract<(typeof extend.then)[number], { kind: "set" }>;
    expect((await database.run(valuesQuery(product, "Loan", adasLoan, [{ name: "v", expression: set.value }], { me: ada.id, asked: { newEndDate: "2026-03-09" } })))[0]).toEqual({
      values: { v: "2026-03-09" },
    });
    expect((await database.run(guardQuery(product, "Loan", adasLoan, extend.guard!.expression)))[0]).toEqual({ holds: true });
  });
  it("writes mails and call bodies", async () => {
    const mail = product.calls.find((c) => c.name === "Loan approved")!.does as Extract<Product["calls"][number]["does"], { kind: "email" }>;
    const texts = await database.run<{ texts: Record<string, string> }>(
      templateQuery(product, "Loan", adasLoan, [
        { name: "subject", template: mail.subject, form: "readable" },
        { name: "body", template: mail.body, form: "readable" },
      ]),
    );
    expect(texts[0]!.texts).toEqual({ subject: "Your loan LN-2026-00001 is approved", body: "Hello Ada, Beamer is ready for you on 2 March 2026." });
    const charge = product.calls.find((c) => c.name === "Charge fee")!.does as Extract<Product["calls"][number]["does"], { kind: "http" }>;
    expect((await database.run<{ values: { b: object } }>(valuesQuery(product, "Loan", adasLoan, [{ name: "b", expression: charge.sends! }])))[0]!.values.b).toEqual({
      reference: "LN-2026-00001",
      amount: 20,
      currency: "EUR",
      email: "ada@example.test",
    });
    expect(charge.address.map((p) => (typeof p === "string" ? null : notShownIn(product, p)))).toContain("payment address");
    const settled = product.calls.find((c) => c.name === "Payment settled")!.does as Extract<Product["calls"][number]["does"], { kind: "received" }>;
    await database.client.query("update app.loan set charge = 'ch_1' where id = $1", [adasLoan]);
    const body = { charge: "ch_1", settled_at: "2026-03-07T10:00:00Z", "settled at": "2026-03-07T23:30:00Z" };
    expect(await database.run(whereQuery(product, "Loan", settled.finds!.where, { others: { body } }))).toEqual([{ id: adasLoan }]);
    const set = settled.then[0] as Extract<(typeof settled.then)[number], { kind: "set" }>;
    expect((await database.run(valuesQuery(product, "Loan", adasLoan, [{ name: "v", expression: set.value, as: { kind: "date" } }], { others: { body } })))[0]).toEqual({
      values: { v: "2026-03-08" },
    });
    expect((await database.run(valuesQuery(product, "Loan", adasLoan, [{ name: "v", expression: set.value }], { others: { body: { "settled at": 17 } } })))[0]).toEqual({
      values: { v: null },
    });
  });
  it("finds due timers", async () => {
    const lapse = product.machines[0]!.transitions.find((t) => t.trigger.kind === "after")!;
    expect(await database.run(dueQuery(product, "Loan", lapse))).toEqual([]);
    expect(await database.run(next(product))).toEqual([{ due_at: "2026-03-03T23:00:00Z" }]);
    await database.run(system.setClock("2026-03-03T23:00:00Z"));
    expect(await database.run(dueQuery(product, "Loan", lapse))).toEqual([{ id: adasLoan, due_at: "2026-03-03T23:00:00Z" }]);
    expect(await database.run(nextDueQuery(product))).toEqual([{ due_at: null }]);
    await database.run(system.setClock("2026-03-01T09:00:00Z"));
  });
  it("updates and locks", async () => {
    const [updated] = await database.run(updateQueries(product, "Loan", bosLoan, { purpose: "film", state: "approved" })[0]!);
    expect(updated).toEqual({ id: bosLoan, version: 2 });
    expect((await database.run(lockQuery(product, "Loan", bosLoan)))[0]).toMatchObject({ version: 2, state: "approved", record: { purpose: "film", item: { id: camera } } });
    expect((await database.run<{ record: object }>(wholeRecordQuery(product, "Loan", [bosLoan])))[0]!.record).toMatchObject({
      fee: "25.00",
      borrower: { id: bo.id, shownAs: "Bo" },
    });
  });
});
