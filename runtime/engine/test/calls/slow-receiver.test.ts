/** A receiver that is slow delays only its own calls, whatever waits for it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, until, type Opened } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";

const slowRecords = 40;

interface Receiver {
  readonly address: string;
  readonly heard: string[];
  /** The most requests that were open at a time. */
  readonly most: () => number;
  /** Answers those that it has held back, and all others at once. */
  release(): void;
  close(): Promise<unknown>;
}

async function receiver(isHeld: boolean): Promise<Receiver> {
  const heard: string[] = [];
  const held: (() => void)[] = [];
  let open = 0;
  let most = 0;
  const server: Server = createServer((request, response) => {
    let body = "";
    most = Math.max(most, ++open);
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      heard.push((JSON.parse(body) as { name: string }).name);
      const answer = (): void => {
        open--;
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      };
      if (isHeld) held.push(answer);
      else answer();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const release = (): void => {
    isHeld = false;
    for (const answer of held.splice(0)) answer();
  };
  const close = (): Promise<unknown> => (server.closeAllConnections(), new Promise((done) => server.close(done)));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, most: () => most, release, close };
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
- Expects: status 200, within 2 minutes
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
  slow = await receiver(true);
  fast = await receiver(false);
  product = await openProduct(text(slow.address, fast.address));
});
afterAll(async () => {
  await product?.close();
  await slow.close();
  await fast.close();
});

test("calls to others leave meanwhile; one record's calls keep their order; all arrive once", { timeout: 180_000 }, async () => {
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
    (count) => count === 20,
    30,
  );
  for (const id of quick) await tell(id, "Tell fast");
  await until(
    () => fast.heard.length,
    (count) => count === quick.length,
    60,
  );
  // The slow one still has as many as it gets at a time, and what follows in the record of one of them waits.
  expect([slow.heard.length, slow.most(), slow.heard.includes("both"), fast.heard.includes("both")]).toEqual([20, 20, true, false]);

  slow.release();
  await until(
    () => [slow.heard.length, fast.heard.length],
    ([toSlow, toFast]) => toSlow === slowRecords + 1 && toFast === quick.length + 1,
    60,
  );
  expect(slow.most()).toBe(20);
  expect(new Set(slow.heard).size).toBe(slow.heard.length);
  const done = async (id: string): Promise<boolean> => JSON.parse(valueOf(await product.engine.record(clerk, "Parcel", id)).json).slowDone === 1;
  await until(
    async () => (await Promise.all(ids.map(done))).filter((one) => one).length,
    (count) => count === slowRecords,
    30,
  );
});
