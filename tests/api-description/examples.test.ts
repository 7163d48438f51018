/**
 * A client generated from the API description of each example sends valid and invalid requests. No answer may be one that
 * the description doesn't announce; no valid request may be refused for its shape, and no invalid one be accepted.
 * `npm test` takes four examples; the long suite sends 10,000 of each to every one. NONET_FUZZ_SEED repeats a run.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { atApiAddress } from "@nonet/api";
import { client } from "../api-client.ts";
import { root } from "../nonet-process.ts";
import { randomOf } from "../security/fuzz-requests.ts";
import { serveProduct } from "../../runtime/server/test/open-product.ts";
import { runProperties } from "./property-client.ts";
import { withoutRequestLimit } from "./without-request-limit.ts";

const isLong = process.env["NONET_LONG"] !== undefined;
const each = Number(process.env["NONET_PROPERTY_REQUESTS"] ?? (isLong ? 10_000 : 40));
/** The long form looks for what is new, the short form repeats itself. */
const seed = Number(process.env["NONET_FUZZ_SEED"] ?? (isLong ? Math.floor(Math.random() * 1e9) : 1));
const chosen = process.env["NONET_PROPERTY_EXAMPLE"];
/** An API at another address, a desk, an example with the most entities, and one with received calls. */
const short = ["conduit", "equipment-desk", "shelter", "webhook-receiver"];
const examples = readdirSync(join(root, "examples")).filter((name) => (chosen === undefined ? isLong || short.includes(name) : name.includes(chosen)));

describe.each(examples)("%s", (name) => {
  test(`is described truly for ${each} valid and ${each} invalid requests from seed ${seed}`, { timeout: isLong ? 3_600_000 : 120_000 }, async () => {
    const product = await serveProduct(withoutRequestLimit(readFileSync(join(root, `examples/${name}/${name}.md`), "utf8")), {}, { rehearse: true });
    try {
      const { address } = product.server;
      const at = (path: string): string => atApiAddress(product.engine.product, path);
      const signIn = async (email: string, password: string): Promise<string> => (await client(address)("POST", at("/api/sign-in"), { email, password })).body.token;
      const owner = await signIn("owner@example.test", "the owner's password");
      const people = (await client(address, owner)("GET", "/api/-/people")).body.items as readonly { readonly email: string }[];
      const tokens: string[] = [];
      for (const { email } of people.filter((one) => one.email !== "owner@example.test").slice(0, 6)) tokens.push(await signIn(email, "rehearsal"));
      const today = new Date().toISOString().slice(0, 10);
      const findings = await runProperties({ address, description: at("/api/openapi.json"), owner, tokens, random: randomOf(seed), valid: each, invalid: each, today });
      if (isLong) console.log(`${name}: ${JSON.stringify(findings.statuses)}, ${findings.reached.size} of ${findings.operations} operations answered with success`);
      expect(findings.found, `seed ${seed}: ${JSON.stringify(findings.statuses)}`).toEqual([]);
      expect(product.bugs).toEqual([]);
      // A run that only gets refusals shows nothing.
      expect(findings.reached.size, JSON.stringify(findings.statuses)).toBeGreaterThan(isLong ? findings.operations / 5 : 2);
    } finally {
      await product.close();
    }
  });
});
