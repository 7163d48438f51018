/** The music school's probes, by their numbers, over the API of a product in rehearsal. Its document was written by somebody who knew only the notation. */
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { root } from "../nonet-process.ts";
import { codes, ok, refused, stage, type Stage, statusesOf, type World } from "./world.ts";

const people = {
  Gina: ["Guardian"],
  Gus: ["Guardian"],
  Tom: ["Teacher"],
  Tessa: ["Teacher"],
  Ona: ["Registrar"],
  Bea: ["Bursar"],
  Bruno: ["Bursar"],
  Bella: ["Bursar"],
  Hanna: ["Head"],
} as const;
type Name = keyof typeof people;

let at: Stage<Name>;
let w: World<Name>;
beforeAll(async () => {
  at = await stage({
    document: join(root, "tests/unseen/cadenza.md"),
    // The second factor would be asked for at each step.
    changed: [["email and password, passkey, with second factor for Bursar; by invitation", "email and password; by invitation"]],
    people,
    from: "2026-03-01 08:00",
    environment: { LEDGER_TOKEN: "a token" },
  });
});
afterEach(() => w?.close());

type Values = Readonly<Record<string, unknown>>;
type Body = any; // eslint-disable-line typescript/no-explicit-any -- probes check whatever the product returns
const make = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("POST", `/api/${path}`, values);
const change = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("PATCH", `/api/${path}`, values, { "if-match": "*" });
const read = (who: Name, path: string): Promise<Body> => ok(w.as[who]("GET", `/api/${path}`));
async function act(who: Name, path: string, action: string, input: Values = {}): Promise<Answer> {
  const answer = await w.as[who]("POST", `/api/${path}/${action}`, input);
  await w.settle();
  return answer;
}
const room = async (name: string): Promise<string> => (await read("Ona", "rooms")).items.find((one: Body) => one.name === name).id;
const pupil = async (name: string, guardian: Name = "Gina"): Promise<string> =>
  (await ok(make("Ona", "pupils", { name, dateOfBirth: "2014-05-05", guardians: [w.id[guardian]] }))).id;
const lesson = async (of: string, teacher: Name, startsAt: string, more: Values = {}): Promise<Answer> =>
  make("Ona", "lessons", { pupil: of, teacher: w.id[teacher], subject: "violin", room: await room("Studio 2"), startsAt, ...more });
const draft = async (of: string, unitPrice = "100.00"): Promise<Body> => {
  const term = (await read("Ona", "terms")).items[0].id;
  return ok(make("Bea", "invoices", { pupil: of, term, lines: [{ description: "Violin", quantity: "1", unitPrice }] }));
};
const propose = async (who: Name, invoice: string, share: string): Promise<Answer> => make(who, "discounts", { invoice, share });

test("1, 2, 3 A teacher's lessons, their fee and the private note", async () => {
  w = await at.open("2026-03-02 09:00");
  const mia = await pupil("Mia");
  const toms = await ok(lesson(mia, "Tom", "2026-03-04T14:00:00Z"));
  await refused(w.as.Tessa("GET", `/api/lessons/${toms.id}`), 404);
  await refused(change("Tessa", `lessons/${toms.id}`, { report: "Mine." }), 404);
  expect((await read("Tessa", "lessons")).items).toEqual([]);
  const own = await read("Tom", `lessons/${toms.id}`);
  expect([own.report, "fee" in own, "tariff" in own]).toEqual([null, false, false]);
  for (const query of ["sort=fee", "fee=34.00"]) expect((await w.as.Tom("GET", `/api/lessons?${query}`)).status).toBeGreaterThanOrEqual(400);
  expect((await read("Gina", `lessons/${toms.id}`)).fee).toBe("34.00");
  await ok(change("Tom", `lessons/${toms.id}`, { privateNote: "Shy." }));
  for (const who of ["Gina", "Ona", "Hanna"] as const)
    for (const path of [`lessons/${toms.id}`, `lessons/${toms.id}/history`]) {
      const { status, body } = await w.as[who]("GET", `/api/${path}`);
      expect([status < 500, JSON.stringify(body)]).toEqual([true, expect.not.stringMatching(/privateNote|Shy/)]);
    }
  expect((await read("Tom", `lessons/${toms.id}`)).privateNote).toBe("Shy.");
});

test("4, 5, 6 One lesson in a room; cancelling in good time; before eight", async () => {
  w = await at.open("2026-03-02 09:00");
  const [mia, leo] = [await pupil("Mia"), await pupil("Leo", "Gus")];
  const first = await ok(lesson(mia, "Tom", "2026-03-04T14:00:00Z"));
  const next = await ok(lesson(leo, "Tessa", "2026-03-04T14:45:00Z"));
  const taken = await refused(lesson(leo, "Tessa", "2026-03-04T14:30:00Z"), 409, "ROOM_TAKEN");
  expect(taken.body.errors[0].field).toBe("room");
  expect(statusesOf(await Promise.all([lesson(mia, "Tom", "2026-03-05T14:00:00Z"), lesson(leo, "Tessa", "2026-03-05T14:00:00Z")]))).toEqual([201, 409]);
  await refused(act("Gus", `lessons/${first.id}`, "cancel"), 404);
  await w.clock("2026-03-03 15:00");
  expect((await ok(act("Gina", `lessons/${first.id}`, "cancel"))).state).toBe("cancelled");
  await w.clock("2026-03-03 15:46");
  expect((await ok(act("Gus", `lessons/${next.id}`, "cancel"))).state).toBe("cancelled late");
  expect((await read("Ona", `lessons/${next.id}`)).billable).toBe(true);
  const begun = await ok(lesson(mia, "Tom", "2026-03-04T16:00:00Z"));
  await w.clock("2026-03-04 17:01");
  await refused(act("Gina", `lessons/${begun.id}`, "cancel"), 409, "LESSON_STARTED");
  const early = { pupil: mia, teacher: w.id.Tom, subject: "violin", room: await room("Studio 2"), startsAt: "2026-03-06T06:30:00Z" };
  await refused(make("Ona", "lessons", early), 422, "EARLY_LESSON");
  expect((await make("Ona", "lessons?confirm=EARLY_LESSON", early)).status).toBe(201);
});

test("7 A loan for a child of the family", async () => {
  w = await at.open("2026-03-02 09:00");
  const [mia, leo] = [await pupil("Mia"), await pupil("Leo", "Gus")];
  const { id: cello } = await ok(make("Ona", "instruments", { inventoryNumber: "VC-001", value: "2400.00" }));
  const request = (of: string, more: Values = {}): Promise<Answer> => make("Gina", "loans", { instrument: cello, pupil: of, startsOn: "2026-03-03", dueOn: "2026-05-29", ...more });
  expect((await request(leo)).status).toBeGreaterThanOrEqual(400);
  expect((await read("Ona", "loans")).items).toEqual([]);
  expect((await request(mia, { state: "out" })).status).toBeGreaterThanOrEqual(400);
  expect((await ok(request(mia))).state).toBe("requested");
});

test("8, 9 Discounts: who grants them, and how much they are together", async () => {
  w = await at.open("2026-06-20 10:00");
  const mia = await pupil("Mia");
  const invoice = await draft(mia);
  const state = async (id: string): Promise<string> => (await read("Bea", `discounts/${id}`)).state;
  const ten = await ok(propose("Bea", invoice.id, "0.1"));
  expect((await act("Bea", `discounts/${ten.id}`, "grant")).status).toBe(403);
  await ok(act("Bruno", `discounts/${ten.id}`, "grant"));
  expect(await state(ten.id)).toBe("proposed");
  await ok(act("Bella", `discounts/${ten.id}`, "grant"));
  expect(await state(ten.id)).toBe("granted");
  const [second, third] = [await draft(await pupil("Leo", "Gus")), await draft(await pupil("Lea", "Gus"))];
  const fifteen = await ok(propose("Ona", second.id, "0.15"));
  const more = await ok(propose("Ona", third.id, "0.1501"));
  for (const who of ["Bea", "Bruno"] as const) for (const one of [fifteen, more]) await ok(act(who, `discounts/${one.id}`, "grant"));
  expect([await state(fifteen.id), await state(more.id)]).toEqual(["granted", "proposed"]);
  await ok(act("Hanna", `discounts/${more.id}`, "grant"));
  expect(await state(more.id)).toBe("granted");
  const fourth = await draft(await pupil("Ida", "Gus"));
  await ok(propose("Bea", fourth.id, "0.3"));
  expect(codes(await propose("Bea", fourth.id, "0.25"))).toEqual(["DISCOUNT_TOO_HIGH"]);
  await ok(propose("Bea", fourth.id, "0.2"));
});

test("10, 11 An invoice leaves; what its link shows, and until when", async () => {
  w = await at.open("2026-06-20 10:00");
  const mia = await pupil("Mia");
  const invoice = await draft(mia);
  const discount = await ok(propose("Ona", invoice.id, "0.1"));
  await refused(act("Bea", `invoices/${invoice.id}`, "issue"), 409, "DISCOUNT_PENDING");
  expect([(await read("Bea", `invoices/${invoice.id}`)).number, (await w.mails()).length, await w.calls()]).toEqual([null, 0, []]);
  await ok(act("Bruno", `discounts/${discount.id}`, "refuse", { refusalReason: "No." }));
  const issued = await ok(act("Bea", `invoices/${invoice.id}`, "issue"));
  expect([issued.number, issued.state]).toEqual(["2026-0001", "issued"]);
  const [post] = await w.calls();
  expect([Object.keys(post!.body).sort(), post!.body.document_no]).toEqual([["amount", "document_no", "due"], "2026-0001"]);
  const mail = (await w.mails()).find(({ subject }) => subject === "Invoice 2026-0001")!;
  expect(mail.to).toBe("gina@probes.test");
  const whole = await read("Bea", `invoices/${invoice.id}`);
  const [line] = whole.lines;
  expect((await change("Bea", `invoices/${invoice.id}`, { lines: [{ id: line.id, description: "Viola", unitPrice: "1.00" }] })).status).toBeGreaterThanOrEqual(400);
  const authorization = `Link ${/https?:\/\/\S+\/link\/([\w-]+)/.exec(mail.body)![1]}`;
  const open = (): Promise<Answer> => w.visitor("GET", `/api/invoices/${invoice.id}`, undefined, { authorization });
  const seen = await ok(open());
  expect([seen.number, seen.payable, seen.openAmount, seen.dueOn, seen.pupil, seen.total]).toEqual(["2026-0001", "100.00", "100.00", "2026-07-04", undefined, undefined]);
  expect((await ok(w.visitor("GET", "/api/invoices", undefined, { authorization }))).items).toHaveLength(1);
  await w.clock("2026-07-06 09:00");
  const dunning = (await w.mails()).find(({ subject }) => subject === "Invoice 2026-0001 is overdue")!;
  expect(dunning.body).toMatch(/€100\.00 is open, to which .*(?:not shown|not specified).* is added/i);
  await w.clock("2026-09-03 09:00");
  expect((await open()).status).toBeGreaterThanOrEqual(400);
});

test("12 The sign at the door", async () => {
  w = await at.open("2026-03-04 09:00");
  await ok(lesson(await pupil("Mia"), "Tom", "2026-03-04T14:00:00Z"));
  const sign = await ok(w.visitor("GET", `/api/door/${encodeURIComponent("Studio 2")}`));
  expect([sign.room, sign.busy.length, Object.keys(sign.busy[0]).sort()]).toEqual(["Studio 2", 1, ["begins", "ends"]]);
  expect(JSON.stringify(sign)).not.toMatch(/Mia|Tom/);
  await refused(w.visitor("GET", "/api/door/Attic"), 404, "ROOM_UNKNOWN");
  expect([401, 403]).toContain((await w.visitor("GET", "/api/lessons")).status);
});
