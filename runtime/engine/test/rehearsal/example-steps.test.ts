/** Every form of step, in documents whose examples all pass. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runExamplesIn } from "../../src/rehearsal/run-examples.ts";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { openDatabase } from "../../src/connection/database.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { valueOf } from "../support/outcome.ts";

const documents = {
  "working time, content of an answer, parts by what they refer to": "examples-of-orders.md",
  "steps in people's own words, outside requests, access, screens and steps at the same time": "examples-in-words.md",
  "conditions about whole records, deleting only while, decisions by several": "examples-of-permits.md",
  "required values that are left out, in unique fields of several types": "examples-of-customers.md",
  "calls with the secret key of a record": "examples-of-keys.md",
  "values of every type, makings by an action, a second machine, refusals": "examples-of-jobs.md",
};

test.each(Object.entries(documents))(
  "%s",
  async (_, file) => {
    const text = readFileSync(fileURLToPath(new URL(file, import.meta.url)), "utf8");
    const database = openDatabase((await freshDatabase()).url);
    const results = valueOf(await runExamplesIn(database, { product: productOf(text), folder: freshFolder() }).finally(() => database.close()));
    expect(results.length).toBeGreaterThan(2);
    expect(results.filter((r) => r.failure !== null)).toEqual([]);
  },
  120_000,
);
