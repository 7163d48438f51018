/** `nonet new NAME`: writes a document with the nine points, each not shown, with a line on what it would bring. */
import { writeFile } from "node:fs/promises";
import { emptySpecification } from "../specification/empty-specification.ts";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

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
