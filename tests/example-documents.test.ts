/** Every document under examples/: no error, a stable canonical form, and its own examples pass in a running product. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { format, readTree } from "@nonet/notation";
import { openDatabase } from "../runtime/engine/src/connection/database.ts";
import { runExamplesIn } from "../runtime/engine/src/rehearsal/run-examples.ts";
import { root } from "./nonet-process.ts";
import { freshDatabase } from "./shared-postgres.ts";

const documents = readdirSync(join(root, "examples")).map((name) => ({ name, text: readFileSync(join(root, "examples", name, `${name}.md`), "utf8") }));

/** Documents that stay as their authors wrote them, who had only read about the notation. The others stand in the canonical form. */
const asWritten = ["shelter", "fleet"];

function lost(action: string, record: string, field: string): string {
  return `unused-asked: ${action} on ${record} asks for "${field}", but nothing reads it, so it is lost.`;
}

/** What the check says about a document, and why it stays. */
const expected: Readonly<Record<string, readonly string[]>> = {
  fleet: [
    // Its author overlooked it.
    'element-without-right: The list "Ending licences" of "Today" never shows anything to Workshop clerk: point 6 doesn\'t let Workshop clerk read a Licence.',
  ],
  purchasing: [
    // Everybody has the same home page, and it tells those who read no budget why the number is missing.
    'element-without-right: The number "Committed this year" of "Home" never shows anything to Requester, Buyer or Receiver: point 6 doesn\'t let them read a Budget.',
    // Its probes ask for a reason, and none asks where it goes.
    lost("Reverse", "a Goods receipt", "why"),
    lost("Return", "an Invoice", "why"),
  ],
  // Its author overlooked that nothing keeps what these actions ask for.
  shelter: [
    // Nor that everybody reads the link of a published report.
    'reveals-link: "link" can be read by people who aren\'t signed in, who get the rights of `bearer` on a Lost-and-found report through it: update, "Extend" and "Close".',
    lost("Reunite", "an Animal", "owner name"),
    lost("Reunite", "an Animal", "proof"),
    lost("Take back", "an Animal", "why"),
    lost("Reject", "an Adoption application", "why"),
    lost("Waive", "a Fee", "why"),
  ],
};

describe.each(documents)("$name", ({ name, text }) => {
  const sources = [{ name: `${name}.md`, text }];
  const { product, diagnostics } = compile(sources);

  test("has nothing wrong", () => expect(diagnostics.filter((d) => d.severity !== "hint").map((d) => `${d.code}: ${d.message}`)).toEqual(expected[name] ?? []));

  test("has a stable canonical form with the same meaning, in which it stands unless it is kept as written", () => {
    const formatted = format(readTree(sources));
    if (!asWritten.includes(name)) expect(formatted).toBe(text);
    expect(format(readTree([{ name: `${name}.md`, text: formatted }]))).toBe(formatted);
    expect(meaning(formatted)).toBe(meaning(text));
  });

  test.skipIf(product.examples.length === 0)("does what its examples say", { timeout: 300_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "nonet-documents-"));
    const database = openDatabase((await freshDatabase()).url);
    try {
      const outcome = await runExamplesIn(database, { product, folder });
      expect(outcome.ok).toBe(true);
      expect(
        outcome.ok && outcome.value.filter((r) => r.failure !== null).map((r) => `${r.title} (line ${r.failure!.line}): expected ${r.failure!.expected}, seen ${r.failure!.seen}`),
      ).toEqual([]);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** The product without its places, its texts and its words as written. */
const meaning = (text: string): string =>
  JSON.stringify(compile([{ name: "spec.md", text }]).product, (key, value: unknown) => (["span", "source", "sources", "text"].includes(key) ? undefined : value));

test("the documents that show what the notation can do have examples of their own", () =>
  expect(
    documents
      .filter(({ name, text }) => !["undetermined", "equipment-desk"].includes(name) && compile([{ name: "spec.md", text }]).product.examples.length === 0)
      .map((d) => d.name),
  ).toEqual([]));
