/** Builds `if C then A else B`, whose results must have one type. */
import type { Span } from "@nonet/source";
import { hole, type Reader, replaceBy, report, textOf, withHint } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { isLoose, join, joinTyped } from "../types/relations.ts";
import type { Type, Typed } from "../types/type.ts";
import { unitsAgree, unitSuggestion } from "../types/units.ts";

export function buildIf(r: Reader, condition: Expression, then: Expression, otherwise: Expression, place: Span): Expression {
  if (branchesDiffer(r, then, otherwise)) return hole(place);
  return { kind: "if", condition, then, otherwise, ...joinTyped(typedResult(then), typedResult(otherwise)), span: place };
}

/** Reports results of different types, because no operation applies to a value that can be a text or a number; returns whether it did. */
function branchesDiffer(r: Reader, then: Expression, otherwise: Expression): boolean {
  const [a, b] = [then.type, otherwise.type];
  if (r.dynamic || isLoose(a) || isLoose(b)) return false;
  if (!unitsAgree(a, b)) {
    report(r, "unit-mismatch", otherwise.span, `\`then\` gives ${describe(a)} and \`else\` gives ${describe(b)}.`, withHint(unitSuggestion(a, b)));
    return true;
  }
  if (join(a, b).kind !== "any") return false;
  const other = a.kind === "string" ? otherwise : b.kind === "string" ? then : undefined;
  const scalar = other && !["record", "list", "context", "function", "range"].includes(other.type.kind);
  report(r, "branch-mismatch", otherwise.span, `\`then\` gives ${describe(a)} and \`else\` gives ${describe(b)}, but both must have the same type.`, {
    hint:
      isLength(a) && isLength(b)
        ? "Months have no fixed number of days. Give both in days, or add each to a date: `if … then DATE + 28 days else DATE + 6 months`."
        : scalar
          ? "Convert one to a text with `string(…)`, or write `null` for no value."
          : "Write `null` for no value.",
    fixes: other && scalar ? [replaceBy(other.span, `string(${textOf(r, other.span)})`)] : [],
  });
  return true;
}

const isLength = ({ kind }: Type): boolean => kind === "days and time duration" || kind === "years and months duration";

function typedResult(expression: Expression): Typed {
  return { type: expression.type, nullable: expression.nullable || expression.type.kind === "null" };
}
