/** The nine points and their titles. */
import { fold } from "@nonet/feel";

export type PointNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export const pointTitles: Readonly<Record<PointNumber, string>> = {
  1: "What the product does and for whom",
  2: "Screens and routes",
  3: "Entities and their fields",
  4: "States and transitions",
  5: "Validation rules",
  6: "Roles and permissions",
  7: "The calls it makes",
  8: "The error catalogue",
  9: "Business constants and limits",
};

export const pointNumbers: readonly PointNumber[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * The point that a heading names, by its title or else by its number; null if it names none. `mismatch`: title and number
 * name different points. `rest`: the state after the title (`not shown` or `none`), "" if there is none.
 */
export function pointOfHeading(heading: string): { readonly number: PointNumber; readonly mismatch: boolean; readonly rest: string } | null {
  const match = /^(?:point\s+)?(\d+)?\s*[.):–—-]?\s*(.*)$/is.exec(plain(heading))!;
  const [, digits, words = ""] = match;
  const stated = /^(.*?)\s*[:–—(-]+\s*(not\s+shown|none)\)?\.?$/i.exec(words);
  const title = fold(stated?.[1] ?? words).replace(/[.:]$/, "");
  const byTitle = pointNumbers.find((number) => fold(pointTitles[number]) === title);
  const byNumber = digits === undefined ? undefined : pointNumbers.find((number) => String(number) === digits);
  const number = byTitle ?? byNumber;
  if (number === undefined) return null;
  return { number, mismatch: byTitle !== undefined && digits !== undefined && byTitle !== byNumber, rest: stated?.[2] ?? "" };
}

const plain = (heading: string): string => heading.trim().replace(/^(\*\*|__)(.*)\1$/, "$2");
