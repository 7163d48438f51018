/** Parses the arguments of a call, positional or named. */
import type { Span } from "@nonet/source";
import { accept, fail, isSign, isWord, expect, parseExpression, peek, type Reader, spanOf } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import type { Type } from "../types/type.ts";
import type { Argument } from "../typing/arguments.ts";
import { parseFunction } from "./block.ts";

/** The arguments in parentheses. `expected` gives the type of a function literal, for the types of its parameters. */
export function parseArguments(r: Reader, expected: (index: number, before: readonly Expression[]) => Type | undefined): Argument[] {
  expect(r, "(");
  const given: Argument[] = [];
  if (accept(r, ")")) return given;
  do {
    const name = parameterName(r);
    const value =
      isWord(peek(r), "function") && isSign(peek(r, 1), "(")
        ? parseFunction(
            r,
            expected(
              given.length,
              given.map((each) => each.value),
            ),
            given[0]?.value,
          )
        : parseExpression(r);
    given.push(name ? { ...name, value } : { value });
    if (!r.failed && given.length > 1 && (given[0]!.name === undefined) !== (name === undefined)) fail(r, "all arguments with names or all without");
  } while (accept(r, ","));
  expect(r, ")", "after the arguments");
  return given;
}

/** `name:` before an argument. */
function parameterName(r: Reader): { name: string; nameSpan: Span } | undefined {
  let count = 0;
  while (peek(r, count).kind === "word" || (count > 0 && peek(r, count).kind === "number")) count++;
  if (count === 0 || !isSign(peek(r, count), ":")) return undefined;
  const from = peek(r).from;
  const to = peek(r, count - 1).to;
  r.at += count + 1;
  return { name: r.text.slice(from, to), nameSpan: spanOf(r, from, to) };
}
