/** The key that encrypts secrets: made at the first start, readable for its owner only, and found again; what the start and `nonet doctor` say where it is wrong. */
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyId, newKey, parseKeys, type DatabaseFacts } from "@nonet/engine";
import { afterAll, expect, test } from "vitest";
import { checkKey } from "../../apps/cli/src/doctor/check-key.ts";
import { openKeys, storedKeys } from "../../apps/cli/src/product/key-file.ts";
import { nonet, runProduct, temporaryFolder } from "../nonet-process.ts";
import { writeProduct } from "../security/small-product.ts";
import { freshDatabase } from "../shared-postgres.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const data = (name: string): string => {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  return path;
};

const from = (path: string, more: { readonly option?: string; readonly key?: string } = {}) => ({ option: more.option, environment: { NONET_KEY: more.key }, folder: path });
const base64 = (key: Buffer): string => key.toString("base64");

test("the first start makes the key, once, and another start finds it", () => {
  const path = data("first");
  expect(storedKeys(from(path))).toEqual({ ok: true, value: null });
  const made = openKeys(from(path));
  if (!made.ok) throw new Error(made.message);
  expect(statSync(join(path, "key")).mode & 0o777).toBe(0o600);
  const sealed = made.value.seal("a secret", "somebody");
  const again = openKeys(from(path));
  expect(again.ok && again.value.open(sealed, "somebody")).toBe("a secret");
  expect(again.ok && again.value.open(sealed, "somebody else")).toBe(null);
  const changed = sealed.at(-4) === "A" ? "B" : "A";
  expect(again.ok && again.value.open(`${sealed.slice(0, -4)}${changed}${sealed.slice(-3)}`, "somebody")).toBe(null);
});

test("--key-file comes before NONET_KEY, and that before the data folder; what is named has to be there", () => {
  const path = data("named");
  const [one, two] = [newKey(), newKey()];
  writeFileSync(join(path, "other"), `# of the desk\n\n${base64(one)}\n${two.toString("hex")}\n`);
  const idsOf = (source: Parameters<typeof storedKeys>[0]): readonly string[] | string => {
    const keys = storedKeys(source);
    return keys.ok ? (keys.value?.ids ?? []) : keys.message;
  };
  expect(idsOf(from(path, { option: join(path, "other"), key: base64(two) }))).toEqual([keyId(one), keyId(two)]);
  expect(idsOf(from(path, { key: `${base64(two)},${base64(one)}` }))).toEqual([keyId(two), keyId(one)]);
  expect(idsOf(from(path, { option: join(path, "none") }))).toMatch(/^Can't read the key file .*none \(ENOENT\)/);
  expect(idsOf(from(path, { key: "secret" }))).toMatch(/^NONET_KEY has no valid key in line 1\. A key is 32 random bytes in base64/);
  expect(parseKeys(`${base64(one)}\nshort\n`)).toBe(2);
  expect(parseKeys("\n# nothing\n")).toBe(1);
});

test("nonet doctor reports a key that is missing, that others can read, or that doesn't fit", () => {
  const path = data("doctor");
  const facts = (keys: DatabaseFacts["keys"]) => ({ ok: true, value: { keys } }) as unknown as Parameters<typeof checkKey>[1];
  const found = (keys: DatabaseFacts["keys"]): string =>
    checkKey(from(path), facts(keys))
      .map(({ status, message }) => `${status}: ${message}`)
      .join("\n");
  expect(found([{ id: null, people: 2 }])).toBe("skipped: There is no key yet. The first start makes it.");
  expect(found([{ id: "00000000", people: 2 }])).toBe(`problem: The key file ${path}/key is missing, and the second factors of 2 people need it.`);
  openKeys(from(path));
  const id = keyId(parseKeys(readFileSync(join(path, "key"), "utf8"))[0 as never] as Buffer);
  expect(found([{ id, people: 1 }])).toBe(`ok: The key ${id} is in ${path}/key. Keep a copy of it, apart from the backups.`);
  expect(found([{ id: "00000000", people: 2 }])).toMatch(/^problem: The second factor of 2 people can't be read: it was encrypted with another key \(00000000\)/);
  chmodSync(join(path, "key"), 0o644);
  expect(found([])).toBe(`warning: Other users of this machine can read the key in ${path}/key.`);
  writeFileSync(join(path, "key"), "");
  expect(found([])).toMatch(/^problem: .*has no valid key in line 1/);
});

test("a start with a wrong key says what to do; one without any makes it", { timeout: 60_000 }, async () => {
  const path = data("run");
  const file = writeProduct(folder.path);
  const args = [file, "--data", path, "--database", (await freshDatabase()).url];
  expect(await nonet(["run", ...args, "--port", "0", "--key-file", join(path, "none")])).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringMatching(/^Can't read the key file/m),
  });
  const product = await runProduct(args);
  expect(await product.stop()).toBe(0);
  expect(statSync(join(path, "key")).mode & 0o777).toBe(0o600);
  rmSync(join(path, "key"));
  const doctor = await nonet(["doctor", ...args, "--json"]);
  expect((JSON.parse(doctor.out).checks as { check: string; status: string }[]).find(({ check }) => check === "encryption key")!.status).toBe("skipped");
});
