/** The words with a meaning of their own in the details of screens: forms of charts, parts of dates, totals, directions, colors. */
import { fold } from "@nonet/feel";
import type { SlotTests } from "@nonet/forms";
import { readColour } from "../text/colour.ts";

const plain = (text: string): string => text.trim().replace(/^[`"“*]+|[`"”*]+$/g, "");

export const wordTests: SlotTests = {
  "chart form": (text) => /^(?:bars?|columns?|lines?|areas?|pies?|donuts?|doughnuts?)$/i.test(text),
  bucket: (text) => bucketOf(text) !== null,
  function: (text) => aggregates[fold(text)] !== undefined,
  direction: (text) => directions[fold(text)] !== undefined,
  colour: (text) => readColour(plain(text)) !== undefined,
};

const buckets = ["day", "week", "month", "quarter", "year"] as const;
const adverbs: Readonly<Record<string, (typeof buckets)[number]>> = { daily: "day", weekly: "week", monthly: "month", quarterly: "quarter", yearly: "year", annual: "year" };

export const bucketOf = (text: string): (typeof buckets)[number] | null => buckets.find((one) => one === fold(plain(text)) || `${one}s` === fold(plain(text))) ?? adverbs[fold(plain(text))] ?? null;

export const aggregates: Readonly<Record<string, "sum" | "mean" | "min" | "max">> = {
  sum: "sum",
  total: "sum",
  mean: "mean",
  average: "mean",
  avg: "mean",
  min: "min",
  minimum: "min",
  lowest: "min",
  smallest: "min",
  earliest: "min",
  max: "max",
  maximum: "max",
  highest: "max",
  largest: "max",
  latest: "max",
};

/** True for descending. */
export const directions: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...["latest", "newest", "highest", "largest", "most", "biggest", "descending", "desc", "z to a", "most recent", "downwards", "falling", "reverse"].map((word) => [word, true]),
  ...["earliest", "oldest", "lowest", "smallest", "least", "ascending", "asc", "a to z", "upwards", "rising"].map((word) => [word, false]),
]);
