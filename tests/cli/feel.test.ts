/** `nonet feel`: one expression with its context, and a file of cases. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { nonet, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

it.each<[string, string | undefined, string]>([
  ["0.1 + 0.2", undefined, "0.3"],
  ['"a" + "b"', undefined, '"ab"'],
  ["price * count", '{"price": 12.5, "count": 3}', "37.5"],
  ["sum(for l in order lines return l.price)", '{"order lines": [{"price": 1}, {"price": 2.25}]}', "3.25"],
  ['date("2026-01-31") + duration("P1M")', undefined, "2026-02-28"],
  ["[1, 2, 3][item > 1]", undefined, "[2, 3]"],
  ["{ a: 1, b: a + 1 }.b", undefined, "2"],
  ["if x then 1 else 2", '{"x": false}', "2"],
  ["-1", undefined, "-1"],
])("%s", async (expression, context, value) => {
  const result = await nonet(["feel", expression, ...(context === undefined ? [] : ["--context", context])]);
  expect([result.code, result.out.trim(), result.err.replace(/^Building .*\n/gm, "")]).toEqual([0, value, ""]);
});

const one = (id: string, expression: string, value: string): string =>
  JSON.stringify({ id, expression, inputs: { x: { type: "number", value: "2" } }, expected: { type: "number", value } });

it("prints the failing ids, then the counts", async () => {
  const path = join(folder.path, "cases.jsonl");
  writeFileSync(path, `${[one("a/1", "x + 1", "3"), one("a/2", "x + 1", "4"), one("b/1", "x * 2", "4")].join("\n")}\n`);
  const result = await nonet(["feel", "--cases", path]);
  expect([result.code, result.out]).toEqual([1, "a/2\n2 passed, 1 failed\n"]);
  writeFileSync(path, `${one("a/1", "x + 1", "3")}\n`);
  const good = await nonet(["feel", "--cases", path]);
  expect([good.code, good.out]).toEqual([0, "1 passed, 0 failed\n"]);
});

it("names the line that isn't a test case, and runs none", async () => {
  const path = join(folder.path, "odd.jsonl");
  writeFileSync(path, `${one("a/1", "x + 1", "3")}\n{"id": 1}\n`);
  const result = await nonet(["feel", "--cases", path]);
  expect([result.code, result.out]).toEqual([2, ""]);
  expect(result.err).toMatch(/Line 2 of .*odd\.jsonl isn't a test case/);
});
