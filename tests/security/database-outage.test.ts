/** The database breaks while people write: the product stays, answers 503, and goes on by itself once the database is back. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launchPostgres } from "@nonet/engine";
import { afterEach, expect, test } from "vitest";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { backendsOf, type Load, lost, postmasterOf, proxyTo, putUnderLoad, untilWritten, writeOutageProduct } from "./outage-product.ts";

const folder = temporaryFolder();
// PostgreSQL's user may enter, so the cluster is in the data folder.
chmodSync(folder.path, 0o755);
const document = writeOutageProduct(folder.path);
const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

async function startUnderLoad(args: readonly string[]): Promise<{ product: Running; load: Load }> {
  const product = await runProduct([document, ...args]);
  cleaning.push(() => product.stop());
  const load = await putUnderLoad(product.address, 8);
  cleaning.push(() => load.stop());
  await untilWritten(load);
  return { product, load };
}

/** Everything that every outage has to show at its end. */
async function judge(product: Running, load: Load): Promise<void> {
  await load.stop();
  expect(product.process.exitCode).toBe(null);
  expect(Object.keys(load.statuses).filter((status) => !["201", "503"].includes(status))).toEqual([]);
  expect(load.malformed).toEqual([]);
  expect(await lost(product.address, load)).toEqual([]);
  expect(product.err()).not.toMatch(/bug|Error/i);
}

test("a backend that is killed three times", { timeout: 120_000 }, async () => {
  const data = join(folder.path, "backend");
  const { product, load } = await startUnderLoad(["--data", data]);
  for (let kill = 0; kill < 3; kill++) {
    process.kill(backendsOf(postmasterOf(data))[0]!, "SIGKILL");
    await untilWritten(load);
  }
  await judge(product, load);
});

test("a postmaster that is killed or shut down by others is started again", { timeout: 120_000 }, async () => {
  const data = join(folder.path, "postmaster");
  const { product, load } = await startUnderLoad(["--data", data]);
  for (const signal of ["SIGKILL", "SIGINT", "SIGKILL", "SIGQUIT"] as const) {
    const before = postmasterOf(data);
    process.kill(before, signal);
    await untilWritten(load);
    expect(postmasterOf(data)).not.toBe(before);
  }
  await judge(product, load);
});

test("connections that are cut and refused", { timeout: 120_000 }, async () => {
  const postgres = await launchPostgres(join(folder.path, "own"));
  cleaning.push(() => postgres.stop());
  const proxy = await proxyTo(postgres.url);
  cleaning.push(() => proxy.cut().catch(() => undefined));
  const { product, load } = await startUnderLoad(["--data", join(folder.path, "cut"), "--database", proxy.url]);
  for (let outage = 0; outage < 2; outage++) {
    await proxy.cut();
    await sleep(1500);
    expect(load.silentFor()).toBeGreaterThan(1000);
    await proxy.mend();
    await untilWritten(load, 20, 10_000);
  }
  expect(load.statuses[503]).toBeGreaterThan(0);
  await judge(product, load);
});

test("a killed server whose PostgreSQL can't stop doesn't keep the next start waiting for ever", { timeout: 120_000 }, async () => {
  const data = join(folder.path, "hanging");
  const { product, load } = await startUnderLoad(["--data", data]);
  const hanging = postmasterOf(data);
  process.kill(hanging, "SIGSTOP");
  const gone = new Promise((done) => product.process.once("close", done));
  product.process.kill("SIGKILL");
  await gone;
  await load.stop();
  const again = await runProduct([document, "--data", data]);
  cleaning.push(() => again.stop());
  expect(postmasterOf(data)).not.toBe(hanging);
  expect(await lost(again.address, load)).toEqual([]);
});
