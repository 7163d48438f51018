/** Backups: the age of the newest one, and of the last rehearsed restore. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Finding, named, ok, problem, warning } from "./finding.ts";

const hour = 3_600_000;
const backupHours = 26;
const rehearsalDays = 8;

/** `folder`: holds a folder for each backup, and the file that `deploy/backup.sh` writes after a rehearsed restore. */
export function checkBackups(folder: string | undefined, now: number): readonly Finding[] {
  const check = "backups";
  const howTo = "Schedule deploy/backup.sh, and name its folder with --backups.";
  if (folder === undefined) return named(check, warning("No folder with backups was named, so their age wasn't checked.", howTo));
  const made = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => (existsSync(join(folder, name, "backup.json")) ? [statSync(join(folder, name, "backup.json")).mtimeMs] : []))
    : [];
  if (made.length === 0) return named(check, problem(`There is no backup in ${folder}.`, howTo));
  const hours = Math.floor((now - Math.max(...made)) / hour);
  const age =
    hours > backupHours
      ? problem(`The newest backup is ${hours} hours old.`, "Check the scheduled backup (`systemctl status nonet-backup`).")
      : ok(`The newest backup is ${hours} hours old.`);
  return named(check, age, rehearsal(join(folder, "last-rehearsed-restore"), now));
}

function rehearsal(file: string, now: number): ReturnType<typeof ok> {
  const fix = "Run deploy/backup.sh, which restores each backup into a scratch folder and compares it.";
  if (!existsSync(file)) return warning("No backup was ever restored to try it.", fix);
  const days = Math.floor((now - statSync(file).mtimeMs) / (24 * hour));
  return days > rehearsalDays
    ? warning(`The last rehearsed restore was ${days} days ago.`, fix)
    : ok(`A backup was restored to try it ${days === 0 ? "today" : `${days} days ago`}.`);
}
