/**
 * Random faults of the database under load: backends and postmaster killed, the postmaster stopped for a while, the disk
 * full and freed, connections cut and refused. After each, writing goes on by itself; at the end nothing acknowledged is lost.
 * The long suite does it for 30 minutes; NONET_FAULT_SEED repeats an order.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launchPostgres } from "@nonet/engine";
import { afterAll, expect, test } from "vitest";
import { runProduct, temporaryFolder } from "../nonet-process.ts";
import { randomOf } from "./fuzz-requests.ts";
import { backendsOf, type Load, lost, postmasterOf, proxyTo, putUnderLoad, untilWritten, writeOutageProduct } from "./outage-product.ts";

const isLong = process.env["NONET_LONG"] !== undefined;
const milliseconds = isLong ? 30 * 60_000 : 8_000;
const seed = Number(process.env["NONET_FAULT_SEED"] ?? Math.floor(Math.random() * 1e9));
const random = randomOf(seed);
const between = (from: number, to: number): number => from + Math.floor(random() * (to - from));
const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const disk = isLong ? mountDisk(join(folder.path, "disk")) : null;
const cleaning: (() => unknown)[] = [];
afterAll(async () => {
  for (const clean of cleaning.reverse()) await clean();
  if (disk) execFileSync("umount", ["-l", disk]);
  folder.remove();
});

/** A small disk of its own, which can be filled; null where this user may not mount one. */
function mountDisk(path: string): string | null {
  try {
    execFileSync("mkdir", ["-p", path]);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1g,mode=755", "tmpfs", path], { stdio: "pipe" });
    return path;
  } catch {
    console.log("Full disks are left out: this user can't mount one.");
    return null;
  }
}

/** Fills the disk to the last byte; gives what frees it. */
function fill(path: string): () => void {
  const file = join(path, "ballast");
  const descriptor = openSync(file, "w");
  const block = Buffer.alloc(1024 * 1024, 1);
  try {
    for (let left = statfsSync(path).bavail * statfsSync(path).bsize; left > 0; left -= block.length) writeSync(descriptor, block);
    for (;;) writeSync(descriptor, block, 0, 4096);
  } catch {
    // It is full.
  }
  closeSync(descriptor);
  return () => rmSync(file);
}

interface Fault {
  readonly name: string;
  happen(): Promise<void>;
}

/** Runs one fault after the other, and expects writing to go on after each. */
async function suffer(load: Load, faults: readonly Fault[], until: number): Promise<Readonly<Record<string, number>>> {
  const suffered: Record<string, number> = {};
  let at = 0;
  while (Date.now() < until || at < faults.length) {
    // Each happens at least once, then they come by chance.
    const fault = at < faults.length ? faults[at]! : faults[between(0, faults.length)]!;
    at++;
    await fault.happen();
    const from = Date.now();
    await untilWritten(load, 20, 60_000).catch((error: Error) => {
      throw new Error(`After "${fault.name}" (fault ${at} from seed ${seed}): ${error.message}`);
    });
    suffered[fault.name] = Math.max(suffered[fault.name] ?? 0, Date.now() - from);
    await sleep(between(0, isLong ? 3000 : 200));
  }
  console.log(`${at} faults from seed ${seed}; the longest until 20 more writes, in ms: ${JSON.stringify(suffered)}; responses: ${JSON.stringify(load.statuses)}`);
  return suffered;
}

test(`an embedded PostgreSQL, seed ${seed}`, { timeout: milliseconds + 300_000 }, async () => {
  const data = join(disk ?? folder.path, "data");
  const product = await runProduct([writeOutageProduct(folder.path), "--data", data]);
  cleaning.push(() => product.stop());
  const load = await putUnderLoad(product.address, 4);
  cleaning.push(() => load.stop());
  await untilWritten(load);
  const faults: Fault[] = [
    { name: "a backend is killed", happen: async () => process.kill(backendsOf(postmasterOf(data))[0] ?? postmasterOf(data), "SIGKILL") as unknown as void },
    {
      name: "the postmaster is killed or shut down",
      happen: async () => void process.kill(postmasterOf(data), (["SIGKILL", "SIGINT", "SIGQUIT", "SIGTERM"] as const)[between(0, 4)]),
    },
    {
      name: "PostgreSQL stands still",
      happen: async () => {
        const stopped = [postmasterOf(data), ...backendsOf(postmasterOf(data))];
        for (const pid of stopped) signal(pid, "SIGSTOP");
        await sleep(isLong ? 20_000 : 1500);
        for (const pid of stopped) signal(pid, "SIGCONT");
      },
    },
  ];
  if (disk)
    faults.push({
      name: "the disk is full and freed",
      happen: async () => {
        const free = fill(disk);
        await sleep(between(1000, 15_000));
        free();
      },
    });
  await suffer(load, faults, Date.now() + milliseconds);
  await load.stop();
  expect(product.process.exitCode).toBe(null);
  expect(Object.keys(load.statuses).filter((status) => !["201", "503"].includes(status))).toEqual([]);
  expect(load.malformed).toEqual([]);
  expect(await lost(product.address, load)).toEqual([]);
});

test(`connections that are refused, seed ${seed}`, { timeout: milliseconds + 300_000 }, async () => {
  const postgres = await launchPostgres(join(folder.path, "own"));
  cleaning.push(() => postgres.stop());
  const proxy = await proxyTo(postgres.url);
  cleaning.push(() => proxy.cut().catch(() => undefined));
  const product = await runProduct([writeOutageProduct(folder.path), "--data", join(folder.path, "cut"), "--database", proxy.url]);
  cleaning.push(() => product.stop());
  const load = await putUnderLoad(product.address, 4);
  cleaning.push(() => load.stop());
  await untilWritten(load);
  const fault: Fault = {
    name: "connections are cut and refused",
    happen: async () => {
      await proxy.cut();
      await sleep(between(100, isLong ? 20_000 : 2000));
      await proxy.mend();
    },
  };
  await suffer(load, [fault], Date.now() + milliseconds / (isLong ? 10 : 4));
  await load.stop();
  expect(product.process.exitCode).toBe(null);
  expect(Object.keys(load.statuses).filter((status) => !["201", "503"].includes(status))).toEqual([]);
  expect(load.malformed).toEqual([]);
  expect(await lost(product.address, load)).toEqual([]);
});

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
