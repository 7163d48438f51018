/** Who gets into the embedded database: nobody without the password, which only the data folder's owner can read. */
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { launchPostgres, type Postgres } from "../../src/connection/embedded-postgres.ts";
import { freshFolder } from "../support/equipment-desk.ts";

const folder = freshFolder();
let postgres: Postgres;
beforeAll(async () => {
  postgres = await launchPostgres(folder);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** "in", or the code of the refusal. */
async function enter(url: string, password: string | null | undefined = undefined): Promise<string> {
  const address = new URL(url.replace("@%2F", "@localhost/%2F"));
  const sockets = decodeURIComponent(address.pathname.split("/")[1]!);
  const given = password === undefined ? decodeURIComponent(address.password) : password;
  const client = new pg.Client({ host: sockets, user: "postgres", database: "postgres", ...(given === null ? {} : { password: given }) });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return "in";
  } catch (error) {
    return String((error as { code?: string }).code ?? (error as Error).message);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const socketsOf = (url: string): string => decodeURIComponent(/@([^/]+)\//.exec(url)![1]!);

test("the password gets in; none or another one doesn't", async () => {
  expect(await enter(postgres.url)).toBe("in");
  expect(await enter(postgres.url, "postgres")).toBe("28P01");
  expect(await enter(postgres.url, null)).not.toBe("in");
  const file = join(folder, "database-password");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(postgres.url).toContain(`:${readFileSync(file, "utf8").trim()}@`);
});

test("the socket is in a private folder with another name at each start, which goes with the server", async () => {
  const first = socketsOf(postgres.url);
  expect(statSync(first).mode & 0o777).toBe(0o700);
  await postgres.stop();
  expect(existsSync(first)).toBe(false);
  postgres = await launchPostgres(folder);
  expect(socketsOf(postgres.url)).not.toBe(first);
  expect(dirname(socketsOf(postgres.url))).toBe(dirname(first));
});

test("a database that let in every local user asks for the password from the next start on", async () => {
  await postgres.stop();
  const rules = join(folder, "postgres", "pg_hba.conf");
  copyFileSync(rules, `${rules}.new`);
  // As earlier versions made it.
  writeFileSync(rules, "local all all trust\n");
  rmSync(join(folder, "database-password"), { force: true });
  postgres = await launchPostgres(folder);
  expect(await enter(postgres.url)).toBe("in");
  expect(await enter(postgres.url, "postgres")).toBe("28P01");
  expect(readFileSync(rules, "utf8")).toBe(readFileSync(`${rules}.new`, "utf8"));
});
