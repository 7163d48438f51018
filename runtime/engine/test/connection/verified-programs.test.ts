/** PostgreSQL's programs run only from a folder that nobody else can have prepared. */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifiedCopy } from "../../src/connection/postgres-binaries.ts";
import { freshFolder } from "../support/equipment-desk.ts";

let place: string;
beforeEach(() => void (place = freshFolder()));
afterEach(() => rmSync(place, { recursive: true, force: true }));

const programs = (): { readonly initdb: string; readonly postgres: string } => {
  const bin = join(verifiedCopy(place), "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
};

test("a faithful copy is used again; one whose content differs is replaced", () => {
  const first = programs().postgres;
  expect(dirname(dirname(dirname(first)))).toBe(place);
  const made = statSync(first).ino;
  expect(statSync(programs().postgres).ino).toBe(made);
  const whole = readFileSync(first);
  writeFileSync(first, "#!/bin/sh\nid > /tmp/run-by\n");
  const again = programs().postgres;
  expect(again).toBe(first);
  expect(readFileSync(again).equals(whole)).toBe(true);
});

test("files that were found equal aren't read again, unless one of them has changed or the note is somebody else's", () => {
  const { postgres } = programs();
  const copy = dirname(dirname(postgres));
  programs();
  const [name] = readdirSync(dirname(copy)).filter((one) => one.startsWith(`${basename(copy)}.verified-`));
  const note = join(dirname(copy), name!);
  const noted = readFileSync(note, "utf8");
  const { size, atime, mtime } = statSync(postgres);
  // The same size and time of modification: the time of change still differs.
  const changed = Buffer.concat([readFileSync(postgres).subarray(0, size - 1), Buffer.from("!")]);
  writeFileSync(postgres, changed);
  utimesSync(postgres, atime, mtime);
  expect(readFileSync(programs().postgres).equals(changed)).toBe(false);
  programs();
  expect(readFileSync(note, "utf8")).not.toBe(noted);
  chmodSync(note, 0o666);
  programs();
  expect(statSync(note).mode & 0o022).toBe(0);
});

test("a copy with an added file, or that other users can write to, is replaced", () => {
  const { postgres } = programs();
  const added = join(dirname(dirname(postgres)), "lib", "added.so");
  writeFileSync(added, "");
  programs();
  expect(existsSync(added)).toBe(false);
  chmodSync(postgres, 0o777);
  expect(statSync(programs().postgres).mode & 0o022).toBe(0);
});

test("a folder in a place that other users can write to isn't used", () => {
  chmodSync(place, 0o777);
  const { postgres } = programs();
  expect(postgres.startsWith(place)).toBe(false);
  expect(statSync(dirname(dirname(dirname(postgres)))).uid).toBe(process.getuid!());
});

test.runIf(process.getuid?.() === 0)("a folder of another user isn't used", () => {
  const prepared = verifiedCopy(place);
  rmSync(prepared, { recursive: true });
  chmodSync(place, 0o1777);
  mkdirSync(join(prepared, "bin"), { recursive: true });
  writeFileSync(join(prepared, "bin", "initdb"), "#!/bin/sh\nid\n", { mode: 0o755 });
  for (const path of [prepared, join(prepared, "bin"), join(prepared, "bin", "initdb")]) chownSync(path, 12345, 12345);
  const { initdb } = programs();
  expect(statSync(initdb).uid).not.toBe(12345);
  expect(readFileSync(initdb, "utf8")).not.toBe("#!/bin/sh\nid\n");
});
