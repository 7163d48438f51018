/**
 * The key that encrypts secrets in the database: from --key-file, else from NONET_KEY, else from the file `key` in the data
 * folder, which the first start makes. A copy of the database alone, or a backup, doesn't contain it.
 */
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { keyId, newKey, parseKeys, secretKeys, type SecretKeys } from "@nonet/engine";
import { failure, success, type Result } from "../terminal/result.ts";

export interface KeySource {
  /** The value of --key-file. */
  readonly option: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The data folder. */
  readonly folder: string;
}

/** Makes the file of the data folder if it is missing. A key file that somebody names must exist. */
export function openKeys(source: KeySource): Result<SecretKeys> {
  const place = keyPlace(source);
  try {
    if (place.isDefault) makeKeyFile(place.path);
  } catch (error) {
    return failure(`Can't write the key file ${place.path} (${(error as NodeJS.ErrnoException).code}). Make the data folder writable, or name another key file with --key-file.`);
  }
  const keys = readKeys(source);
  return keys.ok ? success(secretKeys(place.name, rereading(source, keys.value))) : keys;
}

/** The ids of the keys, for `nonet doctor`; null if there is no key yet. */
export function storedKeys(source: KeySource): Result<{ readonly place: string; readonly path: string | null; readonly ids: readonly string[] } | null> {
  const place = keyPlace(source);
  const keys = readKeys(source);
  if (!keys.ok) return place.isDefault && isMissing(place.path) ? success(null) : keys;
  return success({ place: place.name, path: place.path, ids: keys.value.map(keyId) });
}

type Place = { readonly name: string; readonly isDefault: boolean; readonly path: string } | { readonly name: string; readonly isDefault: false; readonly path: null };

function keyPlace({ option, environment, folder }: KeySource): Place {
  if (option !== undefined) return { name: resolve(option), isDefault: false, path: resolve(option) };
  if (environment["NONET_KEY"]) return { name: "NONET_KEY", isDefault: false, path: null };
  const path = join(folder, "key");
  return { name: path, isDefault: true, path };
}

function readKeys(source: KeySource): Result<readonly Buffer[]> {
  const { name, path } = keyPlace(source);
  let text: string;
  try {
    text = path === null ? (source.environment["NONET_KEY"] ?? "") : readFileSync(path, "utf8");
  } catch (error) {
    return failure(`Can't read the key file ${name} (${(error as NodeJS.ErrnoException).code}). Check its path and permissions.`);
  }
  const keys = parseKeys(text);
  return typeof keys === "number"
    ? failure(`${name} has no valid key in line ${keys}. A key is 32 random bytes in base64, as \`openssl rand -base64 32\` prints them; each key has a line of its own.`)
    : success(keys);
}

/** While the product runs, a damaged or missing file changes nothing. */
function rereading(source: KeySource, first: readonly Buffer[]): () => readonly Buffer[] {
  let last = first;
  return () => {
    const read = readKeys(source);
    if (read.ok) last = read.value;
    return last;
  };
}

/** Complete or not at all, and once only, also if several processes start at the same moment. */
function makeKeyFile(path: string): void {
  if (!isMissing(path)) return;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${newKey().toString("base64")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isMissing(path: string): boolean {
  try {
    readFileSync(path);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
