/** Functions, decision tables and constants must not depend on themselves. */
import { type Expression, fold } from "@nonet/feel";
import type { Constant, DecisionTable, NamedFunction } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { children, walk } from "../trees/walk.ts";

interface Node {
  readonly name: string;
  readonly span: Span;
  readonly reads: ReadonlySet<string>;
}

/** The folded names that are part of a cycle; each is reported once. */
export function noCircularDefinition(
  ctx: PointCompiler,
  constants: readonly Constant[],
  functions: readonly NamedFunction[],
  tables: readonly DecisionTable[],
): ReadonlySet<string> {
  const nodes = new Map<string, Node>();
  const add = (name: string, span: Span, expressions: readonly Expression[]): void => void nodes.set(fold(name), { name, span, reads: readsOf(expressions) });
  for (const c of constants)
    add(
      c.name,
      c.source,
      (c.values ?? []).map((v) => v.value),
    );
  for (const f of functions) add(f.name, f.source, [f.body]);
  for (const t of tables)
    add(
      t.name,
      t.source,
      t.rows.flatMap((row) => [
        ...row.results,
        ...row.tests.flat().flatMap((test) => children({ kind: "in", value: row.results[0]!, tests: [test], type: { kind: "boolean" }, nullable: true, span: t.source })),
      ]),
    );
  const circular = new Set([...nodes.keys()].filter((key) => reaches(nodes, key)));
  for (const key of circular) {
    const { name, span } = nodes.get(key)!;
    const via = [...nodes.get(key)!.reads].filter((r) => circular.has(r) && r !== key).map((r) => nodes.get(r)!.name);
    ctx.report("circular-name", span, `"${name}" depends on itself${via.length > 0 ? `, through ${via.join(" and ")}` : ""}.`);
  }
  return circular;
}

function readsOf(expressions: readonly Expression[]): Set<string> {
  const found = new Set<string>();
  for (const e of expressions)
    walk(e, (x) => {
      if (x.kind === "global") {
        found.add(fold(x.name));
        found.add(fold(x.name).replace(/ at$/, ""));
      }
    });
  return found;
}

function reaches(nodes: ReadonlyMap<string, Node>, start: string): boolean {
  const seen = new Set<string>();
  const queue = [...nodes.get(start)!.reads];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (key === start) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    queue.push(...(nodes.get(key)?.reads ?? []));
  }
  return false;
}
