/** Images in the size in which they are shown: smaller, upright, without Exif metadata, and for nobody who may not see the original. */
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveProduct } from "../open-product.ts";

const text = `# Lost property

## 1. What it does and for whom

- Sign-in: email and password

## 3. Entities

### Find

- what: text, required
- photo: image

## 6. Roles and permissions

| Role | Who |
|---|---|
| Clerk | keeps what was found |
| Visitor | |

| | Find |
|---|---|
| Clerk | create, read |
| Visitor | - |
`;

let served: Served;
let tokens: { clerk: string; visitor: string };

beforeAll(async () => {
  served = await serveProduct(text);
  await served.person("clerk@example.test", "Clerk");
  await served.person("visitor@example.test", "Visitor");
  const enter = async (email: string): Promise<string> => (await served.owner("POST", "/api/sign-in", { email, password: "a long password" })).body.token;
  tokens = { clerk: await enter("clerk@example.test"), visitor: await enter("visitor@example.test") };
}, 120_000);
afterAll(() => served?.close());

async function store(name: string, type: string, content: Uint8Array): Promise<string> {
  const form = new FormData();
  form.append("file", new File([new Uint8Array(content)], name, { type }));
  const stored = await fetch(`${served.server.address}/api/files`, { method: "POST", headers: { authorization: `Bearer ${tokens.clerk}` }, body: form });
  expect(stored.status).toBe(201);
  return ((await stored.json()) as { id: string }).id;
}

const get = (path: string, token = tokens.clerk, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${served.server.address}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

/** Noise over colours, as a photo has it: it doesn't compress to nothing. */
async function photo(width: number, height: number): Promise<Buffer> {
  const noise = await sharp({ create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 40 } } })
    .png()
    .toBuffer();
  return sharp(noise)
    .withExif({ IFD0: { Copyright: "Taken at home" } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
}

test("a photo is sent as wide as a list needs it: upright, and without Exif metadata", async () => {
  const original = await photo(1200, 800);
  const id = await store("bag.jpg", "image/jpeg", original);
  expect((await sharp(original).metadata()).exif?.includes("Taken at home")).toBe(true);
  const small = await get(`/api/files/${id}?width=72`);
  const content = Buffer.from(await small.arrayBuffer());
  expect([small.status, small.headers.get("content-type")]).toEqual([200, "image/webp"]);
  const { width, height, exif } = await sharp(content).metadata();
  expect([width, height, exif]).toEqual([80, 120, undefined]);
  expect(content.byteLength).toBeLessThan(original.byteLength / 50);
  const again = await get(`/api/files/${id}?width=80`, tokens.clerk, { "if-none-match": small.headers.get("etag")! });
  expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
  const whole = await get(`/api/files/${id}`, tokens.clerk, { "if-none-match": small.headers.get("etag")! });
  expect(Buffer.from(await whole.arrayBuffer()).equals(original)).toBe(true);
});

test("the original is sent where a smaller one makes no sense: a text, a tiny image, a damaged one", async () => {
  const tiny = await sharp(await photo(90, 60))
    .webp({ quality: 5 })
    .toBuffer();
  const damaged = (await photo(400, 300)).subarray(0, 2000);
  for (const [name, type, content] of [
    ["a.txt", "text/plain", Buffer.from("hello")],
    ["b.webp", "image/webp", tiny],
    ["c.jpg", "image/jpeg", damaged],
  ] as const) {
    const answer = await get(`/api/files/${await store(name, type, content)}?width=320`);
    expect([name, answer.status, answer.headers.get("content-type")?.split(";")[0]]).toEqual([name, 200, type]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  }
  // 12,000 by 12,000 pixels in a few hundred kilobytes: decoding it would take 400 MB.
  const huge = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "#fff" } })
    .png()
    .toBuffer();
  const answer = await get(`/api/files/${await store("d.png", "image/png", huge)}?width=80`);
  expect([answer.status, answer.headers.get("content-type"), (await answer.arrayBuffer()).byteLength]).toEqual([200, "image/png", huge.byteLength]);
  expect(served.bugs).toEqual([]);
});

test("whoever may not see the original sees no smaller one, also once it was made; a wrong width says what is right", async () => {
  const id = await store("ring.jpg", "image/jpeg", await photo(300, 200));
  expect((await get(`/api/files/${id}?width=160`)).status).toBe(200);
  expect((await get(`/api/files/${id}?width=160`, tokens.visitor)).status).toBe(404);
  expect((await fetch(`${served.server.address}/api/files/${id}?width=160`)).status).toBe(401);
  for (const width of ["0", "-5", "1e9", "wide", "", "1&width=2", "123456"]) {
    const answer = await get(`/api/files/${id}?width=${width}`);
    expect([width, answer.status]).toEqual([width, 400]);
    expect(await answer.json()).toMatchObject({ detail: "The width is a whole number of pixels, such as 320." });
  }
});
