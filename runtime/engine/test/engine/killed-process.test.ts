/** A killed process leaves nothing half done: every acknowledged change is there, with its history and mails. */
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { deskText, freshFolder, openDesk } from "../support/equipment-desk.ts";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const folder = freshFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("killed while it works, it reopens with everything it had acknowledged", async () => {
  const acknowledged = await workUntilKilled();
  expect(acknowledged.length).toBeGreaterThan(5);
  const desk = await openDesk(deskText, { server: folder });
  const manager = await desk.as("Manager");
  const items = valueOf(await listOf(desk.engine, manager, { entity: "Item", limit: 200, sort: ["code"] })).items;
  expect(items.map((i) => i.code)).toEqual(expect.arrayContaining(acknowledged));
  for (const item of items.slice(-5)) expect(valueOf(await desk.engine.history(manager, "Item", item.id)).map((h) => h.action)).toEqual(["create"]);
  await desk.close();
});

/** Makes items in another process until that is killed; returns the codes whose creation was acknowledged. */
async function workUntilKilled(): Promise<string[]> {
  const script = join(folder, "work.mts");
  const source = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
  writeFileSync(
    script,
    `
import { openEngine } from ${source("../../src/index.ts")};
import { compile } from ${source("../../../../language/compiler/src/index.ts")};
import { readFileSync } from "node:fs";
import { listOf } from "../support/read.ts";
const text = readFileSync(${source("../../../../examples/equipment-desk/equipment-desk.md")}, "utf8");
const opened = await openEngine({ product: { ...compile([{ name: "equipment-desk.md", text }]).product, version: "test" }, database: { folder: ${JSON.stringify(folder)} }, files: ${JSON.stringify(folder)}, rehearse: true, environment: {} });
const engine = opened.value;
const { actor } = (await engine.people.become("manager@example.test")).value;
for (;;) {
  const made = await engine.perform(actor, { kind: "create", entity: "Item", values: { name: "thing", category: { name: "Tools" } } });
  console.log(made.value.code);
}
`,
  );
  const child = spawn(process.execPath, ["--import", "tsx", script], { cwd: fileURLToPath(new URL("../../../..", import.meta.url)), stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += String(data);
    if (output.split("\n").length > 25) child.kill("SIGKILL");
  });
  await new Promise((gone) => child.once("exit", gone));
  return output.split("\n").slice(0, -1);
}
