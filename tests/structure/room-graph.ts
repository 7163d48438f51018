/** The rooms of a package (the folders of its `src`), and which of them import which. */
import { posix } from "node:path";
import { importsOf, type SourceFile, target } from "./source-files.ts";

/** Imports by file: of each file, the files of the same package that it imports, types included. */
export function fileGraph(files: readonly SourceFile[]): Map<string, ReadonlySet<string>> {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => [
      file.path,
      new Set(
        importsOf(file)
          .filter(({ from }) => from.startsWith("."))
          .map(target)
          .filter((path) => known.has(path)),
      ),
    ]),
  );
}

/** The folder below `src`; "" for the files that stand in `src` itself. */
export const roomOf = (path: string): string => posix.dirname(path).split("/").slice(3).join("/");

/** Imports between rooms, with one example each (`a.ts → b.ts`). */
export function roomGraph(files: readonly SourceFile[]): Map<string, Map<string, string>> {
  const rooms = new Map<string, Map<string, string>>();
  for (const { path } of files) rooms.set(roomOf(path), rooms.get(roomOf(path)) ?? new Map());
  for (const [file, imports] of fileGraph(files))
    for (const imported of imports) if (roomOf(file) !== roomOf(imported)) rooms.get(roomOf(file))!.set(roomOf(imported), `${file} → ${imported}`);
  return rooms;
}

/** Groups of nodes that reach each other (Tarjan's algorithm); only those of two or more. */
export function cyclesOf<T>(graph: ReadonlyMap<T, Iterable<T>>): T[][] {
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const stack: T[] = [];
  const cycles: T[][] = [];
  const visit = (node: T): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.reverse());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

/** The arrows that no longer way implies: what a drawing needs to show. */
export function transitiveReduction(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  return new Map([...graph].map(([room, imports]) => [room, imports.filter((to) => !imports.some((other) => other !== to && reachable(graph, other).has(to)))]));
}

function reachable(graph: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [from];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const to of graph.get(next) ?? [])
      if (!found.has(to)) {
        found.add(to);
        waiting.push(to);
      }
  return found;
}
