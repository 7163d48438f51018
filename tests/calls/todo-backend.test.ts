/** examples/todo-backend answers what the Todo-Backend project expects of an API, from a page of another origin. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClientResponse } from "../../runtime/server/test/desk.ts";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";
import { root } from "../nonet-process.ts";

const origin = "https://todobackend.example";

let todos: Served;
let list = "";
beforeAll(async () => {
  todos = await serveProduct(readFileSync(join(root, "examples/todo-backend/todo-backend.md"), "utf8"));
  list = `${todos.server.address}/todos`;
});
afterAll(() => todos.close());

/** As a browser does it: anything but a plain GET asks first, and the page sees the answer only if it may. */
async function send(method: string, url: string, body?: object): Promise<ClientResponse> {
  if (method !== "GET") {
    const asked = await fetch(url, { method: "OPTIONS", headers: { origin, "access-control-request-method": method, "access-control-request-headers": "content-type" } });
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
    expect(asked.headers.get("access-control-allow-methods")!.split(", ")).toContain(method);
    expect(asked.headers.get("access-control-allow-headers")).toBe("content-type");
  }
  const response = await fetch(url, {
    method,
    headers: { origin, "sec-fetch-site": "cross-site", "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(response.headers.get("access-control-allow-origin")).toBe(origin);
  // A cache must not give the answer to a page of another origin.
  expect(response.headers.get("vary")!.toLowerCase()).toContain("origin");
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

const added = async (body: object): Promise<ClientResponse["body"]> => (await send("POST", list, body)).body;

describe("the list", () => {
  test("responds to a GET", async () => expect((await send("GET", list)).status).toBe(200));
  test("responds to a POST with the todo that was posted", async () => expect(await added({ title: "a todo" })).toMatchObject({ title: "a todo" }));
  test("responds to a DELETE", async () => expect((await send("DELETE", list)).status).toBe(204));
  test("is empty after a DELETE", async () => {
    await added({ title: "a todo" });
    await send("DELETE", list);
    expect((await send("GET", list)).body).toEqual([]);
  });
});

describe("a new todo", () => {
  beforeEach(async () => void (await send("DELETE", list)));
  test("is in the list", async () => {
    await added({ title: "walk the dog" });
    expect((await send("GET", list)).body).toMatchObject([{ title: "walk the dog" }]);
  });
  test("isn't completed", async () => {
    await added({ title: "blah" });
    expect((await send("GET", list)).body[0].completed).toBe(false);
  });
  test("has a url", async () => {
    await added({ title: "blah" });
    expect(typeof (await send("GET", list)).body[0].url).toBe("string");
  });
  test("is what its url returns", async () => {
    const { url } = await added({ title: "my todo" });
    expect((await send("GET", url)).body).toMatchObject({ title: "my todo" });
  });
});

describe("an existing todo", () => {
  beforeEach(async () => void (await send("DELETE", list)));
  test("is reached from the list", async () => {
    await added({ title: "todo the first" });
    await added({ title: "todo the second" });
    const all = (await send("GET", list)).body;
    expect(all).toHaveLength(2);
    expect((await send("GET", all[0].url)).body.title).toBe(all[0].title);
  });
  test("gets another title by a PATCH", async () => {
    const { url } = await added({ title: "initial title" });
    expect((await send("PATCH", url, { title: "bathe the cat" })).body.title).toBe("bathe the cat");
  });
  test("is completed by a PATCH", async () => {
    const { url } = await added({ title: "a todo" });
    expect((await send("PATCH", url, { completed: true })).body.completed).toBe(true);
  });
  test("keeps its changes", async () => {
    const { url } = await added({ title: "a todo" });
    await send("PATCH", url, { title: "changed title", completed: true });
    expect((await send("GET", url)).body).toMatchObject({ title: "changed title", completed: true });
    expect((await send("GET", list)).body).toMatchObject([{ title: "changed title", completed: true }]);
  });
  test("is deleted by a DELETE", async () => {
    const { url } = await added({ title: "a todo" });
    expect((await send("DELETE", url)).status).toBe(204);
    expect((await send("GET", list)).body).toEqual([]);
    expect((await send("GET", url)).status).toBe(404);
  });
});

describe("the order", () => {
  test("is given with a new todo", async () => expect((await added({ title: "blah", order: 523 })).order).toBe(523));
  test("is changed by a PATCH", async () => {
    const { url } = await added({ title: "blah", order: 10 });
    expect((await send("PATCH", url, { order: 95 })).body.order).toBe(95);
  });
  test("is kept", async () => {
    const { url } = await added({ title: "blah", order: 10 });
    await send("PATCH", url, { order: 95 });
    expect((await send("GET", url)).body.order).toBe(95);
  });
});

test("what a PATCH leaves out stays, and what it sets to null is emptied", async () => {
  const { url } = await added({ title: "a todo", order: 3 });
  expect((await send("PATCH", url, { title: "another" })).body).toMatchObject({ title: "another", order: 3 });
  expect((await send("PATCH", url, { order: null })).body).toMatchObject({ title: "another", order: null });
});
