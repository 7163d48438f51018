/** Every document under examples/: no error, the canonical form, and its own examples pass in a running product. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { runExamples } from "@nonet/engine";
import { format, readTree } from "@nonet/notation";
import { root } from "./nonet-process.ts";

const documents = readdirSync(join(root, "examples")).map((name) => ({ name, text: readFileSync(join(root, "examples", name, `${name}.md`), "utf8") }));

describe.each(documents)("$name", ({ name, text }) => {
  const sources = [{ name: `${name}.md`, text }];
  const { product, diagnostics } = compile(sources);

  test("has nothing wrong", () => expect(diagnostics.filter((d) => d.severity !== "hint").map((d) => `${d.code}: ${d.message}`)).toEqual([]));
  test("stands in the canonical form", () => expect(format(readTree(sources))).toBe(text));
  test.skipIf(product.examples.length === 0)("does what its examples say", { timeout: 300_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "nonet-documents-"));
    chmodSync(folder, 0o755);
    try {
      const outcome = await runExamples({ product, folder });
      expect(outcome.ok).toBe(true);
      expect(
        outcome.ok && outcome.value.filter((r) => r.failure !== null).map((r) => `${r.title} (line ${r.failure!.line}): expected ${r.failure!.expected}, seen ${r.failure!.seen}`),
      ).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test("the documents that show what the notation can do have examples of their own", () =>
  expect(documents.filter(({ name, text }) => !["undetermined", "equipment-desk"].includes(name) && !/^Example: /m.test(text)).map((d) => d.name)).toEqual([]));
