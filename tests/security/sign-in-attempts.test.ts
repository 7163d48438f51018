/** Failed sign-ins: counted one by one however many come at once, held by source, and never locking out somebody who has signed in before. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type ClientResponse } from "../../runtime/server/test/desk.ts";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";

const text = "# Specification: Notes\n\n## 3. Entities and their fields\n\n### Note\n\n- text: text\n";

let served: Served;

beforeAll(async () => {
  served = await serveProduct(text, {}, { trustedProxies: "127.0.0.1" });
  for (const name of ["ann", "bob", "cas"]) await served.owner("POST", "/api/-/people", { email: `${name}@example.test`, name, roles: [], password: "the right one of them" });
}, 120_000);

afterAll(async () => {
  await served?.close();
});

const signIn = (email: string, password: string, from: string): Promise<ClientResponse> =>
  clientOf(served.server.address)("POST", "/api/sign-in", { email, password }, { "x-forwarded-for": from });
const right = "the right one of them";

test("of 60 attempts at once at most ten are tried", async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => signIn("ann@example.test", `wrong ${i}`, `192.0.2.${i + 1}`)));
  const tried = answers.filter((a) => a.status === 401);
  expect(tried).toHaveLength(10);
  expect(answers.filter((a) => a.status === 429)).toHaveLength(50);
});

test("many right ones at once all succeed", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn("bob@example.test", right, "198.51.100.7")));
  expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 20 }, () => 200));
});

test("a stranger's failures hold strangers, and not where the person has signed in before", async () => {
  for (let i = 0; i < 12; i++) await signIn("bob@example.test", `wrong ${i}`, `203.0.113.${i + 1}`);
  const stranger = await signIn("bob@example.test", right, "203.0.113.99");
  expect([stranger.status, stranger.body.code, stranger.headers.get("retry-after")]).toEqual([429, "too-many-attempts", "900"]);
  expect((await signIn("bob@example.test", right, "198.51.100.7")).status).toBe(200);
  // Where the person has signed in before, guesses have a limit too.
  const guesses = [];
  for (let i = 0; i < 12; i++) guesses.push((await signIn("bob@example.test", `guess ${i}`, "198.51.100.7")).status);
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test("one source that tries one password for many accounts waits longer after each failure", async () => {
  const statuses = [];
  let last: ClientResponse | undefined;
  for (let i = 0; i < 30; i++) {
    last = await signIn(`nobody${i}@example.test`, "Password-2026", "2001:db8:1:2:3:4:5:6");
    statuses.push(last.status);
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
  expect(statuses.filter((s) => s === 429).length).toBeGreaterThan(5);
  expect(last!.body.detail).toContain("from your network");
  // The same network by another address of it, and another network.
  expect((await signIn("cas@example.test", right, "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await signIn("cas@example.test", right, "2001:db8:1:3::1")).status).toBe(200);
});

test("without trusted proxies the header counts for nothing", async () => {
  const direct = await serveProduct(text);
  try {
    const statuses = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await clientOf(direct.server.address)("POST", "/api/sign-in", { email: "nobody@example.test", password: "x" }, { "x-forwarded-for": `192.0.2.${i}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  } finally {
    await direct.close();
  }
});

test("hosts", async () => {
  const { request } = await import("node:http");
  const statusOf = (port: number, host: string): Promise<number> =>
    new Promise(
      (done, failed) =>
        void request({ port, host: "127.0.0.1", path: "/api/me", headers: { host } }, (r) => (r.resume(), done(r.statusCode ?? 0)))
          .on("error", failed)
          .end(),
    );
  const named = await serveProduct(text, {}, { address: "https://notes.example.test/" });
  const listed = await serveProduct(text, {}, { address: "https://notes.example.test", allowedHosts: "a.example.test, b.example.test:8080" });
  try {
    const [any, one, two] = [served, named, listed].map((s) => Number(new URL(s.server.address).port));
    expect(await Promise.all(["evil.example", "localhost"].map((host) => statusOf(any!, host)))).toEqual([200, 200]);
    expect(
      await Promise.all(
        ["notes.example.test", "NOTES.example.test:443", "localhost:99", "127.0.0.1", "[::1]", "evil.example", "notes.example.test.evil.example"].map((host) =>
          statusOf(one!, host),
        ),
      ),
    ).toEqual([200, 200, 200, 200, 200, 400, 400]);
    expect(await Promise.all(["a.example.test", "B.example.test", "notes.example.test", "localhost"].map((host) => statusOf(two!, host)))).toEqual([200, 200, 400, 400]);
  } finally {
    await Promise.all([named.close(), listed.close()]);
  }
});
