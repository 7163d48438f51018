/**
 * `npm run lint:api`: lets redocly and spectral judge the API descriptions of all examples, with their recommended rules.
 * Both are fetched by npx when they are needed: they are larger than what the project needs for anything else.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openApi } from "@nonet/api";
import { compile } from "@nonet/compiler";

const folder = mkdtempSync(join(tmpdir(), "nonet-lint-api-"));
const names = readdirSync("examples");
for (const name of names) {
  const { product } = compile([{ name: `${name}.md`, text: readFileSync(`examples/${name}/${name}.md`, "utf8") }]);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(openApi(product)));
}
writeFileSync(join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
const files = names.map((name) => `${name}.json`);
const run = (...words: readonly string[]): number => spawnSync("npx", ["--yes", ...words], { cwd: folder, stdio: "inherit" }).status ?? 2;
const redocly = files.map((file) => run("@redocly/cli@2", "lint", "--extends", "recommended-strict", file));
const spectral = run("@stoplight/spectral-cli@6", "lint", "--fail-severity", "hint", ...files);
rmSync(folder, { recursive: true });
process.exitCode = Math.max(...redocly, spectral);
