/** A password that somebody else has chosen: it works for a short time, and only to choose another one. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { accountCalls, type AccountsProduct, serveAccounts, signInWith } from "../accounts-product.ts";

let served: AccountsProduct;
let database: pg.Client;
beforeAll(async () => {
  const on = await freshDatabase();
  served = await serveAccounts(`${signInWith("email and password; by invitation")}${accountCalls}`, { on });
  database = new pg.Client({ connectionString: on.url });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database?.end();
  await served?.close();
});

const initial = "an initial password";
const own = "a good long sentence";
const invite = async (email: string, ...roles: string[]): Promise<string> =>
  (await served.owner("POST", "/api/people", { email, name: email.split("@")[0], roles, password: initial })).body.id;

test("an initial password opens nothing until the person has chosen their own, at every entry point", async () => {
  await invite("ann@corp.example", "Clerk");
  const { body } = await served.signIn("ann@corp.example", initial);
  expect(body).toEqual({ token: expect.any(String), needs: "new password" });
  const ask = served.as(body.token);
  expect((await ask("GET", "/api/me")).body).toMatchObject({ signedIn: false, needs: "new password", email: "ann@corp.example" });
  for (const [method, path, sent] of [
    ["GET", "/api/notes"],
    ["POST", "/api/notes", { text: "a" }],
    ["GET", "/v1/notes"],
    ["GET", "/api/me/keys"],
    ["POST", "/api/me/keys", { name: "k" }],
    ["POST", "/api/me/totp"],
    ["POST", "/api/me/email", { email: "x@corp.example" }],
  ] as const)
    expect([path, (await ask(method, path, sent)).body.code]).toEqual([path, path.startsWith("/api/me") ? "new-password-required" : "not-signed-in"]);
  // A call has no second step.
  expect((await served.anyone("POST", "/v1/enter", { email: "ann@corp.example", secret: initial })).body.code).toBe("new-password-required");
  expect((await ask("POST", "/api/me/password", { password: initial })).body.errors[0]).toMatchObject({ field: "password", detail: expect.stringContaining("another password") });
  const elsewhere = served.as((await served.signIn("ann@corp.example", initial)).body.token);
  expect((await ask("POST", "/api/me/password", { password: own })).status).toBe(204);
  expect([(await ask("GET", "/api/notes")).status, (await elsewhere("GET", "/api/me")).body.needs ?? null]).toEqual([200, null]);
  expect([(await served.signIn("ann@corp.example", initial)).status, (await served.signIn("ann@corp.example", own)).body.needs]).toEqual([401, null]);
  expect((await served.log("password-changed"))[0]!.person!.email).toBe("ann@corp.example");
});

test("an initial password expires, and the Owner can send an invitation in its place", async () => {
  const id = await invite("cas@corp.example", "Clerk");
  await database.query("update nonet.credential set temporary_until = now() - interval '1 minute' where user_id = $1", [id]);
  const refused = await served.signIn("cas@corp.example", initial);
  expect([refused.status, refused.body.detail]).toEqual([401, expect.stringContaining("This initial password has expired.")]);
  expect((await served.signIn("cas@corp.example", "a wrong password")).body.detail).not.toContain("initial");
  expect((await served.owner("POST", `/api/people/${id}/invitation`)).status).toBe(200);
});

test("a password that the person has chosen themselves, in another system, is kept", async () => {
  const person = { email: "dan@corp.example", name: "Dan", roles: ["Clerk"], password: own };
  expect((await served.owner("POST", "/api/people", { ...person, keepPassword: "yes" })).status).toBe(400);
  expect((await served.owner("POST", "/api/people", { ...person, keepPassword: true })).status).toBe(201);
  expect((await served.signIn("dan@corp.example", own)).body.needs).toBe(null);
});
