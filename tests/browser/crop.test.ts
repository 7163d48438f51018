/** A picture is cropped before it is sent, with the mouse and with the keyboard; a stored one can be cropped once more. */
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { seeded } from "../../apps/cli/src/demo/chance.ts";
import { picture as demoPicture } from "../../apps/cli/src/demo/picture.ts";
import type { Ask } from "../api-client.ts";
import { picture } from "./open-browser.ts";
import { smallProduct } from "./small-product.ts";

const text = `# Portraits

## 1. What the product does and for whom

- Sign-in: email and password; by invitation

- **Clerk** — keeps portraits

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /portraits | Portraits | list of Portrait | Clerk |
| /portraits/:name | Portrait | Portrait | Clerk |
| /new | New portrait | form for Portrait | Clerk |

## 3. Data and fields

### Portrait

- name: text, required, unique
- face: image
- more: images

## 6. Roles and permissions

| Entity | Clerk |
|---|---|
| Portrait | create, read, update |
`;

const product = smallProduct(text);
let clerk: Ask;
/** The size of the photo. */
let whole: string;
let photo: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

beforeAll(async () => {
  clerk = await product.ask("clerk@example.test");
  const buffer = demoPicture(seeded(1));
  whole = sizeOf(buffer);
  photo = { name: "ann.png", mimeType: "image/png", buffer };
});

/** As a PNG's header says. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)} x ${png.readUInt32BE(20)}`;

const cropping = (page: Page): Locator => page.getByRole("dialog", { name: "Crop image" });

async function sizesOf(name: string): Promise<readonly string[]> {
  const { face, more } = (await clerk("GET", `/api/portraits/${name}`)).body as { face: { id: string }; more: readonly { id: string }[] };
  const session = (await (
    await fetch(`${product.address}/api/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "clerk@example.test", password: "rehearsal" }),
    })
  ).json()) as { token: string };
  const sizes: string[] = [];
  for (const { id } of [...(face ? [face] : []), ...(more ?? [])]) {
    const response = await fetch(`${product.address}/api/files/${id}`, { headers: { authorization: `Bearer ${session.token}` } });
    sizes.push(sizeOf(Buffer.from(await response.arrayBuffer())));
  }
  return sizes;
}

async function openForm(name: string): Promise<Page> {
  const { page } = await product.signIn("clerk@example.test");
  await page.goto(`${product.address}/new`);
  await page.getByRole("textbox", { name: /^Name/ }).fill(name);
  return page;
}

const save = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: "Create portrait", exact: true }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
};

const faceInput = (page: Page): Locator => page.locator("input[type=file][name=face]");

it("a picture can be cropped to a shape before anything of it is sent", async () => {
  const page = await openForm("Ann");
  let sent = 0;
  page.on("request", (request) => void (request.url().endsWith("/api/files") && sent++));
  await faceInput(page).setInputFiles(photo);
  const dialog = cropping(page);
  await dialog.getByText("Square", { exact: true }).click();
  await picture(page, "crop");
  expect(sent).toBe(0);
  await dialog.getByRole("button", { name: "Use cropped image" }).click();
  await page.getByRole("button", { name: "Remove ann.png" }).waitFor();
  expect(sent).toBe(1);
  await save(page, "Ann");
  const side = whole
    .split(" x ")
    .map(Number)
    .sort((a, b) => a - b)[0];
  expect(await sizesOf("Ann")).toEqual([`${side} x ${side}`]);
  await page.context().close();
});

it("the whole picture is sent as it is, and Escape leaves the form as it was", async () => {
  const page = await openForm("Bob");
  await faceInput(page).setInputFiles(photo);
  await cropping(page).getByRole("button", { name: "Use whole image" }).waitFor();
  await page.keyboard.press("Escape");
  await cropping(page).waitFor({ state: "hidden" });
  expect(await page.getByRole("textbox", { name: /^Name/ }).inputValue()).toBe("Bob");
  await faceInput(page).setInputFiles(photo);
  await cropping(page).getByRole("button", { name: "Use whole image" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove ann.png" }).waitFor();
  await save(page, "Bob");
  expect(await sizesOf("Bob")).toEqual([whole]);
  await page.context().close();
});

it("several pictures are sent at once, and each can be cropped in its place, with the keyboard", async () => {
  const page = await openForm("Eve");
  await page.locator("input[type=file][name=more]").setInputFiles([photo, { ...photo, name: "eve.png" }]);
  await page.getByRole("button", { name: "Crop ann.png" }).press("Enter");
  const dialog = cropping(page);
  await dialog.getByRole("button", { name: "Use whole image" }).waitFor();
  await dialog.getByRole("button", { name: /^Right edge/ }).focus();
  for (let i = 0; i < 5; i++) await page.keyboard.press("Shift+ArrowLeft");
  await dialog.getByRole("button", { name: "Use cropped image" }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => page.getByRole("button", { name: /^Remove / }).count()).toBe(2);
  await save(page, "Eve");
  const sizes = await sizesOf("Eve");
  expect(sizes.filter((size) => Number.parseInt(size) < Number.parseInt(whole))).toHaveLength(1);
  expect(sizes).toContain(whole);
  await page.context().close();
});
