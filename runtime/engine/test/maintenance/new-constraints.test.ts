/** Constraints that point 3 adds by an expression, for lists and for computed fields: a plan names the records that violate them. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { applyProductUpgrade, planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { clerkSpec } from "../support/clerk-spec.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openSmall } from "../support/small-product.ts";
import { valueOf } from "../support/outcome.ts";

const folder = freshFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let version = 0;
const options = async (text: string) => ({ product: productOf(text, `v${++version}`), database: await databaseOf(folder), files: join(folder, "files") });

interface Demands {
  readonly size?: string;
  readonly note?: string;
  readonly mood?: string;
  readonly tags?: string;
  readonly total?: string;
  readonly kinds?: string;
  readonly phone?: string;
  readonly more?: string;
  readonly most?: number;
}

const spec = ({ size = "size: integer", note = "", mood = "(low, high)", tags = "", total = "", kinds = "", phone = "", more = "", most = 50 }: Demands): string =>
  clerkSpec({
    entities: [
      `### Item\n\n- name: text, required\n- ${size}\n- note: text${note}\n- mood: one of ${mood}\n- tags: list of text${tags}`,
      `- total: number = \`sum(lines.amount)\`${total}\n- who: User\n- phone: text, personal of who${phone}\n- kinds: list of Kind${kinds}${more}\n\n### Line (part of Item)\n\n- amount: number\n\n### Kind\n\n- name: text`,
    ].join("\n"),
    grants: ["Item", "Kind"],
    constants: `- most: ${most}\n- few: 1`,
  });

async function found(text: string): Promise<string[]> {
  return valueOf(await planProductUpgrade(await options(text))).found.map((f) => `${f.count} ${f.what.split(/,| that/)[0]} [${f.shown.join(", ")}]${f.stops ? " stops" : ""}`);
}

test("computed bounds, bounds of lists and computed fields, and conditional requirements", async () => {
  const small = await openSmall(spec({}), folder);
  const clerk = await small.as("Clerk");
  const kinds = [(await small.make(clerk, "Kind", { name: "K" })).id, (await small.make(clerk, "Kind", { name: "L" })).id];
  await small.make(clerk, "Item", { name: "A", size: 70, note: "long", mood: "high", kinds, lines: [{ amount: "9" }], tags: ["x", "y"], phone: "12345" });
  await small.make(clerk, "Item", { name: "B", size: 3 });
  await small.engine.close();

  const demands: Demands = {
    size: "size: integer, at most most",
    note: ", required when `size < 10`",
    tags: ", at least 1, at most few",
    total: ", at most 5",
    phone: ", at most 3 characters",
    kinds: ", at least 1, at most 1",
    more: '\n- added: integer, required when `mood = "high"`\n- scans: files, at least 1',
  };
  expect(await found(spec(demands))).toEqual([
    "1 Items have a value of size [A]",
    "1 Items have no note [B]",
    "1 Items have a value of tags [B]",
    "1 Items have a value of tags [A]",
    "1 Items have a value of total [A]",
    "1 Items have a value of phone [A]",
    "1 Items have a value of kinds [B]",
    "1 Items have a value of kinds [A]",
    "1 Items have no added [A]",
    "2 Items have a value of scans [A, B]",
  ]);
  valueOf(await applyProductUpgrade({ ...(await options(spec(demands))), acceptLoss: false }));
  // A rule with the same meaning under other names is not reported; a changed constant behind it is.
  const renamed: Demands = {
    ...demands,
    size: "width: integer, was size, at most most",
    note: ", required when `width < 10`",
    mood: "(low, top was high)",
    more: '\n- added: integer, required when `mood = "top"`\n- scans: files, at least 1',
  };
  expect(await found(spec(renamed))).toEqual([]);
  expect(await found(spec({ ...demands, most: 60 }))).toEqual(["1 Items have a value of size [A]"]);
  expect(await found(spec({ ...demands, most: 80 }))).toEqual([]);
}, 120_000);

test("lists that must have elements from now on and are empty", async () => {
  const listing = (demand: string): string =>
    clerkSpec({
      entities: `### Item\n\n- name: text, required\n- words: list of text${demand}\n- tags: any of (a, b)${demand}\n- kinds: list of Kind${demand}\n- lines: list of Line by item${demand}\n\n### Line (part of Item)\n\n- item: Item, required\n- note: text\n\n### Kind\n\n- name: text`,
      grants: ["Item", "Kind"],
    });
  const other = freshFolder();
  try {
    const small = await openSmall(listing(""), other);
    const clerk = await small.as("Clerk");
    const kind = await small.make(clerk, "Kind", { name: "K" });
    await small.make(clerk, "Item", { name: "A", words: ["x"], tags: ["a"], kinds: [kind.id], lines: [{ note: "one" }] });
    await small.make(clerk, "Item", { name: "B", words: [], tags: [], kinds: [], lines: [] });
    await small.make(clerk, "Item", { name: "C" });
    await small.engine.close();
    const { found: told } = valueOf(await planProductUpgrade({ ...(await options(listing(", required"))), database: await databaseOf(other) }));
    expect(told.map((f) => `${f.what.split(",")[0]} [${f.shown.join(", ")}]`)).toEqual(["words", "tags", "kinds", "lines"].map((name) => `Items have no ${name} [B, C]`));
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
}, 120_000);
