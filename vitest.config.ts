import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longRun } from "./tests/long-run.ts";

/** By the processor time that they took, the longest first. */
const longest = [
  "tests/fixtures.test",
  "tests/purchasing/probes",
  "tests/security/permission-matrix",
  "tests/security/planted-secrets",
  "tests/browser/workshop",
  "tests/probes/shelter-time",
  "language/compiler/test/checker",
  "tests/security/",
  "tests/cli/bad-input",
  "tests/operation/",
  "tests/example-documents",
  "language/services/test/renaming",
  "tests/browser/",
  "tests/probes/",
];

/** The longest come first, then those that start whole products: begun last, one would run alone while the other core waits. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = [...longest, "tests/", "runtime/", "targets/", ""];
    const rank = (file: TestSpecification): number => order.findIndex((part) => file.moduleId.includes(`/${part}`));
    return [...files].sort((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

/**
 * One configuration for every room's tests; files end in `.test.ts` and stand in a room's `test/` or in `tests/`. `npm test`
 * runs the project `merge`, the long run both.
 */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: "merge", include: ["{language,targets,runtime,apps}/*/test/**/*.test.{ts,tsx}", "tests/**/*.test.ts"], exclude: ["**/node_modules/**", ...longRun] },
      },
      { extends: true, test: { name: "long", include: [...longRun] } },
    ],
    // Only for what hangs: a busy machine may take ten times as long as a quiet one.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Three more than CI has cores: many tests wait for a browser, a timer or a database.
    maxWorkers: 5,
    // A worker keeps what it has loaded: nothing of ours keeps state beside what a test opens.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
