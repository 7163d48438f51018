/** Parts, and parts of parts: written with their owner in one change, each with its own permissions, rules and position. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { orders } from "../support/orders-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

let small: Small;
let clerk: Actor;
let packer: Actor;

beforeAll(async () => {
  small = await openSmall(orders);
  clerk = await small.as("clerk");
  packer = await small.as("packer");
  for (const name of ["Chair", "Table", "Lamp"]) await small.make(clerk, "Product", { name });
}, 120_000);
afterAll(() => small.close());

type Line = Readonly<Record<string, unknown>> & { readonly id: string };
const line = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({ product: { name }, quantity: 2, price: "10", ...more });
const linesOf = (order: VisibleRecord): readonly Line[] => order["lines"] as Line[];
const order = (lines: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) => small.does(clerk, { kind: "create", entity: "Order", values: { lines, ...more } });
const made = async (lines: readonly unknown[]) => valueOf(await order(lines))!;
const change = (id: string, values: Readonly<Record<string, unknown>>, actor = clerk, ifVersion: number | "any" = "any") =>
  small.does(actor, { kind: "update", entity: "Order", id, values, ifVersion });

test("an owner is created with its parts and their parts, computed values included", async () => {
  const shown = await made([
    line("Chair", {
      discounts: [
        { reason: "old", amount: "5" },
        { reason: "friend", amount: "1.50" },
      ],
    }),
    line("Table", { quantity: 1 }),
  ]);
  expect(shown["total"]).toBe("23.50");
  expect(linesOf(shown).map((l) => [(l["product"] as { shownAs: string }).shownAs, l["amount"], (l["discounts"] as unknown[]).length])).toEqual([
    ["Chair", "13.50", 2],
    ["Table", "10.00", 0],
  ]);
});

test("parts with an id are changed, parts without one are created, omitted parts are deleted, and the version goes up", async () => {
  const before = await made([line("Chair", { discounts: [{ reason: "old", amount: "5" }] }), line("Table")]);
  const [chair] = linesOf(before);
  const after = valueOf(await change(before.id, { lines: [{ id: chair!.id, quantity: 3 }, line("Lamp")] }, clerk, before.version))!;
  expect(linesOf(after).map((l) => [(l["product"] as { shownAs: string }).shownAs, l["quantity"], l["amount"]])).toEqual([
    ["Chair", 3, "25.00"],
    ["Lamp", 2, "20.00"],
  ]);
  expect(after.version).toBeGreaterThan(before.version);
  expect(resultOf(await change(before.id, { lines: [] }, clerk, before.version))).toBe("changed meanwhile: changed-meanwhile");
  const history = valueOf(await small.engine.history(clerk, "Order", before.id));
  expect(history[0]!.changes.map((c) => c.field)).toContain("lines");
  const ofLine = valueOf(await small.engine.history(clerk, "Order line", chair!.id));
  expect(ofLine[0]!.changes).toContainEqual({ field: "quantity", before: 2, after: 3 });
});

test.each([
  ["a value of the wrong form", [line("Chair"), line("Table", { quantity: "many" })], "invalid: invalid-value at lines/1/quantity"],
  [
    "out of bounds, two at once",
    [line("Chair", { quantity: 11 }), line("Table", { quantity: 0 })],
    "invalid: invalid-value at lines/0/quantity, invalid-value at lines/1/quantity",
  ],
  ["what is missing", [{ product: { name: "Chair" }, quantity: 1 }], "invalid: required at lines/0/price"],
  ["an unknown field", [line("Chair", { colour: "red" })], "malformed: unknown-field at lines/0/colour"],
  ["an unknown record", [line("Sofa")], "invalid: invalid-value at lines/0/product"],
  ["a computed field", [line("Chair", { amount: "1" })], "invalid: read-only at lines/0/amount"],
  ["a part of a part", [line("Chair", { discounts: [{ reason: "x" }] })], "invalid: required at lines/0/discounts/0/amount"],
  [
    "a rule over a part of a part",
    [
      line("Chair"),
      line("Table", {
        discounts: [
          { reason: "x", amount: "0.5" },
          { reason: "y", amount: "21" },
        ],
      }),
    ],
    "invalid: TOO_MUCH at lines/1/discounts/1, NEGATIVE at lines/1/price",
  ],
  ["a rule over parts of one whole", [line("Chair"), line("Chair")], "conflict: TWICE at lines/0, TWICE at lines/1"],
  ["a rule of the whole over its parts", [line("Chair", { price: "1000" })], "invalid: TOO_DEAR"],
  ["no parts where some are required", [], "invalid: required at lines"],
  ["text that is too long", [line("Chair", { note: "01234567890" })], "invalid: invalid-value at lines/0/note"],
  ["no list of objects", "none", "invalid: invalid-value at lines"],
])("refused, with its path: %s", async (_, lines, expected) => {
  const before = valueOf(await listOf(small.engine, clerk, { entity: "Order line", count: true })).count;
  expect(resultOf(await order(lines as unknown[])).replace(/ at lines\/0\/amount|TOO_DEAR at \w+/g, (x) => (x.startsWith("TOO") ? "TOO_DEAR" : x))).toBe(expected);
  expect(valueOf(await listOf(small.engine, clerk, { entity: "Order line", count: true })).count).toBe(before);
});

test("a part of another owner isn't found, and a set-once field stays", async () => {
  const [one, other] = [await made([line("Chair", { note: "first" })]), await made([line("Table")])];
  expect(resultOf(await change(one.id, { lines: [{ id: linesOf(other)[0]!.id, quantity: 5 }] }))).toBe("invalid: not-found at lines/0");
  expect(resultOf(await change(one.id, { lines: [{ id: linesOf(one)[0]!.id, note: "second" }] }))).toBe("invalid: read-only at lines/0/note");
  expect(resultOf(await change(one.id, { lines: [{ id: linesOf(one)[0]!.id, note: "first", quantity: 4 }] }))).toBe("done");
});

test("a part has permissions of its own where the matrix says so", async () => {
  const shown = await made([line("Chair")]);
  const [chair] = linesOf(shown);
  const seen = valueOf(await recordOf(small.engine, packer, "Order", shown.id));
  expect(linesOf(seen)[0]).not.toHaveProperty("price");
  expect(linesOf(seen)[0]).toHaveProperty("quantity");
  expect(resultOf(await change(shown.id, { lines: [{ id: chair!.id, price: "1" }] }, packer))).toBe("not permitted: not-permitted at lines/0/price");
  expect(resultOf(await change(shown.id, { lines: [{ id: chair!.id }, line("Table")] }, packer))).toMatch(/^not permitted/);
  expect(resultOf(await change(shown.id, { lines: [] }, packer))).toMatch(/^not permitted/);
  // A row for one field of a part leaves the rest of it to its whole.
  const reduced = await made([line("Chair", { discounts: [{ reason: "friend", amount: "1" }] })]);
  const [discount] = linesOf(valueOf(await recordOf(small.engine, packer, "Order", reduced.id)))[0]!["discounts"] as Line[];
  expect([discount!["amount"], "reason" in discount!]).toEqual(["1.00", false]);
  expect(resultOf(await small.does(packer, { kind: "update", entity: "Discount", id: discount!.id, values: { reason: "me" }, ifVersion: "any" }))).toBe(
    "not permitted: not-permitted at reason",
  );
  const guest = await small.as("guest");
  expect(valueOf(await listOf(small.engine, guest, { entity: "Discount" })).items).toEqual([]);
  const little = valueOf(await recordOf(small.engine, guest, "Order", shown.id));
  expect(little).not.toHaveProperty("lines");
  expect(valueOf(await listOf(small.engine, guest, { entity: "Order line" })).items).toEqual([]);
});

test("a part written by itself follows its owner: new version, automatic transition, lock", async () => {
  const shown = await made([line("Chair"), line("Table")]);
  const pack = (id: string, actor = packer) => small.does(actor, { kind: "update", entity: "Order line", id, values: { packed: true }, ifVersion: "any" });
  valueOf(await pack(linesOf(shown)[0]!.id));
  const half = valueOf(await recordOf(small.engine, clerk, "Order", shown.id));
  expect([half["state"], half.version > shown.version]).toEqual(["open", true]);
  valueOf(await pack(linesOf(shown)[1]!.id));
  const packed = valueOf(await recordOf(small.engine, clerk, "Order", shown.id));
  expect(packed["state"]).toBe("packed");
  expect(packed["packedAt"]).toMatch(/Z$/);
  valueOf(await small.does(clerk, { kind: "action", entity: "Order", id: shown.id, action: "Close", input: {} }));
  expect(resultOf(await small.does(clerk, { kind: "update", entity: "Order line", id: linesOf(shown)[0]!.id, values: { quantity: 1 }, ifVersion: "any" }))).toBe(
    "conflict: locked",
  );
  expect(resultOf(await small.does(clerk, { kind: "delete", entity: "Order line", id: linesOf(shown)[0]!.id, ifVersion: "any" }))).toBe("conflict: locked");
  expect(resultOf(await small.does(clerk, { kind: "create", entity: "Order line", values: { order: shown.id, ...line("Lamp") } }))).toBe("conflict: locked");
  expect(resultOf(await change(shown.id, { lines: [] }))).toBe("conflict: locked");
});

test("effects create owners with parts, and deleting an owner deletes its parts and keeps their history", async () => {
  const shown = await made([line("Chair", { discounts: [{ reason: "old", amount: "5" }] }), line("Table")]);
  valueOf(await small.does(clerk, { kind: "action", entity: "Order", id: shown.id, action: "Copy", input: {} }));
  const copies = valueOf(await listOf(small.engine, clerk, { entity: "Order", where: 'remark = "copy"' })).items;
  expect(copies.map((c) => linesOf(c).map((l) => l["amount"]))).toEqual([["20.00", "20.00"]]);
  valueOf(await small.does(clerk, { kind: "delete", entity: "Order", id: shown.id, ifVersion: "any" }));
  expect(resultOf(await recordOf(small.engine, clerk, "Order line", linesOf(shown)[0]!.id))).toBe("not found: not-found");
  expect(valueOf(await listOf(small.engine, clerk, { entity: "Discount", where: 'reason = "old" and line.order.remark = "copy"' })).items).toEqual([]);
});

test("thirty concurrent creations, ten of which fail: the numbers have no gaps and no duplicates", async () => {
  const before = valueOf(await listOf(small.engine, clerk, { entity: "Order", limit: 200, fields: ["number"] })).items.map((o) => String(o["number"]));
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, i) => order([line("Chair", { price: i % 3 === 0 ? "5000" : "1" })])));
  expect(
    outcomes
      .filter((o) => !o.ok)
      .map(resultOf)
      .every((r) => r.startsWith("invalid: TOO_DEAR")),
  ).toBe(true);
  const numbers = outcomes.flatMap((o) => (o.ok ? [Number(String(o.value!["number"]).slice(2))] : [])).sort((a, b) => a - b);
  expect(numbers.length).toBe(20);
  const last = Math.max(0, ...before.map((n) => Number(n.slice(2))));
  const first = numbers[0]!;
  expect(first).toBeLessThanOrEqual(last + 2);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => first + i));
}, 60_000);

test("an error in a part's file is reported once, at the part", async () => {
  const pictured = orders.replace("- quantity:", "- picture: image\n- quantity:");
  expect(pictured).not.toBe(orders);
  const product = await openSmall(pictured);
  try {
    const one = await product.as("clerk");
    await product.make(one, "Product", { name: "Chair" });
    const text = valueOf(await product.engine.storeFile(one, { name: "a.txt", type: "text/plain", content: Buffer.from("a") }));
    const values = { lines: [line("Chair", { picture: text.id })] };
    expect(resultOf(await product.does(one, { kind: "create", entity: "Order", values }))).toBe("invalid: invalid-value at lines/0/picture");
  } finally {
    await product.close();
  }
});
