/** The API knows every kind and code of error that the engine raises. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { RefusalKind } from "@nonet/engine";
import { builtInErrors, refusalStatuses, type RefusalName } from "@nonet/api";

it("has a status for every kind of refusal of the engine, and for no other", () => {
  const kinds: readonly RefusalKind[] = Object.keys(refusalStatuses) as RefusalName[];
  const names: readonly RefusalName[] = kinds;
  expect(names.length).toBe(12);
});

it("lists every built-in code that the engine raises", () => {
  const folder = new URL("../../../engine/src/", import.meta.url);
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((f) => f.endsWith(".ts"))
    .map((f) => readFileSync(new URL(f, folder), "utf8"));
  const raised = new Set(texts.flatMap((t) => [...t.matchAll(/\bproblem\(\s*"([a-z-]+)"/g)].map((m) => m[1]!)));
  expect(raised.size).toBeGreaterThan(40);
  expect([...raised].filter((code) => !builtInErrors.some((e) => e.code === code))).toEqual([]);
});
