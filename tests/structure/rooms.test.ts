/** Holds each package's rooms to the table of rooms: a sentence for each, imports one way, no import cycle. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cyclesOf, fileGraph, roomGraph, roomOf } from "./room-graph.ts";
import { root, sourceFiles } from "./source-files.ts";

interface Room {
  readonly is: string;
  readonly imports: readonly string[];
}

/** By package, its rooms in the order in which they build on each other. */
const table = JSON.parse(readFileSync(`${root}/tests/structure/rooms.json`, "utf8")) as Record<string, Record<string, Room>>;
const packages = Object.keys((JSON.parse(readFileSync(`${root}/tests/structure/packages.json`, "utf8")) as { rooms: Record<string, unknown> }).rooms);
const most = 20;

describe.each(packages)("%s", (name) => {
  const files = sourceFiles(name);
  const graph = roomGraph(files);
  const rooms = table[name] ?? {};

  it("has each of its rooms in the table, with a sentence", () => {
    expect(Object.keys(rooms).sort()).toEqual([...graph.keys()].filter((room) => room !== "").sort());
    expect(Object.entries(rooms).filter(([, { is }]) => !/^[A-Z].*\.$/.test(is))).toEqual([]);
  });

  it("imports between rooms as the table says, and only rooms that stand above in it", () => {
    const actual = Object.fromEntries(Object.keys(rooms).map((room) => [room, [...(graph.get(room)?.keys() ?? [])].sort()]));
    expect(actual).toEqual(Object.fromEntries(Object.entries(rooms).map(([room, { imports }]) => [room, [...imports].sort()])));
    const order = Object.keys(rooms);
    const backwards = order.flatMap((room, at) => [...graph.get(room)!].filter(([to]) => to === "" || order.indexOf(to) > at).map(([, example]) => example));
    expect(backwards).toEqual([]);
  });

  it("has no import cycle, types included", () => {
    expect(cyclesOf(fileGraph(files))).toEqual([]);
  });

  it(`has at most ${most} source files in a folder`, () => {
    const counts = new Map<string, number>();
    for (const { path } of files) counts.set(roomOf(path), (counts.get(roomOf(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > most)).toEqual([]);
  });
});
