/** Runs examples for editors and assistants: each in an empty product, in a folder that is removed afterwards. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExampleResult, runExamples } from "@nonet/engine";
import type { Product } from "@nonet/model";

/** The results, or why they can't be run. */
export async function runInEmptyProducts(product: Product): Promise<readonly ExampleResult[] | string> {
  const folder = mkdtempSync(join(tmpdir(), "nonet-examples-"));
  chmodSync(folder, 0o755);
  try {
    const outcome = await runExamples({ product, folder, onResult: () => {} });
    return outcome.ok ? outcome.value : outcome.refusal.errors.map((error) => error.detail).join(" ");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
