/** A receiver that is slow delays only its own calls, whatever waits for it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, until, type Opened } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";

const answersAfter = 6_000;
const slowRecords = 40;

interface Heard {
  readonly name: string;
  readonly at: number;
}

/** Answers each request after this many milliseconds. */
async function receiver(milliseconds: number): Promise<{ readonly address: string; readonly heard: Heard[]; readonly most: () => number; close(): Promise<unknown> }> {
  const heard: Heard[] = [];
  let open = 0;
  let most = 0;
  const server: Server = createServer((request, response) => {
    let body = "";
    most = Math.max(most, ++open);
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      heard.push({ name: (JSON.parse(body) as { name: string }).name, at: Date.now() });
      setTimeout(() => {
        open--;
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      }, milliseconds);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const close = (): Promise<unknown> => (server.closeAllConnections(), new Promise((done) => server.close(done)));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, most: () => most, close };
}

const text = (slow: string, fast: string): string => `# Specification: Parcels

## 3. Entities and their fields

### Parcel

- name: text, required
- slow done: integer, default 0
- fast done: integer, default 0

## 4. States and transitions

### Parcel

- Starts as: here
- Ends as: gone

| From | Action | To | Who | Then |
|---|---|---|---|---|
| here | Tell slow | here | Clerk | call Slow |
| here | Tell fast | here | Clerk | call Fast |
| here | Tell both | here | Clerk | call Slow, call Fast |
| here | Leave | gone | Clerk | |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Parcel | all |

## 7. The calls it makes

### Slow

- Request: POST \`${slow}/parcels\`
- Sends: \`{ name: name }\`
- Expects: status 200, within 20 seconds
- Then: set slow done = \`slow done + 1\`

### Fast

- Request: POST \`${fast}/parcels\`
- Sends: \`{ name: name }\`
- Expects: status 200, within 5 seconds
- Then: set fast done = \`fast done + 1\`
`;

let slow: Awaited<ReturnType<typeof receiver>>;
let fast: Awaited<ReturnType<typeof receiver>>;
let product: Opened;
beforeAll(async () => {
  slow = await receiver(answersAfter);
  fast = await receiver(0);
  product = await openProduct(text(slow.address, fast.address));
});
afterAll(async () => {
  await product?.close();
  await slow.close();
  await fast.close();
});

test("calls to others leave within 2 seconds; one record's calls keep their order; all arrive once", { timeout: 90_000 }, async () => {
  const clerk = await product.person("clerk@example.test", "Clerk");
  const parcel = async (name: string): Promise<string> => valueOf(await product.engine.perform(clerk, { kind: "create", entity: "Parcel", values: { name } }))!.id;
  const tell = async (id: string, action: string): Promise<unknown> => valueOf(await product.engine.perform(clerk, { kind: "action", entity: "Parcel", id, action, input: {} }));
  const ids: string[] = [];
  for (let n = 0; n < slowRecords; n++) ids.push(await parcel(`slow ${n}`));
  const both = await parcel("both");
  const quick = await Promise.all([0, 1, 2, 3, 4].map((n) => parcel(`fast ${n}`)));

  await tell(both, "Tell both");
  for (const id of ids) await tell(id, "Tell slow");
  await until(
    () => slow.heard.length,
    (count) => count >= 20,
  );
  for (const id of quick) {
    const sent = Date.now();
    await tell(id, "Tell fast");
    const name = `fast ${quick.indexOf(id)}`;
    const [arrived] = await until(
      () => fast.heard.filter((one) => one.name === name),
      (found) => found.length > 0,
    );
    expect(arrived!.at - sent).toBeLessThan(2_000);
    await sleep(200);
  }

  await until(
    () => slow.heard.length,
    (count) => count > slowRecords,
    60,
  );
  await until(
    () => fast.heard.length,
    (count) => count > quick.length,
    30,
  );
  expect(slow.most()).toBe(20);
  expect(new Set(slow.heard.map((one) => one.name)).size).toBe(slow.heard.length);
  const order = [slow.heard, fast.heard].map((heard) => heard.find((one) => one.name === "both")!.at);
  expect(order[1]! - order[0]!).toBeGreaterThanOrEqual(answersAfter - 50);
  const done = async (id: string): Promise<boolean> => JSON.parse(valueOf(await product.engine.record(clerk, "Parcel", id)).json).slowDone === 1;
  await until(
    async () => (await Promise.all(ids.map(done))).filter((one) => one).length,
    (count) => count === slowRecords,
    30,
  );
});
