/** A filled rehearsal: people, records and actions that the rules of the document allow, the same every time, and only once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { join } from "node:path";
import type { FieldData } from "@nonet/screens";
import { seeded } from "../../apps/cli/src/demo/chance.ts";
import { type Filled, fillDemo } from "../../apps/cli/src/demo/fill-demo.ts";
import { plausibleValue } from "../../apps/cli/src/demo/plausible-value.ts";
import { picture } from "../../apps/cli/src/demo/picture.ts";
import { things } from "../../apps/cli/src/demo/word-lists.ts";
import { textForPattern } from "../../apps/cli/src/demo/text-for-pattern.ts";
import { type Ask, clientOf } from "../api-client.ts";
import { root, type Running, runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";

const folder = temporaryFolder();
let product: Running;
let clerk: Ask;
let filled: Filled | null;

beforeAll(async () => {
  product = await runProduct([join(root, "examples/equipment-desk"), ...(await dataOptions(join(folder.path, "data"))), "--rehearse"]);
  filled = await fillDemo(product.address, new Map([["Item", ["Camera Ixo"]]]));
  clerk = await clientOf(product.address, "clerk@example.test");
}, 240_000);
afterAll(async () => {
  await product?.stop();
  folder.remove();
});

test("the rehearsal has people of every role, records in several states, and pictures", async () => {
  expect(filled!.people).toBeGreaterThanOrEqual(10);
  const { items: loans } = (await clerk("GET", "/api/loans?limit=100")).body;
  expect(loans.length).toBeGreaterThanOrEqual(10);
  expect(new Set(loans.map(({ state }: { state: string }) => state)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(loans.map(({ borrower }: { borrower: { id: string } }) => borrower.id)).size).toBeGreaterThanOrEqual(3);
  const { items } = (await clerk("GET", "/api/items?limit=100&fields=name,photo")).body;
  expect(items.some(({ photo }: { photo: unknown }) => photo !== null)).toBe(true);
  expect(items.some(({ name }: { name: string }) => name === "Camera Ixo")).toBe(true);
});

test("it is filled once", async () => {
  expect(await fillDemo(product.address, new Map())).toBeNull();
});

const field = (given: Partial<FieldData>): FieldData =>
  ({
    name: "note",
    label: "Note",
    control: "text",
    choices: [],
    entity: null,
    required: true,
    atLeast: null,
    atMost: null,
    default: null,
    parts: [],
    ...given,
  }) as unknown as FieldData;

test("values fit what a field is called and how long it must be", () => {
  const at = { chance: seeded(3), entity: "Person", today: "2026-05-04", known: [], count: 0, attempt: 0 };
  for (let i = 0; i < 50; i++) {
    expect(Number(plausibleValue(field({ name: "year of birth", control: "integer" }), at))).toBeLessThanOrEqual(2018);
    expect(String(plausibleValue(field({ name: "reason", control: "long text", atLeast: "60" }), at)).length).toBeGreaterThanOrEqual(60);
    expect(String(plausibleValue(field({ name: "valid until", control: "date" }), at)) > at.today).toBe(true);
    const within = { begin: "2026-03-02", end: "2026-03-04" };
    const day = String(plausibleValue(field({ name: "spent on", control: "date" }), { ...at, within }));
    expect(day >= within.begin && day <= within.end).toBe(true);
  }
});

test("animals are young, a shift ends on the day on which it starts, and names come once", () => {
  const at = { chance: seeded(5), entity: "Shift", today: "2026-05-04", known: [], count: 0, attempt: 0 };
  for (let i = 0; i < 30; i++) {
    const asked = { ...at, attempt: 4 };
    expect(String(plausibleValue(field({ name: "day off", control: "date" }), asked)) >= "2026-05-28").toBe(true);
    expect(String(plausibleValue(field({ name: "born on", control: "date" }), { ...at, entity: "Animal" })) > "2014-01-01").toBe(true);
    expect(String(plausibleValue(field({ name: "ends at", control: "date and time" }), { ...at, begin: "2026-05-09" }))).toMatch(/^2026-05-09T1[4-8]/);
  }
  const name = (entity: string, count: number): unknown => plausibleValue(field({ name: "name" }), { ...at, entity, known: ["Sales"], count });
  const teams = Array.from({ length: 10 }, (_, count) => name("Team", count));
  expect(new Set(teams).size).toBe(10);
  expect(name("Category", 1)).toBe("Office");
});

test("codes look like codes, whatever they number, and lines describe things", () => {
  const at = { chance: seeded(7), entity: "Order line", today: "2026-05-04", known: [], count: 0, attempt: 0 };
  for (const name of ["supplier number", "delivery note"]) expect(plausibleValue(field({ name }), at)).toMatch(/^OR-\d{4}$/);
  expect(things.map((thing) => thing.name)).toContain(plausibleValue(field({ name: "description" }), at));
});

test("texts for patterns", () => {
  const chance = seeded(1);
  for (const pattern of ["^[0-9]{4}$", "^[A-Z]{2}[0-9A-Z]{2,12}$", "^IT-\\d{3,}$", "^[A-Za-z_][\\w]*$", "^a+b?c$"])
    expect(textForPattern(pattern, chance)).toMatch(new RegExp(pattern, "u"));
  for (const pattern of ["^(a|b)$", "^[^x]$", "a.c"]) expect(textForPattern(pattern, chance)).toBeUndefined();
});

test("a picture is a PNG that a server accepts as one", () => {
  const png = picture(seeded(1));
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect(png.length).toBeLessThan(60_000);
});
