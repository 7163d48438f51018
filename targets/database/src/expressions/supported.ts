/** Checks ahead of time what PostgreSQL can't evaluate, and on what an expression depends that the document doesn't show. */
import { type Expression, fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { compile, condition } from "../scope/compile.ts";
import { type Bound, type Scope, Unsupported, withVariables } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import { rowsOf } from "./fields/rows.ts";
import { systemScope } from "./system-scope.ts";

/** Why the expression can't be compiled, or null. Unbound names stand for values of their types. */
export function canCompile(product: Product, expression: Expression): string | null {
  try {
    const base: Scope = { ...systemScope(product), loose: true };
    const self = descend(expression).find((e) => e.kind === "variable" && e.name === "this" && e.type.kind === "record");
    const entity = self && product.entities.find((x) => x.name === (self.type as { name: string }).name);
    const s = entity ? withVariables(base, ["this", { kind: "row", entity, alias: "r" } satisfies Bound]) : base;
    if (expression.type.kind === "list") rowsOf(s, expression);
    else if (expression.type.kind === "boolean") condition(s, expression);
    compile(s, expression);
    return null;
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    throw error;
  }
}

/** The first thing not shown on which the expression depends, also through computed fields and constants; or null. */
export function notShownIn(product: Product, expression: Expression): string | null {
  let known = opens.get(product);
  if (!known) opens.set(product, (known = new WeakMap()));
  let open = known.get(expression);
  if (open === undefined) known.set(expression, (open = openWithin(product, expression, new Set())));
  return open;
}

const opens = new WeakMap<Product, WeakMap<Expression, string | null>>();

/** `withMistakes`: an expression that isn't understood counts as well. */
function openWithin(product: Product, expression: Expression, visited: Set<string>, withMistakes = false): string | null {
  for (const e of descend(expression)) {
    if (e.kind === "hole" && (e.open !== null || withMistakes)) return e.open ?? "";
    let inner: readonly Expression[] = [];
    let key = "";
    if (e.kind === "global") {
      const constant = product.constants.find((c) => fold(c.name) === fold(e.name));
      if (constant?.values === null) return constant.name;
      inner = constant?.values?.map((v) => v.value) ?? [];
      key = `global ${e.name}`;
    } else if (e.kind === "path") {
      const of = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
      const computed = of.kind === "record" ? product.entities.find((x) => x.name === of.name)?.fields.find((f) => fold(f.name) === fold(e.field))?.computed : null;
      if (computed) inner = [computed];
      key = of.kind === "record" ? `${of.name}.${e.field}` : "";
    }
    if (inner.length === 0 || visited.has(key)) continue;
    visited.add(key);
    for (const one of inner) {
      const open = openWithin(product, one, visited, withMistakes);
      if (open !== null) return open;
    }
  }
  return null;
}

const holdsMistake = "it holds a mistake";

/**
 * Every expression of the product that `canCompile` refuses, except those that aren't shown. Each is listed once, where
 * it is defined, not where its name is used, with the smallest part of it that is refused for the same reason.
 * `isIncomplete`: the document has errors, so that an expression may read what the product lacks.
 */
export function unsupportedIn(product: Product, isIncomplete = false): readonly { readonly expression: Expression; readonly part: Expression; readonly why: string }[] {
  const reasonOf = (expression: Expression): string | null => {
    try {
      return canCompile(product, expression);
    } catch (error) {
      if (isIncomplete) return null;
      throw error;
    }
  };
  const found: { expression: Expression; part: Expression; why: string }[] = [];
  for (const root of roots(product)) {
    if (notShownIn(product, root) !== null || descend(root).some((e) => e.kind === "hole")) continue;
    // What is computed from an expression that isn't understood follows from that mistake.
    if (isIncomplete && openWithin(product, root, new Set(), true) !== null) continue;
    const why = reasonOf(root);
    // A function or table with a mistake in it has been reported where the mistake is.
    if (why === holdsMistake) continue;
    if (why !== null && !found.some(({ expression }) => samePlace(expression, root))) found.push({ expression: root, part: causeIn(root, (e) => reasonOf(e) === why), why });
  }
  const refused = new Set(found.map((each) => each.expression));
  return found.filter(
    ({ expression }) =>
      !descend(expression).some((e) => expressionsOfName(product, e).some((body) => [...refused].some((other) => other !== expression && samePlace(other, body)))),
  );
}

/** The smallest part that is refused as the whole is, so that the message stands where its author would change it. */
function causeIn(root: Expression, isRefused: (e: Expression) => boolean): Expression {
  const length = ({ span }: Expression): number => span.to - span.from;
  const isPart = ({ span }: Expression): boolean => span.file === root.span.file && span.from >= root.span.from && span.to <= root.span.to && span.to > span.from;
  const parts = descend(root).filter((e) => isPart(e) && length(e) < length(root) && e.kind !== "range" && e.kind !== "function");
  for (const part of parts.sort((a, b) => length(a) - length(b))) {
    try {
      if (isRefused(part)) return part;
    } catch {
      // A part alone may lack the names that the whole gives it.
    }
  }
  return root;
}

const samePlace = (a: Expression, b: Expression): boolean => a === b || (a.span.file === b.span.file && a.span.from === b.span.from && a.span.to === b.span.to);

/** The expressions behind a name: a computed field's, a function's body, a constant's values. */
function expressionsOfName(product: Product, e: Expression): readonly Expression[] {
  if (e.kind === "global")
    return [
      ...product.functions.filter((f) => fold(f.name) === fold(e.name)).map((f) => f.body),
      ...product.constants.filter((c) => fold(c.name) === fold(e.name)).flatMap((c) => (c.values ?? []).map((v) => v.value)),
    ];
  if (e.kind !== "path") return [];
  const of = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
  const field = of.kind === "record" ? product.entities.find((x) => x.name === of.name)?.fields.find((f) => fold(f.name) === fold(e.field)) : undefined;
  return field?.computed ? [field.computed] : [];
}

/** The outermost expressions. */
function roots(product: Product): Expression[] {
  const all = descend(product);
  const inner = new Set(all.flatMap((e) => descend(e).slice(1)));
  return all.filter((e) => !inner.has(e) && e.kind !== "range" && e.kind !== "function");
}
