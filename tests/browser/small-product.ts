/** A small product and a browser for the tests of one file: started before them and stopped after them. No page may have thrown. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { type Ask, clientOf } from "../api-client.ts";
import { runProduct, type Running, temporaryFolder } from "../nonet-process.ts";
import { dataOptions } from "../shared-postgres.ts";
import { openBrowser, type Person, signIn } from "./open-browser.ts";

export interface SmallProduct {
  /** Known once it has started. */
  readonly address: string;
  ask(email: string): Promise<Ask>;
  /** A new page, signed in. */
  signIn(email: string): Promise<Person>;
}

/** Call it beside the tests, before other `beforeAll`. */
export function smallProduct(text: string): SmallProduct {
  const folder = temporaryFolder();
  const pageErrors: string[] = [];
  let product: Running | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    const file = join(folder.path, "product.md");
    writeFileSync(file, text);
    product = await runProduct([file, "--rehearse", ...(await dataOptions(join(folder.path, "data")))]);
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    folder.remove();
    expect(pageErrors).toEqual([]);
  });
  return {
    get address() {
      return product!.address;
    },
    ask: (email) => clientOf(product!.address, email),
    signIn: (email) => signIn(browser!, product!.address, email, pageErrors),
  };
}
