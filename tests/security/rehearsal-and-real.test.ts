/** A rehearsal and real use never share data, and a rehearsal answers this machine only. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchPostgres, type Postgres } from "@nonet/engine";
import pg from "pg";
import { client } from "../api-client.ts";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { ownerLine, ownerPassword, signIn, statusOf, writeProduct } from "./small-product.ts";

const folder = temporaryFolder();
const file = writeProduct(folder.path);
const data = (name: string): string => join(folder.path, name);
afterAll(() => folder.remove());

/** Starts, hands on the address, and stops. */
async function during(args: readonly string[], work: (running: Running) => Promise<void> = async () => undefined): Promise<void> {
  const running = await runProduct(args, { cwd: folder.path });
  try {
    await work(running);
  } finally {
    await running.stop();
  }
}

async function inDatabase(name: string, statements: readonly string[]): Promise<void> {
  const postgres = await launchPostgres(join(data(name), "database"));
  const client = new pg.Client({ connectionString: postgres.url });
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** As an earlier version of Nonet left it. */
const withoutMark = ["alter table nonet.meta drop column data_kind", "comment on schema nonet is null"];

describe("data", () => {
  it("of a rehearsal isn't used for real, in the folder given or in the default one", async () => {
    await during([file, "--data", data("one"), "--rehearse"]);
    const real = await nonet(["run", file, "--data", data("one"), "--port", "0"]);
    expect([real.code, real.out]).toEqual([2, ""]);
    expect(real.err).toMatch(/This data belongs to a rehearsal.*Add --rehearse to run it, or choose another folder with --data/);
    expect(real.err).toContain(data("one"));
    expect(JSON.parse(readFileSync(join(data("one"), "nonet.json"), "utf8"))).toEqual({ layout: 1, kind: "rehearsal" });

    await during([file, "--rehearse"]);
    await during([file, "--owner", "me@corp.example"], async (running) => {
      const { address } = running;
      expect((await signIn(address, "owner@example.test", "rehearsal")).status).toBe(401);
      expect((await signIn(address, "me@corp.example", await ownerPassword(running))).body.owner).toBe(true);
    });
    expect(readdirSync(join(folder.path, ".nonet")).map((name) => name.replace(/[0-9a-f]{8}/, "HASH"))).toEqual(["notes-HASH", "notes-HASH-rehearsal"]);
  }, 180_000);

  it("that is real isn't rehearsed on", async () => {
    await during([file, "--data", data("two"), "--owner", "me@corp.example"]);
    const rehearsal = await nonet(["run", file, "--data", data("two"), "--port", "0", "--rehearse"]);
    expect([rehearsal.code, rehearsal.out]).toEqual([2, ""]);
    expect(rehearsal.err).toMatch(/This data is real.*Leave out --rehearse to run it, or choose another folder with --data/);
    await during([file, "--data", data("two"), "--owner", "me@corp.example"]);
  }, 180_000);

  it("that an earlier version left without a mark counts as what its accounts say, and that is said once", async () => {
    await during([file, "--data", data("old"), "--rehearse"]);
    await inDatabase("old", withoutMark);
    writeFileSync(join(data("old"), "nonet.json"), '{"layout":1}\n');
    const real = await nonet(["run", file, "--data", data("old"), "--port", "0"]);
    expect([real.code, real.err]).toEqual([2, expect.stringMatching(/belongs to a rehearsal \(it has no mark, but the rehearsal's account owner@example\.test\)/)]);
    await during([file, "--data", data("old"), "--rehearse"], async ({ err }) => expect(err()).toMatch(/now marked as a rehearsal's/));
    await during([file, "--data", data("old"), "--rehearse"], async ({ err }) => expect(err()).not.toMatch(/marked/));

    await during([file, "--data", data("old-real"), "--owner", "me@corp.example"]);
    await inDatabase("old-real", withoutMark);
    expect((await nonet(["run", file, "--data", data("old-real"), "--port", "0", "--rehearse"])).code).toBe(2);
    await during([file, "--data", data("old-real")], async ({ err }) => expect(err()).toMatch(/now marked as real data/));
  }, 240_000);

  it("is found and restored by its kind", async () => {
    const saved = join(folder.path, "saved");
    const missing = await nonet(["backup", "other.md", saved], { cwd: folder.path });
    expect(missing.code).toBe(2);
    await during([file, "--rehearse"]);
    expect((await nonet(["backup", file, saved, "--rehearse"], { cwd: folder.path })).err).toBe("");
    rmSync(join(folder.path, ".nonet"), { recursive: true });
    const restored = await nonet(["restore", saved, "--specification", file], { cwd: folder.path });
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining(" --rehearse")]);
    expect(readdirSync(join(folder.path, ".nonet")).map((name) => name.replace(/[0-9a-f]{8}/, "HASH"))).toEqual(["notes-HASH-rehearsal"]);
    const hint = await nonet(["backup", file, join(folder.path, "again")], { cwd: folder.path });
    expect([hint.code, hint.err]).toEqual([2, expect.stringMatching(/There is data of a rehearsal: add --rehearse/)]);
  }, 180_000);
});

describe("a database given by its address", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await launchPostgres(data("server"));
  });
  afterAll(() => postgres.stop());

  it("has a mark too, and so has the folder of its files", async () => {
    const url = ["--database", postgres.url];
    await during([file, "--data", data("files"), ...url, "--rehearse"]);
    const real = await nonet(["run", file, "--data", data("real-files"), ...url, "--port", "0"]);
    expect([real.code, real.err]).toEqual([2, expect.stringMatching(/This data belongs to a rehearsal/)]);
    expect(existsSync(data("real-files"))).toBe(false);
    const files = await nonet(["run", file, "--data", data("files"), ...url, "--port", "0"]);
    expect([files.code, files.err]).toEqual([2, expect.stringContaining(`The data in ${data("files")} belongs to a rehearsal.`)]);
  }, 120_000);
});

describe("a rehearsal", () => {
  it("isn't offered to other machines", async () => {
    for (const host of ["0.0.0.0", "::", "192.0.2.2", "desk.example"]) {
      const refused = await nonet(["run", file, "--data", data("three"), "--rehearse", "--host", host, "--port", "0"]);
      expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/answers on this machine only: leave out --host/)]);
    }
    expect(existsSync(data("three"))).toBe(false);
  }, 60_000);

  it("answers only for its own Host and Origin", async () => {
    await during([file, "--data", data("four"), "--rehearse"], async ({ address }) => {
      const { port } = new URL(address);
      const become = '{"email":"owner@example.test"}';
      for (const own of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
        expect(await statusOf(address, "/rehearsal/become", { host: own, origin: `http://${own}` }, become)).toBe(200);
        expect(await statusOf(address, "/api/product", { host: own })).toBe(200);
      }
      for (const other of [`evil.example:${port}`, "localhost", "127.0.0.1:1", `127.0.0.1.evil.example:${port}`, `user@localhost:${port}`]) {
        expect(await statusOf(address, "/rehearsal/become", { host: other, origin: `http://${other}` }, become), other).toBe(403);
        for (const path of ["/", "/api/product", "/rehearsal/mails", "/nowhere"]) expect(await statusOf(address, path, { host: other }), `${other} ${path}`).toBe(403);
      }
      for (const origin of ["http://evil.example", "null", `https://localhost:${port}`, "http://localhost:1"])
        expect(await statusOf(address, "/rehearsal/mails", { host: `127.0.0.1:${port}`, origin }), origin).toBe(403);
    });
  }, 120_000);

  it("has no address in a real product", async () => {
    await during([file, "--data", data("five")], async ({ address }) => {
      for (const [method, path] of [
        ["GET", "mails"],
        ["GET", "people"],
        ["POST", "become"],
        ["POST", "reset"],
        ["POST", "clock"],
      ] as const)
        expect((await client(address)(method, `/rehearsal/${path}`, method === "POST" ? { email: "owner@example.test" } : undefined)).status, path).toBe(404);
      // A real product is reached under any name: only a rehearsal has an account that everybody can use.
      expect(await statusOf(address, "/api/product", { host: "desk.example" })).toBe(200);
    });
  }, 120_000);
});

describe("--owner", () => {
  const owners = ["--data", data("owners")];
  it("says each time what it did", async () => {
    const start = async (email: string, work: (running: Running) => Promise<void> = async () => undefined): Promise<string | undefined> => {
      let line: string | undefined;
      await during([file, ...owners, "--owner", email], async (running) => {
        line = ownerLine(running.err());
        await work(running);
      });
      return line;
    };
    expect(
      await start("first@corp.example", async ({ address }) => {
        const joined = await client(address)("POST", "/api/register", { email: "writer@corp.example", name: "Writer", password: "a long password" });
        expect(joined.status).toBe(201);
      }),
    ).toMatch(/^first@corp\.example is now an Owner\. Open http:\/\/127\.0\.0\.1:\d+\/sign-in\/link#[\w-]{43}$/);
    expect(await start("First@corp.example")).toMatch(/^First@corp\.example is already an Owner\. Nothing was changed/);
    expect(await start("writer@corp.example")).toMatch(/^writer@corp\.example has an account and isn't an Owner\. Nothing was changed/);
    expect(await start("second@corp.example")).toMatch(/^The product has an Owner already, so second@corp\.example wasn't created/);
    await during([file, ...owners], async ({ err }) => expect(ownerLine(err())).toBe(undefined));
  }, 240_000);
});
