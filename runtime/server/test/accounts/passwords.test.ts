/** Passwords and addresses by mail: resets, invitations and confirmations, each by a link that works once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../engine/test/support/open-product.ts";
import { serveAccounts, signInWith, tokenIn, type AccountsProduct } from "../accounts-product.ts";

let served: AccountsProduct;
beforeAll(async () => {
  served = await serveAccounts(signInWith("email and password; anyone may register as Clerk"));
}, 120_000);
afterAll(async () => served?.close());

const password = "a good long sentence";
const other = "another long sentence";

test("a link resets a forgotten password: it works once, ends all sessions, and the person gets a notice", async () => {
  await served.person("ann@corp.example", "Clerk");
  const before = await served.signIn("ann@corp.example", "a long password");
  expect((await served.anyone("POST", "/api/sign-in/forgotten", { email: "Ann@corp.example" })).status).toBe(204);
  const mail = await served.mailTo("ann@corp.example", /reset your password/);
  expect(mail).toContain("within 30 minutes");
  const token = tokenIn(mail);
  expect((await served.anyone("POST", "/api/sign-in/link", { token })).body).toEqual({ purpose: "reset", name: "ann", email: "ann@corp.example", ways: ["password"] });
  const weak = await served.anyone("POST", "/api/sign-in/link/use", { token, password: "ann@corp.example" });
  expect([weak.status, weak.body.errors[0].field]).toEqual([422, "password"]);
  const used = await served.anyone("POST", "/api/sign-in/link/use", { token, password });
  expect([used.status, used.body.email]).toEqual([200, "ann@corp.example"]);
  expect((await served.anyone("POST", "/api/sign-in/link/use", { token, password: other })).body).toMatchObject({ status: 404, code: "link-not-valid" });
  expect((await served.as(before.body.token)("GET", "/api/notes")).status).toBe(401);
  expect([(await served.signIn("ann@corp.example", "a long password")).status, (await served.signIn("ann@corp.example", password)).status]).toEqual([401, 200]);
  expect(await served.mailTo("ann@corp.example", /account has changed/)).toContain("Your password was reset");
  expect(await served.log("password-reset")).toHaveLength(1);
});

test("nothing that is stored contains the link, and nothing discloses whether there is an account", async () => {
  const known = await served.anyone("POST", "/api/sign-in/forgotten", { email: "owner@example.test" });
  const unknown = await served.anyone("POST", "/api/sign-in/forgotten", { email: "nobody@corp.example" });
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  const token = tokenIn(await served.mailTo("owner@example.test", /reset/));
  expect(JSON.stringify((await served.owner("GET", "/api/outbox/failed")).body)).not.toContain(token);
  expect(served.mails.some((mail) => mail.to.includes("nobody@corp.example"))).toBe(false);
});

test("at most three resets an hour are mailed to an account", async () => {
  await served.person("many@corp.example", "Clerk");
  for (let i = 0; i < 5; i++) expect((await served.anyone("POST", "/api/sign-in/forgotten", { email: "many@corp.example" })).status).toBe(204);
  await until(
    async () => (await served.log("password-reset-requested")).filter(({ person }) => person?.email === "many@corp.example").length,
    (count) => count === 3,
  );
  await new Promise((later) => setTimeout(later, 2_500));
  expect(served.mails.filter((mail) => mail.to.includes("many@corp.example"))).toHaveLength(3);
});

test("a person changes the password with the current one, and stays signed in only here", async () => {
  await served.person("bob@corp.example", "Clerk");
  const [here, there] = [await served.signIn("bob@corp.example", "a long password"), await served.signIn("bob@corp.example", "a long password")];
  const ask = served.as(here.body.token);
  expect((await ask("POST", "/api/me/password", { current: "wrong", password })).body.errors[0]).toMatchObject({ field: "current" });
  expect((await ask("POST", "/api/me/password", { password })).body.errors[0]).toMatchObject({ field: "current" });
  expect((await ask("POST", "/api/me/password", { current: "a long password", password: "1234567890" })).body.errors[0]).toMatchObject({ field: "password" });
  expect((await ask("POST", "/api/me/password", { current: "a long password", password })).status).toBe(204);
  expect([(await ask("GET", "/api/notes")).status, (await served.as(there.body.token)("GET", "/api/notes")).status]).toEqual([200, 401]);
  expect(await served.mailTo("bob@corp.example", /account has changed/)).toContain("Your password was changed");
});

test("who is invited chooses the password; the invitation can be sent again, and the earlier one no longer counts", async () => {
  const invited = await served.owner("POST", "/api/-/people", { email: "cas@corp.example", name: "Cas", roles: ["Manager"] });
  expect([invited.status, invited.body]).toMatchObject([201, { mailed: true, link: null }]);
  const first = tokenIn(await served.mailTo("cas@corp.example", /invited/));
  expect((await served.owner("GET", "/api/-/people")).body.items.find((one: { name: string }) => one.name === "Cas").invitedUntil).toMatch(/^\d{4}-/);
  const sent = served.mails.length;
  expect((await served.owner("POST", `/api/-/people/${invited.body.id}/invitation`)).body).toMatchObject({ mailed: true });
  const second = tokenIn(await served.mailTo("cas@corp.example", /invited/, sent));
  expect((await served.anyone("POST", "/api/sign-in/link", { token: first })).status).toBe(404);
  const accepted = await served.anyone("POST", "/api/sign-in/link/use", { token: second, password });
  expect(accepted.body).toMatchObject({ name: "Cas", roles: ["Manager"], needs: null });
  expect((await served.as(accepted.body.token)("GET", "/api/me/account")).body).toMatchObject({ emailConfirmed: true, hasPassword: true });
  expect((await served.owner("POST", `/api/-/people/${invited.body.id}/invitation`)).status).toBe(409);
  expect((await served.log("invitation-accepted"))[0]).toMatchObject({ person: { email: "cas@corp.example" } });
});

test("who registers confirms the address; an address is changed only by a link to the new one", async () => {
  const registered = await served.anyone("POST", "/api/register", { email: "dee@corp.example", password, name: "Dee" });
  expect(registered.status).toBe(201);
  const ask = served.as(registered.body.token);
  expect((await ask("GET", "/api/me/account")).body.emailConfirmed).toBe(false);
  const token = tokenIn(await served.mailTo("dee@corp.example", /confirm your email/));
  expect((await served.anyone("POST", "/api/sign-in/link/confirm", { token })).body).toEqual({ email: "dee@corp.example" });
  expect((await ask("GET", "/api/me/account")).body.emailConfirmed).toBe(true);
  expect((await ask("POST", "/api/me/email", { email: "no address" })).status).toBe(422);
  expect((await ask("POST", "/api/me/email", { email: "dee2@corp.example" })).status).toBe(204);
  expect((await ask("GET", "/api/me")).body.email).toBe("dee@corp.example");
  const change = tokenIn(await served.mailTo("dee2@corp.example", /new email/));
  expect((await served.anyone("POST", "/api/sign-in/link/use", { token: change, password: other })).status).toBe(404);
  expect((await served.anyone("POST", "/api/sign-in/link/confirm", { token: change })).body).toEqual({ email: "dee2@corp.example" });
  expect((await ask("GET", "/api/me")).body.email).toBe("dee2@corp.example");
  expect(await served.mailTo("dee@corp.example", /account has changed/)).toContain("changed to another one");
  // An address that somebody else has by then is refused when the link is opened.
  await ask("POST", "/api/me/email", { email: "taken@corp.example" });
  const late = tokenIn(await served.mailTo("taken@corp.example", /new email/));
  await served.person("taken@corp.example", "Clerk");
  expect((await served.anyone("POST", "/api/sign-in/link/confirm", { token: late })).body).toMatchObject({ status: 409, code: "not-unique" });
});

test("whoever registered with an address that isn't theirs keeps no way in after its owner has reset the password", async () => {
  const squatter = await served.anyone("POST", "/api/register", { email: "vera@corp.example", name: "Vera", password: "a squatter's password" });
  const { key } = (await served.as(squatter.body.token)("POST", "/api/me/keys", { name: "back door", expiresAt: null })).body;
  expect((await served.as(key)("GET", "/api/notes")).status).toBe(200);
  const reset = async (): Promise<void> => {
    const before = served.mails.length;
    await served.anyone("POST", "/api/sign-in/forgotten", { email: "vera@corp.example" });
    const token = tokenIn(await served.mailTo("vera@corp.example", /reset your password/, before));
    // Two at once: the link counts once.
    const used = await Promise.all([password, other].map((one) => served.anyone("POST", "/api/sign-in/link/use", { token, password: one })));
    expect(used.map(({ status }) => status).sort()).toEqual([200, 404]);
    const ask = served.as(used.find(({ status }) => status === 200)!.body.token);
    kept ??= (await ask("POST", "/api/me/keys", { name: "own" })).body.key;
  };
  let kept: string | undefined;
  await reset();
  expect((await served.as(key)("GET", "/api/notes")).status).toBe(401);
  // The address is proved now, so what its owner has made stays.
  await reset();
  expect((await served.as(kept!)("GET", "/api/notes")).status).toBe(200);
});
