/** A filled rehearsal of Outlay: people have what the document stores of them, so their work goes through the hands of others. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillDemo } from "../../apps/cli/src/demo/fill-demo.ts";
import { type Ask, clientOf } from "../api-client.ts";
import { root, type Running, runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";

const folder = temporaryFolder();
let product: Running;
let bookkeeper: Ask;

beforeAll(async () => {
  product = await runProduct([join(root, "examples/outlay"), ...(await dataOptions(join(folder.path, "data"))), "--rehearse"]);
  await fillDemo(product.address, new Map());
  bookkeeper = await clientOf(product.address, "bookkeeper@example.test");
}, 240_000);
afterAll(async () => {
  await product?.stop();
  folder.remove();
});

// eslint-disable-next-line typescript/no-explicit-any -- whatever the product answers
const items = async (path: string): Promise<readonly any[]> => {
  const { status, body } = await bookkeeper("GET", path);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.items;
};

test("everybody who signs in has a team", async () => {
  const people = await items("/api/users?limit=100&fields=name,team");
  expect(people.filter(({ team }) => team !== null).length).toBeGreaterThanOrEqual(10);
});

test("claims are in several states, and each receipt is from its journey", async () => {
  const claims = await items("/api/claims?limit=100");
  expect(new Set(claims.map(({ state }) => state)).size).toBeGreaterThanOrEqual(4);
  for (const claim of claims) for (const receipt of claim.receipts) expect(receipt.spentOn >= claim.journeyStart && receipt.spentOn <= claim.journeyEnd).toBe(true);
});
