/** A specification as an import makes it: statements with their sources, point by point. */
import type { PointNumber } from "@nonet/notation";

/** One statement or quotation. */
export interface Statement {
  /** The objects of the source it comes from; the first one is its mark. */
  readonly sources: readonly string[];
  /** Parts of it that it can do without, named within the first source. They are no objects and aren't in the mark. */
  readonly parts?: readonly string[];
  /** Without the mark. A quotation has several lines, each beginning with `>`. */
  readonly text: string;
}

export interface SectionDraft {
  readonly heading: Statement;
  /** Quotations of what the source says about it, below the heading. */
  readonly about: readonly Statement[];
  /** Bullets. */
  readonly lines: readonly Statement[];
}

export interface PointDraft {
  readonly lines: readonly Statement[];
  readonly sections: readonly SectionDraft[];
  readonly table: { readonly headers: readonly string[]; readonly rows: readonly Statement[] } | null;
  /** Comments with what the data suggests. They are never statements. */
  readonly hints: readonly Statement[];
  /** Quotations and open entries. */
  readonly notes: readonly Statement[];
}

export interface Draft {
  readonly title: string;
  /** What was imported, without counts. */
  readonly origin: string;
  readonly points: Readonly<Partial<Record<PointNumber, Partial<PointDraft>>>>;
}

/** `- LABEL: first, …attributes — remark`. */
export const bullet = (name: string, parts: readonly string[], remark: string | null = null): string =>
  `- ${name}: ${parts.join(", ")}${remark === null ? "" : ` — ${plainLine(remark)}`}`;

/** A table row. */
export const row = (cells: readonly string[]): string => `| ${cells.map((cell) => plainLine(cell).replace(/(?<!\\)\|/g, "\\|")).join(" | ")} |`;

/** A quotation: what it is, and the source's own text. Several lines are set as code, so that nothing in them is read as the notation. */
export function quotation(what: string, text: string = ""): string {
  const head = plainLine(what);
  const lines = text.replace(/\r\n?/g, "\n").split("\n").map(harmless);
  if (text.trim() === "") return `> - ${head}`;
  if (lines.length === 1) return `> - ${head}: ${code(lines[0]!.trim())}`;
  const fence = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return [`> ${head}:`, ">", `> ${fence}`, ...lines.map((line) => `> ${line}`.trimEnd()), `> ${fence}`].join("\n");
}

/** Something that nothing could be made of, with the reason. */
export const openEntry = (what: string, reason: string): string => `> - Not shown: ${plainLine(what)}. ${capital(plainLine(reason))}${/[.!?]$/.test(reason) ? "" : "."}`;

const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** Prose of the source: a paragraph each. */
export const proseOf = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => `> ${harmless(line).trim()}`.trimEnd())
    .join("\n")
    .replace(/(?:\n>)+$/, "");

/** On one line, and without what would begin or end a comment. */
export const plainLine = (text: string): string => harmless(text.replace(/\s+/g, " ").trim());

const harmless = (text: string): string => text.replaceAll("<!--", "<! --").replaceAll("-->", "-- >");

/** In backticks, more of them where the text has some. */
export function code(text: string): string {
  const ticks = "`".repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([found]) => found.length)));
  return ticks.length === 1 ? `${ticks}${text}${ticks}` : `${ticks} ${text} ${ticks}`;
}

/** A mark, as it stands at the end of a line. What belongs to the first source is named within it: `public.film; .film_id`. */
export function markOf(sources: readonly string[]): string {
  const [first = "", ...others] = sources.map((id) => id.replace(/\s+/g, " ").replaceAll("--", "- -").replaceAll(";", ","));
  const table = first.includes(" ") ? first : first.replace(/\.[^.]*$/, "");
  const short = (id: string): string =>
    [first, table].flatMap((owner) => (id.startsWith(`${owner}.`) || id.startsWith(`${owner} `) ? [id.slice(owner.length).trim()] : []))[0] ?? id;
  return `<!-- ${[first, ...others.map(short)].join("; ")} -->`;
}
