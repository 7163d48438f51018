/** What the phases make of the examples, as files that can be read and are compared: the sentences of each element, and the tables. */
import { readFileSync } from "node:fs";
import { compile } from "../language/compiler/src/checker.ts";
import { sentences } from "../language/compiler/src/explain/explain.ts";
import { lineMap } from "../language/source/src/index.ts";
import { planTables } from "../targets/database/src/tables/plan-tables.ts";

/** Path from the root, and text. */
export const phases: readonly { readonly path: string; readonly text: string }[] = [
  ...["equipment-desk", "purchasing", "outlay", "ward-rota", "open-museum", "shelter", "fleet", "conduit"].map((name) => ({
    path: `examples/${name}/sentences.txt`,
    text: saidOf(name),
  })),
  { path: "examples/equipment-desk/tables.sql", text: tablesOf("equipment-desk") },
];

function read(name: string): string {
  return readFileSync(new URL(`../examples/${name}/${name}.md`, import.meta.url), "utf8");
}

function saidOf(name: string): string {
  const text = read(name);
  const { product } = compile([{ name: `${name}.md`, text }]);
  const places = lineMap(text);
  return `${sentences(product)
    .map(({ sentence, span }) => `${span ? `line ${places(span.from).line}` : "no line"}: ${sentence}`)
    .join("\n")}\n`;
}

function tablesOf(name: string): string {
  const { product } = compile([{ name: `${name}.md`, text: read(name) }]);
  return `${planTables(product)
    .map((statement) => `${statement.trim().replace(/;$/, "")};`)
    .join("\n\n")}\n`;
}
