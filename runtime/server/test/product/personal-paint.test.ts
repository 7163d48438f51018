/** The page contains what one person sees for nobody but that person: not before their second factor, not after their session, and not for who looks in their place. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { signInWith } from "../accounts-product.ts";
import type { Client } from "../desk.ts";
import { type Served, serveProduct } from "../open-product.ts";

let served: Served;
/** What the page of a person is asked for. */
const asked: unknown[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "nonet-painted-"));
  const page = `<!doctype html><html lang="en"><head><title>${"A long title. ".repeat(100)}</title><script type="module" crossorigin src="/assets/base.js"></script></head><body><div id="root"></div></body></html>`;
  await writeFile(join(folder, "index.html"), page);
  served = await serveProduct(
    signInWith("email and password, with second factor for Manager; by invitation"),
    {},
    {
      staticFolder: folder,
      personalPage: ({ name, roles }, { path, query }) => {
        asked.push([path, query]);
        return path === "/broken" ? Promise.reject(new Error("can't be read")) : Promise.resolve(`<div id="first-paint">${name}: ${roles.join()}</div>`);
      },
    },
  );
}, 120_000);
afterAll(() => served?.close());

async function pageOf({ token }: Pick<Client, "token">, path = "/notes"): Promise<Response> {
  const cookie = `nonet_session_${new URL(served.server.address).port}=${token}`;
  return fetch(served.server.address + path, { headers: { accept: "text/html", "accept-encoding": "br", cookie } });
}

const painted = async (client: Pick<Client, "token">, path?: string): Promise<string | undefined> =>
  /<div id="first-paint">(.*?)<\/div>/.exec(await (await pageOf(client, path)).text())?.[1];

it("each person gets their own page, which nobody keeps for somebody else", async () => {
  const fay = await served.person("fay@corp.example", "Clerk");
  const response = await pageOf(fay, "/notes?search=a");
  expect([response.status, response.headers.get("cache-control"), response.headers.get("vary")]).toEqual([
    200,
    "private, no-cache",
    expect.stringMatching(/^Cookie, Accept-Language/),
  ]);
  expect(response.headers.get("content-encoding")).toBe("br");
  const text = await response.text();
  expect(text).toContain('<div id="first-paint">fay: Clerk</div><div id="root">');
  expect(text).toContain('<link data-later="modulepreload" data-runs-later crossorigin href="/assets/base.js">');
  expect(asked.at(-1)).toEqual(["/notes", "search=a"]);
  expect(await painted(await served.person("max@corp.example", "Clerk"))).toBe("max: Clerk");
});

it("without a session, with an ended one and before the second factor, the page is plain", async () => {
  expect(await painted({ token: "no-such-token" })).toBeUndefined();
  const manager = await served.person("mia@corp.example", "Manager");
  expect(manager.token).not.toBe("");
  expect(await painted(manager)).toBeUndefined();
  const gus = await served.person("gus@corp.example", "Clerk");
  expect(await painted(gus)).toBe("gus: Clerk");
  expect((await gus("POST", "/api/sign-out")).status).toBe(204);
  expect(await painted(gus)).toBeUndefined();
});

it("the Owner who looks at the product as somebody else gets the plain page", async () => {
  const people = (await served.owner("GET", "/api/people")).body as { items: { id: string; email: string }[] };
  const fay = people.items.find(({ email }) => email === "fay@corp.example")!;
  expect(await painted(served.owner)).toBeDefined();
  expect((await served.owner("POST", `/api/people/${fay.id}/support`, { reason: "she sees no notes" })).status).toBe(204);
  expect(await painted(served.owner)).toBeUndefined();
  expect((await served.owner("DELETE", "/api/me/support")).status).toBe(204);
});

it("a page that can't be painted is sent plain", async () => {
  const fay = await served.person("fay@corp.example", "Clerk");
  const response = await pageOf(fay, "/broken");
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain("first-paint");
});
