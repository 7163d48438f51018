/** How the description of the API says where the document says so. */
import type { SaidAt } from "@nonet/model";

/** The line, and the file where it isn't the first of several. */
export const lineKeys = ({ line, file }: SaidAt): Readonly<Record<string, number>> => (line === null ? {} : { "x-line": line, ...(file === undefined ? {} : { "x-file": file }) });
