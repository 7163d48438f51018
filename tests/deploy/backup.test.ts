/** The scheduled backup: saves, restores into a scratch folder, compares, and deletes only what is old. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchPostgres } from "@nonet/engine";
import { afterAll, expect, test } from "vitest";
import { client } from "../api-client.ts";
import { root, runProduct, temporaryFolder } from "../nonet-process.ts";
import { writeProduct } from "../security/small-product.ts";

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const document = writeProduct(folder.path);
/** Stopped at the end, also where a test fails. */
const running: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of running.reverse()) await stop();
  folder.remove();
});

const command = `${process.execPath} ${join(root, "apps/cli/bin/nonet.mjs")}`;

function backUp(settings: Readonly<Record<string, string>>): { readonly status: number | null; readonly out: string; readonly err: string } {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "DATABASE_URL"));
  const { status, stdout, stderr } = spawnSync("/bin/sh", [join(root, "deploy/backup.sh")], {
    encoding: "utf8",
    env: { ...inherited, NONET: command, NONET_FILE: document, ...settings } as NodeJS.ProcessEnv,
  });
  return { status, out: stdout, err: stderr };
}

const kept = (backups: string): readonly string[] => readdirSync(backups).filter((name) => existsSync(join(backups, name, "backup.json")));

test("while the product runs, and keeps the newest", { timeout: 180_000 }, async () => {
  const data = join(folder.path, "data");
  const backups = join(folder.path, "backups");
  const product = await runProduct([document, "--data", data]);
  running.push(product.stop);
  const { body } = await client(product.address)("POST", "/api/register", { email: "w@example.test", name: "W", password: "a quite long password" });
  for (let i = 0; i < 25; i++) await client(product.address, body.token)("POST", "/api/notes", { title: `note ${i}` });
  const settings = { NONET_DATA: data, NONET_BACKUPS: backups, NONET_KEEP: "2" };
  const first = backUp(settings);
  expect([first.status, first.err]).toEqual([0, ""]);
  expect(first.out).toContain("every table has the same number of rows, and every file the same content.");
  expect(existsSync(join(backups, "last-rehearsed-restore"))).toBe(true);
  // Older ones, and a folder that somebody else put there.
  for (const name of ["2020-01-01T000000Z", "2020-01-02T000000Z", "of-somebody"]) {
    mkdirSync(join(backups, name));
    writeFileSync(join(backups, name, "backup.json"), "{}");
  }
  // A backup that can't be restored is found out, and nothing is deleted.
  const failing = join(folder.path, "failing.sh");
  writeFileSync(failing, `#!/bin/sh\n[ "$1" = restore ] && { echo "This isn't a complete backup." >&2; exit 2; }\nexec ${command} "$@"\n`, { mode: 0o755 });
  const broken = backUp({ ...settings, NONET: failing });
  expect([broken.status === 0, broken.err]).toEqual([false, "This isn't a complete backup.\n"]);
  expect(kept(backups).length).toBe(5);
  // So is a copy that lacks a row.
  const losing = join(folder.path, "losing.sh");
  writeFileSync(losing, `#!/bin/sh\n${command} "$@" || exit $?\ncase "$3" in */again) sed -i 's/"rows": *25/"rows": 24/' "$3/backup.json";; esac\n`, { mode: 0o755 });
  const differs = backUp({ ...settings, NONET: losing });
  expect([differs.status === 0, differs.err]).toEqual([false, "The restored copy differs from the backup.\n"]);
  expect(backUp(settings).status).toBe(0);
  expect(kept(backups).filter((name) => name.startsWith("20")).length).toBe(2);
  expect(kept(backups)).toContain("of-somebody");
  expect(kept(backups).some((name) => name.startsWith("2020"))).toBe(false);
});

test("from another PostgreSQL", { timeout: 90_000 }, async () => {
  const postgres = await launchPostgres(join(folder.path, "postgres"));
  running.push(postgres.stop);
  const data = join(folder.path, "data-of-url");
  const product = await runProduct([document, "--database", postgres.url, "--data", data]);
  running.push(product.stop);
  const said = backUp({ DATABASE_URL: postgres.url, NONET_DATA: data, NONET_BACKUPS: join(folder.path, "backups-of-url") });
  expect([said.status, said.err]).toEqual([0, ""]);
});

test("says which setting is missing", () => {
  const said = spawnSync("/bin/sh", [join(root, "deploy/backup.sh")], { encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", NONET_FILE: document } });
  expect([said.status === 0, said.stderr]).toEqual([false, expect.stringContaining("NONET_BACKUPS: names the folder for backups")]);
});
