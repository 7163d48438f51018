/** `nonet test FILE`: runs the document's examples, each in its own empty product. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runExamples, type ExampleResult } from "@nonet/engine";
import { openSpecification, reportErrors } from "../specification/compile-specification.ts";
import { fail, print } from "../terminal/print.ts";

/** Returns 0 if all passed or there are none; 1 if some failed or the document has errors; 2 if they can't be run. */
export async function test(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("test", args, { against: "value" });
  if (opened.ok && opened.value.given.options["against"] !== undefined)
    return fail(
      "`nonet test --against` isn't supported yet: examples insert records directly, which the API doesn't allow. Leave --against out to run the examples in their own empty product.",
    );
  const refused = reportErrors(opened);
  if (refused !== 0 || !opened.ok) return refused;
  const { product } = opened.value.compiled;
  if (product.examples.length === 0) return (print("The document has no examples.\n0 passed, 0 failed"), 0);
  const folder = mkdtempSync(join(tmpdir(), "nonet-test-"));
  chmodSync(folder, 0o755);
  try {
    const outcome = await runExamples({
      product,
      folder,
      onResult: (result) =>
        print(
          formatResult(
            result,
            product.sources.map((s) => s.name),
          ),
        ),
    });
    if (!outcome.ok) return fail(outcome.refusal.errors.map((e) => e.detail).join(" "));
    const failed = outcome.value.filter((r) => r.failure !== null).length;
    print(`${outcome.value.length - failed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function formatResult({ title, failure }: ExampleResult, files: readonly string[]): string {
  if (!failure) return `passed  ${title}`;
  const place = failure.line === null ? "" : ` (${files[failure.file ?? 0]}:${failure.line})`;
  return `FAILED  ${title}${place}\n        expected: ${failure.expected}\n        actual:   ${failure.seen}`;
}
