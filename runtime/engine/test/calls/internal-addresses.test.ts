/** A host that comes from data never leads into the network of the product, however it is written; the document's own and allowed hosts do. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isInternal } from "../../src/calls/internal-addresses.ts";
import { openOutside, openProduct, until, type Opened, type Outside } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";

const text = (own: string): string => `# Specification: Hooks

## 3. Entities and their fields

### Entry

- hook: web address
- said: text, read-only

## 4. States and transitions

### Entry

- Starts as: new
- Ends as: closed

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Ask | asked | Clerk | | call Ask hook |
| (new) | Tell | told | Clerk | | call Ask own |
| (new) | Draft | new | Clerk | | |
| new | Close | closed | Clerk | | |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Entry | all |

## 7. The calls it makes

### Ask hook

- Request: GET \`{hook}\`
- Then: set said = \`answer.id\`
- Retries: 3 times, waiting 1 second and doubling

### Ask own

- Request: GET \`${own}/own?{hook}\`
- Then: set said = \`answer.id\`
- Retries: 0 times
`;

let outside: Outside;
let opened: Opened;

beforeAll(async () => {
  outside = await openOutside();
  opened = await openProduct(text(outside.address), { environment: { NONET_ALLOW_HOSTS: "payments.internal, LOCALHOST" } });
}, 120_000);

afterAll(async () => {
  await opened?.close();
  await outside?.close();
});

async function create(action: string, hook: string): Promise<Record<string, unknown>> {
  const clerk = await opened.person("clerk@example.test", "Clerk");
  const made = valueOf(await opened.engine.perform(clerk, { kind: "create", entity: "Entry", values: { hook }, action })) as { id: string };
  return until(
    async () => {
      const record = JSON.parse(valueOf(await opened.engine.record(clerk, "Entry", made.id)).json) as Record<string, unknown>;
      const failed = valueOf(await opened.engine.failedCalls.list(opened.owner)).items.find((call) => JSON.stringify(call).includes(made.id));
      return { said: record["said"], failed: failed && JSON.stringify(failed) };
    },
    ({ said, failed }) => said !== null || failed !== undefined,
  );
}

test.each([
  "http://127.0.0.1",
  "http://2130706433",
  "http://0x7f.1",
  "http://0177.0.0.1",
  "http://127.1",
  "http://0.0.0.0",
  "http://[::1]",
  "http://[::ffff:127.0.0.1]",
  "http://[::ffff:7f00:1]",
  "http://169.254.169.254",
  "http://user:pass@127.0.0.1",
])("%s from data is refused at once", async (host) => {
  const before = outside.heard.length;
  const { failed } = await create("Ask", `${host}:${outside.port}/latest/meta-data`);
  expect(failed).toMatch(/inside the network/);
  expect(outside.heard).toHaveLength(before);
});

test("a host that the document writes or the environment allows is called", async () => {
  expect(await create("Tell", "http://127.0.0.1/x")).toMatchObject({ said: "one" });
  expect(await create("Ask", `http://localhost:${outside.port}/allowed`)).toMatchObject({ said: "one" });
});

test("addresses of the public internet are no internal ones, and the others are", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const [privateFirst, mapped] = [fc.constantFrom("10", "127", "0", "224", "255"), fc.constantFrom("::ffff:", "64:ff9b::")];
  fc.assert(
    fc.property(privateFirst, byte, byte, byte, mapped, (first, b, c, d, prefix) => {
      const address = `${first}.${b}.${c}.${d}`;
      return isInternal(address) && isInternal(`${prefix}${address}`);
    }),
  );
  for (const address of ["172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "169.254.169.254", "fd00:ec2::254", "fe80::1%eth0", "ff02::1", "2002:7f00:1::", "::"])
    expect([address, isInternal(address)]).toEqual([address, true]);
  for (const address of ["8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "169.253.0.1", "2606:4700::1111", "2a00:1450::8a"])
    expect([address, isInternal(address)]).toEqual([address, false]);
});
