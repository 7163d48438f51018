/** Reads and writes the small JSON files of a data folder; a crash leaves the old content or the new, never half of it. */
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Null where there is no file; an empty object where it can't be read as one. */
export function readJson(path: string): Readonly<Record<string, unknown>> | null {
  const text = readText(path);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

export function writeJson(path: string, value: unknown): void {
  const draft = writeDraft(path, value);
  try {
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Writes the content under another name and gives that name. */
export function writeDraft(path: string, value: unknown): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${JSON.stringify(value)}\n`, { flag: "wx", flush: true });
  return draft;
}
