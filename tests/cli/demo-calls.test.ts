/** A rehearsal whose records nobody creates on a screen is filled by the calls that the document offers to everybody. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creatingCalls } from "../../apps/cli/src/demo/creating-calls.ts";
import { fillDemo } from "../../apps/cli/src/demo/fill-demo.ts";
import { compileSpecification } from "../../apps/cli/src/specification/compile-specification.ts";
import { readSpecification } from "../../apps/cli/src/specification/read-specification.ts";
import { root, type Running, runProduct, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";

const folder = temporaryFolder();
const document = join(root, "examples/todo-backend");
let product: Running;

beforeAll(async () => {
  product = await runProduct([document, ...(await dataOptions(join(folder.path, "data"))), "--rehearse"]);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  folder.remove();
});

test("the to-do list has entries", async () => {
  const read = await readSpecification(document);
  const calls = read.ok ? creatingCalls(compileSpecification(read.value).product) : [];
  expect(calls).toEqual([{ entity: "Todo", path: "/todos", keys: ["title", "completed", "order"] }]);
  expect((await fillDemo(product.address, new Map(), calls))!.records).toBeGreaterThanOrEqual(8);
  const todos = (await (await fetch(`${product.address}/todos`)).json()) as readonly { readonly title: string }[];
  expect(new Set(todos.map(({ title }) => title)).size).toBe(todos.length);
  await fillDemo(product.address, new Map(), calls);
  expect(((await (await fetch(`${product.address}/todos`)).json()) as readonly unknown[]).length).toBe(todos.length);
}, 120_000);
