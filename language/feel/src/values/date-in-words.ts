/** Reads a date as people write it: `3 April 2026`, `1st of January 2027`, `January 1, 2027`. */
import { isDateText } from "./temporal-format.ts";

const months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/** The number of the month that the word names in full or with three letters or more; 0 for another word. */
export const monthCalled = (word: string): number => (word.length < 3 ? 0 : months.findIndex((month) => month.startsWith(word.toLowerCase())) + 1);

/** The day of the month: `3`, `3rd`; 0 for another word. */
function dayCalled(word: string): number {
  const ending = ["st", "nd", "rd", "th"].find((one) => word.toLowerCase().endsWith(one)) ?? "";
  const day = Number(word.slice(0, word.length - ending.length));
  return Number.isInteger(day) && day <= 31 ? day : 0;
}

/** As `2026-04-03`; undefined for any other text, and for a day that doesn't exist. */
export function dateInWords(text: string): string | undefined {
  const words = text
    .replaceAll(",", " ")
    .split(" ")
    .filter((word) => !["", "of", "the"].includes(word.toLowerCase()));
  const [first = "", second = "", year = ""] = words;
  if (words.length !== 3 || year.length !== 4) return undefined;
  const isMonthFirst = monthCalled(first) > 0;
  const [day, month] = isMonthFirst ? [dayCalled(second), monthCalled(first)] : [dayCalled(first), monthCalled(second)];
  const date = [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
  return month > 0 && day > 0 && isDateText(date) ? date : undefined;
}
