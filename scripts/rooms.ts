/** `npm run rooms`: writes the imports and the order of `tests/structure/rooms.json` from the code; sentences are kept, a missing one is left empty for you to write. */
import { readFileSync, writeFileSync } from "node:fs";
import { cyclesOf, roomGraph } from "../tests/structure/room-graph.ts";
import { root, sourceFiles } from "../tests/structure/source-files.ts";

interface Room {
  readonly is: string;
  readonly imports: readonly string[];
}

const path = `${root}/tests/structure/rooms.json`;
const before = JSON.parse(readFileSync(path, "utf8")) as Record<string, Record<string, Room>>;
const packages = Object.keys((JSON.parse(readFileSync(`${root}/tests/structure/packages.json`, "utf8")) as { rooms: Record<string, unknown> }).rooms);

writeFileSync(path, `${JSON.stringify(Object.fromEntries(packages.map((name) => [name, roomsOf(name)])), null, 2)}\n`);

/** The rooms in an order in which each imports only those before it, as near to the former order as that allows. */
function roomsOf(name: string): Record<string, Room> {
  const graph = new Map([...roomGraph(sourceFiles(name))].map(([room, to]) => [room, [...to.keys()].filter((other) => other !== "").sort()]));
  graph.delete("");
  for (const cycle of cyclesOf(graph)) console.error(`${name}: these rooms import each other: ${cycle.join(", ")}`);
  const former = Object.keys(before[name] ?? {});
  const rank = (room: string): number => (former.includes(room) ? former.indexOf(room) : former.length);
  const waiting = [...graph.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const placed: string[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex((room) => graph.get(room)!.every((to) => placed.includes(to)));
    placed.push(...waiting.splice(Math.max(next, 0), 1));
  }
  return Object.fromEntries(placed.map((room) => [room, { is: before[name]?.[room]?.is ?? "", imports: graph.get(room)! }]));
}
