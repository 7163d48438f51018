/** `nonet studio FILE` opens a document with errors: beside an empty product, or beside the last version without errors. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { client, clientOf } from "../api-client.ts";
import { nonet, root, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";

const folder = temporaryFolder();
const file = join(folder.path, "shelf.md");
const good = "# Specification: Shelf\n\n## 1. What the product does\n\nKeeps books.\n\n## 3. Entities and fields\n\n### Book\n\n- title: text, required\n";
const faulty = good.replace("required", "requird");
afterAll(() => folder.remove());

/** The studio's product while it runs, and what it printed. */
async function during(data: readonly string[], work: (address: string, err: () => string) => Promise<void>): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "DATABASE_URL"));
  const studio = spawn(process.execPath, [join(root, "apps/cli/bin/nonet.mjs"), "studio", file, "--port", "0", ...data], { env });
  let [out, err] = ["", ""];
  const ended = new Promise<number | null>((done) => studio.on("close", done));
  studio.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const address = new Promise<string>((resolve, reject) => {
    studio.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      const found = /The studio is at (http:\/\/[^/]+)/.exec(out)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(`ended:\n${out}${err}`)));
  });
  try {
    await work(await address, () => err);
  } finally {
    studio.kill("SIGTERM");
    expect(await ended).toBe(0);
  }
}

const runs = async (address: string): Promise<boolean> => JSON.stringify((await client(address)("GET", "/api/openapi.json")).body).includes("/books");

it("runs an empty product beside a document with errors, and the document once they are fixed", async () => {
  writeFileSync(file, faulty);
  const data = await dataOptions(join(folder.path, "data"));
  await during(data, async (address, err) => {
    expect(err()).toMatch(/requird/);
    expect(await runs(address)).toBe(false);
    const document = (await (await clientOf(address, "owner@example.test"))("GET", "/api/document")).body;
    expect(document.current).toBe(false);
    expect(document.diagnostics).toContainEqual(expect.objectContaining({ severity: "error", line: 11 }));
    const studio = (await client(address)("GET", "/api/-/studio")).body;
    expect(studio.files).toEqual([{ name: "shelf.md", text: faulty }]);
    const saved = await client(address)("POST", "/api/-/studio/save", { files: [{ name: "shelf.md", text: good }], base: studio.version });
    expect(saved.status).toBe(200);
    await expect.poll(() => runs(address), { timeout: 20_000 }).toBe(true);
  });
  // The last version without errors runs, and keeps its records.
  writeFileSync(file, faulty);
  await during(data, async (address) => {
    expect(await runs(address)).toBe(true);
    expect((await (await clientOf(address, "owner@example.test"))("GET", "/api/document")).body.current).toBe(false);
  });
  expect((await nonet(["run", file, "--rehearse", "--port", "0", ...data])).code).toBe(1);
}, 120_000);
