/** Specifications by authors who knew only the notation: an analyst, a developer, an operations manager, a lawyer, an assistant. Each is understood as it is written. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { openDatabase } from "../../runtime/engine/src/connection/database.ts";
import { runExamplesIn } from "../../runtime/engine/src/rehearsal/run-examples.ts";
import { freshDatabase } from "../shared-postgres.ts";

const folder = new URL("./", import.meta.url);
const documents = readdirSync(folder).filter((name) => name.endsWith(".md"));

/** Warnings with which the authors would agree. */
const warnings: Readonly<Record<string, readonly string[]>> = {
  "allotment.md": ["create-lacks-required", "form-out-of-reach", "unusable-grant"],
  "cadenza.md": [],
  "chamber.md": ["element-without-right", "field-never-set", "screen-without-right", "unused-own"],
  "choir-library.md": ["mail-not-readable"],
  "college-keys.md": ["element-without-right", "screen-without-right"],
  "dental-lab.md": ["element-without-right", "rule-never-fails"],
  "device-register.md": ["element-without-right", "screen-without-right"],
  "escape-rooms.md": [],
  "ferry.md": [],
  "film-festival.md": ["dead-end", "hidden-by-element", "personal-out-of-reach", "unused-constant"],
  "football-league.md": ["unusable-grant"],
  "festival-desk.md": ["field-never-set", "role-without-audience", "screen-without-right", "unusable-grant"],
  "food-coop.md": [],
  "food-bank.md": ["element-without-right", "element-without-right"],
  "garden-association.md": ["ambiguous-pattern", "reveals-link", "unused-constant"],
  "gatehouse.md": ["leaves-final-state", "mail-not-readable", "unused-condition"],
  "lease-desk.md": [],
  "marina.md": ["element-without-right", "screen-without-right", "unused-call"],
  "music-school.md": ["field-never-set", "mail-not-readable"],
  "trade-fair.md": ["screen-without-right"],
  "seed-library.md": ["mail-not-readable", "nobody-may"],
};

test.each(documents)("%s", (name) => {
  const { diagnostics } = compile([{ name, text: readFileSync(new URL(name, folder), "utf8") }]);
  const found = diagnostics.filter(({ severity }) => severity !== "hint");
  expect(found.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  expect(found.map(({ code }) => code).sort()).toEqual(warnings[name]);
});

test.each([
  "cadenza.md",
  "choir-library.md",
  "college-keys.md",
  "device-register.md",
  "film-festival.md",
  "food-coop.md",
  "football-league.md",
  "garden-association.md",
  "trade-fair.md",
])("%s does what its examples say", async (name) => {
  const { product } = compile([{ name, text: readFileSync(new URL(name, folder), "utf8") }]);
  const work = mkdtempSync(join(tmpdir(), "nonet-unseen-"));
  const database = openDatabase((await freshDatabase()).url);
  try {
    const outcome = await runExamplesIn(database, { product, folder: work });
    expect(outcome.ok && outcome.value.length).toBe(product.examples.length);
    expect(outcome.ok && outcome.value.flatMap(({ title, failure }) => (failure ? [`${title} (line ${failure.line}): ${failure.seen}`] : []))).toEqual([]);
  } finally {
    await database.close();
    rmSync(work, { recursive: true, force: true });
  }
});
