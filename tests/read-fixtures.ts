/**
 * Reads the fixtures: Markdown files in which each `## code: what is wrong` is followed by a diff against a sound
 * document. `«…»` marks the range of the one diagnostic that the planted mistake gives.
 */
import { readdirSync, readFileSync } from "node:fs";

export interface Fixture {
  readonly file: string;
  /** The heading's line. */
  readonly line: number;
  readonly code: string;
  readonly what: string;
  readonly base: string;
  /** The diff's lines. */
  readonly diff: readonly string[];
}

/** A base with the mistake in it, and the range that is marked; null where nothing is. */
export interface Planted {
  readonly text: string;
  readonly range: { readonly from: number; readonly to: number } | null;
}

const folder = new URL("../fixtures/", import.meta.url);
const bases = ["sound.md", "small.md", "abroad.md"];

export const base = (name: string): string => readFileSync(new URL(name, folder), "utf8");

export const fixtureFiles = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md") && !bases.includes(name) && name !== "README.md")
    .sort();

export function fixturesOf(file: string): Fixture[] {
  const lines = readFileSync(new URL(file, folder), "utf8").split("\n");
  const of = /\]\(([\w-]+\.md)\)/.exec(lines.find((line) => line.startsWith("Planted in")) ?? "")?.[1] ?? "sound.md";
  const found: Fixture[] = [];
  lines.forEach((line, i) => {
    const heading = /^## ([a-z?-]+): (.+)$/.exec(line);
    if (!heading) return;
    const from = lines.indexOf("```diff", i) + 1;
    found.push({ file, line: i + 1, code: heading[1]!, what: heading[2]!, base: of, diff: lines.slice(from, lines.indexOf("```", from)) });
  });
  return found;
}

/** Applies the diff; each hunk's old lines must stand exactly once in the base. */
export function plant(fixture: Fixture): Planted {
  let text = `\n${base(fixture.base)}`;
  for (const hunk of hunksOf(fixture.diff)) {
    const before = `\n${sideOf(hunk, "-").join("\n")}\n`;
    const after = `\n${sideOf(hunk, "+").join("\n")}\n`;
    const plain = before.replace(/[«»]/g, "");
    const at = text.indexOf(plain);
    if (at < 0) throw new Error(`${fixture.file}:${fixture.line}: the lines of the diff don't stand in ${fixture.base}`);
    if (text.includes(plain, at + 1)) throw new Error(`${fixture.file}:${fixture.line}: the lines of the diff stand more than once in ${fixture.base}`);
    text = text.slice(0, at) + after + text.slice(at + plain.length);
  }
  const from = text.indexOf("«") - 1;
  const to = text.indexOf("»") - 2;
  return { text: text.replace(/[«»]/g, "").slice(1), range: from < 0 ? null : { from, to } };
}

function hunksOf(diff: readonly string[]): string[][] {
  const hunks: string[][] = [[]];
  for (const line of diff)
    if (line.startsWith("@@")) hunks.push([]);
    else hunks.at(-1)!.push(line);
  return hunks;
}

/** The lines as they were (`-`) or as they become (`+`), those that stay included. */
const sideOf = (hunk: readonly string[], side: "-" | "+"): string[] => hunk.filter((line) => !line.startsWith(side === "-" ? "+" : "-")).map((line) => line.slice(1));
