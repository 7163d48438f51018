import { defineConfig } from "vitest/config";

/** One configuration for every room's tests; files end in `.test.ts` and stand in a room's `test/` or in `tests/`. */
export default defineConfig({
  test: {
    include: ["{language,targets,runtime,apps}/*/test/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
