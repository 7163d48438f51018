/** The words with a meaning of their own in the details of screens: forms of charts, parts of dates, totals, directions, colors. */
import { fold } from "@nonet/feel";
import { lasting } from "@nonet/forms";
import { readColour } from "../../text/colour.ts";
import { plainText } from "./plain-name.ts";

export const wordTests = lasting({
  "chart form": (text) => /^(?:bars?|columns?|lines?|areas?|pies?|donuts?|doughnuts?)$/i.test(text),
  bucket: (text) => bucketOf(text) !== null,
  function: (text) => aggregates[fold(plainText(text))] !== undefined,
  direction: (text) => isDescending(text) !== undefined,
  colour: (text) => readColour(plainText(text)) !== undefined,
});

const buckets = ["day", "week", "month", "quarter", "year"] as const;
const adverbs: Readonly<Record<string, (typeof buckets)[number]>> = { daily: "day", weekly: "week", monthly: "month", quarterly: "quarter", yearly: "year", annual: "year" };

export const bucketOf = (text: string): (typeof buckets)[number] | null =>
  buckets.find((one) => one === fold(plainText(text)) || `${one}s` === fold(plainText(text))) ?? adverbs[fold(plainText(text))] ?? null;

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

/** Whether `latest first`, `(desc)` and the like turn the order around; undefined for other words. */
export const isDescending = (text: string): boolean | undefined => directions[fold(plainText(text)).replace(/\s+(?:first|order)$/, "")];

const directions: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...["latest", "newest", "highest", "largest", "most", "biggest", "descending", "desc", "z to a", "most recent", "downwards", "falling", "reverse"].map((word) => [word, true]),
  ...["earliest", "soonest", "oldest", "lowest", "smallest", "least", "ascending", "asc", "a to z", "upwards", "rising"].map((word) => [word, false]),
]);
