/** A data folder after a crash: what was left half written or stale heals, and a folder in use stays another's. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonet, runProduct, temporaryFolder } from "../nonet-process.ts";
import { writeProduct } from "./small-product.ts";

const folder = temporaryFolder();
const file = writeProduct(folder.path);
const data = join(folder.path, "data");
const mark = join(data, "nonet.json");
const running = join(data, "running.json");

async function start(): Promise<string> {
  const product = await runProduct([file, "--data", data]);
  const said = product.err();
  expect(await product.stop()).toBe(0);
  return said;
}

beforeAll(async () => void (await start()));
afterAll(() => folder.remove());

describe("nonet.json", () => {
  it("is rebuilt from the database where it is damaged, empty or gone", async () => {
    for (const damaged of ['{"lay', "", "[]", "{}", "null"]) {
      writeFileSync(mark, damaged);
      expect(await start(), damaged).toContain(`${mark} was damaged and has been rebuilt.`);
      expect(JSON.parse(readFileSync(mark, "utf8"))).toEqual({ layout: 1, kind: "real" });
    }
    expect(await start()).not.toMatch(/rebuilt/);
  }, 180_000);

  it("follows the database where the two differ", async () => {
    writeFileSync(mark, '{"layout":1,"kind":"rehearsal"}\n');
    await start();
    expect(JSON.parse(readFileSync(mark, "utf8"))).toEqual({ layout: 1, kind: "real" });
  }, 60_000);

  it("of another layout is still refused", async () => {
    writeFileSync(mark, '{"layout":7}\n');
    expect(await nonet(["run", file, "--data", data, "--port", "0"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/another version of Nonet \(layout 7; this version uses 1\)/),
    });
    writeFileSync(mark, '{"layout":1,"kind":"real"}\n');
  });
});

describe("running.json", () => {
  it("of a process that is gone, or is another program, is stale", async () => {
    const dead = await nonet(["--version"]).then(() => 4_000_000);
    for (const stale of [{ process: 1 }, { process: process.pid }, { process: process.pid, started: "another start" }, { process: dead }, { process: "x" }]) {
      writeFileSync(running, JSON.stringify(stale));
      await start();
      expect(existsSync(running), JSON.stringify(stale)).toBe(false);
    }
    writeFileSync(running, '{"proc');
    await start();
  }, 180_000);

  it("keeps a second product out, and leaves no other files behind", async () => {
    const product = await runProduct([file, "--data", data]);
    const second = await Promise.all([1, 2, 3].map(() => nonet(["run", file, "--data", data, "--port", "0"])));
    for (const one of second) expect(one).toMatchObject({ code: 2, err: expect.stringContaining(`in use by a product that runs as process ${product.process.pid}.`) });
    expect(JSON.parse(readFileSync(running, "utf8")).process).toBe(product.process.pid);
    await product.stop();
    expect(readdirSync(data).sort()).toEqual(["database", "key", "nonet.json"]);
  }, 120_000);

  it("lets one of several products in that start at once after a crash", async () => {
    const crashed = await runProduct([file, "--data", data]);
    const gone = new Promise((done) => crashed.process.once("exit", done));
    crashed.process.kill("SIGKILL");
    await gone;
    expect(existsSync(running)).toBe(true);
    const starts = await Promise.allSettled([1, 2, 3].map(() => runProduct([file, "--data", data])));
    const started = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(started).toHaveLength(1);
    for (const one of starts) if (one.status === "rejected") expect(String(one.reason)).toMatch(/ended with 2 .*in use by a product that runs as process/s);
    await started[0]!.stop();
  }, 120_000);
});

it.runIf(process.getuid?.() === 0)(
  "says where the database is if PostgreSQL's user can't enter the data folder, also for a backup",
  async () => {
    const closed = join(folder.path, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const at = join(closed, "data");
    const product = await runProduct([file, "--data", at]);
    const place = readFileSync(join(at, "database", "where-the-database-is.txt"), "utf8").trim();
    try {
      await product.stop();
      expect(product.err()).toContain(`The database is in ${place}, because PostgreSQL's user can't enter ${at}.`);
      const saved = await nonet(["backup", file, join(closed, "saved"), "--data", at]);
      expect(saved).toMatchObject({ code: 0, err: `The database was read from ${place}.\n` });
      expect(existsSync(join(closed, "saved", "backup.json"))).toBe(true);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
  60_000,
);
