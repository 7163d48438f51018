/** Offered calls that register people, sign them in and set their passwords, over real HTTP. */
import { openDatabase } from "../../../engine/src/connection/database.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { createLog } from "../../src/log/create-log.ts";
import type { ClientResponse } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Club

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin
- **Sign-in**: email and password; anyone may register as Member

For whom:

- **Member** — comes on Mondays

## 3. Entities and their fields

### User

- motto: text
- note: text

### Entry

- text: text, required
- writer: User, default \`me\`

## 4. States and transitions

None.

## 5. Validation rules

None.

## 6. Roles and permissions

- **Member**

Own: a User is themselves.

| | Member |
|---|---|
| Entry | read, create |
| User | read own, update own |

## 7. The calls it makes

### Join

- Offers: POST /club/join
- For: anyone
- Takes: email: email, required; secret: text, required; motto: text; full: yes/no, default no
- Does: register User as u with email = \`body.email\`, password = \`body.secret\`, name = "New one", motto = \`body.motto\`; create Entry with text = "joined"; send Welcome for u; stop with FULL when \`body.full\`
- Answers: 201 \`{ name: me.name, token: my token, mine: count(Entry[writer = me]) }\`

### Enter

- Offers: POST /club/enter
- For: anyone
- Takes: email: text, required; secret: text, required
- Does: sign in \`User[email = body.email]\` with password = \`body.secret\`, else WRONG
- Answers: \`{ name: me.name, token: my token }\`

### Me

- Offers: GET /club/me
- For: anyone
- Answers: \`{ name: me.name, token: my token }\`
- Signed in by: header Authorization: Token … or bearer token or header X-Key

### Change

- Offers: PATCH /club/me
- For: Member
- Takes:
  - person: object
    - motto: text
    - note: text
    - secret: text
- Does: set me.motto = \`body.person.motto\` when \`sent(body.person.motto)\`; set me.note = "emptied" when \`sent empty(body.person.note)\`; set me.note = "nulled" when \`sent null(body.person.note)\`; set my password = \`body.person.secret\` when \`sent(body.person.secret)\`
- Answers: \`{ motto: me.motto, note: me.note, whole: sent(body.person) }\`
- Signed in by: bearer token

### Welcome

- Email to: \`email\`
- Subject: Welcome
- Body: You are in, {name}.

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| WRONG | 401 | That isn't right. |
| FULL | 409 | The club is full. |
`;

let club: Served;
let database: { readonly url: string };
const lines: string[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  club = await serveProduct(text, {}, { on: database, trustedProxies: "127.0.0.1", log: createLog({ format: "json", write: (line) => void lines.push(line) }) });
});
afterAll(() => club.close());

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<ClientResponse> {
  const response = await fetch(club.server.address + path, {
    method,
    headers: { ...(body ? { "content-type": "application/json" } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, body: answer === "" ? undefined : JSON.parse(answer) };
}

const join = (email: string, more: object = {}): Promise<ClientResponse> => call("POST", "/club/join", { email, secret: `the secret of ${email}`, ...more });

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const connection = openDatabase(database.url);
  try {
    const tables = await connection.rows({ text: "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('app', 'nonet')", values: [] });
    const rows = [];
    for (const table of tables) rows.push(...(await connection.rows({ text: `select t::text as row from ${String(table["name"])} t`, values: [] })));
    return rows.map((row) => String(row["row"])).join("\n");
  } finally {
    await connection.close();
  }
}

test("registers, and the caller is that person from then on", async () => {
  const joined = await join("ada@example.test", { motto: "always" });
  expect([joined.status, joined.body.name, joined.body.mine]).toEqual([201, "New one", 1]);
  const mine = await call("GET", "/api/me", undefined, { authorization: `Bearer ${joined.body.token}` });
  expect(mine.body).toMatchObject({ email: "ada@example.test", roles: ["Member"] });
  expect((await join("ADA@example.test")).body).toMatchObject({ code: "not-unique", status: 409 });
  expect((await join("x@example.test", { secret: "short" })).body.errors).toMatchObject([{ code: "invalid-value", field: "password" }]);
  expect((await join("x@example.test", { secret: "password123" })).body.errors).toMatchObject([{ code: "invalid-value", field: "password" }]);
});

test("stores and logs neither a password nor a token, also under an idempotency key", async () => {
  const joined = await call("POST", "/club/join", { email: "idem@example.test", secret: "an unguessable word" }, { "idempotency-key": "k-1" });
  expect(joined.status).toBe(201);
  const entered = await call("POST", "/club/enter", { email: "idem@example.test", secret: "an unguessable word" }, { "idempotency-key": "k-2" });
  await call("POST", "/club/enter", { email: "idem@example.test", secret: "an unguessable wrong" });
  const kept = (await everything()) + lines.join("\n");
  expect(kept).toContain("idem@example.test");
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of ["unguessable", joined.body.token, entered.body.token]) expect(kept).not.toContain(secret);
});

test("one of several registrations with one address at the same time succeeds", async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => join("twin@example.test")));
  expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
});

test("leaves nothing behind where the call is refused after the registration", async () => {
  expect((await join("late@example.test", { full: true })).body.code).toBe("FULL");
  expect(await everything()).not.toContain("late@example.test");
});

test("signs in by a password", async () => {
  await join("eve@example.test");
  expect((await call("POST", "/club/enter", { email: "eve@example.test", secret: "the secret of eve@example.test" })).status).toBe(200);
  expect((await call("POST", "/club/enter", { email: "eve@example.test", secret: "another" })).body).toMatchObject({ code: "WRONG", status: 401 });
  expect((await call("POST", "/club/enter", { email: "nobody@example.test", secret: "another" })).body).toMatchObject({ code: "WRONG", status: 401 });
});

test("limits failed attempts as the sign-in page does, for accounts that don't exist too", async () => {
  await join("bob@example.test");
  for (const [i, email] of ["bob@example.test", "missing@example.test"].entries()) {
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await call("POST", "/club/enter", { email, secret: "guess" }, { "x-forwarded-for": `192.0.2.${i}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  }
  const right = await call("POST", "/club/enter", { email: "bob@example.test", secret: "the secret of bob@example.test" }, { "x-forwarded-for": "192.0.2.9" });
  expect([right.status, right.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect((await call("POST", "/api/sign-in", { email: "bob@example.test", password: "the secret of bob@example.test" }, { "x-forwarded-for": "192.0.2.9" })).status).toBe(429);
});

test("takes each way of signing in that the call names, and nobody where there is none", async () => {
  const { token } = (await join("zoe@example.test")).body;
  const seen = async (headers: Record<string, string>): Promise<unknown> => {
    const { status, body } = await call("GET", "/club/me", undefined, headers);
    return status === 200 ? [body.name, body.token === token] : status;
  };
  expect(await seen({ authorization: `Token ${token}` })).toEqual(["New one", true]);
  expect(await seen({ authorization: `Bearer ${token}` })).toEqual(["New one", true]);
  expect(await seen({ "x-key": token })).toEqual(["New one", true]);
  expect(await seen({ authorization: `Basic ${token}` })).toBe(401);
  expect(await seen({ authorization: "Token wrong" })).toBe(401);
  expect(await seen({})).toEqual([null, false]);
  // The cookie signs in the product's own pages, and is never shown.
  const signedIn = await call("POST", "/api/sign-in", { email: "zoe@example.test", password: "the secret of zoe@example.test" });
  const cookie = signedIn.headers.get("set-cookie")!.split(";", 1)[0]!;
  expect((await call("GET", "/club/me", undefined, { cookie })).body).toEqual({ name: "New one", token: null });
});

test("sets the caller's password and ends their other sessions", async () => {
  const first = (await join("kim@example.test")).body.token as string;
  const second = (await call("POST", "/club/enter", { email: "kim@example.test", secret: "the secret of kim@example.test" })).body.token as string;
  const change = (person: object, token: string): Promise<ClientResponse> => call("PATCH", "/club/me", { person }, { authorization: `Bearer ${token}` });
  expect((await change({ secret: "" }, second)).body.errors).toMatchObject([{ code: "required", field: "password" }]);
  expect((await change({ secret: "tiny" }, second)).status).toBe(422);
  expect((await change({ secret: "my brand new word" }, second)).status).toBe(200);
  const tried = async (secret: string): Promise<number> => (await call("POST", "/club/enter", { email: "kim@example.test", secret })).status;
  expect([await tried("the secret of kim@example.test"), await tried("my brand new word")]).toEqual([401, 200]);
  expect((await change({}, first)).status).toBe(401);
  expect((await change({}, second)).status).toBe(200);
  expect(await everything()).not.toContain("brand new word");
});

test("tells apart what was left out, null and empty", async () => {
  const { token } = (await join("sam@example.test", { motto: "first" })).body;
  const change = async (body: object): Promise<unknown> => (await call("PATCH", "/club/me", body, { authorization: `Bearer ${token}` })).body;
  expect(await change({})).toEqual({ motto: "first", note: null, whole: false });
  expect(await change({ person: {} })).toEqual({ motto: "first", note: null, whole: true });
  expect(await change({ person: { note: "" } })).toEqual({ motto: "first", note: "emptied", whole: true });
  expect(await change({ person: { note: null } })).toEqual({ motto: "first", note: "nulled", whole: true });
  expect(await change({ person: { motto: null } })).toEqual({ motto: null, note: "nulled", whole: true });
});

test("has no bugs on the way", () => expect(club.bugs).toEqual([]));
