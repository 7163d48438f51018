/** The marina's probes, by their numbers, over the API of a product in rehearsal. Its document was written by somebody who knew only the notation. */
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { root } from "../nonet-process.ts";
import { codes, ok, refused, stage, type Stage, statusesOf, type World } from "./world.ts";

const people = { Ana: ["Boat owner"], Ben: ["Boat owner"], Rui: ["Dock hand"], Mara: ["Harbour master"], Ines: ["Accountant"] } as const;
type Name = keyof typeof people;
const secret = "a secret of the bank";

let at: Stage<Name>;
let w: World<Name>;
beforeAll(async () => {
  at = await stage({ document: join(root, "tests/unseen/marina.md"), people, from: "2026-05-01 08:00", environment: { BANK_HOOK: secret, AUTHORITY_TOKEN: "token" } });
});
afterEach(() => w?.close());

type Values = Readonly<Record<string, unknown>>;
const make = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("POST", `/api/${path}`, values);
const change = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("PATCH", `/api/${path}`, values, { "if-match": "*" });
async function act(who: Name, path: string, action: string, input: Values = {}): Promise<Answer> {
  const answer = await w.as[who]("POST", `/api/${path}/${action}`, input);
  await w.settle();
  return answer;
}
async function berth(code: string): Promise<string> {
  return (await ok(w.visitor("GET", `/api/berths?code=${code}`))).items[0].id;
}
async function boat(who: Name, name: string, more: Values = {}): Promise<string> {
  return (await ok(make(who, "boats", { name, length: 7, weight: 3, flag: "PT", ...more }))).id;
}
const stay = async (who: Name, of: string, code: string, arrival: string, departure: string): Promise<Answer> =>
  make(who, "stays", { boat: of, berth: await berth(code), arrival, departure });
async function alongside(who: Name, code: string, arrival: string, departure: string): Promise<string> {
  const { id } = await ok(stay(who, await boat(who, `Boat ${code}`, { insuredUntil: "2030-01-01" }), code, arrival, departure));
  await ok(act("Mara", `stays/${id}`, "confirm"));
  await w.clock(`${arrival} 10:00`);
  await ok(act("Rui", `stays/${id}`, "take-in"));
  return id;
}

test("1, 2, 3, 6 One boat in one berth, whoever books first; what others and the office may read", async () => {
  w = await at.open("2026-06-01 10:00");
  const first = await ok(stay("Ana", await boat("Ana", "Gaivota"), "A01", "2026-06-10", "2026-06-14"));
  await ok(act("Mara", `stays/${first.id}`, "confirm"));
  const others = [await boat("Ben", "Petrel"), await boat("Ben", "Plover")];
  const answers = await Promise.all(others.map((one) => stay("Ben", one, "A01", "2026-06-14", "2026-06-16")));
  expect(statusesOf(answers), JSON.stringify(answers)).toEqual([201, 409]);
  const lost = answers.find(({ status }) => status === 409)!;
  expect([codes(lost), lost.body.errors[0].field]).toEqual([["BERTH_TAKEN"], "berth"]);
  await refused(w.as.Ben("GET", `/api/stays/${first.id}`), 404);
  const seen = (await ok(w.as.Ben("GET", "/api/stays"))).items as { id: string }[];
  expect([seen.length, seen.some(({ id }) => id === first.id)]).toEqual([1, false]);
  const long = await refused(stay("Ben", await boat("Ben", "Titan", { length: 13 }), "B01", "2026-06-20", "2026-06-21"), 422, "TOO_LONG");
  expect([long.body.errors[0].field, long.body.errors[0].detail ?? long.body.detail]).toEqual(["berth", expect.stringMatching(/13 m long; B01 takes 12 m/)]);
  await ok(change("Mara", `stays/${first.id}`, { noteOfTheOffice: "Pays late." }));
  for (const who of ["Ana", "Rui"] as const)
    for (const path of [`stays/${first.id}`, `stays/${first.id}/history`, "stays"])
      expect(JSON.stringify((await w.as[who]("GET", `/api/${path}`)).body)).not.toMatch(/noteOfTheOffice|Pays late/);
  expect((await ok(w.as.Mara("GET", `/api/stays/${first.id}`))).noteOfTheOffice).toBe("Pays late.");
});

test("4, 5, 7 The office answers in three working days; cancelling; insurance", async () => {
  w = await at.open("2026-06-05 10:00");
  const { id } = await ok(stay("Ana", await boat("Ana", "Gaivota"), "A01", "2026-06-20", "2026-06-22"));
  // Sunday the 7th doesn't count: Saturday, Monday, Tuesday.
  await w.clock("2026-06-09 09:59");
  expect((await ok(w.as.Ana("GET", `/api/stays/${id}`))).state).toBe("asked for");
  await w.clock("2026-06-09 10:00");
  expect((await ok(w.as.Ana("GET", `/api/stays/${id}`))).state).toBe("refused");
  expect((await w.mails()).filter(({ subject }) => subject.startsWith("About your stay")).map(({ to, body }) => [to, body])).toEqual([
    ["ana@probes.test", expect.stringContaining("The office did not answer in time.")],
  ]);
  const next = await ok(stay("Ana", await boat("Ana", "Garça"), "A01", "2026-06-11", "2026-06-13"));
  const other = await ok(stay("Ben", await boat("Ben", "Petrel"), "A02", "2026-06-11", "2026-06-13"));
  for (const one of [next, other]) await ok(act("Mara", `stays/${one.id}`, "confirm"));
  await refused(change("Ana", `stays/${next.id}`, { wishes: "Quiet, please." }), 403);
  expect((await ok(act("Ana", `stays/${next.id}`, "cancel"))).state).toBe("cancelled");
  await w.clock("2026-06-11 08:00");
  await refused(act("Ben", `stays/${other.id}`, "cancel"), 409, "TOO_LATE_TO_CANCEL");
  await refused(act("Rui", `stays/${other.id}`, "take-in"), 422, "NOT_INSURED");
  expect((await ok(w.as.Rui("POST", `/api/stays/${other.id}/take-in?confirm=NOT_INSURED`, {}))).state).toBe("alongside");
});

test("8, 12, 13, 14 The invoice, its payment, its second letter and its end", async () => {
  w = await at.open("2026-06-20 10:00");
  const id = await alongside("Ana", "A01", "2026-07-01", "2026-07-04");
  await ok(make("Rui", "readings", { stay: id, kilowattHours: 100, readAt: "2026-07-01T09:00:00Z" }));
  await ok(make("Rui", "readings", { stay: id, kilowattHours: 120, readAt: "2026-07-01T09:30:00Z" }));
  expect((await ok(w.as.Ana("GET", "/api/readings"))).items).toHaveLength(2);
  expect((await ok(w.as.Ben("GET", "/api/readings"))).items).toHaveLength(0);
  await ok(act("Rui", `stays/${id}`, "let-go"));
  const [invoice] = (await ok(w.as.Ines("GET", "/api/invoices"))).items;
  expect([invoice.number, invoice.total, invoice.payer.id, invoice.state]).toEqual(["2026/00001", "106.00", w.id.Ana, "sent"]);
  await refused(act("Ines", `invoices/${invoice.id}`, "write-off"), 409);
  await w.clock("2026-07-16 09:00");
  const letter = (await w.mails()).find(({ subject }) => subject === "Invoice 2026/00001 is late")!;
  const authorization = `Link ${/https?:\/\/\S+\/link\/([\w-]+)/.exec(letter.body)![1]}`;
  const opened = await ok(w.visitor("GET", `/api/invoices/${invoice.id}`, undefined, { authorization }));
  expect([opened.number, opened.total, opened.stay]).toEqual(["2026/00001", "106.00", undefined]);
  expect(JSON.stringify(opened)).not.toContain("Boat A01");
  const pay = (body: Values, by = secret): Promise<Answer> =>
    w.visitor("POST", "/hooks/bank", body, { "x-bank-signature": createHmac("sha256", by).update(JSON.stringify(body)).digest("hex") });
  const payment = { id: "p1", reference: invoice.paymentReference, amount: "106.00" };
  expect([401, 403]).toContain((await pay(payment, "another secret")).status);
  expect((await pay({ ...payment, id: "p0", reference: "unknown" })).status).toBe(404);
  expect([(await pay(payment)).status, (await pay(payment)).status]).toEqual([204, 204]);
  const paid = await ok(w.as.Ines("GET", `/api/invoices/${invoice.id}`));
  expect([paid.state, paid.paidOn]).toEqual(["paid", "2026-07-16"]);
});

test("9, 10 Heavy boats take two who say yes; the lift has its limit", async () => {
  w = await at.open("2026-06-01 10:00");
  const job = async (of: string, startsAt: string): Promise<Answer> => make("Ana", "lift-jobs", { boat: of, startsAt });
  const heavy = await ok(job(await boat("Ana", "Titania", { weight: 22 }), "2026-06-05T08:00:00Z"));
  const light = await ok(job(await boat("Ana", "Gaivota"), "2026-06-05T12:00:00Z"));
  await ok(act("Mara", `lift-jobs/${heavy.id}`, "agree"));
  expect((await ok(w.as.Ana("GET", `/api/lift-jobs/${heavy.id}`))).state).toBe("wanted");
  await ok(act("Rui", `lift-jobs/${heavy.id}`, "agree"));
  expect((await ok(w.as.Ana("GET", `/api/lift-jobs/${heavy.id}`))).state).toBe("agreed");
  expect((await w.mails()).filter(({ subject }) => subject.startsWith("Lift on")).map(({ to }) => to)).toContain("ana@probes.test");
  await ok(act("Mara", `lift-jobs/${light.id}`, "agree"));
  const agreed = await ok(w.as.Ana("GET", `/api/lift-jobs/${light.id}`));
  expect([agreed.state, agreed.fee]).toEqual(["agreed", "120.00"]);
  await refused(job(await boat("Ana", "Colossus", { weight: 36 }), "2026-06-06T08:00:00Z"), 422, "TOO_HEAVY");
});

test("11, 15 Free berths for anyone; what visitors may and may not", async () => {
  w = await at.open("2026-06-01 10:00");
  const free = async (): Promise<string[]> =>
    (await ok(w.visitor("GET", "/api/free-berths?arrival=2026-06-10&departure=2026-06-12&length=10"))).berths.map(({ code }: { code: string }) => code);
  expect(await free()).toEqual(["B01", "C01", "F01"]);
  await ok(stay("Ana", await boat("Ana", "Gaivota"), "B01", "2026-06-11", "2026-06-13"));
  expect(await free()).toEqual(["C01", "F01"]);
  await refused(w.visitor("GET", "/api/stays"), 401);
  expect((await ok(w.visitor("GET", "/api/berths"))).items).toHaveLength(5);
});
