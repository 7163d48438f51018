/** `nonet new NAME`: writes a document with the nine points, each not shown, with a line on what it would bring. */
import { writeFile } from "node:fs/promises";
import { pointNumbers, pointTitles, type PointNumber } from "@nonet/notation";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

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

/** Returns 0, or 2 if there is such a file already or it can't be written. */
export async function newSpecification(args: readonly string[]): Promise<number> {
  const given = readArguments("new", args, { words: ["NAME"], options: {} });
  if (!given.ok) return fail(given.message);
  const name = given.value.words[0]!.replace(/\.md$/i, "").trim();
  if (!/[\p{L}\p{N}]/u.test(name) || /[\n\r]/.test(name)) return fail('A name needs a letter or a digit, such as `nonet new "Tool Shed"`.');
  const path = `${fileName(name)}.md`;
  // `wx`: never over a file that is there.
  const written = await writeFile(path, emptySpecification(titleOf(name)), { flag: "wx" }).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? String(error),
  );
  if (written === "EEXIST") return fail(`${path} exists already. Choose another name, or delete it first.`);
  if (written !== null) return fail(`Can't write ${path} (${written}).`);
  print(`Wrote ${path}: nine points, each not shown. Fill in point 3 first, then run \`nonet run ${path} --rehearse\`.`);
  return 0;
}

/** The last part of a path is the name; the folder stays. */
const titleOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

function fileName(name: string): string {
  const title = titleOf(name);
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return name.slice(0, name.length - title.length) + plain;
}

export function emptySpecification(title: string): string {
  const points = pointNumbers.map((number) => `## ${number}. ${pointTitles[number]}\n\n<!-- ${brings[number]} -->\n\nnot shown.\n`);
  return [`# Specification: ${title}\n`, ...points].join("\n");
}
