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

/** Shorter titles that name a point without its number. */
const otherTitles: Readonly<Record<PointNumber, readonly string[]>> = {
  1: ["what it does and for whom", "what it does", "purpose", "overview", "purpose and audience", "purpose and users"],
  2: ["screens", "screens & routes", "routes", "pages", "user interface"],
  3: ["entities", "entities & fields", "entities and fields", "data model", "data", "records and fields"],
  4: ["states", "states & transitions", "state machines", "workflow", "workflows", "lifecycle", "life cycle"],
  5: ["rules", "validation", "validations", "validation rule", "business rules"],
  6: ["roles", "permissions", "roles & permissions", "rights", "access rights", "roles and rights"],
  7: ["calls", "the calls", "calls it makes", "integrations", "interfaces", "external calls"],
  8: ["errors", "error catalogue", "error catalog", "the error catalog", "error codes", "error messages"],
  9: ["constants", "limits", "constants and limits", "constants & limits", "business constants", "business constants & limits"],
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
  const byTitle =
    pointNumbers.find((number) => fold(pointTitles[number]) === title) ?? (digits === undefined ? pointNumbers.find((number) => otherTitles[number].includes(title)) : undefined);
  const byNumber = digits === undefined ? undefined : pointNumbers.find((number) => String(number) === digits);
  const number = byTitle ?? byNumber;
  if (number === undefined) return null;
  return { number, mismatch: byTitle !== undefined && digits !== undefined && byTitle !== byNumber, rest: stated?.[2] ?? "" };
}

const plain = (heading: string): string => heading.trim().replace(/^(\*\*|__)(.*)\1$/, "$2");
