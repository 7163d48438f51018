/** Says what an offered call takes, with what each of its fields demands. */
import type { Call, Taken } from "@nonet/model";
import { askedWords } from "./field-words.ts";
import { list, type Said, type Saying } from "./words.ts";

export function takenSentences(said: Saying, { name, does, source }: Call): Said[] {
  if (does.kind !== "offered" || does.takes.length === 0) return [];
  return [{ what: `what "${name}" takes`, sentence: `"${name}" takes ${takenList(said, does.takes)}.`, span: does.takes[0]!.field.source ?? source }];
}

const takenList = (said: Saying, takes: readonly Taken[]): string => list(takes.map((taken) => takenWords(said, taken)));

/** `lines (at least 1), each with article and quantity (at least 1)`. */
function takenWords(said: Saying, { field, fields, list: isList }: Taken): string {
  const words = askedWords(said, field, false);
  return fields === null ? words : `${words}, ${isList ? "each with" : "with"} ${takenList(said, fields)}`;
}
