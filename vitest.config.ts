import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that start whole products come first: begun last, the longest would run alone while the other core waits. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = ["tests/purchasing/probes", "tests/browser/workshop", "tests/browser/", "tests/", "runtime/", "targets/", ""];
    const rank = (file: TestSpecification): number => longest.findIndex((part) => file.moduleId.includes(`/${part}`));
    return [...files].sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

/** One configuration for every room's tests; files end in `.test.ts` and stand in a room's `test/` or in `tests/`. */
export default defineConfig({
  test: {
    include: ["{language,targets,runtime,apps}/*/test/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two more than CI has cores: many tests wait for a browser, a timer or a database.
    maxWorkers: 4,
    // A worker keeps what it has loaded: nothing of ours keeps state beside what a test opens.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
