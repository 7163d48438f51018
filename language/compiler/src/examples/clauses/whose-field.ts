/** `her phone`, which can be that of the record that the example spoke of, or that of the person who acts. */
import type { TextSpan } from "@nonet/notation";
import { slice } from "../../text/split.ts";
import { mistake, type Story } from "../scope/example-scope.ts";

interface Meant {
  readonly record?: { readonly entity: string; readonly name: string | null };
  readonly field?: string | null;
  readonly values?: readonly { readonly field: string }[];
}

/** Reports both readings with what to write for each; false where the readings differ in something else. */
export function reportWhoseField(story: Story, words: TextSpan, readings: readonly { readonly value: unknown }[]): boolean {
  const meant = readings.map(({ value }) => value as Meant);
  const fields = new Set(meant.map(({ field, values }) => field ?? values?.[0]?.field));
  const [field] = fields;
  const found = /(?<![\p{L}\d])(?:his|her)\s+/iu.exec(words.text);
  if (!found || typeof field !== "string" || fields.size > 1 || meant.some(({ record }) => !record)) return false;
  const end = found.index + found[0].length + field.length;
  const ways = meant.map(({ record }) => `the ${field} of ${record!.name === null ? `the ${record!.entity}` : `"${record!.name}"`}`);
  const { text, span } = slice(words, found.index, end);
  mistake(
    story,
    "ambiguous-step",
    span,
    `"${text}" can be ${ways.join(" or ")}.`,
    `Write ${ways.map((way) => `\`${way}\``).join(" or ")}.`,
    ways.map((way) => ({ title: `Write ${way}`, edits: [{ span, text: way }] })),
  );
  return true;
}
