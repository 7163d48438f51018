/** The waits before retries are spread at random, and a record whose calls wait doesn't hold back the calls of others to the same receiver. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { openProduct, until, type Opened } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";

const text = (address: string): string => `# Specification: Rings

## 3. Entities and their fields

### Bell

- name: text, required

## 4. States and transitions

### Bell

- Starts as: open

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Ring | open | Clerk | call Ring once |
| open | Fail | open | Clerk | call Fail once |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Bell | all |

## 7. The calls it makes

### Ring once

- Request: POST \`${address}/ring\`
- Sends: \`{ name: name }\`
- Expects: status 200, within 60 seconds

### Fail once

- Request: POST \`${address}/fail\`
- Sends: \`{ name: name }\`
- Retries: 3 times, waiting 1 hour
`;

const heard: string[] = [];
/** Requests of the bell "held": answered when `isReleased` is set. */
const held: ServerResponse[] = [];
let isReleased = false;
let receiver: Server;
let product: Opened;
let clerk: Actor;
let client: pg.Client;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { name } = JSON.parse(body) as { name: string };
      heard.push(name);
      if (name === "held" && !isReleased) held.push(response);
      else response.writeHead(request.url === "/fail" ? 500 : 200).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  const { url } = await freshDatabase();
  product = await openProduct(text(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`), { database: { url } });
  clerk = await product.person("clerk@example.test", "Clerk");
  client = new pg.Client(url);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await product?.close();
  receiver.closeAllConnections();
  await new Promise((done) => receiver.close(done));
});

const bell = async (name: string): Promise<string> => valueOf(await product.engine.perform(clerk, { kind: "create", entity: "Bell", values: { name } }))!.id;
const run = async (id: string, action: string): Promise<unknown> => valueOf(await product.engine.perform(clerk, { kind: "action", entity: "Bell", id, action, input: {} }));

test("the waits of calls that failed together are up to a fifth longer, each by its own share", async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => bell(`failing ${n}`)));
  await Promise.all(ids.map((id) => run(id, "Fail")));
  const waits = await until(
    async () =>
      (
        await client.query<{ wait: number }>(
          "select extract(epoch from due_at - created_at)::float8 as wait from nonet.outbox where call = 'Fail once' and status = 'waiting' and answer is not null",
        )
      ).rows,
    (rows) => rows.length === 12,
    60,
  );
  const elapsed = 600;
  for (const { wait } of waits) {
    expect(wait).toBeGreaterThanOrEqual(3600);
    expect(wait).toBeLessThanOrEqual(3600 * 1.2 + elapsed);
  }
  // Twelve random shares of twelve minutes within one minute of each other: once in ten billion runs.
  const seconds = waits.map(({ wait }) => wait);
  expect(Math.max(...seconds) - Math.min(...seconds)).toBeGreaterThan(60);
});

test("a record whose calls wait holds back none of another record", async () => {
  const first = await bell("held");
  for (let n = 0; n < 60; n++) await run(first, "Ring");
  await run(await bell("other"), "Ring");
  await until(
    () => heard,
    (names) => names.includes("other"),
    60,
  );
  expect(heard.filter((name) => name === "held")).not.toHaveLength(60);
  isReleased = true;
  for (const response of held) response.writeHead(200).end();
  await until(
    () => heard.filter((name) => name === "held").length,
    (count) => count === 60,
    60,
  );
});
