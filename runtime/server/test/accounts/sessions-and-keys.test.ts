/** A person's sessions and keys: listed, limited, ended; and what the Owner does as somebody else. */
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { codeOf } from "../../../../tests/totp-code.ts";
import { accountCalls, serveAccounts, signInWith, type AccountsProduct } from "../accounts-product.ts";

let served: AccountsProduct;
let database: pg.Client;
beforeAll(async () => {
  const on = await freshDatabase();
  served = await serveAccounts(
    `${signInWith("email and password; anyone may register as Clerk")}${accountCalls}`.replace(
      "## 6.",
      "## 9. Business constants and limits\n| Name | Value |\n|---|---|\n| session idle time | 2 hours |\n\n## 6.",
    ),
    { on },
  );
  database = new pg.Client({ connectionString: on.url });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database?.end();
  await served?.close();
});

const password = "a long password";

test("lists where a person is signed in; one session or all of them end", async () => {
  await served.person("ann@corp.example", "Clerk");
  const phone = (await served.signIn("ann@corp.example", password, { "user-agent": "Phone/1.0 <script>" })).body.token;
  const desk = served.as((await served.signIn("ann@corp.example", password, { "user-agent": "Desk/2.0" })).body.token);
  const { items } = (await desk("GET", "/api/me/sessions")).body;
  expect(items).toHaveLength(3);
  expect(items.find((one: { current: boolean }) => one.current)).toMatchObject({ device: "Desk/2.0", source: "127.0.0.1" });
  const other = items.find((one: { device: string }) => one.device.startsWith("Phone"));
  expect((await desk("DELETE", `/api/me/sessions/${other.id}`)).status).toBe(204);
  expect([(await desk("DELETE", `/api/me/sessions/${other.id}`)).status, (await served.as(phone)("GET", "/api/notes")).status]).toEqual([404, 401]);
  const stranger = await served.person("bob@corp.example", "Clerk");
  expect((await stranger("DELETE", `/api/me/sessions/${items[0].id}`)).status).toBe(404);
  expect((await desk("POST", "/api/me/sign-out-everywhere")).status).toBe(204);
  expect((await desk("GET", "/api/me")).body.signedIn).toBe(false);
  expect((await served.log("sessions-ended"))[0]).toMatchObject({ person: { email: "ann@corp.example" }, source: "127.0.0.1" });
});

test("a session that isn't used ends after its idle time; one that is used goes on", async () => {
  const ask = await served.person("cas@corp.example", "Clerk");
  const used = (ago: string) =>
    database.query(`update nonet.session set used_at = now() - interval '${ago}' where user_id = (select id from app."user" where email = 'cas@corp.example')`);
  await used("1 hour 59 minutes");
  expect((await ask("GET", "/api/notes")).status).toBe(200);
  const isFresh = "select used_at > now() - interval '1 minute' as fresh from nonet.session where user_id = (select id from app.\"user\" where email = 'cas@corp.example')";
  await expect.poll(async () => (await database.query(isFresh)).rows).toEqual([{ fresh: true }]);
  await used("2 hours 1 minute");
  expect((await ask("GET", "/api/notes")).status).toBe(401);
});

test("a key has an end, can be limited to reading or to roles, and manages no account", async () => {
  const ask = await served.person("dan@corp.example", "Clerk", "Manager");
  await ask("POST", "/api/notes", { text: "one" });
  const make = async (input: object) => (await ask("POST", "/api/me/keys", { name: "k", ...input })).body;
  const [full, reading, clerk, ended] = [await make({}), await make({ access: "read" }), await make({ roles: ["Clerk"] }), await make({ expiresAt: "2099-01-01T00:00:00Z" })];
  expect([Date.parse(full.expiresAt) > Date.now() + 360 * 86_400_000, full.access, full.roles, (await make({ expiresAt: null })).expiresAt]).toEqual([true, "write", null, null]);
  const { items } = (await served.as(full.key)("GET", "/api/notes")).body;
  const reader = served.as(reading.key);
  expect((await reader("GET", "/api/notes")).body.items).toHaveLength(1);
  for (const [method, path, body] of [
    ["POST", "/api/notes", { text: "two" }],
    ["PATCH", `/api/notes/${items[0].id}`, { text: "x" }],
    ["DELETE", `/api/notes/${items[0].id}`],
    ["POST", "/api/notes/import"],
    ["POST", "/api/notes:batch", { action: "delete", ids: [items[0].id] }],
    ["POST", "/api/files"],
    ["POST", "/v1/notes", { text: "two" }],
  ] as const)
    expect([path, (await reader(method, path, body, { "if-match": "*" })).body.code]).toEqual([path, "read-only-access"]);
  expect((await reader("GET", "/v1/notes")).body).toEqual({ notes: 1 });
  // Only Managers may delete.
  expect((await served.as(clerk.key)("DELETE", `/api/notes/${items[0].id}`, undefined, { "if-match": "*" })).status).toBe(403);
  expect((await served.as(full.key)("DELETE", `/api/notes/${items[0].id}`, undefined, { "if-match": "*" })).status).toBe(204);
  await database.query("update nonet.api_key set expires_at = now() - interval '1 second' where id = $1", [ended.id]);
  expect((await served.as(ended.key)("GET", "/api/notes")).status).toBe(401);
  for (const [method, path] of [
    ["GET", "/api/me/keys"],
    ["POST", "/api/me/keys"],
    ["GET", "/api/me/account"],
    ["GET", "/api/me/sessions"],
    ["POST", "/api/me/totp"],
  ] as const)
    expect([path, (await served.as(full.key)(method, path, method === "POST" ? { name: "x" } : undefined)).status]).toEqual([path, 403]);
  for (const bad of [{ expiresAt: "2001-01-01" }, { expiresAt: 5 }, { access: "all" }, { roles: ["Owner"] }, { roles: "Clerk" }])
    expect((await ask("POST", "/api/me/keys", { name: "k", ...bad })).status).toBe(422);
  expect((await ask("GET", "/api/me/keys")).body.items.find((one: { id: string }) => one.id === full.id)).toMatchObject({
    usedAt: expect.stringMatching(/^\d{4}/),
    access: "write",
  });
  expect(await served.mailTo("dan@corp.example", /account has changed/)).toContain('The API key "k" was created');
});

test("deactivating ends sessions and keys for good", async () => {
  const ask = await served.person("eve@corp.example", "Clerk");
  const { key } = (await ask("POST", "/api/me/keys", { name: "k" })).body;
  const { id } = (await ask("GET", "/api/me")).body;
  await served.owner("PATCH", `/api/-/people/${id}`, { active: false });
  await served.owner("PATCH", `/api/-/people/${id}`, { active: true });
  expect([(await ask("GET", "/api/notes")).status, (await served.as(key)("GET", "/api/notes")).status]).toEqual([401, 401]);
});

test("an Owner confirms before dangerous acts, by password", async () => {
  const ask = served.as((await served.signIn("owner@example.test", "the owner's password")).body.token);
  const people = (await ask("GET", "/api/people")).body.items as { id: string; email: string }[];
  const id = people.find(({ email }) => email === "bob@corp.example")!.id;
  await database.query("update nonet.session set confirmed_at = now() - interval '16 minutes' where created_at = (select max(created_at) from nonet.session)");
  const acts: readonly (readonly [string, string, unknown?])[] = [
    ["PATCH", `/api/people/${id}`, { roles: ["Manager"] }],
    ["POST", "/api/people", { email: "new@corp.example", name: "New", roles: [] }],
    ["GET", `/api/people/${id}/data`],
    ["POST", `/api/people/${id}/erase`],
    ["POST", `/api/people/${id}/support`, { reason: "help" }],
    ["POST", `/api/people/${id}/reset-second-factor`],
    ["POST", `/api/people/${id}/sign-out`],
    ["POST", "/api/me/keys", { name: "k" }],
    ["POST", "/api/me/totp"],
    ["POST", "/api/me/email", { email: "boss2@corp.example" }],
  ];
  for (const [method, path, body] of acts) expect([path, (await ask(method, path, body)).body.code]).toEqual([path, "confirmation-required"]);
  expect((await ask("GET", "/api/people")).status).toBe(200);
  expect((await ask("POST", "/api/me/confirm", { password: "wrong" })).body).toMatchObject({ status: 403, code: "wrong-proof" });
  const confirmed = await ask("POST", "/api/me/confirm", { password: "the owner's password" });
  expect([confirmed.status, (await ask("GET", "/api/me")).body.signedIn]).toEqual([200, false]);
  expect((await served.as(confirmed.body.token)("PATCH", `/api/people/${id}`, { roles: ["Manager"] })).status).toBe(204);
  expect((await served.log("roles-changed"))[0]).toMatchObject({
    person: { email: "bob@corp.example" },
    by: { email: "owner@example.test" },
    detail: { before: ["Clerk"], after: ["Manager"] },
  });
});

test("an Owner sees the product as somebody else: read-only unless they ask, never their account, and recorded", async () => {
  const ask = served.as((await served.signIn("owner@example.test", "the owner's password")).body.token);
  const fay = await served.person("fay@corp.example", "Clerk");
  const { id } = (await fay("GET", "/api/me")).body;
  expect((await fay("POST", `/api/people/${id}/support`, { reason: "x" })).status).toBe(403);
  expect((await ask("POST", `/api/people/${id}/support`, { reason: " " })).status).toBe(422);
  expect((await ask("POST", `/api/people/${id}/support`, { reason: "she sees no notes" })).status).toBe(204);
  expect((await ask("GET", "/api/me")).body).toMatchObject({ name: "fay", roles: ["Clerk"], owner: false, acting: { id, readOnly: true } });
  expect((await ask("GET", "/api/people")).status).toBe(403);
  expect((await ask("POST", "/api/notes", { text: "by mistake" })).body.code).toBe("read-only-access");
  expect((await ask("POST", "/v1/notes", { text: "by mistake" })).body.code).toBe("read-only-access");
  // Whoever looks may check what a change would do. Nothing else takes the parameter.
  expect((await ask("POST", "/api/notes?dryRun=true", { text: "by mistake" })).body).toMatchObject({ text: "by mistake" });
  expect((await ask("DELETE", "/api/notes/0190aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa?dryRun=true", undefined, { "if-match": "*" })).status).toBe(404);
  for (const path of ["/api/files?dryRun=true", "/v1/notes?dryRun=true", "/api/deputies?dryRun=true", "/api/notes?dryRun=false"])
    expect([path, (await ask("POST", path, { text: "x" })).body.code]).toEqual([path, "read-only-access"]);
  expect((await fay("GET", "/api/notes")).body.items.filter((one: { text: string }) => one.text === "by mistake")).toEqual([]);
  for (const [method, path, body] of [
    ["GET", "/api/me/keys"],
    ["POST", "/api/me/keys", { name: "k" }],
    ["POST", "/api/me/password", { password: "x" }],
    ["GET", "/api/me/sessions"],
    ["POST", "/api/me/totp"],
  ] as const)
    expect([path, (await ask(method, path, body)).status]).toEqual([path, 403]);
  expect((await ask("DELETE", "/api/me/support")).status).toBe(204);
  expect((await ask("GET", "/api/me")).body).toMatchObject({ owner: true });
  expect((await ask("POST", `/api/people/${id}/support`, { reason: "she asked me to add it", access: "write" })).status).toBe(204);
  const note = await ask("POST", "/api/notes", { text: "for fay" });
  expect(note.status).toBe(201);
  await ask("DELETE", "/api/me/support");
  const { rows } = await database.query(
    'select b.name as by, p.name as "inPlaceOf" from nonet.history h join app."user" b on b.id = h.by join app."user" p on p.id = h.in_place_of where h.record_id = $1',
    [note.body.id],
  );
  expect(rows).toEqual([{ by: "owner", inPlaceOf: "fay" }]);
  expect((await served.log("support-started")).map(({ detail }) => detail)).toEqual([
    { reason: "she asked me to add it", access: "write" },
    { reason: "she sees no notes", access: "read" },
  ]);
  expect((await ask("POST", `/api/people/${(await ask("GET", "/api/me")).body.id}/support`, { reason: "x" })).status).toBe(403);
});

test("the security log is the Owner's alone, in pages, and exported without formulas", async () => {
  const clerk = await served.person("gus@corp.example", "Clerk");
  for (const path of ["/api/-/security-log", "/api/-/security-log/export"])
    expect([(await clerk("GET", path)).status, (await served.anyone("GET", path)).status]).toEqual([403, 401]);
  await served.signIn("gus@corp.example", "wrong", { "user-agent": "=cmd|' /C calc'!A0" });
  const first = (await served.owner("GET", "/api/-/security-log?limit=2")).body;
  const second = (await served.owner("GET", `/api/-/security-log?limit=2&after=${first.next}`)).body;
  expect(new Set([...first.items, ...second.items].map(({ id }: { id: string }) => id)).size).toBe(4);
  expect(first.items[0]).toMatchObject({ event: "sign-in-failed", what: "Failed sign-in", person: { email: "gus@corp.example" }, detail: { method: "password" } });
  const csv = (await served.owner("GET", "/api/-/security-log/export")).body as string;
  expect(csv.split("\r\n")[0]).toBe("At,Event,Description,Person,Email,By,By email,IP address,Device,Details");
  expect(csv).toContain(`'=cmd|' /C calc'!A0`);
  const all = (await served.owner("GET", "/api/-/security-log/export?format=json&event=sign-in-failed")).body;
  expect(all.length).toBeGreaterThan(0);
  expect((await served.owner("GET", "/api/-/security-log?event=exported")).body.items[0].detail).toEqual({ what: "security log" });
  for (const bad of ["event=x", "person=x", "from=x", "to=2026-13-45", "after=x", "limit=0", "format=x"])
    expect([bad, (await served.owner("GET", `/api/-/security-log?${bad}`)).status]).toEqual([bad, 400]);
  expect((await served.owner("GET", "/api/notes/export")).status).toBe(200);
  expect((await served.owner("GET", "/api/-/security-log?event=exported")).body.items[0].detail).toEqual({ what: "Notes" });
});

test("an offered call that signs people in lets nobody pass without the factor of their account, and a key sets no password with one", async () => {
  await served.person("vic@corp.example", "Clerk");
  const enter = () => served.anyone("POST", "/v1/enter", { email: "vic@corp.example", secret: password });
  const entered = await enter();
  const ask = served.as(entered.body.token);
  expect([entered.status, (await ask("GET", "/api/me")).body.email]).toEqual([200, "vic@corp.example"]);
  const { secret } = (await ask("POST", "/api/me/totp")).body;
  const { token } = (await ask("POST", "/api/me/totp/confirm", { code: codeOf(secret) })).body;
  expect((await enter()).body.code).toBe("second-factor-required");
  const now = served.as(token);
  const { key } = (await now("POST", "/api/me/keys", { name: "script" })).body;
  expect((await served.as(key)("POST", "/v1/secret", { secret: "another long sentence" })).status).toBe(403);
  expect((await now("POST", "/v1/secret", { secret: "another long sentence" })).status).toBe(204);
  expect((await served.signIn("vic@corp.example", "another long sentence")).body.needs).toBe("second factor");
  expect((await served.log("password-changed"))[0]!.person!.email).toBe("vic@corp.example");
  await served.mailTo(
    "vic@corp.example",
    /account has changed/,
    served.mails.findIndex((mail) => mail.data.includes("Your password was changed")),
  );
});

test("what a person isn't permitted to do is in the security log, once an hour for each kind of request, and never more than twenty", async () => {
  const ask = await served.person("ivy@corp.example", "Clerk");
  const { id } = (await ask("POST", "/api/notes", { text: "mine" })).body;
  for (let i = 0; i < 3; i++) expect((await ask("DELETE", `/api/notes/${id}`, undefined, { "if-match": "*" })).status).toBe(403);
  expect((await ask("POST", "/api/notes:batch", { action: "delete", ids: [id] })).body.results[0].problem.status).toBe(403);
  expect((await ask("GET", "/api/people")).status).toBe(403);
  // Hidden records are the same as missing ones, so that nothing is disclosed; a proof that is asked for isn't a refusal.
  expect((await ask("GET", "/api/notes/0190aaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa")).status).toBe(404);
  const mine = async () => (await served.log("refused")).filter(({ person }) => person?.email === "ivy@corp.example");
  expect((await mine()).map(({ detail }) => detail["request"])).toEqual(["GET /api/people", "POST /api/notes:batch", "DELETE /api/notes/:id"]);
  expect((await mine())[0]).toMatchObject({ source: "127.0.0.1", by: { email: "ivy@corp.example" } });
  const person = (await ask("GET", "/api/me")).body.id;
  await database.query("insert into nonet.security_event(event, user_id, detail) select 'refused', $1, jsonb_build_object('request', n) from generate_series(1, 17) n", [person]);
  expect((await ask("PATCH", `/api/people/${id}`, { active: true })).status).toBe(403);
  expect((await mine()).length).toBe(20);
});

test("the export of a person's data contains their account, without secrets and without other people's addresses", async () => {
  const ask = await served.person("hal@corp.example", "Clerk");
  await ask("POST", "/api/me/keys", { name: "script" });
  const { id } = (await ask("GET", "/api/me")).body;
  await served.owner("PATCH", `/api/people/${id}`, { roles: ["Clerk", "Manager"] });
  const { account } = (await served.owner("GET", `/api/people/${id}/data`)).body;
  expect(account.sessions).toEqual([{ at: expect.any(String), usedAt: expect.any(String), source: "127.0.0.1", device: "node" }]);
  expect(account.keys).toEqual([{ name: "script", at: expect.any(String), usedAt: null, expiresAt: expect.any(String) }]);
  const events = account.securityLog.map((one: { event: string; source: string }) => [one.event, one.source]);
  expect(events).toEqual([
    ["invited", ""],
    ["sign-in", "127.0.0.1"],
    ["key-created", "127.0.0.1"],
    ["roles-changed", ""],
    ["personal-data-exported", ""],
  ]);
  expect(JSON.stringify(account)).not.toMatch(/hash|token|secret/i);
});
