/** Entries of the security log that are written only below a limit: requests at the same instant count each other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../src/connection/database.ts";
import { recordEventBelow, recordEventOnce } from "../../src/security/record-event.ts";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { openProduct, type Opened } from "../support/open-product.ts";

const text =
  "# Specification: Notes\n\n## 3. Entities and their fields\n\n### Note\n\n- title: text\n\n## 6. Roles and permissions\n\n- **Clerk**\n\n| | Clerk |\n|---|---|\n| Note | all |\n";
let product: Opened;
let database: ReturnType<typeof openDatabase>;
const people: string[] = [];

beforeAll(async () => {
  const { url } = await freshDatabase();
  product = await openProduct(text, { database: { url } });
  database = openDatabase(url);
  for (let i = 0; i < 8; i++) {
    const clerk = await product.person(`clerk${i}@example.test`, "Clerk");
    if (clerk.kind === "person") people.push(clerk.id);
  }
}, 120_000);
afterAll(async () => {
  await database?.close();
  await product?.close();
});

test("of five at once, three are written", async () => {
  expect(people).toHaveLength(8);
  for (const user of people) {
    const written = await Promise.all(Array.from({ length: 5 }, () => recordEventBelow(database, { event: "password-reset-requested", user }, 3)));
    expect(written.filter(Boolean)).toHaveLength(3);
  }
});

test("of five at once, one is the first", async () => {
  for (const user of people) {
    const written = await Promise.all(Array.from({ length: 5 }, () => recordEventOnce(database, { event: "locked-out", user }, 15)));
    expect(written.filter(Boolean)).toHaveLength(1);
  }
});
