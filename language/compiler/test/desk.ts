/** The Equipment Desk as a text for planting mistakes. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lineMap } from "@nonet/source";
import { type Compiled } from "../src/compiled.ts";
import { compile } from "../../../tests/compile-again.ts";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url)), "utf8");

export const desk = read("equipment-desk/equipment-desk.md");
export const undetermined = read("undetermined/undetermined.md");

export const compiled = (text: string): Compiled => compile([{ name: "spec.md", text }]);

/** `line severity code` of each diagnostic. */
export function said(text: string): string[] {
  const place = lineMap(text);
  return compiled(text).diagnostics.map((d) => `${place(d.span.from).line} ${d.severity} ${d.code}`);
}

/** The desk with one piece of text replaced, and the line on which the replacement begins. */
export function planted(find: string, replacement: string): { text: string; line: number } {
  const at = desk.indexOf(find);
  if (at < 0 || desk.indexOf(find, at + 1) >= 0) throw new Error(`"${find}" must stand once in the example`);
  return { text: desk.replace(find, () => replacement), line: lineMap(desk)(at).line };
}
