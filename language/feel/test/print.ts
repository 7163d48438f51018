/** Prints trees and diagnostics for readable expectations. */
import type { Diagnostic } from "@nonet/source";
import type { Expression, UnaryTest } from "../src/types/expression.ts";

export function printTree(e: Expression): string {
  switch (e.kind) {
    case "literal":
      return `${e.type.kind === "string" || e.value === null || typeof e.value === "boolean" ? JSON.stringify(e.value) : e.value}`;
    case "variable":
      return e.name;
    case "global":
      return `<${e.name}>`;
    case "path":
      return `${printTree(e.of)}.${e.listed ? "*" : ""}${e.field}`;
    case "filter":
      return `${printTree(e.of)}[${e.item}: ${printTree(e.condition)}]`;
    case "index":
      return `${printTree(e.of)}[${printTree(e.index)}]`;
    case "binary":
      return `(${printTree(e.left)} ${e.operator} ${printTree(e.right)})`;
    case "negate":
      return `-${printTree(e.of)}`;
    case "between":
      return `(${printTree(e.value)} between ${printTree(e.low)} and ${printTree(e.high)})`;
    case "in":
      return `(${printTree(e.value)} in ${e.tests.map(printTest).join(", ")})`;
    case "if":
      return `if ${printTree(e.condition)} then ${printTree(e.then)} else ${printTree(e.otherwise)}`;
    case "for":
      return `for ${e.bindings.map((each) => `${each.name} in ${printTree(each.of)}${each.to ? `..${printTree(each.to)}` : ""}`).join(", ")} return ${printTree(e.result)}`;
    case "quantified":
      return `${e.quantifier} ${e.bindings.map((each) => `${each.name} in ${printTree(each.of)}`).join(", ")} satisfies ${printTree(e.condition)}`;
    case "list":
      return `[${e.items.map(printTree).join(", ")}]`;
    case "context":
      return `{${e.entries.map((each) => `${each.name}: ${printTree(each.value)}`).join(", ")}}`;
    case "range":
      return `${e.lowClosed ? "[" : "("}${e.low ? printTree(e.low) : ""}..${e.high ? printTree(e.high) : ""}${e.highClosed ? "]" : ")"}`;
    case "call":
      return `${e.function}(${e.arguments.map(printTree).join(", ")})`;
    case "apply":
      return `${printTree(e.function)}!(${e.arguments.map(printTree).join(", ")})`;
    case "function":
      return `function(${e.parameters.join(", ")}) ${printTree(e.body)}`;
    case "instance of":
      return `(${printTree(e.value)} instance of ${e.of.kind})`;
    case "hole":
      return e.open === null ? "HOLE" : `OPEN(${e.open})`;
  }
}

export function printTest(test: UnaryTest): string {
  switch (test.kind) {
    case "any":
      return "-";
    case "not":
      return `not(${test.tests.map(printTest).join(", ")})`;
    case "compare":
      return `${test.operator} ${printTree(test.value)}`;
    case "member":
      return printTree(test.of);
    case "condition":
      return `? ${printTree(test.condition)}`;
  }
}

export function printDiagnostic(text: string, each: Diagnostic): string {
  const place = text.slice(each.span.from, each.span.to);
  const fixes = each.fixes.map((fix) => `  fix: ${fix.edits.map((edit) => edit.text).join()}`);
  return [`${each.severity} ${each.code} at «${place}»: ${each.message}`, ...(each.hint === undefined ? [] : [`  hint: ${each.hint}`]), ...fixes].join("\n");
}
