/** Errors for readers who aren't signed in: no sentence of the document, and 401 where signing in would help. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Desk

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /case/:id | My case | Case | bearer |

## 3. Entities and their fields

### Case

- title: text, required
- pay: integer
- link: secret link to My case

## 4. States and transitions

### Case

- Starts as: open

| From | Action | To | When |
|---|---|---|---|
| open | Close | closed | \`pay > 777\` |

## 6. Roles and permissions

- **Agent**

| | bearer | Agent |
|---|---|---|
| Case | read: title; Close | all |
`;

let desk: Served;
let agent: Client;
beforeAll(async () => {
  desk = await serveProduct(text);
  agent = await desk.person("agent@example.test", "Agent");
}, 120_000);
afterAll(async () => {
  expect(desk?.bugs ?? []).toEqual([]);
  await desk?.close();
});

test("a guard refuses the holder of a secret link without its condition", async () => {
  const { id, link } = (await agent("POST", "/api/cases", { title: "one", pay: 5 })).body;
  const holder = { authorization: `Link ${link.replace("/link/", "")}` };
  const nobody = clientOf(desk.server.address);
  const refused = await nobody("POST", `/api/cases/${id}/close`, {}, holder);
  expect([refused.status, refused.body.detail]).toEqual([409, "Close isn't possible now."]);
  const offered = await nobody("GET", `/api/cases/${id}/actions`, undefined, holder);
  expect(offered.body.items).toMatchObject([{ name: "Close", allowed: false, why: "Not possible now." }]);
  expect(JSON.stringify([refused.body, offered.body])).not.toContain("777");
  expect((await agent("POST", `/api/cases/${id}/close`, {})).body.detail).toBe("Close is possible only when pay is more than 777.");
});

test("what only the Owner may do is refused with 401", async () => {
  const status = async (who: Client, path: string): Promise<number> => (await who("GET", path)).status;
  for (const path of ["/api/-/people", "/api/outbox/failed"]) {
    expect([path, await status(clientOf(desk.server.address), path)]).toEqual([path, 401]);
    expect([path, await status(agent, path)]).toEqual([path, 403]);
    expect([path, await status(desk.owner, path)]).toEqual([path, 200]);
  }
});
