/** A line read by a table of forms: each slot is the text that fills it, at its place in the sources. */
import { type FormTable, type Range, readForm, type SlotTests } from "@nonet/forms";
import type { TextSpan } from "@nonet/notation";
import { slice } from "./split.ts";

export interface FormLine<Name extends string> {
  readonly name: Name;
  readonly slots: Readonly<Record<string, TextSpan | undefined>>;
  /** The optional words that are written. */
  readonly flags: ReadonlySet<string>;
}

/** The line by its form if exactly one matches; reports nothing. */
export function tryForm<Name extends string>(table: FormTable<Name>, words: TextSpan, tests?: SlotTests): FormLine<Name> | null {
  const reading = readForm(table, words.text, tests);
  if (reading.kind !== "match") return null;
  const slots = slotTexts(words, reading.slots);
  return { name: reading.name, slots, flags: reading.flags };
}

/** The text of each slot, at its place in the sources. */
export function slotTexts(words: TextSpan, ranges: Readonly<Record<string, Range>>): Readonly<Record<string, TextSpan>> {
  const texts: Record<string, TextSpan> = {};
  for (const name in ranges) texts[name] = slice(words, ranges[name]!.from, ranges[name]!.to);
  return texts;
}
