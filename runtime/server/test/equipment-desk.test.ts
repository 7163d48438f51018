/** The whole API over real HTTP, with the Equipment Desk. */
import { createHmac } from "node:crypto";
import { mkdtemp, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { become, clientOf, openDesk, secret, type Client, type Desk } from "./desk.ts";

let desk: Desk;
let anyone: Client, borrower: Client, clerk: Client, manager: Client;
let category: string;

beforeAll(async () => {
  desk = await openDesk();
  anyone = clientOf(desk.server.address);
  const moved = await anyone("POST", "/rehearsal/clock", { now: "2024-03-01T09:00:00Z" });
  expect(moved.status).toBe(200);
  [borrower, clerk, manager] = [await become(desk.server.address, "borrower"), await become(desk.server.address, "clerk"), await become(desk.server.address, "manager")];
  category = (await manager("GET", "/api/categories?name=Tools")).body.items[0].id;
}, 120_000);

afterAll(async () => {
  expect(desk?.bugs ?? []).toEqual([]);
  await desk?.close();
});

let made = 0;
const newItem = async (): Promise<string> => (await manager("POST", "/api/items", { name: `Beamer ${++made}`, category, dailyFee: "5.50" })).body.id;
const loanOf = (item: string, more: object = {}) => ({ item, startDate: "2024-03-05", endDate: "2024-03-06", ...more });

describe("records", () => {
  it("creates with 201, Location and ETag, and reads back by id and by number", async () => {
    const item = await newItem();
    const created = await borrower("POST", "/api/loans", loanOf(item));
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    expect(created.headers.get("etag")).toBe('"1"');
    expect(created.headers.get("location")).toBe(`/api/loans/${created.body.id}`);
    expect(created.body).toMatchObject({ version: 1, state: "requested", days: 2, fee: "11.00", startDate: "2024-03-05", item: { id: item } });
    expect((await borrower("GET", `/api/loans/${created.body.number}`)).body.id).toBe(created.body.id);
    const again = await borrower("GET", `/api/loans/${created.body.id}`);
    expect((await borrower("GET", `/api/loans/${created.body.id}`, undefined, { "if-none-match": again.headers.get("etag")! })).status).toBe(304);
    await borrower("POST", `/api/loans/${created.body.id}/cancel`, {});
  });

  it("reports every violated rule with its field, name and line", async () => {
    const answer = await borrower("POST", "/api/loans", loanOf(await newItem(), { startDate: "2024-02-01", endDate: "2024-01-01" }));
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((e: { code: string }) => e.code)).toEqual(["DATES_REVERSED", "STARTS_IN_PAST"]);
    expect(answer.body.errors.every((e: { line: number; rule: string }) => e.line > 100 && e.rule)).toBe(true);
  });

  it("uses the catalogue's status", async () => {
    const item = await newItem();
    const first = await manager("POST", "/api/loans", loanOf(item));
    const second = await clerk("POST", "/api/loans", loanOf(item));
    expect([first.status, second.status, second.body.code]).toEqual([201, 409, "ITEM_TAKEN"]);
    await manager("POST", `/api/loans/${first.body.id}/cancel`, {});
  });

  it("requires If-Match for PATCH and DELETE", async () => {
    const item = await newItem();
    const patch = (headers: Record<string, string>) => manager("PATCH", `/api/items/${item}`, { name: `Renamed ${item}` }, headers);
    expect((await patch({})).status).toBe(428);
    expect((await patch({ "if-match": '"9"' })).status).toBe(412);
    expect((await patch({ "if-match": '"1"' })).headers.get("etag")).toBe('"2"');
    expect((await patch({ "if-match": "*" })).status).toBe(200);
    expect((await manager("DELETE", `/api/items/${item}`)).status).toBe(428);
    expect((await manager("DELETE", `/api/items/${item}`, undefined, { "if-match": "*" })).status).toBe(204);
    expect((await manager("GET", `/api/items/${item}`)).status).toBe(404);
  });

  it("reports every invalid and missing field at once, with its line", async () => {
    const answer = await manager("POST", "/api/items", { name: "x".repeat(121), dailyFee: "-1", deposit: "many" });
    expect([answer.status, answer.body.errors.map((e: { field: string; code: string }) => `${e.field} ${e.code}`).sort()]).toEqual([
      422,
      ["category required", "dailyFee invalid-value", "deposit invalid-value", "name invalid-value"],
    ]);
    expect(answer.body.errors.every((e: { line: number | null }) => e.line !== null)).toBe(true);
  });

  it("lets one of fifty concurrent requests have the item", async () => {
    const item = await newItem();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => [borrower, clerk, manager][i % 3]!("POST", "/api/loans", loanOf(item, { startDate: "2024-03-10", endDate: "2024-03-11" }))),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(49).fill(409)]);
    expect(new Set(answers.filter((a) => a.status === 409).map((a) => `${a.body.code} ${a.body.errors[0].line > 100}`))).toEqual(new Set(["ITEM_TAKEN true"]));
    await manager("POST", `/api/loans/${answers.find((a) => a.status === 201)!.body.id}/cancel`, {});
  });

  it("refuses writes to the state, a computed field and a set-once field", async () => {
    const loan = await borrower("POST", "/api/loans", loanOf(await newItem()));
    const patch = (values: object) => manager("PATCH", `/api/loans/${loan.body.id}`, values, { "if-match": "*" });
    const me = (await manager("GET", "/api/me")).body.id;
    expect((await Promise.all([patch({ state: "out" }), patch({ fee: "1.00" }), patch({ borrower: me })])).map((a) => [a.status, a.body.code])).toEqual([
      [409, "state-by-action"],
      [422, "read-only"],
      [422, "read-only"],
    ]);
    expect((await borrower("POST", "/api/loans", loanOf(await newItem(), { borrower: me }))).status).toBe(403);
    await manager("POST", `/api/loans/${loan.body.id}/cancel`, {});
  });

  it("doesn't delete records that others refer to", async () => {
    const item = await newItem();
    const loan = await manager("POST", "/api/loans", loanOf(item));
    const remove = (path: string) => manager("DELETE", path, undefined, { "if-match": "*" });
    expect((await remove(`/api/items/${item}`)).body).toMatchObject({ status: 409, code: "not-deletable" });
    expect((await remove(`/api/categories/${category}`)).body).toMatchObject({ status: 409, code: "still-in-use" });
    await manager("POST", `/api/loans/${loan.body.id}/cancel`, {});
  });

  it("stores nothing in a dry run", async () => {
    const item = await newItem();
    const dry = await borrower("POST", "/api/loans?dryRun=true", loanOf(item));
    expect([dry.status, dry.body.fee]).toEqual([200, "11.00"]);
    expect((await manager("GET", `/api/loans?item=${item}&count=exact`)).body.count).toBe(0);
    expect((await borrower("POST", "/api/loans?dryRun=true", { item })).status).toBe(422);
  });

  it("runs a repeat only once, and refuses another body with the same key", async () => {
    const key = { "idempotency-key": "once-1" };
    const body = { name: "Once", category, dailyFee: "1.00" };
    const [a, b] = [await manager("POST", "/api/items", body, key), await manager("POST", "/api/items", body, key)];
    expect([b.status, b.body]).toEqual([a.status, a.body]);
    expect((await manager("POST", "/api/items", { ...body, name: "Other" }, key)).status).toBe(409);
    expect((await manager("GET", "/api/items?name=Once&count=exact")).body.count).toBe(1);
  });
});

describe("visibility", () => {
  it("hides other people's records", async () => {
    const loan = await manager("POST", "/api/loans", loanOf(await newItem()));
    expect((await borrower("GET", `/api/loans/${loan.body.id}`)).status).toBe(404);
    expect((await borrower("GET", "/api/loans?count=exact")).body.items.some((l: { id: string }) => l.id === loan.body.id)).toBe(false);
    expect((await borrower("POST", `/api/loans/${loan.body.id}/approve`, {})).status).toBe(404);
    expect([401, 403]).toContain((await anyone("GET", "/api/loans")).status);
    await manager("POST", `/api/loans/${loan.body.id}/cancel`, {});
  });

  it("refuses what no role grants", async () => {
    expect((await borrower("POST", "/api/items", { name: "Mine", category })).status).toBe(403);
    expect((await clientOf(desk.server.address, "nonsense")("GET", "/api/items")).status).toBe(401);
  });
});

describe("lists", () => {
  it("takes where, sort, fields, paging and filters", async () => {
    for (let i = 0; i < 3; i++) await newItem();
    const first = (await manager("GET", "/api/items?sort=-code&limit=2&fields=code,name,category.name")).body;
    expect(first.items.length).toBe(2);
    const second = (await manager("GET", `/api/items?sort=-code&limit=2&fields=code&after=${encodeURIComponent(first.next)}`)).body;
    expect(second.items[0].code < first.items[1].code).toBe(true);
    expect((await manager("GET", `/api/items?where=${encodeURIComponent('daily fee > 5 and name != "Once"')}&category=${category}`)).body.items.length).toBeGreaterThanOrEqual(3);
  });

  it("suggests the nearest known name", async () => {
    const answer = await manager("GET", "/api/items?categry=x");
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('Did you mean "category"?')]);
    for (const query of [
      "limit=0",
      "limit=x",
      "sort=nope",
      "fields=nope",
      "where=(((",
      "after=nonsense",
      "name=a&name=b",
      "retired=perhaps",
      "category=x",
      "dailyFee=much",
      `after=${cursorOf(["x", "y"])}&sort=dailyFee`,
      `after=${cursorOf(["x", category])}&sort=dailyFee`,
      `after=${cursorOf(["x"])}`,
      `after=${cursorOf([null, null, null])}`,
    ])
      expect((await manager("GET", `/api/items?${query}`)).status, query).toBe(400);
    expect((await manager("GET", "/api/loans?state=retrned")).body.detail).toContain('"returned"');
    expect((await manager("GET", "/api/loans?startDate=2024-02-31")).status).toBe(400);
    expect((await manager("GET", "/api/itms")).body.detail).toContain('"items"');
  });

  it("exports CSV without formulas, and a spreadsheet", async () => {
    await manager("POST", "/api/items", { name: "=HYPERLINK()", category, dailyFee: "1.00" });
    const csv = await manager("GET", "/api/items/export?format=csv&fields=name,dailyFee,category");
    expect(csv.headers.get("content-type")).toContain("text/csv");
    expect(csv.body).toContain("'=HYPERLINK(),1.00,Tools\r\n");
    expect((await manager("GET", "/api/items/export?format=xlsx&screen=Catalogue")).body.slice(0, 2)).toBe("PK");
    expect((await clerk("GET", "/api/loans/export?format=xlsx&screen=Loans")).body.slice(0, 2)).toBe("PK");
    expect((await clerk("GET", "/api/loans/export?format=csv&screen=Desk")).status).toBe(403);
  });
});

describe("actions", () => {
  it("lists and runs them, records the history, sends the mail", async () => {
    const loan = await borrower("POST", "/api/loans", loanOf(await newItem(), { startDate: "2024-03-01", endDate: "2024-03-02" }));
    const id = loan.body.id;
    const offered = (await clerk("GET", `/api/loans/${id}/actions`)).body.items;
    expect(offered.find((a: { name: string }) => a.name === "Approve")).toMatchObject({ path: "approve", allowed: true, to: "approved" });
    expect((await clerk("POST", `/api/loans/${id}/reject`, {})).status).toBe(422);
    expect((await clerk("POST", `/api/loans/${id}/aprove`, {})).status).toBe(404);
    expect((await clerk("POST", `/api/loans/${id}/approve`, {})).body.state).toBe("approved");
    expect((await clerk("POST", `/api/loans/${id}/approve`, {})).status).toBe(409);
    const batch = await clerk("POST", "/api/loans:batch", { action: "Hand out", ids: [id, "00000000-0000-7000-8000-000000000000"], asked: {} });
    expect(batch.body.results.map((r: { ok: boolean }) => r.ok)).toEqual([true, false]);
    await anyone("POST", "/rehearsal/settle");
    expect((await anyone("GET", "/rehearsal/mails")).body.at(-1)).toMatchObject({ to: "borrower@example.test", call: "Loan approved" });
    const history = (await manager("GET", `/api/loans/${id}/history`)).body.items;
    expect(history.length).toBeGreaterThanOrEqual(3);
    expect((await clerk("POST", `/api/loans/${id}/return`, { condition: "good" })).body.state).toBe("returned");
  });
});

describe("files, events, received calls", () => {
  it("stores an upload and sends it to readers of its record", async () => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], { type: "image/png" }), "a\u202e.png");
    const file = await manager("POST", "/api/files", form);
    expect([file.status, file.body.name], JSON.stringify(file.body)).toEqual([201, "a.png"]);
    expect((await borrower("GET", `/api/files/${file.body.id}`)).status).toBe(404);
    const item = await manager("POST", "/api/items", { name: "With photo", category, dailyFee: "1.00", photo: file.body.id });
    expect(item.status, JSON.stringify(item.body)).toBe(201);
    const seen = await borrower("GET", `/api/files/${file.body.id}`);
    expect([seen.status, seen.headers.get("content-type"), seen.headers.get("x-content-type-options")]).toEqual([200, "image/png", "nosniff"]);
    const large = new FormData();
    large.append("file", new Blob([new Uint8Array(11_000_000)]), "large.bin");
    expect((await manager("POST", "/api/files", large)).status).toBe(413);
  });

  it("sends events only to readers of the record", async () => {
    const [mine, theirs] = [await listen(clerk), await listen(borrower)];
    const loan = await manager("POST", "/api/loans", loanOf(await newItem(), { startDate: "2024-03-20", endDate: "2024-03-20" }));
    await expect.poll(() => mine.text(), { timeout: 5_000 }).toContain(loan.body.id);
    expect(mine.text()).toContain('"path":"loans"');
    expect(theirs.text()).not.toContain(loan.body.id);
    desk.server.announce({ kind: "document" });
    await expect.poll(() => theirs.text(), { timeout: 5_000 }).toContain("event: document");
    mine.stop();
    theirs.stop();
    await manager("POST", `/api/loans/${loan.body.id}/cancel`, {});
  });

  it("accepts a received call only with its signature", async () => {
    const body = JSON.stringify({ charge: "none", "settled at": "2024-03-01T10:00:00Z" });
    const send = (signature: string) => anyone("POST", "/hooks/payments", body, { "content-type": "application/json", "x-signature": signature });
    expect([401, 403]).toContain((await send("00")).status);
    expect((await send(createHmac("sha256", secret).update(body).digest("hex"))).status).not.toBe(500);
  });
});

describe("people and sessions", () => {
  it("registers, returns the signed-in user, signs out; the cookie can't authenticate writes from another site", async () => {
    const session = await anyone("POST", "/api/register", { email: "new@example.test", password: "long enough 1", name: "New" });
    expect([session.status, session.body.roles]).toEqual([201, ["Borrower"]]);
    const cookie = session.headers.get("set-cookie")!;
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/);
    const jar = { cookie: cookie.split(";")[0]! };
    expect((await anyone("GET", "/api/me", undefined, jar)).body).toMatchObject({ signedIn: true, email: "new@example.test", owner: false });
    expect((await anyone("POST", "/api/loans", {}, { ...jar, origin: "http://evil.test" })).status).toBe(403);
    expect((await anyone("POST", "/api/sign-out", undefined, jar)).status).toBe(204);
    expect((await anyone("GET", "/api/me", undefined, jar)).body.signedIn).toBe(false);
    expect((await anyone("POST", "/api/sign-in", { email: "new@example.test", password: "wrong" })).status).toBe(401);
    expect((await anyone("POST", "/api/register", { email: "x", password: "y" })).status).toBe(422);
  });

  it("lets only the Owner list and change people", async () => {
    expect((await manager("GET", "/api/people")).status).toBe(403);
    const signed = await anyone("POST", "/api/sign-in", { email: "owner@example.test", password: "rehearsal-owner" });
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    const owner = clientOf(desk.server.address, signed.body.token);
    const made = await owner("POST", "/api/people", { email: "c2@example.test", name: "C", roles: ["clerk"], password: "long enough 2" });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await owner("PATCH", `/api/people/${made.body.id}`, { roles: ["Clark"] })).status).toBe(422);
    expect((await owner("PATCH", `/api/people/${made.body.id}`, { active: false })).status).toBe(204);
    expect((await anyone("POST", "/api/sign-in", { email: "c2@example.test", password: "long enough 2" })).status).toBe(401);
  });

  it("lets anyone sign in as a person of the rehearsal", async () => {
    const people = (await anyone("GET", "/rehearsal/people")).body;
    expect(people.map((p: { email: string }) => p.email)).toContain("clerk@example.test");
    const session = await anyone("POST", "/rehearsal/become", { email: "clerk@example.test" });
    expect([session.status, session.body.roles]).toEqual([200, ["Clerk"]]);
  });
});

describe("limits and static files", () => {
  it("limits requests per person to the document's number", async () => {
    const server = await desk.serve();
    const own = clientOf(server.address, clerk.token);
    const statuses = await Promise.all(Array.from({ length: 310 }, () => own("GET", "/api/me")));
    const refused = statuses.filter((s) => s.status === 429);
    expect(refused.length).toBe(10);
    expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
    await server.close();
  });

  it("serves the front end, its page on every other path, and the API description", async () => {
    const folder = await mkdtemp(join(tmpdir(), "nonet-static-"));
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), "<!doctype html><script>let a = 1;</script>page");
    await writeFile(join(folder, "assets", "index-abcdef12.js"), "run()");
    const server = await desk.serve({ staticFolder: folder });
    const ask = clientOf(server.address);
    const script = await ask("GET", "/assets/index-abcdef12.js");
    expect([script.body, script.headers.get("cache-control")]).toEqual(["run()", "public, max-age=31536000, immutable"]);
    const page = await ask("GET", "/loans/LN-2024-00001", undefined, { accept: "text/html" });
    expect(page.body).toContain("page");
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self' 'sha256-/);
    for (const path of ["/../package.json", "/%2e%2e/package.json", "/..%2fpackage.json"]) expect((await ask("GET", path)).body, path).not.toContain("nonet-house");
    expect((await ask("GET", "/assets/missing.js")).status).toBe(404);
    expect((await ask("GET", "/api/nothing/at/all/here")).body.code).toBe("not-found");
    expect((await ask("GET", "/api/openapi.json")).body.paths["/api/loans/{id}/hand-out"].post["x-line"]).toBeGreaterThan(100);
    expect((await ask("GET", "/api/docs")).body).toContain("ITEM_TAKEN");
    await server.close();
  });
});

describe("rehearsal", () => {
  it("moves its clock only forward, and runs timers and schedules that become due", async () => {
    const loan = await borrower("POST", "/api/loans", loanOf(await newItem(), { startDate: "2024-03-02", endDate: "2024-03-03" }));
    expect((await clerk("POST", `/api/loans/${loan.body.id}/approve`, {})).status).toBe(200);
    expect((await anyone("POST", "/rehearsal/clock", { now: "2020-01-01T00:00:00Z" })).status).toBe(409);
    for (const body of [
      { forward: "3 days" },
      {},
      { now: "soon" },
      { now: "9999-12-31T23:59:59-12:00" },
      { forward: "P9000Y" },
      { forward: "P99999999999Y" },
      { now: "2025-01-01T00:00:00Z", forward: "P1D" },
    ])
      expect((await anyone("POST", "/rehearsal/clock", body)).status).toBe(400);
    expect((await anyone("POST", "/rehearsal/clock", { forward: "P5D" })).body.now).toMatch(/^2024-03-06T/);
    expect((await manager("GET", `/api/loans/${loan.body.id}`)).body.state).toBe("cancelled");
    expect((await anyone("GET", "/rehearsal/mails")).body.at(-1)).toMatchObject({ call: "Loan lapsed" });
  });

  it("takes scripted answers for outgoing calls", async () => {
    expect((await anyone("POST", "/rehearsal/answers", { call: "Charge fee", status: 200, body: { id: "ch" }, times: 1 })).status).toBe(204);
    expect((await anyone("POST", "/rehearsal/answers", { call: "Charge fe" })).body.detail).toContain('"Charge fee"');
  });

  it("locks sign-in after repeated wrong passwords", async () => {
    let last = await anyone("GET", "/api/me");
    for (let i = 0; i < 11; i++) last = await anyone("POST", "/api/sign-in", { email: "guessed@example.test", password: `wrong ${i}` });
    expect([last.status, last.body.code, last.headers.get("retry-after")]).toEqual([429, "too-many-attempts", "900"]);
  });

  it("resets to the state after startup", async () => {
    expect((await anyone("POST", "/rehearsal/reset")).status).toBe(204);
    expect((await manager("GET", "/api/items")).status).toBe(401);
    const again = await become(desk.server.address, "manager");
    expect((await again("GET", "/api/loans?count=exact")).body.count).toBe(0);
    expect((await again("GET", "/api/categories?count=exact")).body.count).toBe(3);
    expect((await anyone("GET", "/rehearsal/mails")).body).toEqual([]);
  });
});

const cursorOf = (keys: unknown): string => Buffer.from(JSON.stringify(keys)).toString("base64url");

async function listen(who: Client): Promise<{ text(): string; stop(): void }> {
  const stop = new AbortController();
  const response = await fetch(`${desk.server.address}/api/events`, { headers: { authorization: `Bearer ${who.token}`, accept: "text/event-stream" }, signal: stop.signal });
  let text = "";
  void (async () => {
    for await (const chunk of response.body!) text += new TextDecoder().decode(chunk as Uint8Array);
  })().catch(() => undefined);
  return { text: () => text, stop: () => stop.abort() };
}
