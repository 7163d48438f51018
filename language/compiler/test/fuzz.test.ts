/** Cuts and mutations of the examples: the compiler never throws or hangs and always gives a model. Three kinds of mutation of each document, others for each; `NONET_LONG` runs a thousand of each document. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { format } from "@nonet/notation";
import { describe, expect, test } from "vitest";
import { compile } from "../src/checker.ts";
import { sentences } from "../src/explain/explain.ts";
import { dice, mutations, paths } from "./mutations.ts";

const isLong = process.env["NONET_LONG"] !== undefined;
/** No document that a person could write by mistake takes more of the processor, on a slow machine. */
const mostMilliseconds = 5_000;

/** Of the processor: what else the machine does doesn't count. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** What must hold for any text. */
function judge(text: string, what: string): void {
  const from = spent();
  const out = compile([{ name: "mutated.md", text }]);
  expect(spent() - from, `${what}: takes too long`).toBeLessThan(mostMilliseconds);
  expect(out.product.format, what).toBe(1);
  expect(out.product.points, what).toHaveLength(9);
  expect(() => JSON.stringify(out.product), what).not.toThrow();
  expect(() => sentences(out.product), what).not.toThrow();
  for (const d of out.diagnostics) {
    expect(d.message, what).not.toMatch(/undefined|\[object|^\s*$/);
    for (const span of [d.span, ...d.fixes.flatMap((fix) => fix.edits.map((edit) => edit.span))])
      if (!(span.from >= 0 && span.from <= span.to && span.to <= text.length)) expect.fail(`${what}: ${d.code} stands outside of the text`);
  }
  expect(format(format(out.tree) === text ? out.tree : compile([{ name: "mutated.md", text: format(out.tree) }]).tree), `${what}: formatting twice`).toBe(format(out.tree));
}

const names = Object.keys(mutations);
/** Of each document: three kinds of mutation, or a thousand and more mutations. */
const rounds = isLong ? names.length * 84 : 3;

describe("mutations", () => {
  test.each(paths.map((path, document) => ({ name: basename(path), path, document })))(
    "of $name never throw, never hang, always yield a model",
    ({ path, document }) => {
      const lines = readFileSync(path, "utf8").split("\n");
      for (let round = 0; round < rounds; round++) {
        const seed = document * 100_000 + round + 1;
        const name = names[(document * 3 + round) % names.length]!;
        judge(mutations[name]!(lines, dice(seed)), `seed ${seed}, ${name}`);
      }
    },
    isLong ? 60 * 60_000 : 600_000,
  );
});
