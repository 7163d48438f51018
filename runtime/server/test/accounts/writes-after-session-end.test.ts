/** However a session ends between two requests, the next write is refused and stores nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { serveAccounts, type AccountsProduct } from "../accounts-product.ts";
import type { Client } from "../desk.ts";

const text = `# Desk

## 1. What the product does and for whom
- Sign-in: email and password; anyone may register as Clerk

- **Manager** — runs it
- **Clerk** — works with it
- **Reader** — reads it

## 3. Entities and their fields
### Note
- text: text, required

## 4. States and transitions
### Note
- Starts as: open
- Ends as: closed

| From | Action | To | Who |
|---|---|---|---|
| open | Begin | begun | Clerk |
| begun | Close | closed | Clerk |

## 6. Roles and permissions
| | Manager | Clerk | Reader |
|---|---|---|---|
| Note | all | all | read |
`;

let served: AccountsProduct;
let database: pg.Client;
beforeAll(async () => {
  const on = await freshDatabase();
  served = await serveAccounts(text, { on });
  database = new pg.Client({ connectionString: on.url });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database?.end();
  await served?.close();
});

const password = "a long password";

interface SignedIn {
  readonly id: string;
  readonly email: string;
  /** The session that ends. */
  readonly it: Client;
  /** Another one of the same person. */
  readonly other: Client;
}

const setSession = ({ email }: SignedIn, change: string): Promise<unknown> =>
  database.query(`update nonet.session set ${change} where user_id = (select id from app."user" where email = $1)`, [email]);
const status = async (answer: ReturnType<Client>): Promise<number> => (await answer).status;

const ends: readonly (readonly [how: string, end: (person: SignedIn) => Promise<unknown>, status?: number])[] = [
  ["it is signed out", async ({ it }) => expect(await status(it("POST", "/api/sign-out"))).toBe(204)],
  [
    "another session of the person ends it",
    async ({ it, other }) => {
      const { items } = (await it("GET", "/api/me/sessions")).body;
      expect(await status(other("DELETE", `/api/me/sessions/${items.find((one: { current: boolean }) => one.current).id}`))).toBe(204);
    },
  ],
  ["the person signs out everywhere", async ({ other }) => expect(await status(other("POST", "/api/me/sign-out-everywhere"))).toBe(204)],
  ["an Owner signs the person out", async ({ id }) => expect(await status(served.owner("POST", `/api/people/${id}/sign-out`))).toBe(204)],
  ["an Owner deactivates the person", async ({ id }) => expect(await status(served.owner("PATCH", `/api/-/people/${id}`, { active: false }))).toBe(204)],
  ["the person loses the role", async ({ id }) => expect(await status(served.owner("PATCH", `/api/-/people/${id}`, { roles: ["Reader"] }))).toBe(204), 403],
  ["the password changes", async ({ other }) => expect(await status(other("POST", "/api/me/password", { current: password, password: "another long password" }))).toBe(204)],
  ["its token is renewed by a confirmation", async ({ it }) => expect(await status(it("POST", "/api/me/confirm", { password }))).toBe(200)],
  ["it expires", (person) => setSession(person, "expires_at = now()")],
  ["it isn't used for too long", (person) => setSession(person, "used_at = now() - interval '15 days'")],
  ["a second factor is missing from now on", (person) => setSession(person, "pending = true")],
  ["a new password is needed from now on", (person) => setSession(person, "needs_password = true")],
  ["another process ends it", ({ id }) => database.query("delete from nonet.session where user_id = $1", [id])],
  ["another process deactivates the person", ({ id }) => database.query('update app."user" set active = false where id = $1', [id])],
  ["another process takes the role away", ({ id }) => database.query("delete from nonet.user_role where user_id = $1", [id]), 403],
];

const stored = async (): Promise<unknown> => (await database.query("select id, version, state from app.note order by id")).rows;
const changes = async (it: Client, note: string): Promise<number[]> =>
  Promise.all([
    status(it("POST", "/api/notes", { text: "new" })),
    status(it("PATCH", `/api/notes/${note}`, { text: "changed" }, { "if-match": "*" })),
    status(it("POST", `/api/notes/${note}/close`, {})),
  ]);

test.each(ends.map(([how, end, refused = 401], n) => ({ how, end, refused, n })))("nothing is written after this: $how", async ({ end, refused, n }) => {
  const email = `p${n}@corp.example`;
  const other = await served.person(email, "Clerk");
  const it = served.as((await served.signIn(email, password)).body.token);
  const { id } = (await it("GET", "/api/me")).body;
  // The process knows the session, and these writes need no transaction.
  for (let again = 0; again < 3; again++) {
    const { body: warm } = await it("POST", "/api/notes", { text: "warm" });
    expect(await status(it("PATCH", `/api/notes/${warm.id}`, { text: "warmer" }, { "if-match": "*" }))).toBe(200);
    expect(await status(it("POST", `/api/notes/${warm.id}/begin`, {}))).toBe(200);
  }
  const { body: note } = await it("POST", "/api/notes", { text: "kept" });
  expect(await status(it("POST", `/api/notes/${note.id}/begin`, {}))).toBe(200);
  const before = await stored();
  await end({ id, email, it, other });
  const answers = await changes(it, note.id);
  expect(answers.every((one) => one === refused || (refused === 403 && one === 404))).toBe(true);
  expect(await stored()).toEqual(before);
});

test("writes that meet the end of the session: those that are answered are stored, and none that begins after the end is", async () => {
  await served.person("race@corp.example", "Clerk");
  const token = (await served.signIn("race@corp.example", password)).body.token;
  const it = served.as(token);
  const create = (n: number): Promise<number> => status(it("POST", "/api/notes", { text: `race ${n}` }));
  await Promise.all([create(-1), create(-2)]);
  const racing = Array.from({ length: 20 }, (_, n) => create(n));
  expect(await status(it("POST", "/api/sign-out"))).toBe(204);
  const late = await Promise.all(Array.from({ length: 20 }, (_, n) => create(100 + n)));
  const early = await Promise.all(racing);
  expect(new Set(late)).toEqual(new Set([401]));
  expect([...new Set(early)].every((one) => one === 201 || one === 401)).toBe(true);
  const { rows } = await database.query("select count(*)::int as count from app.note where text like 'race %'");
  expect(rows[0].count).toBe(2 + early.filter((one) => one === 201).length);
});

test("an Owner who acts for somebody writes as themselves again when the time is over", async () => {
  const person = await served.person("helped@corp.example", "Clerk");
  const { id } = (await person("GET", "/api/me")).body;
  const owner = served.as((await served.signIn("owner@example.test", "the owner's password")).body.token);
  expect(await status(owner("POST", `/api/people/${id}/support`, { reason: "to help", access: "write" }))).toBe(204);
  const { body: note } = await owner("POST", "/api/notes", { text: "for them" });
  expect(await status(owner("PATCH", `/api/notes/${note.id}`, { text: "for them again" }, { "if-match": "*" }))).toBe(200);
  await database.query("update nonet.session set acting_until = now() where acting_for = $1", [id]);
  const before = await stored();
  expect((await owner("GET", "/api/me")).body).toMatchObject({ owner: true });
  expect(await changes(owner, note.id)).toEqual([403, 404, 404]);
  expect(await stored()).toEqual(before);
});
