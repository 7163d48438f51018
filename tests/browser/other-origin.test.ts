/** A page of another origin uses the API in a real browser: as far as the document lets it, and never with the cookie of somebody who is signed in. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";
import { root } from "../nonet-process.ts";
import { openBrowser, visit } from "./open-browser.ts";

const document = readFileSync(join(root, "examples/todo-backend/todo-backend.md"), "utf8");
const servers: Server[] = [];
const products: Served[] = [];
let browser: Browser;

/** The origin of an empty page. */
async function pageServer(): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>A client</title>"));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function product(origins: string): Promise<string> {
  const served = await serveProduct(document.replace("**Origins**: any", `**Origins**: ${origins}`));
  products.push(served);
  return served.server.address;
}

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  for (const served of products) await served.close();
  for (const server of servers) server.close();
});

/** What the page sees of the answer; `blocked` where the browser withholds it. */
const send = (page: Page, method: string, url: string, body?: object, more: object = {}): Promise<unknown> =>
  page.evaluate(
    async ([how, where, what, options]) => {
      try {
        const init = { method: how, ...(what ? { headers: { "content-type": "application/json" }, body: JSON.stringify(what) } : {}), ...options };
        const response = await fetch(where, init as RequestInit);
        const text = await response.text();
        return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
      } catch {
        return "blocked";
      }
    },
    [method, url, body, more] as const,
  );

test("a page of a named origin does everything, one of another origin nothing", async () => {
  const mine = await pageServer();
  const other = await pageServer();
  const todos = await product(`https://app.example, ${mine}`);
  const { page } = await visit(browser, mine, []);
  const added = (await send(page, "POST", `${todos}/todos`, { title: "Bread" })) as { status: number; body: { url: string } };
  expect(added).toMatchObject({ status: 201, body: { title: "Bread", completed: false } });
  expect(await send(page, "PATCH", added.body.url, { completed: true })).toMatchObject({ status: 200, body: { completed: true } });
  expect(await send(page, "GET", `${todos}/todos`)).toMatchObject({ status: 200, body: [{ title: "Bread" }] });
  expect(await send(page, "GET", `${todos}/api/todos`)).toMatchObject({ status: 200, body: { items: [{ title: "Bread" }] } });
  expect(await send(page, "DELETE", added.body.url)).toEqual({ status: 204, body: null });
  // With cookies, the browser withholds the answer.
  expect(await send(page, "GET", `${todos}/todos`, undefined, { credentials: "include" })).toBe("blocked");

  const stranger = (await visit(browser, other, [])).page;
  expect(await send(stranger, "POST", `${todos}/todos`, { title: "Spam" })).toBe("blocked");
  expect(await send(stranger, "GET", `${todos}/todos`)).toBe("blocked");
  expect(await send(page, "GET", `${todos}/todos`)).toEqual({ status: 200, body: [] });
});

test("without Origins, no page of another origin uses the API", async () => {
  const mine = await pageServer();
  const todos = await product("none");
  const { page } = await visit(browser, mine, []);
  expect(await send(page, "GET", `${todos}/todos`)).toBe("blocked");
  expect(await send(page, "DELETE", `${todos}/todos`)).toBe("blocked");
});
