/** Requests with a method that their address doesn't take, and requests whose headers are too large. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Bells

## 3. Entities and their fields

### Bell

- name: text, required

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Bell | all |

## 7. The calls it makes

### All bells

- Offers: GET /feed/bells
- For: anyone
- Answers: 200 \`{ bells: count(Bell) }\`

### Ring

- Receives: POST /hooks/ring
- Signed with: bearer \`secret ring key\`
- Finds: Bell where \`name = body.name\`
`;

let served: Served;
beforeAll(async () => {
  served = await serveProduct(text);
});
afterAll(() => served.close());

const ask = (method: string, path: string): Promise<Response> => fetch(`${served.server.address}${path}`, { method, headers: { accept: "application/json" } });

test.each([
  ["PUT", "/api/bells", "GET, HEAD, POST"],
  ["DELETE", "/api/bells?limit=1", "GET, HEAD, POST"],
  ["PUT", "/api/bells/0192f0c0-0000-7000-8000-000000000000", "DELETE, GET, HEAD, PATCH, POST"],
  ["PATCH", "/api/bells:batch", "GET, HEAD, POST"],
  ["DELETE", "/api/sign-in", "POST"],
  ["POST", "/feed/bells", "GET"],
  ["GET", "/hooks/ring", "POST"],
])("%s %s is answered with what the address takes", async (method, path, allowed) => {
  const refused = await ask(method, path);
  expect(refused.status).toBe(405);
  expect(refused.headers.get("allow")).toBe(allowed);
  expect(await refused.json()).toMatchObject({ status: 405, code: "method-not-allowed", detail: `${path.split("?")[0]} doesn't take ${method}. It takes ${allowed}.` });
  const asked = await ask("OPTIONS", path);
  expect([asked.status, asked.headers.get("allow")]).toEqual([204, allowed]);
});

test.each([
  ["PUT", "/api/balls"],
  ["OPTIONS", "/api/balls/1"],
  ["POST", "/feed/balls"],
  ["PUT", "/rehearsal/clock"],
  ["OPTIONS", "/-/offered/feed/bells"],
])("%s %s doesn't exist", async (method, path) => {
  const refused = await ask(method, path);
  expect([refused.status, refused.headers.get("allow")]).toEqual([404, null]);
  expect(await refused.json()).toMatchObject({ status: 404, code: "not-found" });
});

test("headers that are too large are refused with one status, in the head and in the body", async () => {
  const response = await fetch(`${served.server.address}/api/bells`, { headers: { "x-large": "x".repeat(20_000) } });
  expect(response.status).toBe(431);
  expect(await response.json()).toMatchObject({ status: 431, code: "headers-too-large" });
});
