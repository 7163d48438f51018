/** `nonet guide [SECTION]`: prints the guide for assistants, or one section of it. */
import { guideSections } from "@nonet/mcp";
import { nearest } from "@nonet/source";
import { readGuide } from "../specification/read-guide.ts";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

export async function guide(args: readonly string[]): Promise<number> {
  const given = readArguments("guide", args, { words: ["[SECTION]"], options: {} });
  if (!given.ok) return fail(given.message);
  const text = await readGuide();
  if (text === null) return fail("The guide is missing: this installation has no docs/assistants.md.");
  const wanted = given.value.words[0];
  if (wanted === undefined) return (print(text.trimEnd()), 0);
  const sections = guideSections(text);
  const found = sections.find(({ title }) => title.toLowerCase() === wanted.toLowerCase()) ?? sections.find(({ title }) => title.toLowerCase().includes(wanted.toLowerCase()));
  if (found) return (print(found.text.trimEnd()), 0);
  const titles = sections.map(({ title }) => title);
  const near = nearest(wanted, titles);
  return fail(`The guide has no section "${wanted}".${near ? ` Did you mean "${near}"?` : ""} It has: ${titles.join(", ")}.`);
}
