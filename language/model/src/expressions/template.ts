/** Text that contains expressions. */
import type { Expression } from "@nonet/feel";

/** Text with expressions in it, in order. */
export type Template = readonly (string | Expression)[];
