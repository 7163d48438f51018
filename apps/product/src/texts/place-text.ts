/** A place of the document in the reader's language: `line 3`, and of which file where there are several. */
import type { SourceLocation } from "@nonet/model";
import { t } from "./texts.ts";

/** `whole`: what follows where the document is one file. */
export function placeText(files: readonly string[], { line, file }: SourceLocation, whole = ""): string {
  const number = String(line ?? "?");
  return files.length > 1 ? t("place-line-of-file", { line: number, file: files[file ?? 0] ?? "" }) : t("place-line", { line: number }) + whole;
}
