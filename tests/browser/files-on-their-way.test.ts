/** Files between the person and the product: one that is still sent when a step of a wizard is left, and one of a kind that an import doesn't read. */
import { expect, it } from "vitest";
import { smallProduct } from "./small-product.ts";

const text = `# Fault desk

## 1. What the product does and for whom

- Time zone: Europe/Berlin
- Sign-in: email and password; anyone may register as Clerk

- **Clerk** — reports faults

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /faults | Faults | list of Fault | Clerk |
| /report | Report a fault | form for Fault | Clerk |

### Faults

- Import: CSV

### Report a fault

- Step "What you see": place, paper
- Step "How bad it is": note

## 3. Data and fields

### Fault

- place: text, required
- paper: file
- note: text

## 6. Roles and permissions

| Entity | Clerk |
|---|---|
| Fault | create, read, update |
`;

const product = smallProduct(text);

const paper = { name: "leak.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF\n") };

it("a step isn't left while its file is sent, and the record has the file", async () => {
  const { page, context } = await product.signIn("clerk@example.test");
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const arrived = page.waitForRequest("**/api/files");
  await page.route("**/api/files", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${product.address}/report`);
  await page.getByRole("textbox", { name: /^Place/ }).fill("Cellar");
  await page.locator("input[type=file]").setInputFiles(paper);
  await arrived;
  // Neither the button, nor the head of the next step, nor Enter leads on.
  const next = page.getByRole("button", { name: "Next", exact: true });
  expect(await next.isDisabled()).toBe(true);
  await page.getByRole("button", { name: /How bad it is/ }).click();
  await page.getByRole("textbox", { name: /^Place/ }).press("Enter");
  expect(await page.getByRole("textbox", { name: /^Note/ }).count()).toBe(0);
  goOn();
  await page.getByRole("button", { name: "Remove leak.pdf" }).waitFor();
  await next.click();
  await page.getByRole("textbox", { name: /^Note/ }).fill("Water on the floor");
  await page.getByRole("button", { name: "Report a fault", exact: true }).click();
  const clerk = await product.ask("clerk@example.test");
  const saved = async (): Promise<unknown> => (await clerk("GET", "/api/faults")).body.items;
  await expect.poll(saved, { timeout: 10_000 }).toMatchObject([{ place: "Cellar", paper: { name: "leak.pdf" }, note: "Water on the floor" }]);
  await context.close();
});

it("a file of the wrong kind for an import is refused before it is sent", async () => {
  const { page, context } = await product.signIn("clerk@example.test");
  const sent: string[] = [];
  page.on("request", (request) => void (request.url().includes("import") && request.method() === "POST" && sent.push(request.url())));
  await page.goto(`${product.address}/faults`);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("input[type=file]").setInputFiles(paper);
  await dialog.getByRole("alert").filter({ hasText: "“leak.pdf” isn't a CSV file." }).waitFor();
  expect(await dialog.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
  expect(sent).toEqual([]);
  await dialog.locator("input[type=file]").setInputFiles({ name: "faults.csv", mimeType: "text/csv", buffer: Buffer.from("place,note\nRoof,A tile is loose\n") });
  await dialog.getByText("1 would be created").waitFor();
  expect(await dialog.getByRole("alert").count()).toBe(0);
  expect(sent).toHaveLength(1);
  await context.close();
});
