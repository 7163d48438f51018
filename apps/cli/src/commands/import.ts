/** `nonet import`: makes a specification of a database, an API description or tables in files, and takes its records along. */
import { nearest } from "@nonet/source";
import { loadIntoProduct } from "../import/load-into-product.ts";
import { printImport, printLoaded } from "../import/print-report.ts";
import { sourceKinds as kinds } from "../import/source-kinds.ts";
import { writeImport } from "../import/write-import.ts";
import { fail, print } from "../terminal/print.ts";
import { readArguments } from "../terminal/read-arguments.ts";

const options = { to: "value", records: "flag", "skip-refused": "flag", rehearse: "flag", data: "value", database: "value" } as const;

/** Returns 0; 1 if records were refused and nothing was loaded; 2 if the source can't be read or the document can't be written. */
export async function importCommand(args: readonly string[]): Promise<number> {
  const name = args[0] ?? "";
  const kind = kinds[name];
  if (!kind) return fail(unknownKind(name));
  const given = readArguments(`import ${name}`, args.slice(1), { words: [kind.from], options });
  if (!given.ok) return fail(given.message);
  const wantsRecords = given.value.has("records");
  const useless = Object.keys(given.value.options).find((option) => option !== "to" && option !== "records" && !wantsRecords);
  if (useless !== undefined) return fail(`--${useless} says where records go. Add --records to take them along.`);
  const source = await kind.read(given.value.words[0]!);
  if (!source.ok) return fail(source.message);
  const path = given.value.options["to"] ?? `${fileName(source.value.name)}.md`;
  const written = await writeImport(source.value, path);
  if (!written.ok) return fail(written.message);
  printImport(path, written.value);
  if (!wantsRecords) return (print(next(path, true)), 0);
  if (!written.value.load) return fail("An API description has no records. Leave out --records.");
  const loaded = await loadIntoProduct(path, written.value.load, given.value);
  if (!loaded.ok) return fail(loaded.message);
  printLoaded(loaded.value);
  if (!loaded.value.loaded) return 1;
  print(next(path, given.value.has("rehearse")));
  return 0;
}

const next = (path: string, rehearse: boolean): string =>
  `Next: \`nonet check ${path}\`, then \`nonet run ${path} ${rehearse ? "--rehearse" : "--owner EMAIL"}\`. Permissions aren't shown: only the Owner may read and change records until point 6 defines roles.`;

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
