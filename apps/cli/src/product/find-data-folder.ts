/** Finds the data folder for a command that names no document: the one given, else the only product's in `.nonet`. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { failure, success, type Result } from "../terminal/result.ts";
import { markedKind } from "./data-folder.ts";

/** `option` is the value of --data. Rehearsals are found only where nothing else is. */
export function findDataFolder(option: string | undefined): Result<string> {
  if (option !== undefined) {
    const folder = resolve(option);
    return existsSync(join(folder, "database"))
      ? success(folder)
      : failure(`There is no database in ${folder}. Choose the product's folder with --data, or its database with --database.`);
  }
  const all = foldersIn(resolve(".nonet"));
  const real = all.filter((folder) => markedKind(folder) !== "rehearsal");
  const [only, ...more] = real.length > 0 ? real : all;
  if (only === undefined) return failure("There is no product's data in the current folder. Choose the product's folder with --data, or its database with --database.");
  return more.length === 0 ? success(only) : failure(`There are several products here. Choose one with --data: ${[only, ...more].join(", ")}.`);
}

function foldersIn(parent: string): readonly string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .sort()
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, "database")));
}
