/** Point 6: the labels of lines about rights, `Own:` and `Never:`, and the bullets that say whose a record is without one. */
import type { TextSpan } from "@nonet/notation";

export type Label = "own" | "never";

/** What people write above lines that say whose the records are. */
const own = String.raw`own|owns|owned by|owners?|(?:(?:record|data|object)\s+)?ownership|who(?:\s+is)?\s+owns?\s+(?:what|which\s+records?)|whose\s+(?:records?|is\s+what|what\s+is)|record\s+owners?`;
const label = String.raw`\W*(?:(never)|${own})\W*:`;

const atStart = new RegExp(String.raw`^${label}[*_\s]*`, "i");
const alone = new RegExp(String.raw`^${label}\W*$`, "i");

/** The label with which the words begin, and its length with what follows it up to the statement. */
export function labelOf({ text, span }: TextSpan): { readonly label: Label; readonly length: number } | null {
  const found = atStart.exec(text);
  if (!found) return null;
  const rest = text.slice(found[0].length);
  // A role can be called Owner: what follows is then no statement.
  if (/^\W*owners?\b/i.test(text) && rest !== "" && !isOwnBullet({ text: rest, span }) && !/->|=>|→/.test(rest)) return null;
  return { label: found[1] ? "never" : "own", length: found[0].length };
}

/** The label of a paragraph that consists of it. */
export const onlyLabel = ({ text }: TextSpan): Label | null => {
  const found = alone.exec(text);
  return found && (found[1] ? "never" : "own");
};

/** A line break before a label, where a new sentence begins. */
export const beforeLabel = String.raw`\n(?=${label})`;

/** `A Session belongs to its trainer`, `A Booking is its guest's`: a bullet that says whose a record is, whatever stands above it. */
export const isOwnBullet = ({ text }: TextSpan): boolean =>
  /^(?:an?|each|every|any)\s+[^:;`]+?\s(?:belongs?\s+to|(?:is|are)\s+owned\s+by)\s/i.test(text) ||
  /^(?:an?|each|every|any)\s+[^:;`]+?\s(?:is|are)\s+(?:its|their)\s+[^:;`]+['’]s?\.?$/i.test(text) ||
  /^(?:an?|each|every|any)\s+[^:;`]+?\s(?:is|are)\s+(?:themselves|themself)\.?$/i.test(text);
