/** What a plan finds is named as the version in force names it: what the new one would call a record may not be there yet, or be what it shares with others. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { planProductUpgrade } from "../src/maintenance/offline-upgrade.ts";
import { clerkSpec } from "./clerk-spec.ts";
import { freshFolder, productOf, valueOf } from "./open-desk.ts";
import { openSmall } from "./small.ts";

const folder = freshFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const spec = (entity: string, fields: readonly string[]): string =>
  clerkSpec({ entities: `### ${entity}\n\n${fields.map((field) => `- ${field}\n`).join("")}`, grants: [entity.split("\n")[0]!] });

test("records are named as people know them, where the new version names them otherwise", async () => {
  const small = await openSmall(spec("Item", ["name: text", "code: text"]), folder);
  const clerk = await small.as("Clerk");
  for (const name of ["A", "B"]) await small.make(clerk, "Item", { name, code: "same" });
  await small.engine.close();
  const next = spec("Thing\n\n- Was: Item", ["name: text, at most 0 characters", "code: text, unique", "number: sequence `N-{0000}`", "size: integer, required"]);
  const { found } = valueOf(await planProductUpgrade({ product: productOf(next, "next"), database: { folder }, files: join(folder, "files") }));
  expect(found.map((f) => [f.what.split(/[,:]/)[0]!.replace(/ that.*/, ""), f.shown])).toEqual([
    ["Things have no size", ["A", "B"]],
    ["Things get no number", ["A", "B"]],
    ["Things have a value in name", ["A", "B"]],
    ["Things have the same code", ["A", "B"]],
  ]);
}, 120_000);
