/** The change desk's probes, by their numbers, over the API of a product in rehearsal. Its document was written by somebody who knew only the reference pages. */
import { createHmac } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Answer } from "../api-client.ts";
import { root } from "../nonet-process.ts";
import { codes, ok, refused, stage, type Stage, statusesOf, type World } from "./world.ts";

const people = {
  Eli: ["Engineer", "Change board"],
  Ed: ["Engineer"],
  Olga: ["Service owner"],
  Otto: ["Service owner"],
  Ben: ["Change board"],
  Cara: ["Change board"],
  Sam: ["SRE"],
} as const;
type Name = keyof typeof people;
const secret = "a secret of the pipeline";

let at: Stage<Name>;
let w: World<Name>;
beforeAll(async () => {
  at = await stage({ document: join(root, "tests/unseen/gatehouse.md"), people, from: "2026-05-01 08:00", environment: { CI_HOOK: secret, DEPLOY_KEY: "a key of the deployer" } });
});
afterEach(() => w?.close());

type Values = Readonly<Record<string, unknown>>;
type Body = any; // eslint-disable-line typescript/no-explicit-any -- probes check whatever the product returns
const make = (who: Name, path: string, values: Values): Promise<Answer> => w.as[who]("POST", `/api/${path}`, values);
const read = (who: Name, path: string): Promise<Body> => ok(w.as[who]("GET", `/api/${path}`));
async function act(who: Name, path: string, action: string, input: Values = {}): Promise<Answer> {
  const answer = await w.as[who]("POST", `/api/${path}/${action}`, input);
  await w.settle();
  return answer;
}
const service = async (name: string, tier: string, more: Values = {}): Promise<string> => (await ok(make("Sam", "services", { name, tier, owner: w.id.Olga, ...more }))).id;
const window = { windowStart: "2026-05-06T07:00:00Z", windowEnd: "2026-05-06T09:00:00Z" };
const draft = async (of: string, more: Values = {}, who: Name = "Eli"): Promise<Body> => ok(make(who, "changes", { service: of, title: "A new footer", ...window, ...more }));
async function submitted(of: string, more: Values = {}, who: Name = "Eli"): Promise<string> {
  const { id } = await draft(of, more, who);
  await ok(act(who, `changes/${id}`, "submit"));
  return id;
}
const check = (key: string, id: string, by = secret): Promise<Answer> => {
  const body = { id, change: key, name: `unit ${id}`, result: "passed" };
  return w.visitor("POST", "/hooks/ci", body, { "x-hub-signature-256": `sha256=${createHmac("sha256", by).update(JSON.stringify(body)).digest("hex")}` });
};

test("1, 2, 3, 4 The risk decides who approves", async () => {
  w = await at.open("2026-05-04 10:00");
  const [billing, web] = [await service("billing", "1"), await service("web", "3")];
  const high = await draft(billing, { kind: "schema", touchesData: true, rollbackPlan: "restore" });
  const low = await draft(web, { kind: "config" });
  const middle = await draft(web);
  expect([high.risk, high.approvalsNeeded, low.risk, middle.risk]).toEqual(["high", 2, "low", "medium"]);
  for (const one of [high, middle]) await ok(act("Eli", `changes/${one.id}`, "submit"));
  await refused(act("Eli", `changes/${high.id}`, "approve"), 403);
  await ok(act("Ben", `changes/${high.id}`, "approve"));
  expect((await read("Eli", `changes/${high.id}`)).state).toBe("submitted");
  await ok(act("Cara", `changes/${high.id}`, "approve"));
  expect((await read("Eli", `changes/${high.id}`)).state).toBe("approved");
  expect((await w.mails()).filter(({ subject }) => subject.endsWith("is approved")).map(({ to }) => to)).toEqual(["eli@probes.test"]);
  await refused(act("Otto", `changes/${middle.id}`, "approve"), 403);
  await ok(act("Olga", `changes/${middle.id}`, "approve"));
  expect((await read("Eli", `changes/${middle.id}`)).state).toBe("approved");
  const third = await submitted(web, { windowStart: "2026-05-07T07:00:00Z", windowEnd: "2026-05-07T08:00:00Z" });
  const without = await act("Olga", `changes/${third}`, "reject");
  expect([without.status, without.body.errors[0].field]).toEqual([422, "why"]);
  await refused(act("Olga", `changes/${third}`, "reject", { why: "Nope." }), 422);
  await ok(act("Olga", `changes/${third}`, "reject", { why: "The footer hides the menu." }));
  expect((await w.mails()).find(({ subject }) => subject.endsWith("was rejected"))!.body).toContain("The footer hides the menu.");
});

test("5, 9 Nobody looks for sixteen working hours; three in review", async () => {
  w = await at.open("2026-05-04 10:00");
  const web = await service("web", "3");
  const later = { windowStart: "2026-05-20T07:00:00Z", windowEnd: "2026-05-20T08:00:00Z" };
  const ids = [await submitted(web, later), await submitted(web, later), await submitted(web, later)];
  const { id: fourth } = await draft(web, later);
  await refused(act("Eli", `changes/${fourth}`, "submit"), 409, "TOO_MANY_OPEN");
  await w.clock("2026-05-06 09:59");
  expect((await read("Eli", `changes/${ids[0]}`)).state).toBe("submitted");
  await w.clock("2026-05-06 10:00");
  const lapsed = await read("Eli", `changes/${ids[0]}`);
  expect([lapsed.state, lapsed.rejectedBecause]).toEqual(["rejected", "Nobody looked at it in two days."]);
});

test("6, 7, 11, 12 Shipping, the pipeline's question, and the way back", async () => {
  w = await at.open("2026-05-04 10:00");
  const web = await service("web", "3");
  const id = await submitted(web);
  const { key } = await read("Eli", `changes/${id}`);
  await ok(act("Olga", `changes/${id}`, "approve"));
  await refused(act("Eli", `changes/${id}`, "ship"), 409, "OUT_OF_WINDOW");
  await w.clock("2026-05-06 09:30");
  await refused(act("Eli", `changes/${id}`, "ship"), 409, "NOT_GREEN");
  expect([401, 403]).toContain((await check(key, "c1", "another secret")).status);
  expect((await check("CHG-9999", "c0")).status).toBe(404);
  for (const one of ["c1", "c1", "c2"]) expect((await check(key, one)).status).toBe(202);
  expect((await read("Eli", "checks")).items).toHaveLength(2);
  const pipeline = await ok(make("Sam", "pipelines", { name: "deployer", runsAs: w.id.Ed }));
  const ask = (of: string, token: string): Promise<Answer> => w.visitor("GET", `/v1/changes/${of}/verdict`, undefined, { authorization: `Bearer ${token}` });
  expect((await ask(key, pipeline.key)).body).toEqual({ allowed: true, "change-key": key, state: "approved", risk: "medium" });
  expect((await ask(key, "wrong")).status).toBe(401);
  const unknown = await ask("CHG-9999", pipeline.key);
  expect([unknown.status, unknown.body]).toEqual([404, { error: { code: "UNKNOWN_CHANGE", text: "There is no such change." } }]);
  expect((await read("Sam", `pipelines/${pipeline.id}`)).lastSeen).not.toBe(null);
  await w.answers({ call: "Deploy", status: 202 });
  await ok(act("Eli", `changes/${id}`, "ship"));
  const { id: incident } = await ok(make("Sam", "incidents/declare", { service: web, severity: "SEV2", headline: "Footer gone", causedBy: id }));
  expect((await ok(act("Eli", `changes/${id}`, "roll-back"))).state).toBe("rolled back");
  expect((await read("Sam", `incidents/${incident}`)).state).toBe("mitigated");
  const sent = await w.calls();
  expect(sent.map(({ body }) => [body.service, body.direction])).toEqual([
    ["web", "forward"],
    ["web", "back"],
  ]);
});

test("7, 8 No way back; one window per service", async () => {
  w = await at.open("2026-05-04 10:00");
  const web = await service("web", "3");
  const ids = [await submitted(web, { reversible: false }, "Ed"), await submitted(web, {}, "Ed")];
  const answers = await Promise.all(ids.map((id) => act("Olga", `changes/${id}`, "approve")));
  expect(statusesOf(answers), JSON.stringify(answers)).toEqual([200, 409]);
  expect(codes(answers.find(({ status }) => status === 409)!)).toEqual(["WINDOW_TAKEN"]);
  const api = await service("api", "3");
  const fixed = await submitted(api, { reversible: false }, "Ed");
  await ok(act("Olga", `changes/${fixed}`, "approve"));
  await w.clock("2026-05-06 09:30");
  expect((await check((await read("Ed", `changes/${fixed}`)).key, "c1")).status).toBe(202);
  await ok(act("Ed", `changes/${fixed}`, "ship"));
  await refused(act("Ed", `changes/${fixed}`, "roll-back"), 409, "NO_WAY_BACK");
});

test("10, 13, 14, 15 Incidents, their notes and credits; stale drafts", async () => {
  w = await at.open("2026-05-04 10:00");
  const web = await service("web", "1", { monthlyFee: 1000 });
  const declare = async (severity: string): Promise<string> => (await ok(make("Sam", "incidents/declare", { service: web, severity, headline: `${severity} of web` }))).id;
  const [one, two, three] = [await declare("SEV1"), await declare("SEV2"), await declare("SEV3")];
  expect((await w.mails()).filter(({ to }) => to === "sam@probes.test").map(({ subject }) => subject)).toEqual(["SEV1: SEV1 of web"]);
  await ok(w.as.Sam("PATCH", `/api/incidents/${one}`, { internalNotes: "Disk full." }, { "if-match": "*" }));
  expect((await read("Sam", `incidents/${one}`)).internalNotes).toBe("Disk full.");
  expect(JSON.stringify(await read("Ed", `incidents/${one}`))).not.toContain("Disk full.");
  const { incidents } = await ok(w.visitor("GET", "/v1/incidents?severity=SEV1"));
  expect(incidents.map((i: Body) => [i.severity, Object.keys(i).sort()])).toEqual([["SEV1", ["headline", "key", "severity"]]]);
  const open = (await ok(w.visitor("GET", "/api/incidents"))).items[0];
  expect(Object.keys(open)).not.toEqual(expect.arrayContaining(["internalNotes"]));
  expect(open.credit).toBeUndefined();
  await w.clock("2026-05-04 10:45");
  for (const id of [one, two, three]) await ok(act("Sam", `incidents/${id}`, "mitigate"));
  expect((await read("Sam", `incidents/${one}`)).credit).toBe("250.00");
  await refused(act("Sam", `incidents/${two}`, "close"), 409, "POSTMORTEM_MISSING");
  const { id: stale } = await draft(web);
  await w.clock("2026-05-18 10:44");
  expect((await read("Sam", `incidents/${three}`)).state).toBe("mitigated");
  await w.clock("2026-05-18 10:45");
  expect((await read("Sam", `incidents/${three}`)).state).toBe("closed");
  await w.clock("2026-08-04 03:01");
  expect((await read("Eli", `changes/${stale}`)).state).toBe("dropped");
});
