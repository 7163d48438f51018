/** `nonet guide [SECTION]`: prints the guide for assistants, one section of it, or all of it as a skill file. */
import { guideSections } from "@nonet/mcp";
import { nearest } from "@nonet/source";
import { readGuide } from "../specification/read-guide.ts";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

/** What an assistant reads of a skill before it needs it. */
const skillHead = `---
name: nonet
description: Write, change, check and test Nonet specifications (Markdown documents with nine points that run as products). Use it for a request to write or change a specification, or when \`nonet check\` or \`nonet test\` reports a problem.
---

`;

export async function guide(args: readonly string[]): Promise<number> {
  const given = readArguments("guide", args, { words: ["[SECTION]"], options: { skill: "flag" } });
  if (!given.ok) return fail(given.message);
  const text = await readGuide();
  if (text === null) return fail("The guide is missing: this installation has no docs/assistants.md.");
  const wanted = given.value.words[0];
  if (given.value.has("skill"))
    return wanted === undefined ? (print(`${skillHead}${text.trimEnd()}`), 0) : fail("A skill file has the whole guide. Leave out the section or --skill.");
  if (wanted === undefined) return (print(text.trimEnd()), 0);
  const sections = guideSections(text);
  const found = sections.find(({ title }) => title.toLowerCase() === wanted.toLowerCase()) ?? sections.find(({ title }) => title.toLowerCase().includes(wanted.toLowerCase()));
  if (found) return (print(found.text.trimEnd()), 0);
  const titles = sections.map(({ title }) => title);
  const near = nearest(wanted, titles);
  return fail(`The guide has no section "${wanted}".${near ? ` Did you mean "${near}"?` : ""} It has: ${titles.join(", ")}.`);
}
