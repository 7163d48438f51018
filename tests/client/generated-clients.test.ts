/** The clients of all examples are type-checked in one program, with a story that uses one of them; the story then runs against a product. */
import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { compile } from "@nonet/compiler";
import { generateClient } from "@nonet/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";
import { root, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
const settings = {
  compilerOptions: {
    target: "ES2023",
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    module: "ESNext",
    moduleResolution: "Bundler",
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    allowImportingTsExtensions: true,
    noUnusedLocals: true,
    noEmit: true,
    types: [],
  },
  include: ["*.ts"],
};

let desk: Served;
beforeAll(async () => {
  mkdirSync(folder.path, { recursive: true });
  for (const name of readdirSync(join(root, "examples"))) {
    const text = readFileSync(join(root, `examples/${name}/${name}.md`), "utf8");
    writeFileSync(join(folder.path, `${name}.ts`), generateClient(compile([{ name: `${name}.md`, text }]).product));
  }
  copyFileSync(join(root, "tests/client/story.ts.txt"), join(folder.path, "story.ts"));
  writeFileSync(join(folder.path, "tsconfig.json"), JSON.stringify(settings));
  desk = await serveProduct(readFileSync(join(root, "examples/equipment-desk/equipment-desk.md"), "utf8"), {}, { rehearse: true });
});
afterAll(async () => {
  await desk.close();
  folder.remove();
});

test("every client compiles under strict settings, and what doesn't keep to the document doesn't", async () => {
  const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["-p", folder.path]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

test("a client is used", async () => {
  const { story } = (await import(join(folder.path, "story.ts"))) as { story(address: string): Promise<readonly string[]> };
  expect(await story(desk.server.address)).toEqual([
    "Camera costs 2.50",
    "A dry run: requested, 10.00",
    "Created once",
    "Heard of a new Loan",
    "409 ITEM_TAKEN",
    "not-permitted",
    "requested, then approved",
    "changed-meanwhile",
    "1 of true",
    "Seen 1 time",
    "wrong-state",
    "Approve, create",
  ]);
  expect(desk.bugs).toEqual([]);
});
