/** `her phone`, which can be that of the record that the example spoke of, or that of the person who acts. */
import type { TextSpan } from "@nonet/notation";
import { slice } from "../../text/split.ts";
import { mistake, type Story } from "../scope/example-scope.ts";
import type { RecordReading } from "../scope/phrase-readings.ts";

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

/** `her Booking`, which can be the acting person's, or the one of which the example speaks. */
export function reportWhoseRecord(story: Story, words: TextSpan, readings: readonly { readonly value: unknown }[]): boolean {
  const records = readings.map(({ value }) => ((value as { readonly record?: RecordReading }).record ?? value) as Partial<RecordReading>);
  const [first, ...others] = records;
  const found = /(?<![\p{L}\d])(?:his|her)\s+/iu.exec(words.text);
  if (!found || !first?.entity || others.some(({ entity }) => entity !== first.entity)) return false;
  const owner = records.flatMap(({ having }) => having ?? []).find(({ field }) => others.some((other) => ownerIn(other, field) !== ownerIn(first, field)));
  const name = owner && (ownerIn(first, owner.field) ?? others.map((other) => ownerIn(other, owner.field)).find((one) => one !== null));
  const at = words.text.toLowerCase().indexOf(first.entity.toLowerCase(), found.index);
  if (!name || at < 0) return false;
  const { text, span } = slice(words, found.index, at + first.entity.length);
  const ways = [`the ${first.entity} of "${name}"`, `the ${first.entity}`];
  mistake(
    story,
    "ambiguous-step",
    span,
    `"${text}" can be ${ways[0]}, or the ${first.entity} that is there, which is somebody else's.`,
    `Write \`${ways[0]}\` or \`${ways[1]}\`.`,
    ways.map((way) => ({ title: `Write ${way}`, edits: [{ span, text: way }] })),
  );
  return true;
}

/** The person in the field, as the reading names them. */
function ownerIn({ having }: Partial<RecordReading>, field: string): string | null {
  const value = having?.find((one) => one.field === field)?.value;
  return value?.kind === "records" ? (value.records[0]?.name ?? null) : null;
}
