/** Points out a rehearsal's data to a command that looked for real data in the default folder and found none. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ParsedArguments } from "../terminal/read-arguments.ts";
import { defaultDataFolder } from "./data-folder.ts";

/** Empty where there is none, or where the folder was chosen. */
export function rehearsalHint(given: ParsedArguments, file: string): string {
  if (given.options["data"] !== undefined || given.has("rehearse") || !existsSync(join(defaultDataFolder(file, "rehearsal"), "database"))) return "";
  return " There is data of a rehearsal: add --rehearse to use it.";
}
