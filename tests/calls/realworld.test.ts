/** examples/conduit answers every request of the suite of RealWorld. The suite stands beside the project, or where REALWORLD_SUITE says; without it, these tests are skipped. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveProduct, type Served } from "../../runtime/server/test/open-product.ts";
import { root } from "../nonet-process.ts";
import { readHurl, runHurl, type Variables } from "./hurl.ts";

const suite = process.env["REALWORLD_SUITE"] ?? resolve(root, "../shared/suites/realworld");
const files = existsSync(suite) ? readdirSync(suite).filter((name) => name.endsWith(".hurl")) : [];

let conduit: Served;
beforeAll(async () => {
  if (files.length > 0) conduit = await serveProduct(readFileSync(join(root, "examples/conduit/conduit.md"), "utf8"));
});
afterAll(() => conduit?.close());

describe.skipIf(files.length === 0)(`the suite of RealWorld (skipped if ${suite} is missing)`, () => {
  test("is whole", () => expect(files.flatMap((name) => readHurl(readFileSync(join(suite, name), "utf8"))).length).toBe(154));

  test.each(files)("%s", async (name) => {
    const variables: Variables = { host: conduit.server.address, uid: name.replace(/\W/g, "") };
    const wrong: string[] = [];
    for (const request of readHurl(readFileSync(join(suite, name), "utf8")))
      for (const one of await runHurl(request, variables)) wrong.push(`${name}:${request.line} ${request.method} ${request.url}: ${one}`);
    expect(conduit.bugs).toEqual([]);
    expect(wrong).toEqual([]);
    expect(conduit.bugs).toEqual([]);
  });
});
