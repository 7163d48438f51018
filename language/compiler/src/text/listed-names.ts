/** The names of a list in words: `a, b and c`, `a / b`. */
import type { TextSpan } from "@nonet/notation";
import { cut, split } from "./split.ts";

export const listedNames = (words: TextSpan): TextSpan[] =>
  split(words, ",/").flatMap((one) => {
    const parted = cut(one, /(?:^|\s+)(?:and|or)\s+/i);
    return parted ? [...(parted.before.text === "" ? [] : listedNames(parted.before)), ...listedNames(parted.after)] : [one];
  });
