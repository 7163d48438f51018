/** Text with embedded expressions. */
import type { Expression } from "@nonet/feel";

/** The literal texts and the expressions, in order. */
export type Template = readonly (string | Expression)[];
