/** `nonet feel`: evaluates one expression, or runs a file of test cases. */
import { readFile } from "node:fs/promises";
import { evaluate, fromJson, runCases, writeValue, type Json, type Value } from "@nonet/feel";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";
import { failure, success, type Result } from "../terminal/result.ts";

/** Returns 0; 1 if cases fail; 2 if the expression, the context or the file is invalid. */
export async function feel(args: readonly string[]): Promise<number> {
  const given = readArguments("feel", args, { words: ["[EXPRESSION]"], options: { context: "value", cases: "value" } });
  if (!given.ok) return fail(given.message);
  const [expression] = given.value.words;
  const { context, cases } = given.value.options;
  if (cases !== undefined && (expression !== undefined || context !== undefined)) return fail("Give an expression or --cases FILE, not both.");
  if (cases !== undefined) return feelCases(cases);
  if (expression === undefined) return fail("Give an expression or --cases FILE. Example: nonet feel '1 + 1'");
  const values = readContext(context);
  if (!values.ok) return fail(values.message);
  const { value, diagnostics } = evaluate(expression, values.value, { now: Date.now() });
  const [first] = diagnostics;
  if (first) return fail(`The expression is invalid at character ${first.span.from + 1}: ${first.message}`);
  print(typeof value === "string" ? JSON.stringify(value) : writeValue(value));
  return 0;
}

function readContext(text: string | undefined): Result<Readonly<Record<string, Value>>> {
  if (text === undefined) return success({});
  try {
    const json = JSON.parse(text) as Json;
    if (json === null || typeof json !== "object" || Array.isArray(json)) return failure("--context needs a JSON object of values by name, such as '{\"price\": 12.5}'.");
    return success(Object.fromEntries(Object.entries(json).map(([name, each]) => [name, fromJson(each as Json, { kind: "any" }) ?? null])));
  } catch (error) {
    return failure(`--context isn't valid JSON (${(error as Error).message}). Write it like '{"price": 12.5}'.`);
  }
}

async function feelCases(path: string): Promise<number> {
  const lines = await readLines(path);
  if (!lines.ok) return fail(lines.message);
  const { passed, failed } = runCases(lines.value);
  for (const { id } of failed) print(id);
  print(`${passed.length} passed, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
}

/** Checks every line before running any, so that an invalid file gives a message and no partial result. */
async function readLines(path: string): Promise<Result<readonly string[]>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    return failure(`Can't read ${path} (${(error as NodeJS.ErrnoException).code ?? String(error)}). Check the path.`);
  }
  const lines = text.split("\n");
  const bad = lines.findIndex((line) => line.trim() !== "" && !isCase(line));
  return bad < 0 ? success(lines) : failure(`Line ${bad + 1} of ${path} isn't a test case. Each line must be a JSON object with id, expression, inputs and expected.`);
}

function isCase(line: string): boolean {
  try {
    const one = JSON.parse(line) as { id?: unknown; expression?: unknown; inputs?: unknown; expected?: unknown };
    return typeof one.id === "string" && typeof one.expression === "string" && isObject(one.inputs) && isObject(one.expected);
  } catch {
    return false;
  }
}

const isObject = (value: unknown): boolean => value !== null && typeof value === "object" && !Array.isArray(value);
