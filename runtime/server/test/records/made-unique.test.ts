/** Texts that the product makes unique: numbers, random ends, the length that the field allows, and many at the same time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Pages

## 3. Entities and their fields

### Page

- title: text, required
- slug: text, default \`slug(title)\`, made unique, at most 12 characters

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Page | all |
`;

let pages: Served;
let clerk: Client;
beforeAll(async () => {
  pages = await serveProduct(text);
  clerk = await pages.person("clerk@example.test", "Clerk");
});
afterAll(() => pages.close());

const slugOf = async (title: string, more: object = {}): Promise<string> => (await clerk("POST", "/api/pages", { title, ...more })).body.slug as string;

test("a value that is taken gets a number, also where it was given", async () => {
  expect([await slugOf("Crème brûlée!"), await slugOf("Creme Brulee"), await slugOf("creme-brulee")]).toEqual(["creme-brulee", "creme-brul-2", "creme-brul-3"]);
  expect(await slugOf("Other", { slug: "given" })).toBe("given");
  expect(await slugOf("Other", { slug: "given" })).toBe("given-2");
  expect(await slugOf("???")).toMatch(/^[2-9a-z]+$/);
});

test("after nine of them the ends are random", async () => {
  const slugs: string[] = [];
  for (let i = 0; i < 12; i++) slugs.push(await slugOf("abc"));
  expect(slugs.slice(0, 9)).toEqual(["abc", ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `abc-${n}`)]);
  for (const slug of slugs.slice(9)) expect(slug).toMatch(/^abc-[2-9a-z]{8}$/);
  expect(new Set(slugs).size).toBe(12);
});

test("many at the same time are all created", async () => {
  const slugs = await Promise.all(Array.from({ length: 20 }, () => slugOf("lot")));
  expect(new Set(slugs).size).toBe(20);
  for (const slug of slugs) expect(slug).toMatch(/^lot(-[2-9a-z]+)?$/);
});

test("a later value that is taken is refused", async () => {
  const id = (await clerk("POST", "/api/pages", { title: "later" })).body.id as string;
  expect((await clerk("PATCH", `/api/pages/${id}`, { slug: "abc" }, { "if-match": "*" })).body).toMatchObject({ code: "not-unique", status: 409 });
  expect((await clerk("PATCH", `/api/pages/${id}`, { slug: "newer" }, { "if-match": "*" })).body.slug).toBe("newer");
});

test("has no bugs on the way", () => expect(pages.bugs).toEqual([]));
