/** However many automatic transitions a rule blocks, the others still run. */
import { rmSync } from "node:fs";
import { decisionStatements } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/connection/database.ts";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { freshFolder } from "../support/equipment-desk.ts";
import { openSmall } from "../support/small-product.ts";

test("with more blocked records than one round tries, the last one is reached eventually", async () => {
  const { engine, folder } = await openSmall("# Specification: Nothing\n\n## 3. Entities and their fields\n\n### Parcel\n\n- name: text\n", freshFolder());
  // Nobody is there to look at them.
  await engine.close();
  const postgres = await serverOf(folder);
  const database = openDatabase(postgres.url);
  try {
    const ids = Array.from({ length: 201 }, () => uuidv7());
    for (const record of ids) await database.rows(decisionStatements.blocked.note({ entity: "Parcel", record, machine: "state", row: 1, source: "(when late)", reason: [] }));
    const tried = new Set<unknown>();
    for (let turns = 0; turns < 50 && tried.size < ids.length; turns++) {
      const some = await database.rows(decisionStatements.blocked.some);
      expect(some).toHaveLength(200);
      for (const row of some) tried.add(row["record_id"]);
    }
    expect(tried.size).toBe(201);
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
