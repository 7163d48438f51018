/** A thousand cuts and mutations of the examples: none makes the compiler throw, hang, or go without a model. */
import { format } from "@nonet/notation";
import { describe, expect, test } from "vitest";
import { compile, sentences } from "../src/index.ts";
import { dice, documents, mutations } from "./mutations.ts";

const isLong = process.env["NONET_LONG"] !== undefined;
/** No document that a person could write by mistake takes longer, on a slow machine that has other things to do. */
const mostMilliseconds = 5_000;
const rounds = isLong ? 20_000 : 1_000;
/** What a merge may wait for; a slow machine then tries fewer of them. */
const patience = isLong ? 30 * 60_000 : 15_000;

/** What must hold for any text; gives how long it took. */
function judge(text: string, what: string): void {
  const from = performance.now();
  const out = compile([{ name: "mutated.md", text }]);
  expect(performance.now() - from, `${what}: takes too long`).toBeLessThan(mostMilliseconds);
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

describe("mutations", () => {
  test(
    "never throw, never hang, always yield a model",
    () => {
      const names = Object.keys(mutations);
      const until = performance.now() + patience;
      let done = 0;
      for (; done < rounds && performance.now() < until; done++) {
        const roll = dice(done + 1);
        const lines = documents[roll(documents.length)]!.split("\n");
        const name = names[done % names.length]!;
        judge(mutations[name]!(lines, roll), `seed ${done + 1}, ${name}`);
      }
      expect(done).toBeGreaterThan(60);
    },
    patience + 60_000,
  );
});
