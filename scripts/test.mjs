/** `npm test`: sets up what is missing and runs everything that a merge needs; the last line counts what passed and failed. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demandNode, fromRoot, run } from "./house.mjs";
import { formatted } from "./formatted.mjs";
import { installIfNeeded } from "./install.mjs";
import { provideChromium } from "./find-chromium.mjs";

demandNode();
const long = process.argv.includes("--long");
if (!(await installIfNeeded())) process.exit(2);

const tally = { passed: 0, failed: 0, skipped: 0 };
const chromium = provideChromium();
count("browser", chromium !== undefined);
if (!chromium)
  console.error("No browser was found for the browser tests: install Chromium (on Debian `apt-get install chromium`) or name one in CHROMIUM, and run `npm test` again.");

await step("types", "tsc", ["-p", "tsconfig.json"]);
await step("lint", "oxlint", ["--quiet"]);
await step("unused", "knip", ["--no-progress", "--no-config-hints"]);
await step("format", "oxfmt", ["--check", ...formatted]);
await step("build", process.execPath, ["scripts/build.mjs"]);
await everyTest();

console.log(`${tally.passed} passed, ${tally.failed} failed${tally.skipped ? `, ${tally.skipped} skipped` : ""}`);
process.exitCode = tally.failed === 0 ? 0 : 1;

async function step(name, command, args) {
  const path = command === process.execPath ? command : fromRoot("node_modules/.bin", command);
  count(name, (await run(path, args)) === 0);
}

function count(name, ok) {
  tally[ok ? "passed" : "failed"]++;
  console.error(`${ok ? "✓" : "✗"} ${name}`);
}

/** The tests that a merge needs, or all of them; a file that vitest couldn't even load counts as failed. */
async function everyTest() {
  const folder = mkdtempSync(join(tmpdir(), "nonet-test-"));
  const report = join(folder, "report.json");
  const environment = { ...(chromium ? { CHROMIUM: chromium } : {}), ...(long ? { NONET_LONG: "1" } : {}) };
  const code = await run(
    fromRoot("node_modules/.bin/vitest"),
    ["run", ...(long ? [] : ["--project", "merge"]), "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    environment,
  );
  try {
    const counted = JSON.parse(readFileSync(report, "utf8"));
    const unloaded = counted.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
    tally.passed += counted.numPassedTests;
    tally.failed += counted.numFailedTests + unloaded;
    tally.skipped += counted.numPendingTests;
    if (code !== 0 && counted.numFailedTests + unloaded === 0) tally.failed++;
  } catch {
    tally.failed++;
  }
  rmSync(folder, { recursive: true, force: true });
}
