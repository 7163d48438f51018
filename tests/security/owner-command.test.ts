/** The last Owner can't shut themselves out, and `nonet owner` gives back a lost account. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchPostgres } from "@nonet/engine";
import { nonet, runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { ownerPassword, signedIn, signIn, usedLink, writeProduct } from "./small-product.ts";

const folder = temporaryFolder();
const file = writeProduct(folder.path);
const data = join(folder.path, "data");
const owner = (...args: readonly string[]) => nonet(["owner", ...args], { cwd: folder.path });

let product: Running;
let password: string;
const newPassword = "a good long sentence";
beforeAll(async () => {
  product = await runProduct([file, "--data", data, "--owner", "boss@corp.example"]);
  password = await ownerPassword(product);
});
afterAll(async () => {
  await product.stop();
  folder.remove();
}, 180_000);

it("refuses to deactivate the only active Owner, and says the way out", async () => {
  const boss = await signedIn(product.address, "boss@corp.example", password);
  const answer = await boss.ask("PATCH", `/api/people/${boss.id}`, { active: false });
  expect([answer.status, answer.body.code]).toEqual([409, "last-owner"]);
  expect(answer.body.detail).toMatch(/only active Owner.*`nonet owner EMAIL`/);
  expect((await boss.ask("GET", "/api/me")).body.owner).toBe(true);
}, 180_000);

it("makes a second Owner while the product runs; then one of them may go, but not both", async () => {
  const made = await owner("second@corp.example", "--data", data);
  expect([made.code, made.err]).toEqual([0, ""]);
  expect(made.out).toContain(`Open ${product.address}/sign-in/link#`);
  expect((await usedLink(product.address, made.out, newPassword)).body.owner).toBe(true);
  const [boss, second] = [await signedIn(product.address, "boss@corp.example", password), await signedIn(product.address, "second@corp.example", newPassword)];
  expect((await second.ask("GET", "/api/me")).body.owner).toBe(true);
  const both = await Promise.all([boss.ask("PATCH", `/api/people/${boss.id}`, { active: false }), second.ask("PATCH", `/api/people/${second.id}`, { active: false })]);
  expect(both.map((answer) => answer.status).sort()).toEqual([204, 409]);
}, 180_000);

it("gives an active account and a link to an Owner who lost theirs; their sessions and password end", async () => {
  const boss = await owner("boss@corp.example", "--data", data);
  await usedLink(product.address, boss.out, newPassword);
  const old = await signedIn(product.address, "boss@corp.example", newPassword);
  const again = await owner("Boss@corp.example", "--data", data);
  expect(again.out).toMatch(/^Boss@corp\.example is an active Owner of .*, and has been signed out everywhere\.$/m);
  expect((await old.ask("GET", "/api/people")).status).toBe(401);
  expect((await signIn(product.address, "boss@corp.example", newPassword)).status).toBe(401);
  expect((await usedLink(product.address, again.out, "yet another long one")).body.owner).toBe(true);
  expect((await usedLink(product.address, again.out, "yet another long one")).status).toBe(404);
  expect((await signIn(product.address, "boss@corp.example", "yet another long one")).body.owner).toBe(true);
}, 180_000);

it("lifts the lock after too many wrong passwords", async () => {
  for (let i = 0; i < 11; i++) await signIn(product.address, "boss@corp.example", "wrong");
  expect((await signIn(product.address, "boss@corp.example", "wrong")).status).toBe(429);
  const made = await owner("boss@corp.example", "--data", data);
  await usedLink(product.address, made.out, newPassword);
  expect((await signIn(product.address, "boss@corp.example", newPassword)).status).toBe(200);
}, 180_000);

it("works while the product doesn't run, and makes anybody an Owner", async () => {
  await product.stop();
  const made = await owner("third@corp.example", "--data", data);
  expect([made.code, made.err]).toEqual([0, ""]);
  product = await runProduct([file, "--data", data]);
  expect((await usedLink(product.address, made.out, newPassword)).body).toMatchObject({ owner: true, roles: [] });
}, 180_000);

it("the security log names the command, the machine and its user, also for a version that was applied while the product was stopped", async () => {
  await product.stop();
  writeFileSync(file, readFileSync(file, "utf8").replace("- title: text, required", "- title: text, required\n- remark: text"));
  expect((await nonet(["apply", file, "--data", data])).code).toBe(0);
  product = await runProduct([file, "--data", data]);
  const boss = await signedIn(product.address, "third@corp.example", newPassword);
  const entries = async (event: string) => (await boss.ask("GET", `/api/-/security-log?event=${event}`)).body.items as { detail: Record<string, string> }[];
  const by = { systemUser: expect.any(String), machine: hostname() };
  const [changed] = await entries("document-changed");
  expect(changed!.detail).toEqual({ command: "nonet apply", before: expect.any(String), after: expect.any(String), ...by });
  expect((await entries("owner-made")).map(({ detail }) => detail).slice(-2)).toEqual([
    { command: "nonet owner", ...by },
    { command: "nonet run --owner", ...by },
  ]);
}, 180_000);

it("finds the only product of the current folder, and needs --data where there are more", async () => {
  const here = join(folder.path, "here");
  mkdirSync(here);
  const at = { cwd: here };
  expect(await nonet(["owner", "a@corp.example"], at)).toMatchObject({ code: 2, err: expect.stringMatching(/no product's data in the current folder.*--data/) });
  for (const run of [
    [file, "--owner", "a@corp.example"],
    [file, "--rehearse"],
  ])
    await (await runProduct(run, at)).stop();
  expect(await nonet(["owner", "b@corp.example"], at)).toMatchObject({ code: 0, err: "" });
  const other = await runProduct([writeProduct(here), "--owner", "a@corp.example"], at);
  await other.stop();
  expect(await nonet(["owner", "b@corp.example"], at)).toMatchObject({ code: 2, err: expect.stringMatching(/several products here\. Choose one with --data: /) });
}, 180_000);

it("refuses what it can't do in one sentence", async () => {
  expect(await owner("nobody", "--data", data)).toMatchObject({ code: 2, out: "", err: '`nonet owner` needs an email address, not "nobody".\n' });
  expect(await owner()).toMatchObject({ code: 2, err: expect.stringMatching(/Missing argument EMAIL/) });
  expect(await owner("a@corp.example", "--data", join(folder.path, "nothing"))).toMatchObject({ code: 2, err: expect.stringMatching(/There is no database in .*--data/) });
  const empty = await launchPostgres(join(folder.path, "empty"));
  try {
    expect(await owner("a@corp.example", "--database", empty.url)).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/doesn't contain a product yet/) });
  } finally {
    await empty.stop();
  }
}, 180_000);
