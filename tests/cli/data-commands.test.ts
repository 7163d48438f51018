/** `nonet backup`, `restore`, `plan` and `apply` on a product with data. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonet, root, runProduct, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const spec = join(folder.path, "desk.md");
const data = join(folder.path, "data");
const desk = readFileSync(join(root, "examples/equipment-desk/equipment-desk.md"), "utf8");
const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** The parts of API responses that the tests use. */
type Answer = { id: string; code: string; photo: { id: string }; items?: unknown[] };

async function signIn(address: string, role: string) {
  const answer = await fetch(`${address}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${role}@example.test`, password: "rehearsal" }),
  });
  const { token } = (await answer.json()) as { token: string };
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const sent = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(sent.status, await sent.clone().text()).toBeLessThan(300);
    return (await sent.json()) as Answer;
  };
}

/** Everything in a folder: path and bytes. */
function contents(path: string, inside = ""): [string, string][] {
  return readdirSync(join(path, inside))
    .sort()
    .flatMap((name): [string, string][] => {
      const at = join(inside, name);
      return statSync(join(path, at)).isDirectory() ? contents(path, at) : [[at, readFileSync(join(path, at)).toString("base64")]];
    });
}

let item: { id: string; photo: { id: string } };
const saved = join(folder.path, "saved");

beforeAll(async () => {
  writeFileSync(spec, desk);
  const product = await runProduct([spec, "--data", data, "--rehearse"]);
  const manager = await signIn(product.address, "manager");
  const form = new FormData();
  form.append("file", new Blob([picture], { type: "image/png" }), "camera.png");
  const session = (await (
    await fetch(`${product.address}/api/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "manager@example.test", password: "rehearsal" }),
    })
  ).json()) as { token: string };
  const file = (await (await fetch(`${product.address}/api/files`, { method: "POST", headers: { authorization: `Bearer ${session.token}` }, body: form })).json()) as {
    id: string;
  };
  item = await manager("POST", "/api/items", { name: "Camera", category: { name: "Cameras" }, dailyFee: "12.50", photo: file.id });
  await manager("POST", "/api/items", { name: 'Quote " and \\ and\nline, ✓', category: { name: "Tools" }, dailyFee: "0.10" });
  const borrower = await signIn(product.address, "borrower");
  const today = new Date().toISOString().slice(0, 10);
  await borrower("POST", "/api/loans", { item: item.id, startDate: "2999-01-01", endDate: "2999-01-02", purpose: today });
  // While the product runs.
  const result = await nonet(["backup", spec, saved, "--data", data], { cwd: folder.path });
  expect(result.code, result.err).toBe(0);
  expect(result.out).toMatch(/Saved to .*1 file, and the specification\./);
  await product.stop();
}, 180_000);
afterAll(() => folder.remove());

describe("backup and restore", () => {
  const elsewhere = join(folder.path, "elsewhere");

  it("restores specification, records, files and history, byte for byte", async () => {
    mkdirSync(elsewhere);
    chmodSync(elsewhere, 0o755);
    const restored = await nonet(["restore", saved, "--data", join(elsewhere, "data")], { cwd: elsewhere });
    expect(restored.code, restored.err).toBe(0);
    expect(readFileSync(join(elsewhere, "desk.md"), "utf8")).toBe(desk);
    const again = join(folder.path, "again");
    expect((await nonet(["backup", join(elsewhere, "desk.md"), again, "--data", join(elsewhere, "data")])).code).toBe(0);
    expect(contents(again)).toEqual(contents(saved));
    expect(contents(saved).some(([path, bytes]) => path.startsWith("files/") && bytes === picture.toString("base64"))).toBe(true);
  }, 120_000);

  it("runs with the same people, numbers, files and history", async () => {
    const product = await runProduct([join(elsewhere, "desk.md"), "--data", join(elsewhere, "data"), "--rehearse"]);
    const manager = await signIn(product.address, "manager");
    expect((await manager("GET", `/api/items/${item.id}/history`)).items ?? (await manager("GET", `/api/items/${item.id}/history`))).toHaveLength(1);
    const next = await manager("POST", "/api/items", { name: "Tent", category: { name: "Tools" }, dailyFee: "1" });
    expect(next.code).toBe("IT-0003");
    await product.stop();
  }, 120_000);

  it("doesn't restore into a folder with data, or from a damaged backup", async () => {
    const full = await nonet(["restore", saved, "--data", join(elsewhere, "data")], { cwd: elsewhere });
    expect([full.code, full.err]).toEqual([2, expect.stringMatching(/already contains data/)]);
    const target = join(folder.path, "fresh");
    const table = join(saved, "data", "app.item.jsonl");
    const whole = readFileSync(table);
    writeFileSync(table, whole.toString().replace("Camera", "Kamera"));
    const damaged = await nonet(["restore", saved, "--data", target], { cwd: folder.path });
    writeFileSync(table, whole);
    expect([damaged.code, damaged.err]).toEqual([2, expect.stringMatching(/damaged: data\/app\.item\.jsonl has changed/)]);
    expect(existsSync(target)).toBe(false);
  });

  it("doesn't overwrite a different specification", async () => {
    const target = join(folder.path, "other");
    mkdirSync(target);
    writeFileSync(join(target, "desk.md"), "# Mine\n");
    const result = await nonet(["restore", saved, "--data", join(target, "data")], { cwd: target });
    expect([result.code, result.err]).toEqual([2, expect.stringMatching(/already exists with different content.*--specification/)]);
    expect(readdirSync(target)).toEqual(["desk.md"]);
  });
});

describe("plan and apply", () => {
  it("report that there is no data yet, and create nothing", async () => {
    const result = await nonet(["plan", spec, "--data", join(folder.path, "nothing")]);
    expect([result.code, result.out]).toEqual([0, expect.stringMatching(/There is no data in/)]);
    expect(existsSync(join(folder.path, "nothing"))).toBe(false);
  });

  it("print each statement, data loss and violations; apply needs --accept-loss", async () => {
    const next = join(folder.path, "next.md");
    writeFileSync(next, desk.replace("- photo: image\n", "- shelf: text, required\n").replace("- Columns: photo, code", "- Columns: code"));
    const planned = await nonet(["plan", next, "--data", data]);
    expect(planned.code, planned.err).toBe(1);
    expect(planned.out).toMatch(/Item has a new field shelf\.\n\s+alter table app\.item add column shelf text;/);
    expect(planned.out).toMatch(/^LOST: photo of Item is gone\. .*\(1 of them: Camera \(IT-0001\)\)$/m);
    expect(planned.out).toMatch(/^2 of the Items have no shelf.*Camera \(IT-0001\)/m);
    const refused = await nonet(["apply", next, "--data", data]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/photo of every Item.*\nNothing was changed\..*--accept-loss/)]);
    expect((await nonet(["plan", spec, "--data", data])).out).toBe("No table changes.\n");
    const done = await nonet(["apply", next, "--data", data, "--accept-loss"]);
    expect(done.code, done.err).toBe(0);
    expect(done.out).toMatch(/The database now matches the document\.$/m);
    expect((await nonet(["plan", next, "--data", data])).out).toBe("No table changes.\n");
  }, 180_000);
});
