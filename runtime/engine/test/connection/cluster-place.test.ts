/** Where the database is whose user can't enter the data folder, and what happens when that folder is moved, copied or deleted. */
import { chmodSync, cpSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { databaseElsewhere, noteDataFolder, placeCluster } from "../../src/connection/cluster-place.ts";

const user = { name: "postgres", uid: process.getuid!(), gid: process.getgid!() };
let root: string;
let home: string;
let place: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "nonet-place-"));
  home = mkdtempSync(join(root, "data-"));
  place = join(root, "lib");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** As `initdb` would, for what the placing looks at. */
function make(folder: string): string {
  const cluster = placeCluster(folder, user, place);
  writeFileSync(join(cluster, "PG_VERSION"), "18\n");
  noteDataFolder(folder, cluster);
  return cluster;
}

test("it is in the data folder where its user can enter it, and elsewhere where they can't", () => {
  expect(placeCluster(home, null, place)).toBe(join(home, "postgres"));
  expect(databaseElsewhere(home)).toBe(null);
  const cluster = make(home);
  expect(cluster.startsWith(`${place}/`)).toBe(true);
  expect(databaseElsewhere(home)).toBe(cluster);
  expect(placeCluster(home, user, place)).toBe(cluster);
});

test("a data folder that is moved keeps its database", () => {
  const cluster = make(home);
  const moved = join(root, "moved");
  renameSync(home, moved);
  expect(make(moved)).toBe(cluster);
  expect(make(moved)).toBe(cluster);
});

test("a copy of a data folder doesn't use the same database", () => {
  make(home);
  const copy = join(root, "copy");
  cpSync(home, copy, { recursive: true });
  expect(() => placeCluster(copy, user, place)).toThrow(/is a copy of .*`nonet backup`/);
});

test("a new data folder doesn't take up the database of a deleted one", () => {
  const cluster = make(home);
  rmSync(home, { recursive: true });
  const again = home;
  cpSync(mkdtempSync(join(root, "empty-")), again, { recursive: true });
  chmodSync(again, 0o700);
  expect(() => placeCluster(again, user, place)).toThrow(`Delete ${cluster} to start with an empty database`);
  rmSync(cluster, { recursive: true });
  expect(existsSync(placeCluster(again, user, place))).toBe(true);
});

test("a database inside a folder that its user can no longer enter isn't replaced by an empty one", () => {
  const cluster = placeCluster(home, null, place);
  writeFileSync(join(cluster, "PG_VERSION"), "18\n");
  expect(() => placeCluster(home, user, place)).toThrow(/PostgreSQL runs as the user postgres, who can't enter/);
});
