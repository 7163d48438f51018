/** The guide for assistants, docs/assistants.md, and its sections. */
import { readFile } from "node:fs/promises";

export interface GuideSection {
  readonly title: string;
  readonly text: string;
}

/** null if the installation has none. The sources and the bundle stand equally deep in the repository. */
export async function readGuide(): Promise<string | null> {
  return readFile(new URL("../../../docs/assistants.md", import.meta.url), "utf8").catch(() => null);
}

/** The parts below `##` headings, code blocks aside. */
export function guideSections(text: string): readonly GuideSection[] {
  const sections: { title: string; lines: string[] }[] = [];
  let isFenced = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) isFenced = !isFenced;
    if (!isFenced && line.startsWith("## ")) sections.push({ title: line.slice(3), lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title, text: lines.join("\n") }));
}
