/** Working in a page by keyboard alone: nothing here moves or presses a pointer. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  await element.waitFor();
  for (let i = 0; i < 80; i++) {
    if (await element.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab doesn't reach ${String(element)}.`);
}

export async function activate(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press("Enter");
}

export async function typeInto(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.type(text);
}

/** Types what a picker searches for, and takes the first choice. */
export async function pick(page: Page, picker: Locator, text: string): Promise<void> {
  await typeInto(page, picker, text);
  await page.getByRole("option", { name: new RegExp(text) }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => picker.inputValue()).toContain(text);
}

/** Opens a choice that isn't searched, and goes down to one of its texts. */
export async function choose(page: Page, select: Locator, text: string): Promise<void> {
  await tabTo(page, select);
  await page.keyboard.press("Enter");
  const option = page.getByRole("option", { name: text, exact: true });
  await option.waitFor();
  for (let i = 0; i < 20 && (await option.getAttribute("data-combobox-selected")) === null; i++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => select.inputValue()).toBe(text);
}

/** The browser's own date field, in the order of its parts. */
export async function typeDate(page: Page, field: Locator, [year, month, day]: readonly string[]): Promise<void> {
  await typeInto(page, field, `${month}${day}${year}`);
  await expect.poll(() => field.inputValue()).toBe(`${year}-${month}-${day}`);
}
