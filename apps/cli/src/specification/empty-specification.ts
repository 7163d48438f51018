/** The text of a new document: the nine points, each not shown, with a line on what it would bring. */
import { pointNumbers, pointTitles, type PointNumber } from "@nonet/notation";

/** Comments of Markdown: viewers don't show them, and the checker takes them as prose. */
const brings: Readonly<Record<PointNumber, string>> = {
  1: "Replace the next line with what the product does, `- **Time zone**: Europe/Berlin`, and a bullet for each audience: `- **Clerk** — lends tools`.",
  2: "A table `Route | Screen | Shows | For`, such as `| /tools | Tools | list of Tool | everyone |`. Until then each entity has a plain list, page and form.",
  3: "A heading for each kind of record, `### Tool`, with a bullet for each field: `- name: text, required`.",
  4: "A table for each entity with states: `From | Action | To | Who | When | Then`. Until then records have no state.",
  5: "A table `Rule | Entity | Must hold | Otherwise`, with an expression and a code of point 8.",
  6: "A table with a row for each entity and a column for each role: `read`, `create`, `update own`, `all`, `–`. Until then only the Owner may do anything.",
  7: "A heading for each mail, call, schedule or endpoint, with its attributes: `- Email to: …`, `- Every: day at 07:00, …`.",
  8: "A table `Code | Status | Message` with the errors that rules and actions report.",
  9: "A table `Name | Value | Meaning` with the numbers that rules use: `| longest loan | 14 | days |`.",
};

export function emptySpecification(title: string): string {
  const points = pointNumbers.map((number) => `## ${number}. ${pointTitles[number]}\n\n<!-- ${brings[number]} -->\n\nnot shown.\n`);
  return [`# Specification: ${title}\n`, ...points].join("\n");
}
