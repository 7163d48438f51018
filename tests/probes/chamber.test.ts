/** The arbitration registry's probes, by their numbers, over the API of a product in rehearsal. Its document was written by somebody who knew only the guide for assistants. */
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { root } from "../nonet-process.ts";
import { codes, ok, refused, stage, type Stage, statusesOf, type World } from "./world.ts";

const people = {
  Max: ["Party"],
  Bea: ["Party"],
  Cy: ["Party"],
  Ada: ["Arbitrator"],
  Abe: ["Arbitrator"],
  Amy: ["Arbitrator"],
  Axel: ["Arbitrator", "Party"],
  Rosa: ["Registrar"],
  Tom: ["Treasurer"],
  Pia: ["President"],
} as const;
type Name = keyof typeof people;

let at: Stage<Name>;
let w: World<Name>;
beforeAll(async () => {
  at = await stage({ document: join(root, "tests/unseen/chamber.md"), people, from: "2026-01-05 08:00", environment: { GAZETTE_KEY: "token" } });
});
afterEach(() => w?.close());

type Values = Readonly<Record<string, unknown>>;
type Body = any; // eslint-disable-line typescript/no-explicit-any -- probes check whatever the product returns
const make = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("POST", `/api/${path}`, values);
const read = (who: Name, path: string): Promise<Body> => ok(w.as[who]("GET", `/api/${path}`));
const change = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("PATCH", `/api/${path}`, values, { "if-match": "*" });
async function act(who: Name, path: string, action: string, input: Values = {}): Promise<Answer> {
  const answer = await w.as[who]("POST", `/api/${path}/${action}`, input);
  await w.settle();
  return answer;
}
async function filed(more: Values = {}, who: Name = "Max"): Promise<Body> {
  const values = { respondent: w.id.Bea, kind: "commercial", amountInDispute: 80_000, prayerForRelief: "Payment of the price, with interest.", deed: await w.upload(who), ...more };
  return ok(make(who, "cases", values));
}
async function pending(more: Values = {}): Promise<string> {
  const { id } = await filed(more);
  await ok(act("Rosa", `cases/${id}`, "register"));
  const [advance] = (await read("Tom", `advances?case=${id}`)).items;
  await ok(act("Tom", `advances/${advance.id}`, "record-payment"));
  return id;
}
const appoint = (id: string, members: readonly Name[], presiding: Name): Promise<Answer> =>
  act("Pia", `cases/${id}`, "appoint", { members: members.map((one) => w.id[one]), presiding: w.id[presiding] });
const hearing = (of: string, from: string, to: string, more: Values = {}): Promise<Answer> =>
  make("Rosa", "hearings", { case: of, room: "Great Hall", beginsAt: `2026-04-20T${from}:00Z`, endsAt: `2026-04-20T${to}:00Z`, ...more });

test("1, 2, 3, 4, 13 From the request to the notice", async () => {
  w = await at.open("2026-03-20 10:00");
  const first = await filed({ numberOfArbitrators: 3 });
  expect(first.number).toBe(null);
  const two = { respondent: w.id.Bea, kind: "lease", amountInDispute: 1, prayerForRelief: "The keys of the house, at once.", deed: await w.upload("Max"), numberOfArbitrators: 2 };
  await refused(make("Max", "cases", two), 422, "ONE_OR_THREE");
  await refused(w.as.Cy("GET", `/api/cases/${first.id}`), 404);
  expect((await read("Bea", `cases/${first.id}`)).id).toBe(first.id);
  await ok(act("Rosa", `cases/${first.id}`, "register"));
  const second = await filed();
  await ok(act("Rosa", `cases/${second.id}`, "register"));
  expect([(await read("Max", `cases/${first.id}`)).number, (await read("Max", `cases/${second.id}`)).number]).toEqual(["LA-2026-0001", "LA-2026-0002"]);
  const [advance] = (await read("Tom", `advances?case=${first.id}`)).items;
  expect([advance.amount, advance.payer.id]).toEqual(["18000.00", w.id.Max]);
  expect((await w.mails()).find(({ subject }) => subject === "Case LA-2026-0001")!.body).toMatch(/18.?000/);
  await ok(act("Tom", `advances/${advance.id}`, "record-payment"));
  const open = await read("Max", `cases/${first.id}`);
  // Good Friday, the 3rd of April, doesn't count.
  expect([open.state, open.answerDueOn]).toEqual(["pending", "2026-04-20"]);
  expect((await w.mails()).find(({ subject }) => subject === "Notice of arbitration LA-2026-0001")!.to).toBe("bea@probes.test");
  expect(await ok(w.visitor("GET", "/public/cases/LA-2026-0001"))).toEqual({ number: "LA-2026-0001", kind: "commercial", state: "pending" });
  expect(codes(await refused(w.visitor("GET", "/public/cases/LA-2026-9999"), 404))).toEqual(["NO_SUCH_CASE"]);
});

test("5 The advance that never comes", async () => {
  w = await at.open("2026-03-02 10:00");
  const { id } = await filed();
  await ok(act("Rosa", `cases/${id}`, "register"));
  await w.clock("2026-03-12 10:00");
  const [advance] = (await read("Tom", `advances?case=${id}`)).items;
  expect(advance.state).toBe("reminded");
  const reminder = (await w.mails()).find(({ subject }) => subject.startsWith("The advance in case"))!;
  const authorization = `Link ${/https?:\/\/\S+\/link\/([\w-]+)/.exec(reminder.body)![1]}`;
  const seen = await ok(w.visitor("GET", `/api/advances/${advance.id}`, undefined, { authorization }));
  expect([seen.reference, seen.amount, seen.case]).toEqual([advance.reference, "6000.00", undefined]);
  await w.clock("2026-04-01 10:00");
  expect([(await read("Max", `cases/${id}`)).state, (await read("Tom", `advances/${advance.id}`)).state]).toEqual(["dismissed", "forfeited"]);
  expect((await w.mails()).find(({ subject }) => subject.includes("dismissed"))!.body).toBe("The advance was not paid.");
});

test("6, 7, 9, 11 The tribunal, what it keeps to itself, and its award", async () => {
  w = await at.open("2026-03-20 10:00");
  const id = await pending({ numberOfArbitrators: 3 });
  const wrong = await refused(appoint(id, ["Ada", "Abe"], "Amy"), 422, "WRONG_NUMBER", "CHAIR_NOT_MEMBER");
  expect(wrong.body.errors.map(({ field }: Body) => field)).toEqual(["members", "presiding"]);
  const own = await filed({}, "Axel");
  await ok(act("Rosa", `cases/${own.id}`, "register"));
  await ok(act("Tom", `advances/${(await read("Tom", `advances?case=${own.id}`)).items[0].id}`, "record-payment"));
  await refused(appoint(own.id, ["Axel"], "Axel"), 422, "OWN_CAUSE");
  await ok(appoint(id, ["Ada", "Abe", "Amy"], "Ada"));
  await ok(change("Abe", `cases/${id}`, { deliberationNotes: "The contract is void." }));
  expect(JSON.stringify(await read("Amy", `cases/${id}`))).toContain("The contract is void.");
  for (const who of ["Max", "Rosa", "Pia"] as const)
    for (const path of [`cases/${id}`, `cases/${id}/history`]) expect(JSON.stringify((await w.as[who]("GET", `/api/${path}`)).body), who).not.toContain("The contract is void.");
  await refused(w.as.Axel("GET", `/api/cases/${id}`), 404);
  await refused(act("Ada", `cases/${id}`, "close-the-hearing"), 409, "NEVER_HEARD");
  await ok(hearing(id, "08:00", "10:00"));
  await ok(act("Ada", `cases/${id}`, "close-the-hearing"));
  await refused(act("Ada", `cases/${id}`, "render-the-award"), 409, "NO_AWARD");
  await ok(change("Ada", `cases/${id}`, { award: await w.upload("Ada") }));
  await ok(act("Ada", `cases/${id}`, "render-the-award"));
  expect((await read("Max", `cases/${id}`)).state).toBe("deliberation");
  await w.answers({ call: "Publication", status: 201 });
  await ok(act("Amy", `cases/${id}`, "render-the-award"));
  expect((await read("Max", `cases/${id}`)).state).toBe("closed");
  expect(
    (await w.mails())
      .filter(({ subject }) => subject.startsWith("The award"))
      .map(({ to }) => to)
      .sort(),
  ).toEqual(["bea@probes.test", "max@probes.test"]);
  expect((await w.calls()).map(({ call, body }) => [call, body.number])).toEqual([["Publication", "LA-2026-0001"]]);
});

test("8 Submissions", async () => {
  w = await at.open("2026-03-20 10:00");
  const id = await pending();
  const submit = async (who: Name, query = ""): Promise<Answer> => make(who, `submissions${query}`, { case: id, title: "Answer", document: await w.upload(who) });
  await ok(submit("Bea"));
  expect((await w.mails()).find(({ subject }) => subject.startsWith("A submission"))!.to).toBe("max@probes.test");
  await refused(submit("Rosa"), 403);
  await w.clock("2026-04-21 10:00");
  await refused(submit("Bea"), 422, "LATE");
  await ok(submit("Bea", "?confirm=LATE"));
  await ok(act("Max", `cases/${id}`, "withdraw"));
  await refused(submit("Bea", "?confirm=LATE"), 409, "CASE_NOT_OPEN");
});

test("10, 14, 15 Rooms, what visitors see of hearings, and the secret account", async () => {
  w = await at.open("2026-03-20 10:00");
  const id = await pending();
  const answers = await Promise.all([hearing(id, "08:00", "10:00"), hearing(id, "09:00", "11:00")]);
  expect(statusesOf(answers), JSON.stringify(answers)).toEqual([201, 409]);
  expect(codes(answers.find(({ status }) => status === 409)!)).toEqual(["ROOM_TAKEN"]);
  await ok(hearing(id, "12:00", "13:00", { public: false }));
  const { items } = await ok(w.visitor("GET", "/api/hearings"));
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toMatch(/Max|Bea/);
  await ok(change("Tom", `users/${w.id.Ada}`, { bankAccount: "CH93 0076" }));
  for (const who of ["Pia", "Tom", "Rosa"] as const) expect(JSON.stringify(await read(who, `users/${w.id.Ada}`)), who).not.toContain("CH93");
});
