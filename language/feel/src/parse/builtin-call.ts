/** Parses calls of built-in functions, whose function arguments get the types of the list's elements. */
import { type Reader, spanOf, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { elementOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import { buildBuiltin } from "../typing/call.ts";
import { parseArguments } from "./arguments.ts";

/** A call of a built-in function whose name is already consumed. */
export function parseBuiltin(r: Reader, name: string, from: number): Expression {
  const folded = fold(name);
  const given = parseArguments(r, (index, before) => {
    if (index !== 1 && folded === "sort") return undefined;
    const element = before[0] ? elementOf(before[0].type) : undefined;
    if (!element || (folded !== "sort" && folded !== "list replace")) return undefined;
    return {
      kind: "function",
      parameters: [
        { name: "a", type: element },
        { name: "b", type: element },
      ],
      result: { kind: "boolean" },
    };
  });
  return buildBuiltin(r, folded, given, spanSince(r, from), spanOf(r, from, from + name.length));
}
