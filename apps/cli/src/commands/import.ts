/** `nonet import`: makes a specification of a database, an API description or tables in files. */
import { nearest } from "@nonet/source";
import type { ReadSource } from "../import/import-source.ts";
import { printImport } from "../import/print-report.ts";
import { readPostgres } from "../import/read-postgres.ts";
import { writeImport } from "../import/write-import.ts";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

const kinds: Readonly<Record<string, { readonly from: string; readonly read: ReadSource }>> = {
  postgres: { from: "URL", read: readPostgres },
};

/** Returns 0, or 2 if the source can't be read or the document can't be written. */
export async function importCommand(args: readonly string[]): Promise<number> {
  const name = args[0] ?? "";
  const kind = kinds[name];
  if (!kind) return fail(unknownKind(name));
  const given = readArguments(`import ${name}`, args.slice(1), { words: [kind.from], options: { to: "value" } });
  if (!given.ok) return fail(given.message);
  const source = await kind.read(given.value.words[0]!);
  if (!source.ok) return fail(source.message);
  const path = given.value.options["to"] ?? `${fileName(source.value.name)}.md`;
  const written = await writeImport(source.value, path);
  if (!written.ok) return fail(written.message);
  printImport(path, written.value);
  print(`Next: \`nonet check ${path}\`, then \`nonet run ${path} --rehearse\`. Who may do what isn't shown, so until point 6 says it, only the Owner may read and change records.`);
  return 0;
}

function unknownKind(name: string): string {
  const near = nearest(name, Object.keys(kinds));
  const usage = Object.entries(kinds).map(([kind, { from }]) => `\`nonet import ${kind} ${from}\``);
  return `${name === "" ? "Say what to import" : `Nothing is imported from "${name}"`}.${near ? ` Did you mean "${near}"?` : ""} Use ${usage.join(", ")}.`;
}

const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "imported";
