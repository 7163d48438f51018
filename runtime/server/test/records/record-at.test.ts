/** A record as it was at a point in time, over HTTP: its values and state then, without what the reader may not read. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { become, openDesk, type Client, type Desk } from "../desk.ts";

let desk: Desk;
let manager: Client;
let borrower: Client;

beforeAll(async () => {
  desk = await openDesk();
  const at = desk.server.address;
  manager = await become(at, "Manager");
  borrower = await become(at, "Borrower");
  // In the morning, so that the hours below stay within the day on which the loan starts, whenever the test runs.
  expect((await manager("POST", "/rehearsal/clock", { now: "2026-03-02T09:00:00Z" })).status).toBe(200);
});
afterAll(() => desk?.close());

const now = async (): Promise<string> => (await manager("GET", "/rehearsal/clock")).body.now;
const forward = (duration: string): Promise<unknown> => manager("POST", "/rehearsal/clock", { forward: duration });

it("shows a loan as it was before and after each change", async () => {
  const { id: category, name } = (await manager("GET", "/api/categories")).body.items[0];
  const item = (await manager("POST", "/api/items", { name: "Camera", category, dailyFee: "5" })).body.id;
  const today = (await now()).slice(0, 10);
  const before = await now();
  await forward("PT1H");
  const loan = (await manager("POST", "/api/loans", { item, startDate: today, endDate: today, purpose: "first" })).body;
  const made = await now();
  await forward("PT1H");
  await manager("PATCH", `/api/loans/${loan.id}`, { purpose: "second" }, { "if-match": "*" });
  const changed = await now();
  await forward("PT1H");
  await manager("POST", `/api/loans/${loan.id}/approve`, {});

  const at = async (moment: string): Promise<unknown[]> => {
    const { status, body } = await manager("GET", `/api/loans/${loan.id}?at=${encodeURIComponent(moment)}`);
    return status === 200 ? [body.state, body.purpose, body.version] : [status, body.code];
  };
  const then = (await manager("GET", `/api/loans/${loan.id}?at=${encodeURIComponent(changed)}`)).body;
  expect([then.createdAt, then.createdBy]).toEqual([loan.createdAt, loan.createdBy]);
  expect(Date.parse(then.updatedAt) > Date.parse(loan.updatedAt) && Date.parse(then.updatedAt) <= Date.parse(changed)).toBe(true);
  expect(await at(before)).toEqual([404, "not-found"]);
  expect(await at(made)).toEqual(["requested", "first", 1]);
  expect(await at(changed)).toEqual(["requested", "second", 2]);
  expect((await at(await now()))[0]).toBe("approved");
  expect(await at("yesterday")).toEqual([400, "invalid-value"]);
  // Initial records have no change before them: they were there from the start.
  const kept = await manager("GET", `/api/categories/${category}?at=${encodeURIComponent(await now())}`);
  expect([kept.status, kept.body.name]).toEqual([200, name]);
});

it("hides past values of fields that the reader may not read today", async () => {
  const loan = (await manager("GET", "/api/loans")).body.items[0];
  const moment = encodeURIComponent(await now());
  expect((await borrower("GET", `/api/loans/${loan.id}?at=${moment}`)).status).toBe(404);
});
