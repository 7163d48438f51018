/** A document that moves its API (`API address`), so that its own calls can be at `/api`. */
import { generateClient, openApi } from "@nonet/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClientResponse } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Bells

## 1. What the product does and for whom

- **API address**: /tower/api

## 3. Entities and their fields

### Bell

- name: text, required
- picture: image

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Bell | all |

## 7. The calls it makes

### All bells

- Offers: GET /api/bells
- For: anyone
- Answers: 200 \`{ bells: count(Bell) }\`

### Sign in elsewhere

- Offers: POST /api/sign-in
- For: anyone
- Answers: 200 \`{ elsewhere: true }\`
`;

let served: Served;
let clerk: Awaited<ReturnType<Served["person"]>>;
beforeAll(async () => {
  served = await serveProduct(text);
  clerk = await served.person("clerk@example.test", "Clerk");
});
afterAll(() => served.close());

const ask = async (method: string, path: string, body: object = { name: "Bourdon" }): Promise<ClientResponse> => {
  const response = await fetch(served.server.address + path, {
    method,
    headers: { authorization: `Bearer ${clerk.token}`, "content-type": "application/json" },
    ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
};

test("the API is at its address, and says so", async () => {
  const created = await ask("POST", "/tower/api/bells");
  expect([created.status, created.headers.get("location")]).toEqual([201, `/tower/api/bells/${created.body.id}`]);
  expect((await ask("GET", created.headers.get("location")!)).body.name).toBe("Bourdon");
  expect((await ask("GET", "/tower/api/bells")).body.items).toHaveLength(1);
  const problem = await ask("GET", "/tower/api/gongs");
  expect(problem.body).toMatchObject({ status: 404, type: "/tower/api/docs#error-not-found", detail: "There is no /tower/api/gongs." });
});

test("the calls of the document are at /api, and nothing else is", async () => {
  expect((await ask("GET", "/api/bells")).body).toEqual({ bells: expect.any(Number) });
  expect((await ask("POST", "/api/sign-in", {})).body).toEqual({ elsewhere: true });
  for (const [method, path] of [
    ["POST", "/api/bells"],
    ["GET", "/api/me"],
    ["GET", "/api/docs"],
    ["GET", "/tower/bells"],
  ] as const)
    expect([path, (await ask(method, path)).status]).toEqual([path, 404]);
  expect((await ask("GET", "/api/me")).body.detail).toContain("/api/me");
});

test("what the product's own pages use under /api/-/ stays", async () => {
  expect((await ask("GET", "/api/-/notifications")).status).toBe(200);
  expect((await ask("GET", "/tower/api/-/notifications")).status).toBe(200);
});

test("the description and the client have the address", () => {
  const { paths } = openApi(served.engine.product);
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/tower/api/bells", "/tower/api/me", "/api/bells", "/api/sign-in"]));
  expect(Object.keys(paths["/api/bells"]!)).toEqual(["get"]);
  expect(generateClient(served.engine.product)).toContain('path.replace(/^\\/api(?=\\/)/, "/tower/api")');
});
