/** Runs the conformance cases of the standard. FEEL_TCK names their file. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { runCases } from "../src/evaluate/conformance.ts";

const path = process.env.FEEL_TCK ?? resolve(import.meta.dirname, "../../../../shared/suites/feel-tck.jsonl");
const gaps = JSON.parse(readFileSync(resolve(import.meta.dirname, "../known-gaps.json"), "utf8")) as { id: string; reason: string }[];

test.skipIf(!existsSync(path))(`the untagged cases of the standard pass, except for the known gaps (skipped if ${path} is missing)`, () => {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && JSON.parse(line).tags === undefined);
  const { passed, failed } = runCases(lines);
  expect(failed.map((each) => each.id).sort()).toEqual(gaps.map((each) => each.id).sort());
  expect(passed.length / lines.length).toBeGreaterThanOrEqual(0.996);
});
