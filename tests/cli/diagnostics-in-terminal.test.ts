/** What `nonet check` prints for people: errors before warnings and hints, a window of a long line, and a count of what is alike. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { nonet, root, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const desk = readFileSync(join(root, "examples/equipment-desk/equipment-desk.md"), "utf8");

async function printed(text: string): Promise<string> {
  const path = join(folder.path, "desk.md");
  writeFileSync(path, text);
  return (await nonet(["check", path])).err;
}

const misspelt = (name: string): string => `\`${name} >= start date\``;

it("prints a window of a long line, with the caret below the words", async () => {
  const long = Array.from({ length: 30 }, (_, i) => `days != ${i + 200}`).join(" and ");
  const lines = (await printed(desk.replace("`end date >= start date`", `\`${long} and end dote >= start date and ${long}\``))).split("\n");
  const at = lines.findIndex((line) => /^\d+ \| /.test(line) && line.includes("end dote"));
  expect(lines[at]!.length).toBeLessThan(130);
  expect(lines[at]).toMatch(/^\d+ \| … .*end dote >= start date .* …$/);
  const caret = lines[at + 1]!;
  expect(lines[at]!.slice(caret.indexOf("^"), caret.lastIndexOf("^") + 1)).toBe("end dote");
});

it("prints errors first, then warnings, then hints", async () => {
  const text = desk.replace("`end date >= start date`", misspelt("end dote")).replace("| upload size |", "| tea time | 16:00 | |\n| upload size |");
  const found = [...(await printed(text)).matchAll(/^(error|warning|hint) \[/gm)].map((match) => match[1]!);
  expect(found).toContain("error");
  expect(found).toContain("warning");
  expect(found).toEqual([...found].sort((a, b) => ["error", "warning", "hint"].indexOf(a) - ["error", "warning", "hint"].indexOf(b)));
});

it("sums up only what has the same advice", async () => {
  const rows = ["=<", "=>"].flatMap((sign, n) => Array.from({ length: 8 }, (_, i) => `| Rule ${n}${i} | Loan | \`end date ${sign} start date\` | DATES_REVERSED |`)).join("\n");
  const out = await printed(desk.replace(/\n(\| Dates in order \| Loan \|)/, `\n${rows}\n$1`));
  expect(out.match(/^error \[syntax-error\] .*`=<`/gm)).toHaveLength(5);
  expect(out.match(/^error \[syntax-error\] .*`=>`/gm)).toHaveLength(5);
  expect(out.match(/^and 3 more of error \[syntax-error\]/gm)).toHaveLength(2);
});

it("sums up what is alike, with the lines", async () => {
  const rows = Array.from({ length: 19 }, (_, i) => `| Rule ${i} | Loan | \`daze${i} > 0\` | DATES_REVERSED |`).join("\n");
  const out = await printed(desk.replace(/\n(\| Dates in order \| Loan \|)/, `\n${rows}\n$1`));
  expect(out.match(/^error \[unknown-name\]/gm)).toHaveLength(5);
  const line = desk.split("\n").findIndex((one) => one.startsWith("| Dates in order | Loan |")) + 1;
  expect(out).toContain(`and 14 more of error [unknown-name], in lines ${Array.from({ length: 11 }, (_, i) => line + 5 + i).join(", ")} and 3 others`);
  expect(out).toMatch(/^19 errors/m);
});
