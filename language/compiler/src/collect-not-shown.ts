/** Collects what is not shown, with everything that depends on it. */
import type { NotShown, Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "./context/point-compiler.ts";
import { type Affected, dependentsOf } from "./incremental/findings.ts";

const start: Span = { file: 0, from: 0, to: 0 };

/** What applies while a point is not shown. */
const consequences: Readonly<Record<number, string>> = {
  1: "the product's name, time zone and sign-in have their defaults",
  2: 'each entity has a plain list, record and form under "Not specified"',
  3: "there are no entities except User",
  4: "no record has a state",
  5: "no rule is checked",
  6: "only the Owner has rights",
  7: "no calls are made",
  8: "errors have their built-in texts",
  9: "limits have their defaults",
};

export function collectNotShown(ctx: PointCompiler, points: Product["points"]): NotShown[] {
  const named = [...ctx.findings.opens];
  for (const constant of ctx.declared.constants.values()) if (constant.open) named.push([constant.name, constant.span]);
  const isOpen = ({ state }: Product["points"][number]): boolean => state === "not shown" || state === "missing";
  if (named.length === 0 && !points.some(isOpen)) return [];
  const dependents = dependentsOf(ctx.findings);
  const open: NotShown[] = [];
  for (const point of points) {
    if (isOpen(point))
      open.push({
        what: `point ${point.number}`,
        source: point.source ?? start,
        affects: [{ what: consequences[point.number] ?? "", source: null }, ...follow(dependents, `point ${point.number}`)],
      });
  }
  const met = new Set<string>();
  for (const [what, source] of named) {
    const place = `${source.file} ${source.from} ${what}`;
    if (met.has(place)) continue;
    met.add(place);
    open.push({ what, source, affects: follow(dependents, what) });
  }
  return open;
}

/** Everything that depends on it, the nearest first. */
function follow(dependents: ReadonlyMap<string, readonly Affected[]>, what: string): Affected[] {
  const found = new Map<string, Affected>();
  let edge = [what];
  while (edge.length > 0) {
    const next: string[] = [];
    for (const each of edge) {
      for (const one of dependents.get(each) ?? []) {
        if (found.has(one.what) || one.what === what) continue;
        found.set(one.what, one);
        next.push(one.what);
      }
    }
    edge = next;
  }
  return [...found.values()];
}
