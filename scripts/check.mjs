/** `npm run check`: what you run while you work, in under a minute: types, lint, format, the rooms and the unit tests that need no database or browser. */
import { spawn } from "node:child_process";
import { demandNode, fromRoot } from "./house.mjs";
import { installIfNeeded } from "./install.mjs";
import { formatted } from "./formatted.mjs";

/** Random edits and mutations of whole documents: minutes of processor time, for `npm test`. */
const random = ["**/checker.test.ts", "**/fuzz.test.ts", "**/edit.test.ts"];
const unitTests = [
  "language/",
  "targets/api/",
  "targets/screens/",
  "tests/structure/",
  ...["fixtures", "notation-pages", "other-forms", "reference", "tutorial", "words", "written-forms"].map((name) => `tests/${name}.test.ts`),
];

demandNode();
if (!(await installIfNeeded())) process.exit(2);
const began = performance.now();

const results = await Promise.all([
  step("unit tests", "vitest", ["run", "--reporter=dot", ...unitTests, ...random.flatMap((pattern) => ["--exclude", pattern])]),
  inTurn([
    ["types", "tsc", ["-p", "tsconfig.json"]],
    ["lint", "oxlint", ["--quiet"]],
    ["format", "oxfmt", ["--check", ...formatted]],
  ]),
]);

const ok = results.flat().every(Boolean);
console.error(`${ok ? "Everything passed" : "Something failed"} in ${Math.round((performance.now() - began) / 1000)} s.`);
process.exitCode = ok ? 0 : 1;

async function inTurn(steps) {
  const results = [];
  for (const [name, command, args] of steps) results.push(await step(name, command, args));
  return results;
}

/** Runs one tool and prints what it said only where it failed. */
function step(name, command, args) {
  return new Promise((resolve) => {
    const child = spawn(fromRoot("node_modules/.bin", command), args, { cwd: fromRoot(), stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    child.on("error", (error) => (output += error.message));
    child.on("close", (code) => {
      const passed = code === 0;
      console.error(`${passed ? "✓" : "✗"} ${name}${passed ? "" : `\n${output.trimEnd()}`}`);
      resolve(passed);
    });
  });
}
