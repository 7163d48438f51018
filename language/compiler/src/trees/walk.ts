/** Walks typed trees: what is not shown, and which globals and record fields an expression reads. */
import { type Expression, fold, type UnaryTest } from "@nonet/feel";

/** Calls `visit` for the expression and everything in it. */
export function walk(expression: Expression, visit: (e: Expression) => void): void {
  visit(expression);
  // Most nodes are one of these. Not allocating a list for each of them halves the time.
  switch (expression.kind) {
    case "literal":
    case "variable":
    case "global":
    case "hole":
      return;
    case "path":
      return walk(expression.of, visit);
    case "binary":
      walk(expression.left, visit);
      return walk(expression.right, visit);
    default:
      for (const child of children(expression)) walk(child, visit);
  }
}

export function children(e: Expression): Expression[] {
  switch (e.kind) {
    case "literal":
    case "variable":
    case "global":
    case "hole":
      return [];
    case "path":
    case "negate":
      return [e.of];
    case "filter":
      return [e.of, e.condition];
    case "index":
      return [e.of, e.index];
    case "binary":
      return [e.left, e.right];
    case "between":
      return [e.value, e.low, e.high];
    case "in":
      return [e.value, ...e.tests.flatMap(testChildren)];
    case "if":
      return [e.condition, e.then, e.otherwise];
    case "for":
      return [...e.bindings.flatMap((b) => (b.to ? [b.of, b.to] : [b.of])), e.result];
    case "quantified":
      return [...e.bindings.flatMap((b) => (b.to ? [b.of, b.to] : [b.of])), e.condition];
    case "list":
      return [...e.items];
    case "context":
      return e.entries.map((entry) => entry.value);
    case "range":
      return [e.low, e.high].filter((x) => x !== null);
    case "call":
      return [...e.arguments];
    case "apply":
      return [e.function, ...e.arguments];
    case "function":
      return [e.body];
    case "instance of":
      return [e.value];
  }
}

/** The folded names of the variables that the expressions read; null if one of the expressions isn't known. */
export function variablesIn(expressions: readonly Expression[]): ReadonlySet<string> | null {
  const found = new Set<string>();
  let isKnown = true;
  for (const expression of expressions)
    walk(expression, (e) => {
      if (e.kind === "hole") isKnown = false;
      if (e.kind === "variable") found.add(fold(e.name));
    });
  return isKnown ? found : null;
}

export function testChildren(test: UnaryTest): Expression[] {
  switch (test.kind) {
    case "any":
      return [];
    case "not":
      return test.tests.flatMap(testChildren);
    case "compare":
      return [test.value];
    case "member":
      return [test.of];
    case "condition":
      return [test.condition];
  }
}

/** The record type of a path's owner, or of its elements; undefined for a context and anything else. */
export function ownerOf(e: Expression & { kind: "path" }): string | undefined {
  const type = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
  return type.kind === "record" ? type.name : undefined;
}

/** Whether it reads one of the fields, each `Entity.field`. */
export function readsField(expression: Expression, fields: ReadonlySet<string>): boolean {
  let reads = false;
  if (fields.size > 0)
    walk(expression, (e) => {
      if (e.kind === "path" && fields.has(`${ownerOf(e)}.${e.field}`)) reads = true;
    });
  return reads;
}

/** Every outermost expression in a piece of the model. */
export function expressionsIn(node: unknown): Expression[] {
  const found: Expression[] = [];
  collectExpressions(node, found);
  return found;
}

function collectExpressions(node: unknown, found: Expression[]): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) for (const one of node) collectExpressions(one, found);
  else if ("kind" in node && "type" in node && "nullable" in node && "span" in node) found.push(node as Expression);
  else for (const key in node) collectExpressions((node as Record<string, unknown>)[key], found);
}
