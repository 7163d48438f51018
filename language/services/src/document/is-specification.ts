/** Whether a Markdown text is (part of) a specification: other Markdown files are none of our business. */
import { pointOfHeading, pointTitles } from "@nonet/notation";
import { fold } from "@nonet/feel";

const titles: ReadonlySet<string> = new Set(Object.values(pointTitles).map(fold));

/** It has a heading with the title of a point, or is called `# Specification: …`. */
export function isSpecification(text: string): boolean {
  if (/^#\s+specification\s*:/im.test(text)) return true;
  for (const [, heading] of text.matchAll(/^ {0,3}##[ \t]+(.*?)[ \t#]*\r?$/gm)) {
    const point = pointOfHeading(heading!);
    if (point && titles.has(fold(heading!.replace(/^\W*(?:point\s+)?\d*\s*[.):–—-]?\s*/i, "").replace(/\s*[:–—(-]+\s*(?:not\s+shown|none)\)?\.?$/i, "")))) return true;
  }
  return false;
}
