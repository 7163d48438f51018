/** What every response tells the browser, and the cookies of a product that is served over HTTPS. */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf } from "../../runtime/server/test/desk.ts";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 3. Entities

### Note

- title: text, required

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read, create |
`;

let served: Served;
beforeAll(async () => {
  served = await serveProduct(text, {}, { secureCookies: true });
});
afterAll(() => served.close());

test.each(["/", "/api/me", "/api/notes", "/api/no-such-thing", "/api/openapi.json", "/api/docs", "/healthz"])(
  "%s is never sniffed, framed, cached or asked for by another site",
  async (path) => {
    const { headers } = await fetch(`${served.server.address}${path}`);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    const policy = headers.get("content-security-policy")!.split(";");
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'self'", "form-action 'self'"]) expect(policy).toContain(directive);
    expect(policy.find((one) => one.startsWith("script-src"))).not.toMatch(/unsafe|\*/);
    if (path.startsWith("/api/")) expect(headers.get("cache-control")).toBe("no-store");
  },
);

test("cookies can't be read by scripts, nor set by another host of the domain", async () => {
  const ask = clientOf(served.server.address);
  const registered = await ask("POST", "/api/register", { email: "a@example.test", name: "A", password: "a quite long password" });
  const cookie = registered.headers.get("set-cookie")!;
  expect(cookie).toMatch(/^__Host-nonet_session_\d+=\S+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const [name, token] = /^([^=]+)=([^;]+)/.exec(cookie)!.slice(1) as [string, string];
  const signedIn = async (sent: string): Promise<boolean> => (await ask("GET", "/api/me", undefined, { cookie: sent })).body.signedIn;
  expect(await signedIn(`${name}=${token}`)).toBe(true);
  expect(await signedIn(`${name.replace("__Host-", "")}=${token}`)).toBe(false);
  const out = await ask("POST", "/api/sign-out", undefined, { cookie: `${name}=${token}` });
  expect(out.headers.get("set-cookie")).toMatch(new RegExp(`^${name}=; .*Secure`));
  expect(await signedIn(`${name}=${token}`)).toBe(false);
});

test("a method that isn't served is refused, and OPTIONS names those that are; TRACE isn't", async () => {
  const ask = (method: string): Promise<Response> => fetch(`${served.server.address}/api/notes`, { method });
  expect((await ask("PUT")).status).toBe(405);
  const options = await ask("OPTIONS");
  expect([options.status, options.headers.get("allow")]).toEqual([204, expect.stringContaining("GET")]);
  expect(options.headers.get("allow")).not.toContain("TRACE");
  const { hostname, port } = new URL(served.server.address);
  const traced = await new Promise<number | undefined>((done, failed) => {
    request({ hostname, port, path: "/api/notes", method: "TRACE" }, (response) => done(response.resume().statusCode))
      .on("error", failed)
      .end();
  });
  expect(traced).toBeGreaterThanOrEqual(400);
});
