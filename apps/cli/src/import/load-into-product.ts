/** Loads the records of a source into the product of the document that was imported. */
import { resolve } from "node:path";
import { loadRecords, type BulkOutcome, type DataKind } from "@nonet/engine";
import { databaseUrl } from "../product/database-url.ts";
import { defaultDataFolder, lockDataFolder } from "../product/data-folder.ts";
import { openProduct } from "../product/open-product.ts";
import { compileSpecification } from "../specification/compile-specification.ts";
import { readSpecification } from "../specification/read-specification.ts";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import { printMessage } from "../terminal/print.ts";
import type { ParsedArguments } from "../terminal/read-arguments.ts";
import { failure, success, type Result } from "../terminal/result.ts";
import type { Load } from "./import-source.ts";

export async function loadIntoProduct(path: string, load: Load, { options, has }: ParsedArguments): Promise<Result<BulkOutcome>> {
  const read = await readSpecification(path);
  if (!read.ok) return read;
  const compiled = compileSpecification(read.value);
  if (hasErrors(compiled.diagnostics)) {
    printDiagnostics(read.value.sources, compiled.diagnostics);
    return failure(`${path} has errors, so no records were loaded.`);
  }
  const url = databaseUrl(options["database"]);
  if (!url.ok) return url;
  const kind: DataKind = has("rehearse") ? "rehearsal" : "real";
  const data = options["data"] === undefined ? defaultDataFolder(path, kind) : resolve(options["data"]);
  const folder = lockDataFolder(data, { kind, embedded: url.value === null });
  if (!folder.ok) return folder;
  try {
    const database = url.value === null ? { folder: folder.value.database } : { url: url.value };
    // Opened once as the product itself, which makes its tables, people and marks.
    const engine = await openProduct({
      product: compiled.product,
      database,
      files: folder.value.files,
      rehearse: kind === "rehearsal",
      environment: process.env,
      onFault: () => undefined,
    });
    if (!engine.ok) return engine;
    const foreign = url.value === null ? null : folder.value.claim(kind, engine.value.startReport.databaseId);
    await engine.value.close();
    if (foreign !== null) return failure(foreign);
    if (url.value === null) folder.value.mark(kind);
    const loaded = await load((tables, lists) => loadRecords({ product: compiled.product, database, tables, lists, skipRefused: has("skip-refused"), onProgress: progress() }));
    const outcome = loaded.ok ? loaded.value : loaded;
    return outcome.ok ? success(outcome.value) : failure(outcome.refusal.errors.map(({ detail }) => detail).join("\n"));
  } finally {
    folder.value.release();
  }
}

const everyRecords = 200_000;

/** A line now and then, so that a long load can be told from one that hangs. */
function progress(): (records: number) => void {
  let next = everyRecords;
  return (records) => {
    if (records < next) return;
    printMessage(`${records.toLocaleString("en")} records read …`);
    next = records + everyRecords;
  };
}
