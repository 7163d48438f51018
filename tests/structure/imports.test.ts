/** Holds the code to the table of who may import whom, and to what the pure floors and the others may touch. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, root, sourceFiles, withoutComments } from "./source-files.ts";

const table = JSON.parse(readFileSync(join(root, "tests/structure/packages.json"), "utf8")) as {
  rooms: Record<string, { package: string; imports: string[]; typesOf: string[] }>;
  pure: string[];
  forbiddenInPure: string[];
  reactOnlyIn: string;
  driverOnlyIn: string;
  printsOnlyIn: string;
  clockFreeCalls: string[];
};

const files = Object.keys(table.rooms).flatMap(sourceFiles);
const imports = files.flatMap(importsOf);
const roomOf = (file: string): string => file.split("/").slice(0, 2).join("/");
const isPure = (file: string): boolean => table.pure.some((floor) => file.startsWith(floor));

describe("imports", () => {
  it("every room of the house stands in the table", () => {
    const rooms = ["language", "targets", "runtime", "apps"].flatMap((floor) => readdirSync(join(root, floor)).map((name) => `${floor}/${name}`));
    expect(rooms.filter((room) => existsSync(join(root, room, "package.json")) && !(room in table.rooms))).toEqual([]);
  });

  it("go to rooms that the table allows", () => {
    const own = new Map(Object.entries(table.rooms).map(([room, { package: name }]) => [name, room]));
    const wrong = imports.filter(({ file, from, typeOnly }) => {
      const name = [...own.keys()].find((p) => from === p || from.startsWith(`${p}/`));
      const room = table.rooms[roomOf(file)]!;
      return name !== undefined && name !== room.package && !room.imports.includes(name) && !(typeOnly && room.typesOf.includes(name));
    });
    expect(wrong.map(said)).toEqual([]);
  });

  it("name a package as a whole, never a file inside it", () => {
    const wrong = imports.filter(({ file, from }) => /^@nonet\/[^/]+\/./.test(from) || (from.startsWith(".") && roomOf(join(dirname(file), from)) !== roomOf(file)));
    expect(wrong.map(said)).toEqual([]);
  });

  it("carry their ending, so that Node and the bundler find the same file", () => {
    expect(imports.filter(({ from }) => from.startsWith(".") && !/\.(tsx?|css|svg|json)$/.test(from)).map(said)).toEqual([]);
  });

  it("bring nothing of the machine into the pure floors", () => {
    const forbidden = table.forbiddenInPure.map((pattern) => new RegExp(pattern));
    expect(imports.filter(({ file, from }) => isPure(file) && forbidden.some((f) => f.test(from))).map(said)).toEqual([]);
  });

  it("bring React into apps only, and the database's driver into the engine only", () => {
    const react = imports.filter(({ file, from }) => /^react(-dom)?(\/|$)/.test(from) && !file.startsWith(table.reactOnlyIn));
    const driver = imports.filter(({ file, from }) => from === "pg" && !file.startsWith(table.driverOnlyIn));
    expect([...react, ...driver].map(said)).toEqual([]);
  });
});

describe("floors", () => {
  it("the pure ones ask no clock and no chance", () => {
    const wrong = files
      .filter(({ path }) => isPure(path))
      .flatMap(({ path, text }) => table.clockFreeCalls.filter((call) => withoutComments(text).includes(call)).map((call) => `${path}: ${call}`));
    expect(wrong).toEqual([]);
  });

  it("only the command line prints", () => {
    const wrong = files.filter(({ path, text }) => !path.startsWith(table.printsOnlyIn) && /\bconsole\.|process\.std(out|err)\.write/.test(withoutComments(text)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("no file is over 400 lines or called after nothing", () => {
    const wrong = files.filter(({ path, text }) => text.split("\n").length > 401 || /\/(types|utils|helpers|common)\.tsx?$/.test(path) || !/\/[a-z0-9-]+(\.d)?\.tsx?$/.test(path));
    expect(wrong.map(({ path, text }) => `${path} (${text.split("\n").length} lines)`)).toEqual([]);
  });
});

const said = ({ file, from }: Import): string => `${file} imports ${from}`;
