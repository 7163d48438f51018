/** Extensions of the API description that point to the document's line. */
import type { SourceLocation } from "@nonet/model";

/** The line, and the index of the file if it isn't the first of several. */
export const sourceExtensions = ({ line, file }: SourceLocation): Readonly<Record<string, number>> =>
  line === null ? {} : { "x-line": line, ...(file === undefined ? {} : { "x-file": file }) };
