/** The sections of the guide for assistants, docs/assistants.md. */
export interface GuideSection {
  readonly title: string;
  readonly text: string;
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
