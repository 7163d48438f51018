/** `nonet feel`: evaluates one expression, or a file of cases, with the same evaluator that the browser uses. */
import { readFile } from "node:fs/promises";
import { evaluate, fromJson, runCases, writeValue, type Json, type Value } from "@nonet/feel";
import { done, mistake, type Attempt } from "../terminal/attempt.ts";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

/** 0; 1 where cases fail; 2 where the expression, the context or the file can't be read. */
export async function feel(args: readonly string[]): Promise<number> {
  const given = readArguments("feel", args, { words: ["[EXPRESSION]"], options: { context: "value", cases: "value" } });
  if (!given.ok) return fail(given.sentence);
  const [expression] = given.value.words;
  const { context, cases } = given.value.options;
  if (cases !== undefined && (expression !== undefined || context !== undefined)) return fail("`nonet feel` takes an expression or --cases FILE, not both.");
  if (cases !== undefined) return feelCases(cases);
  if (expression === undefined) return fail("`nonet feel` needs an expression or --cases FILE: nonet feel '1 + 1'");
  const values = readContext(context);
  if (!values.ok) return fail(values.sentence);
  const { value, diagnostics } = evaluate(expression, values.value, { now: Date.now() });
  const [first] = diagnostics;
  if (first) return fail(`The expression can't be read at character ${first.span.from + 1}: ${first.message}`);
  print(typeof value === "string" ? JSON.stringify(value) : writeValue(value));
  return 0;
}

function readContext(text: string | undefined): Attempt<Readonly<Record<string, Value>>> {
  if (text === undefined) return done({});
  try {
    const json = JSON.parse(text) as Json;
    if (json === null || typeof json !== "object" || Array.isArray(json)) return mistake("--context takes a JSON object of values by name, such as '{\"price\": 12.5}'.");
    return done(Object.fromEntries(Object.entries(json).map(([name, each]) => [name, fromJson(each as Json, { kind: "any" }) ?? null])));
  } catch (error) {
    return mistake(`--context isn't JSON (${(error as Error).message}): write it as '{"price": 12.5}'.`);
  }
}

async function feelCases(path: string): Promise<number> {
  const lines = await readLines(path);
  if (!lines.ok) return fail(lines.sentence);
  const { passed, failed } = runCases(lines.value);
  for (const { id } of failed) print(id);
  print(`${passed.length} passed, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
}

/** Every line is looked at before any is run, so that a bad file gives a sentence and no half result. */
async function readLines(path: string): Promise<Attempt<readonly string[]>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    return mistake(`${path} can't be read (${(error as NodeJS.ErrnoException).code ?? String(error)}): check the path.`);
  }
  const lines = text.split("\n");
  const bad = lines.findIndex((line) => line.trim() !== "" && !isCase(line));
  return bad < 0 ? done(lines) : mistake(`Line ${bad + 1} of ${path} is no case: each line is a JSON object with id, expression, inputs and expected.`);
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
