/** The device register's probes, by their numbers, over the API of a product in rehearsal. Its document was written by somebody who knew only the reference pages. */
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { root } from "../nonet-process.ts";
import { ok, refused, stage, type Stage, type World } from "./world.ts";

const people = {
  Nora: ["Nurse"],
  Ned: ["Nurse"],
  Tom: ["Technician"],
  Tim: ["Technician"],
  Hanna: ["Workshop head"],
  Sam: ["Storekeeper"],
  Quentin: ["Quality manager"],
} as const;
type Name = keyof typeof people;

let at: Stage<Name>;
let w: World<Name>;
beforeAll(async () => {
  at = await stage({
    document: join(root, "tests/unseen/device-register.md"),
    // The second factor would be asked for at each step; and no line lets anybody say whose ward is whose.
    changed: [
      ["email and password with second factor for Quality manager; by invitation", "email and password; by invitation"],
      ["| read: name | read | read: name, ward |", "| read: name | read, update | read: name, ward |"],
    ],
    people,
    from: "2026-05-01 08:00",
    environment: { PORTAL_SECRET: "a secret" },
  });
});
afterEach(() => w?.close());

type Values = Readonly<Record<string, unknown>>;
type Body = any; // eslint-disable-line typescript/no-explicit-any -- probes check whatever the product returns
const make = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("POST", `/api/${path}`, values);
const change = (who: Name, path: string, values: Values, query = ""): Promise<Answer> => w.as[who]("PATCH", `/api/${path}${query}`, values, { "if-match": "*" });
const read = (who: Name, path: string): Promise<Body> => ok(w.as[who]("GET", `/api/${path}`));
async function act(who: Name, path: string, action: string, input: Values = {}): Promise<Answer> {
  const answer = await w.as[who]("POST", `/api/${path}/${action}`, input);
  await w.settle();
  return answer;
}
async function wards(): Promise<{ care: string; dialysis: string }> {
  const { items } = await read("Quentin", "wards");
  const of = (name: string): string => items.find((one: Body) => one.name === name).id;
  const found = { care: of("Intensive Care"), dialysis: of("Dialysis") };
  await ok(change("Quentin", `users/${w.id.Nora}`, { ward: found.care }));
  await ok(change("Quentin", `users/${w.id.Ned}`, { ward: found.dialysis }));
  return found;
}
let serial = 0;
const device = async (name: string, ward: string, more: Values = {}): Promise<string> =>
  (await ok(make("Quentin", "devices", { name, ward, serialNumber: `S-${++serial}`, ...more }))).id;
async function certify(of: string, number: string, validUntil = "2027-12-31"): Promise<string> {
  const { id } = await ok(make("Hanna", "certificates", { number, device: of, validUntil }));
  await ok(act("Quentin", `certificates/${id}`, "accept"));
  return id;
}
async function inService(name: string, ward: string): Promise<{ id: string; certificate: string }> {
  const id = await device(name, ward);
  const certificate = await certify(id, `C-${name}`);
  await ok(act("Hanna", `devices/${id}`, "accept-into-service"));
  return { id, certificate };
}
/** A work order that Tom is to do. */
async function assigned(of: string, more: Values = {}): Promise<string> {
  const { id } = await ok(make("Tim", "work-orders", { device: of, description: "No power", ...more }));
  await ok(act("Hanna", `work-orders/${id}`, "assign", { assignee: w.id.Tom, startsAt: "2026-05-05T08:00:00Z", endsAt: "2026-05-05T10:00:00Z" }));
  return id;
}
async function finished(of: string, hours: string): Promise<string> {
  const id = await assigned(of);
  await ok(act("Tom", `work-orders/${id}`, "begin"));
  await ok(change("Tom", `work-orders/${id}`, { findings: "Fit", hours }));
  await ok(act("Tom", `work-orders/${id}`, "finish"));
  return id;
}
async function part(stock: number, name = "Filter"): Promise<Body> {
  const supplier = await ok(make("Sam", "suppliers", { name: `Supplier of ${name}` }));
  return { ...(await ok(make("Sam", "spare-parts", { name, supplier: supplier.id, unitPrice: "20.00", stock, minimum: 0 }))), supplier };
}

test("1, 2, 4 A ward's devices and no price; certificates for visitors", async () => {
  w = await at.open("2026-05-04 09:00");
  const { care, dialysis } = await wards();
  const [mine, other] = [await device("Ventilator", care, { price: "12000.00" }), await device("Dialyser", dialysis)];
  await refused(w.as.Nora("GET", `/api/devices/${other}`), 404);
  const { items, total } = await read("Nora", "devices?count=true");
  expect([items.map(({ id }: Body) => id), total ?? 1]).toEqual([[mine], 1]);
  expect((await read("Nora", "devices?search=Dialyser")).items).toEqual([]);
  const seen = await read("Nora", `devices/${mine}`);
  expect([seen.name, "price" in seen]).toEqual(["Ventilator", false]);
  for (const query of ["price=12000.00", "sort=price"]) expect((await w.as.Nora("GET", `/api/devices?${query}`)).status).toBeGreaterThanOrEqual(400);
  await certify(mine, "C-1", "2027-01-01");
  const submitted = await ok(make("Hanna", "certificates", { number: "C-2", device: mine, validUntil: "2027-01-01" }));
  const { items: shown } = await ok(w.visitor("GET", "/api/certificates"));
  expect(shown.map(({ number, deviceName, validUntil }: Body) => [number, deviceName, validUntil])).toEqual([["C-1", "Ventilator", "2027-01-01"]]);
  await refused(w.visitor("GET", `/api/certificates/${submitted.id}`), 404);
});

test("3, 12 Stock orders leave by their action; the supplier looks one up by its key", async () => {
  w = await at.open("2026-05-04 09:00");
  const { id, supplier } = await part(2);
  const other = await part(2, "Valve");
  const order = await ok(make("Sam", "stock-orders", { sparePart: id, quantity: 10 }));
  await refused(change("Sam", `stock-orders/${order.id}`, { state: "ordered" }), 409, "state-by-action");
  expect(await w.calls()).toEqual([]);
  const ask = (key: string): Promise<Answer> => w.visitor("GET", `/portal/orders/${order.number}`, undefined, { authorization: `Bearer ${key}` });
  expect(await ok(ask(supplier.portalKey))).toEqual({ order: order.number, article: "Filter", quantity: 10 });
  await refused(ask(other.supplier.portalKey), 404, "UNKNOWN_ORDER");
  await refused(ask("no key of ours"), 401);
});

test("5, 6 A device falls and rises with its certificate", async () => {
  w = await at.open("2026-05-04 09:00");
  const { care } = await wards();
  const fresh = await device("Pacer", care);
  const no = await refused(act("Hanna", `devices/${fresh}`, "accept-into-service"), 409, "NOT_CERTIFIED");
  expect(JSON.stringify(no.body)).toContain("Pacer");
  await certify(fresh, "C-9");
  expect((await ok(act("Hanna", `devices/${fresh}`, "accept-into-service"))).state).toBe("in service");
  const { id, certificate } = await inService("Ventilator", care);
  await ok(act("Quentin", `certificates/${certificate}`, "revoke"));
  const fallen = await read("Hanna", `devices/${id}`);
  expect([fallen.state, fallen.withdrawnBecause]).toEqual(["withdrawn", "No certificate is in force"]);
  const letters = (await w.mails()).filter(({ subject }) => subject === "Ventilator shall not be used");
  // With the Workshop head that every rehearsal has.
  expect(letters.map(({ to }) => to).sort()).toEqual(["hanna@probes.test", "nora@probes.test", "workshop-head@example.test"]);
});

test("7, 8, 10 Work orders: whose they are, what they use, and how long they took", async () => {
  w = await at.open("2026-05-04 09:00");
  const { care } = await wards();
  const of = await device("Ventilator", care);
  const { id: filter } = await part(2);
  const id = await assigned(of);
  await refused(act("Tim", `work-orders/${id}`, "begin"), 403, "not-permitted");
  await ok(act("Tom", `work-orders/${id}`, "begin"));
  await refused(act("Tom", `work-orders/${id}`, "finish"), 409, "NO_FINDINGS");
  await refused(change("Tom", `work-orders/${id}`, { hours: "25" }), 422, "MANY_HOURS");
  expect(Number((await ok(change("Tom", `work-orders/${id}`, { hours: "25" }, "?confirm=MANY_HOURS"))).hours)).toBe(25);
  await ok(change("Tom", `work-orders/${id}`, { findings: "Clogged", partsUsed: [{ sparePart: filter, quantity: 3 }] }));
  await refused(act("Tom", `work-orders/${id}`, "finish"), 409, "OUT_OF_STOCK");
  expect((await read("Tom", `work-orders/${id}`)).state).toBe("in progress");
  expect([(await read("Sam", `spare-parts/${filter}`)).stock, (await read("Sam", "stock-orders")).items]).toEqual([2, []]);
});

test("9 Dear work needs two, in order", async () => {
  w = await at.open("2026-05-04 09:00");
  const { care } = await wards();
  const of = await device("Ventilator", care);
  // 1,000 EUR: 15.5 hours at 62 EUR are 961, and a part of 39.
  const { id: filter } = await part(5);
  await ok(change("Sam", `spare-parts/${filter}`, { unitPrice: "39.00" }));
  const cheap = await finished(of, "15.5");
  expect((await read("Hanna", `work-orders/${cheap}`)).total).toBe("961.00");
  expect((await ok(act("Hanna", `work-orders/${cheap}`, "release"))).state).toBe("released");
  const exact = await finishedWith(of, filter, "39.00");
  expect((await read("Hanna", `work-orders/${exact}`)).total).toBe("1000.00");
  expect((await ok(act("Hanna", `work-orders/${exact}`, "release"))).state).toBe("released");
  const dear = await finishedWith(of, filter, "39.01");
  await refused(act("Quentin", `work-orders/${dear}`, "release"), 409, "not-your-turn");
  await ok(act("Hanna", `work-orders/${dear}`, "release"));
  expect((await read("Hanna", `work-orders/${dear}`)).state).toBe("finished");
  expect((await ok(act("Quentin", `work-orders/${dear}`, "release"))).state).toBe("released");
});
async function finishedWith(of: string, filter: string, unitPrice: string): Promise<string> {
  await ok(change("Sam", `spare-parts/${filter}`, { unitPrice }));
  const id = await assigned(of);
  await ok(act("Tom", `work-orders/${id}`, "begin"));
  await ok(change("Tom", `work-orders/${id}`, { findings: "Fit", hours: "15.5", partsUsed: [{ sparePart: filter, quantity: 1 }] }));
  await ok(act("Tom", `work-orders/${id}`, "finish"));
  return id;
}

test("11 The patient of an incident", async () => {
  w = await at.open("2026-05-04 09:00");
  const { care } = await wards();
  const of = await device("Ventilator", care);
  const { id } = await ok(
    make("Tom", "incidents", { device: of, happenedAt: "2026-05-04T05:00:00Z", account: "It stopped while it was in use.", harm: "minor harm", patient: "John" }),
  );
  expect("patient" in (await read("Tom", `incidents/${id}`))).toBe(false);
  expect((await read("Quentin", `incidents/${id}`)).patient).toBe("John");
  await refused(w.as.Quentin("DELETE", `/api/incidents/${id}`, undefined, { "if-match": "*" }), 409, "not-deletable");
});
