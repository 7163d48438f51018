/** An external PostgreSQL server is checked for slow settings. The embedded one has the right ones. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { launchPostgres } from "../../src/connection/embedded-postgres.ts";
import { openDatabase } from "../../src/connection/database.ts";
import { readLocksWarning, tightSettings } from "../../src/connection/server-settings.ts";
import { freshFolder } from "../support/equipment-desk.ts";

test("the embedded PostgreSQL lacks no setting", async () => {
  const folder = freshFolder();
  const postgres = await launchPostgres(join(folder, "database"));
  const database = openDatabase(postgres.url);
  expect(await tightSettings(database)).toEqual([]);
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

test("a limit of PostgreSQL is reported with its remedy", () => {
  expect(readLocksWarning(64)).toEqual([expect.stringMatching(/max_pred_locks_per_transaction = 64.*alter system set max_pred_locks_per_transaction = 1024/)]);
  expect(readLocksWarning(2048)).toEqual([]);
});
