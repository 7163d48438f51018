/** The pictures of pages: sent to those who may open a page that shows them, and nothing else of the document's folder is. */
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Shed

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Welcome | page | anyone |
| /staff | Staff | page | Keeper |

### Welcome

![The shed](shed.svg)

![The yard](pictures/yard.png)

![Elsewhere](https://pictures.example/a.png)

![Farther](https://farther.example/b.png)

![Gone](gone.png)

### Staff

![The plan](plan.png)

## 3. Entities and their fields

### Tool

- name: text, required

## 6. Roles and permissions

- **Keeper**

| | Keeper |
|---|---|
| Tool | all |
`;

let folder: string;
let served: Served;
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nonet-pictures-"));
  await mkdir(join(folder, "pictures"));
  const image = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#be123c" } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  for (const name of ["pictures/yard.png", "plan.png", "secret.png"]) await writeFile(join(folder, name), image);
  await writeFile(join(folder, "shed.svg"), "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>");
  served = await serveProduct(
    text,
    {},
    {
      fileBeside: async (name) => {
        asked.push(name);
        return name === "gone.png" ? null : readFileSync(join(folder, name));
      },
    },
  );
}, 60_000);
afterAll(async () => {
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (query: string, headers: Record<string, string> = {}) => fetch(`${served.server.address}/api/-/pictures?${query}`, { headers });

test("a drawing is sent with its type, and can't run scripts or load anything", async () => {
  const response = await get("file=shed.svg");
  expect([response.status, response.headers.get("content-type"), response.headers.get("content-security-policy")]).toEqual([
    200,
    "image/svg+xml",
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test("an image comes in the width that is asked for, and isn't sent again while it is the same", async () => {
  const [whole, small] = [await get("file=pictures%2Fyard.png"), await get("file=pictures%2Fyard.png&width=640")];
  expect([whole.headers.get("content-type"), small.headers.get("content-type")]).toEqual(["image/png", "image/webp"]);
  expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(640);
  const again = await get("file=pictures%2Fyard.png&width=640", { "if-none-match": small.headers.get("etag")! });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await get("file=pictures%2Fyard.png&width=0")).status).toBe(400);
});

test("the picture of a page for a role is for that role", async () => {
  expect((await get("file=plan.png")).status).toBe(404);
  const keeper = await served.person("keeper@example.test", "Keeper");
  expect((await keeper("GET", "/api/-/pictures?file=plan.png")).status).toBe(200);
  const nobody = await served.person("nobody@example.test");
  expect((await nobody("GET", "/api/-/pictures?file=plan.png")).status).toBe(404);
});

test("what no page shows isn't looked for: other files, paths out of the folder, other addresses", async () => {
  asked.length = 0;
  const queries = ["file=secret.png", "file=../secret.png", "file=pictures%2F..%2Fsecret.png", "file=%2Fetc%2Fpasswd", "file=spec.md", "file=shed.svg&file=plan.png", ""];
  for (const query of [...queries, `file=${encodeURIComponent("https://pictures.example/a.png")}`, "file=__proto__", "file=%00"])
    expect([query, (await get(query)).status < 500 && (await get(query)).status >= 400]).toEqual([query, true]);
  expect(asked).toEqual([]);
  expect((await get("file=gone.png")).status).toBe(404);
});

test("pages may load images from the addresses of the document's pictures, and from no others", async () => {
  const policy = (await fetch(`${served.server.address}/api/me`)).headers.get("content-security-policy")!;
  expect(policy.split(";").find((part) => part.startsWith("img-src"))).toBe("img-src 'self' data: blob: https://farther.example https://pictures.example");
});
