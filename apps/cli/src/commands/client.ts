/** `nonet client`: writes a TypeScript client of the product's API. */
import { writeFile } from "node:fs/promises";
import { generateClient } from "@nonet/api";
import { openSpecification, reportErrors } from "../specification/compile-specification.ts";
import { fail, print, printMessage } from "../terminal/print.ts";

export async function client(args: readonly string[]): Promise<number> {
  const opened = await openSpecification("client", args, { out: "value" });
  const refused = reportErrors(opened);
  if (refused !== 0 || !opened.ok) return refused;
  const { given, compiled } = opened.value;
  const text = generateClient(compiled.product);
  const file = given.options["out"];
  if (file === undefined) return (print(text.trimEnd()), 0);
  try {
    await writeFile(file, text);
  } catch (error) {
    return fail(`${file} can't be written: ${(error as Error).message}`);
  }
  printMessage(`The client of ${compiled.product.name} is in ${file}.`);
  return 0;
}
