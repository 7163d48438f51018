/** Sequences, random texts, keys and links are generated with a record: a plan names records without them, and a known text doesn't become a key. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { applyProductUpgrade, planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { type VisibleRecord } from "../../src/contract/reads.ts";
import { type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import { clerkSpec, sqlIn } from "../support/clerk-spec.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openSmall } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const spec = (fields: readonly string[]): string =>
  clerkSpec({
    screens: "| Route | Screen | Shows | For |\n|---|---|---|---|\n| /items/:id | Item | Item | everyone |",
    entities: `### Item\n\n- Shown as: \`name\`\n- name: text, required\n${fields.map((field) => `- ${field}\n`).join("")}`,
    grants: ["Item"],
  });

let folder = "";
let version = 0;
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const options = async (fields: readonly string[]) => ({ product: productOf(spec(fields), `v${++version}`), database: await databaseOf(folder), files: join(folder, "files") });
const plan = async (fields: readonly string[]): Promise<Upgrade> => valueOf(await planProductUpgrade(await options(fields)));
const told = ({ found }: Upgrade): string[] => found.map((f) => `${f.what.split(":")[0]} [${f.shown.join(", ")}]`);

async function make(fields: readonly string[], records: readonly Readonly<Record<string, unknown>>[]): Promise<readonly VisibleRecord[]> {
  const small = await openSmall(spec(fields), folder);
  const clerk = await small.as("Clerk");
  const made: VisibleRecord[] = [];
  for (const record of records) made.push(await small.make(clerk, "Item", record));
  await small.engine.close();
  return made;
}

test("a plan names the records without one, and asks nobody for a generated value", async () => {
  folder = freshFolder();
  await make(["label: text", "taken: date"], [{ name: "A", label: "T-0007" }, { name: "B" }]);
  const next = ["number: sequence `N-{0000}`, required", "code: random text of 8 characters", "key: secret key", "label: sequence `T-{0000}`", "taken: date"];
  const planned = await plan(next);
  expect(told(planned)).toEqual(["Items get no number [A, B]", "Items get no code [A, B]", "Items get no key [A, B]", "Items get no label [B]"]);
  valueOf(await applyProductUpgrade({ ...(await options(next)), acceptLoss: false }));
  expect(told(await plan(next))).toEqual([]);
  expect((await make(next, [{ name: "C" }]))[0]).toMatchObject({ number: "N-0001", label: "T-0008" });
}, 120_000);

test("a key is never read as a text, and a written text becomes neither a key nor a link", async () => {
  folder = freshFolder();
  await make(["key: secret key", "word: text", "link: text"], [{ name: "A", word: "known", link: `/link/${"a".repeat(32)}` }]);
  const lost = (upgrade: Upgrade): string[] => upgrade.losses.map((loss) => loss.replace(/^.*This would lose /, ""));
  const next = ["hash: text, was key", "word: secret key", "link: secret link to Item"];
  expect(lost(await plan(next))).toEqual(["hash of every Item (1 of them: A)", "word of every Item (1 of them: A)", "link of every Item (1 of them: A)"]);
  expect(resultOf(await applyProductUpgrade({ ...(await options(next)), acceptLoss: false }))).toMatch(/would-lose/);
  valueOf(await applyProductUpgrade({ ...(await options(next)), acceptLoss: true }));
  expect(await sqlIn(folder, "select hash, word, link from app.item")).toEqual([{ hash: null, word: null, link: null }]);
}, 120_000);
