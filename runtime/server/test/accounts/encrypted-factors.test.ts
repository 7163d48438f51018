/** The secrets of apps for codes are encrypted with a key outside the database: it can be replaced, and its loss locks nobody out for good. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backUp, keyId, newKey, readBackup, secretKeys } from "@nonet/engine";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { codeOf } from "../../../../tests/totp-code.ts";
import { type AccountsProduct, serveAccounts, signInWith } from "../accounts-product.ts";

const text = signInWith("email and password, with second factor for Manager; by invitation");
const [first, second] = [newKey(), newKey()];
/** What the key file contains now. */
let file: readonly Buffer[] = [first];
let on: { readonly url: string };
let database: pg.Client;
let served: AccountsProduct;

const serve = async (): Promise<AccountsProduct> => serveAccounts(text, { on, keys: secretKeys("/data/key", () => file) });
beforeAll(async () => {
  on = await freshDatabase();
  served = await serve();
  database = new pg.Client({ connectionString: on.url });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database?.end();
  await served?.close();
});

const storedSecrets = async (): Promise<readonly string[]> => (await database.query("select secret from nonet.totp order by user_id")).rows.map(({ secret }) => secret as string);

interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function enroll(email: string): Promise<Enrolled> {
  await served.person(email, "Manager");
  const ask = served.as((await served.signIn(email, "a long password")).body.token);
  const { secret } = (await ask("POST", "/api/me/totp")).body;
  const { recoveryCodes } = (await ask("POST", "/api/me/totp/confirm", { code: codeOf(secret) })).body;
  return { secret, recoveryCodes };
}

const restart = async (): Promise<readonly string[]> => {
  await served.close();
  served = await serve();
  return served.engine.startReport.notes;
};

const withCode = async (email: string, code: string): Promise<{ readonly status: number; readonly body: { readonly code?: string; readonly detail?: string } }> => {
  const ask = served.as((await served.signIn(email, "a long password")).body.token);
  return ask("POST", "/api/sign-in/factor", { code });
};

let ann: Enrolled;

test("the database holds no secret from which a code can be computed, and none that fits another person", async () => {
  ann = await enroll("ann@corp.example");
  const [stored] = await storedSecrets();
  expect(stored).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
  expect(stored).not.toContain(ann.secret);
  await enroll("bob@corp.example");
  const { rows } = await database.query('select t.user_id, t.secret from nonet.totp t join app."user" u on u.id = t.user_id order by u.email');
  // Whoever can write to the database can't give Bob the app of Ann.
  await database.query("update nonet.totp set secret = $2 where user_id = $1", [rows[1].user_id, rows[0].secret]);
  expect((await withCode("bob@corp.example", codeOf(ann.secret, 1))).body.code).toBe("second-factor-unreadable");
  await database.query("delete from nonet.totp where user_id = $1", [rows[1].user_id]);
});

test("a secret that an earlier version has stored is encrypted at the next start, and still works", async () => {
  await database.query("update nonet.totp set secret = $1, last_step = 0", [ann.secret]);
  expect(await restart()).toEqual([]);
  expect(await storedSecrets()).toEqual([expect.stringMatching(/^v1\./)]);
  expect((await withCode("ann@corp.example", codeOf(ann.secret))).status).toBe(200);
});

test("a key is replaced: a running process reads the new one when it meets it, and the next start encrypts again", async () => {
  const [before] = await storedSecrets();
  file = [second, first];
  expect(await restart()).toEqual([]);
  const [after] = await storedSecrets();
  expect(after!.slice(0, 11)).not.toBe(before!.slice(0, 11));
  file = [second];
  expect(await restart()).toEqual([]);
  await database.query("update nonet.totp set last_step = 0");
  expect((await withCode("ann@corp.example", codeOf(ann.secret))).status).toBe(200);
  // As another process left it that has a newer key already.
  const third = newKey();
  const { rows } = await database.query("select user_id from nonet.totp");
  await database.query("update nonet.totp set last_step = 0, secret = $1", [secretKeys("", () => [third]).seal(ann.secret, `totp ${rows[0].user_id}`)]);
  file = [third, second];
  expect((await withCode("ann@corp.example", codeOf(ann.secret))).status).toBe(200);
});

test("a backup names the keys that it needs, and contains none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "nonet-backup-"));
  try {
    const to = join(folder, "saved");
    expect((await backUp({ database: on, files: served.files, to, specification: { name: "spec.md", folder: false } })).ok).toBe(true);
    const saved = await readBackup(to);
    expect(saved.ok && saved.value.keyIds).toEqual([keyId(file[0]!)]);
    const texts = readdirSync(to, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), "utf8"));
    for (const secret of [ann.secret, file[0]!.toString("base64"), file[0]!.toString("hex")]) expect(texts.some((content) => content.includes(secret))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("without the key, the start and the sign-in say so; a recovery code lets the person in to set up the app again", async () => {
  file = [newKey()];
  expect(await restart()).toEqual([
    expect.stringMatching(/^The second factor of 1 person can't be read: it was encrypted with another key \([0-9a-f]{8}\) than the one in \/data\/key\./),
  ]);
  const refused = await withCode("ann@corp.example", codeOf(ann.secret));
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    403,
    "second-factor-unreadable",
    expect.stringContaining("Use a recovery code or a passkey, or ask the Owner"),
  ]);
  const pending = served.as((await served.signIn("ann@corp.example", "a long password")).body.token);
  const { token } = (await pending("POST", "/api/sign-in/factor", { recoveryCode: ann.recoveryCodes[0] })).body;
  const ask = served.as(token);
  const { secret } = (await ask("POST", "/api/me/totp")).body;
  expect((await ask("POST", "/api/me/totp/confirm", { code: codeOf(secret) })).status).toBe(200);
  expect((await withCode("ann@corp.example", codeOf(secret, 1))).status).toBe(200);
  expect(await restart()).toEqual([]);
});
