/** Reads a file of paraphrases; `tests/paraphrases/README.md` describes its format. */
import { readFileSync } from "node:fs";

export interface Miss {
  readonly code: string;
  readonly text: string;
  /** Words of the message or hint; null if the fix says enough. */
  readonly says: string | null;
  /** The text after the first fix; null if there is no single right form. */
  readonly fixed: string | null;
}

export interface Paraphrases {
  readonly canonical: string;
  readonly variants: readonly string[];
  readonly misses: readonly Miss[];
  /** The line on which each variant begins, from 1. */
  readonly firstLine: number;
  /** The document with a text in the place of the paraphrases. */
  fill(text: string): string;
}

const place = "<<<";

export function readParaphrases(file: URL): Paraphrases {
  const sections = readFileSync(file, "utf8")
    .split(/^= /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return { head: section.slice(0, end).trim(), text: section.slice(end + 1).replace(/\n+$/, "") };
    });
  const of = (head: string): string[] => sections.filter((section) => section.head === head).map(({ text }) => text);
  const document = of("document")[0] ?? "";
  if (!document.includes(place)) throw new Error(`${file.pathname}: the document has no ${place}`);
  // A line for each variant; longer ones, such as tables, stand in sections of their own.
  const lines = of("variants").flatMap((text) => text.split("\n").filter((line) => line.trim() !== ""));
  const misses = sections.flatMap(({ head, text }, i): Miss[] => {
    const code = /^miss ([\w-]+)$/.exec(head)?.[1];
    if (code === undefined) return [];
    const next = sections[i + 1];
    const after = next?.head === "says" ? sections[i + 2] : next;
    return [{ code, text, says: next?.head === "says" ? next.text : null, fixed: after?.head === "fixed" ? after.text : null }];
  });
  return {
    canonical: of("canonical")[0]!,
    variants: [...lines, ...of("variant")],
    misses,
    firstLine: document.slice(0, document.indexOf(place)).split("\n").length,
    fill: (text) => document.replace(place, () => text),
  };
}
