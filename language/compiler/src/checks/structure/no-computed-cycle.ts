/** A field must not be computed from itself, through any fields, records and functions. */
import { type Expression, fold } from "@nonet/feel";
import type { Entity, Field, Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { linesOf } from "../../incremental/lines.ts";
import { list } from "../../text/english.ts";
import { expressionsIn, ownerOf, walk } from "../../trees/walk.ts";
import { fieldsOf } from "../access/may-read.ts";

/** A computed field, or a definition of point 9. */
interface Node {
  readonly words: string;
  readonly at: Span | null;
  readonly reads: ReadonlySet<string>;
}

export function noComputedCycle(ctx: PointCompiler, product: Product): void {
  ctx.unit("computed circles", fieldsOf(ctx, product), [linesOf(ctx, ctx.tree, 9)], () => check(ctx, product));
}

/** Each cycle is reported once, at the first of its fields. */
function check(ctx: PointCompiler, product: Product): void {
  const nodes = nodesOf(product);
  const reported = new Set<string>();
  for (const [key, { words, at }] of nodes) {
    const way = at === null || reported.has(key) ? null : pathBack(nodes, key);
    if (!way) continue;
    for (const each of way) reported.add(each);
    const alike = way.length === 1 ? hiddenBy(product, key) : undefined;
    if (alike !== undefined) {
      ctx.report("circular-name", at!, `"${alike}" here is the field itself, which hides "${alike}" of point 9.`, { hint: "Give one of the two another name." });
      continue;
    }
    const others = way.slice(1).map((each) => nodes.get(each)!.words);
    ctx.report("circular-name", at!, `${words} is computed from itself${others.length > 0 ? `, through ${list(others)}` : ""}.`, {
      hint: "Compute one of these fields from stored fields only.",
    });
  }
}

/** What point 9 defines under the name of the field; undefined if it defines nothing. */
function hiddenBy({ constants, functions, tables }: Product, key: string): string | undefined {
  const name = fold(key.slice(key.indexOf(".") + 1));
  return [...constants, ...functions, ...tables].find((one) => fold(one.name) === name)?.name;
}

function nodesOf({ entities, functions, tables, constants }: Product): Map<string, Node> {
  const nodes = new Map<string, Node>();
  for (const entity of entities) for (const [key, node] of computedIn(entity)) nodes.set(key, node);
  for (const one of [...functions, ...tables, ...constants]) nodes.set(fold(one.name), { words: `"${one.name}"`, at: null, reads: readBy(expressionsIn(one)) });
  return nodes;
}

const placeOf = ({ computed, source }: Field): Span | null => (computed ? computed.span : source);

/** Cached by an entity's fields, which rarely change. */
const known = new WeakMap<readonly Field[], ReadonlyMap<string, Node>>();

function computedIn({ name, fields }: Entity): ReadonlyMap<string, Node> {
  const made =
    known.get(fields) ??
    new Map(
      fields.flatMap((field) =>
        field.computed ? [[`${name}.${field.name}`, { words: `"${field.name}" of ${name}`, at: placeOf(field), reads: readBy([field.computed]) }] as const] : [],
      ),
    );
  known.set(fields, made);
  return made;
}

function readBy(expressions: readonly Expression[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const expression of expressions)
    walk(expression, (e) => {
      if (e.kind === "global") found.add(fold(e.name)).add(fold(e.name).replace(/ at$/, ""));
      const owner = e.kind === "path" ? ownerOf(e) : undefined;
      if (e.kind === "path" && owner !== undefined) found.add(`${owner}.${e.field}`);
    });
  return found;
}

/** The shortest path from a node back to itself; null if there is none. */
function pathBack(nodes: ReadonlyMap<string, Node>, start: string): readonly string[] | null {
  if (!leadsOn(nodes, start)) return null;
  const ways: (readonly string[])[] = [[start]];
  const met = new Set<string>();
  for (const way of ways)
    for (const next of nodes.get(way.at(-1)!)!.reads) {
      if (next === start) return way;
      if (met.has(next) || !nodes.has(next)) continue;
      met.add(next);
      ways.push([...way, next]);
    }
  return null;
}

/** Most fields aren't computed from computed fields. */
function leadsOn(nodes: ReadonlyMap<string, Node>, start: string): boolean {
  for (const next of nodes.get(start)!.reads) if (nodes.has(next)) return true;
  return false;
}
