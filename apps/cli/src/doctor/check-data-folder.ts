/** The data folder: its owner, who else can read it, and whether this user can write to it. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Finding, named, ok, problem, skipped, warning } from "./finding.ts";

export function checkDataFolder(folder: string, user: number | undefined): readonly Finding[] {
  const check = "data folder";
  if (!existsSync(folder)) return named(check, skipped(`${folder} doesn't exist yet. The first start creates it.`));
  const found = statSync(folder);
  if (!found.isDirectory()) return named(check, problem(`${folder} is a file.`, "Name a folder with --data."));
  if (user !== undefined && user !== 0 && found.uid !== user)
    return named(
      check,
      problem(`${folder} belongs to user ${found.uid}, and this is user ${user}.`, `Run the product as that user, or give the folder to this one: chown -R ${user} ${folder}`),
    );
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return named(check, problem(`This user can't write to ${folder}.`, "Check the permissions of the folder and of the file system."));
  }
  const files = join(folder, "files");
  if (existsSync(files) && (statSync(files).mode & 0o077) !== 0 && (found.mode & 0o055) !== 0)
    return named(check, warning(`Other users of this machine can read the uploaded files in ${files}.`, `chmod 700 ${files}`));
  return named(check, ok(`${folder} is this user's.`));
}
