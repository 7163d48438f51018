/** A plan names records as the present version shows them: what the new version would show may not exist yet, or be ambiguous. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { clerkSpec } from "../support/clerk-spec.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openSmall } from "../support/small-product.ts";
import { valueOf } from "../support/outcome.ts";

const folder = freshFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const spec = (entity: string, fields: readonly string[]): string =>
  clerkSpec({ entities: `### ${entity}\n\n${fields.map((field) => `- ${field}\n`).join("")}`, grants: [entity.split("\n")[0]!] });

test("records keep their present titles where the new version names them otherwise", async () => {
  const small = await openSmall(spec("Item", ["name: text", "code: text"]), folder);
  const clerk = await small.as("Clerk");
  for (const name of ["A", "B"]) await small.make(clerk, "Item", { name, code: "same" });
  await small.engine.close();
  const next = spec("Thing\n\n- Was: Item", ["name: text, at most 0 characters", "code: text, unique", "number: sequence `N-{0000}`", "size: integer, required"]);
  const { found } = valueOf(await planProductUpgrade({ product: productOf(next, "next"), database: await databaseOf(folder), files: join(folder, "files") }));
  expect(found.map((f) => [f.what.split(/[,:]/)[0]!.replace(/ that.*/, ""), f.shown])).toEqual([
    ["Things have no size", ["A", "B"]],
    ["Things get no number", ["A", "B"]],
    ["Things have a value in name", ["A", "B"]],
    ["Things have the same code", ["A", "B"]],
  ]);
}, 120_000);
