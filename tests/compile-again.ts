/**
 * `compile`, for tests that compile a document many times with a line changed. It keeps a checker for each document and
 * checks the change as an edit, which gives the same result in a part of the time (`language/compiler/test/checker.test.ts`).
 */
import { compile as compileOnce, makeChecker } from "@nonet/compiler";

type Compile = typeof compileOnce;

/** By the name and the first line of the document, the one used last at the end. Kept for all test files of a worker. */
const checkers = new Map<string, ReturnType<typeof makeChecker>>();
/** More documents than these hardly take turns. */
const most = 8;

export const compile: Compile = (sources, options) => {
  const [first] = sources;
  if (!first || sources.length > 1) return compileOnce(sources, options);
  const key = `${first.name}\n${first.text.slice(0, first.text.indexOf("\n"))}`;
  const checker = checkers.get(key) ?? makeChecker();
  checkers.delete(key);
  checkers.set(key, checker);
  if (checkers.size > most) checkers.delete(checkers.keys().next().value!);
  return checker.check(sources, options);
};
