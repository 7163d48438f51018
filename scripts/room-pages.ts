/** Makes the pages that show the rooms: the tables at the end of ARCHITECTURE.md, and the drawings in docs/rooms.md. */
import { readFileSync } from "node:fs";
import { roomGraph, transitiveReduction } from "../tests/structure/room-graph.ts";
import { root, sourceFiles } from "../tests/structure/source-files.ts";

interface Room {
  readonly is: string;
  readonly imports: readonly string[];
}

const rooms = JSON.parse(readFileSync(`${root}/tests/structure/rooms.json`, "utf8")) as Record<string, Record<string, Room>>;
const withRooms = Object.entries(rooms).filter(([, of]) => Object.keys(of).length > 0);
const marker = "<!-- The rest of this page is made by `npm run reference` from tests/structure/rooms.json. -->";

/** ARCHITECTURE.md as it is, with the tables of rooms behind the marker regenerated. */
export function architecture(): string {
  const written = readFileSync(`${root}/ARCHITECTURE.md`, "utf8");
  const tables = withRooms.flatMap(([name, of]) => [
    `### ${name}`,
    "",
    "| Room | What it does | Imports |",
    "|---|---|---|",
    ...Object.entries(of).map((room) => row(name, room)),
    "",
  ]);
  return `${[written.split(marker)[0]!.trimEnd(), "", marker, "", "## Rooms", "", ...tables].join("\n").trimEnd()}\n`;
}

const row = (name: string, [room, { is, imports }]: [string, Room]): string => `| [${room}](${name}/src/${room}) | ${is} | ${imports.length === 0 ? "–" : imports.join(", ")} |`;

/** A drawing of each package: rooms with their number of files, arrows to what they import, without the arrows that others imply. */
export function roomsPage(): string {
  const intro =
    "Each drawing shows the rooms of one package. An arrow points to a room that is imported; arrows that a longer way implies are left out. Made by `npm run reference`.";
  return `${["# Rooms", "", intro, "", ...withRooms.flatMap(([name, of]) => drawing(name, of))].join("\n").trimEnd()}\n`;
}

function drawing(name: string, of: Record<string, Room>): string[] {
  const count = new Map<string, number>([...roomGraph(sourceFiles(name)).keys()].map((room) => [room, 0]));
  for (const { path } of sourceFiles(name)) {
    const room = path.split("/").slice(3, -1).join("/");
    count.set(room, (count.get(room) ?? 0) + 1);
  }
  const id = (room: string): string => room.replace(/\W/g, "_");
  const arrows = transitiveReduction(new Map(Object.entries(of).map(([room, { imports }]) => [room, imports])));
  return [
    `## ${name}`,
    "",
    "```mermaid",
    "flowchart TD",
    ...Object.keys(of).map((room) => `  ${id(room)}["${room} · ${count.get(room) ?? 0}"]`),
    ...[...arrows].flatMap(([room, imports]) => imports.map((to) => `  ${id(room)} --> ${id(to)}`)),
    "```",
    "",
  ];
}
