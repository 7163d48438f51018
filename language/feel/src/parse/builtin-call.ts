/** Parses calls of built-in functions, also by what other languages call them: `month(day)`, `first(lines)`. */
import { isSign, peek, type Reader, spanOf, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { elementOf, isTemporal } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildBracket, buildPath, itemFrame } from "../typing/path.ts";
import { parseArguments } from "./arguments.ts";

/** A call of a built-in function, whose function arguments get the types of the list's elements. Its name is already consumed. */
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

const dateParts: ReadonlySet<string> = new Set(["year", "month", "day", "weekday", "hour", "minute", "second"]);
/** The position in the list. */
const ends: ReadonlyMap<string, string> = new Map([
  ["first", "1"],
  ["last", "-1"],
]);

/** The value, consumed from the parenthesis on; undefined, with nothing consumed, if the arguments are others. `name` was read before. */
export function parseOtherFunction(r: Reader, name: string, from: number): Expression | undefined {
  const folded = fold(name);
  const position = ends.get(folded);
  if (r.dynamic || !isSign(peek(r), "(") || (position === undefined && !dateParts.has(folded))) return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const given = parseArguments(r, () => undefined);
  const [only] = given;
  const place = spanSince(r, from);
  if (only && given.length === 1 && !only.name && !r.failed && r.diagnostics.length === reported) {
    if (position !== undefined && only.value.type.kind === "list") {
      const frame = itemFrame(r, only.value);
      return buildBracket(r, only.value, frame.variable, { kind: "literal", value: position, type: { kind: "number", integer: true }, nullable: false, span: place }, place);
    }
    if (position === undefined && isTemporal(only.value.type)) return buildPath(r, only.value, folded, folded, place, place);
  }
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}
