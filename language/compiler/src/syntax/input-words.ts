/** Whether words say what an action asks for with their type: `a reason (text, required)`, `why: long text`. */
import { beginsWithType } from "./entities/field-type.ts";
import { isStatementLong } from "../text/statement-length.ts";

/** What follows the name: in parentheses, or after a colon. */
const typeOf = (text: string): string | undefined => {
  if (isStatementLong(text)) return undefined;
  const [, bracketed, behind] = /^(?!for\b)[^():,;]+?(?:\s*\(([^()]+(?:\([^()]*\)[^()]*)*)\)|:\s+(.+?))\.?$/s.exec(text) ?? [];
  return bracketed ?? behind;
};

export const isTypedInput = (text: string): boolean => beginsWithType(typeOf(text) ?? "");

/** `needs` leaves open whether an empty value will do, so the words have to say so. */
export const isStatedInput = (text: string): boolean => /(?:^|,\s*|\s)(?:required|mandatory|optional)\b/i.test(typeOf(text) ?? "");

/** `a reason of at least 10 characters (required)`: its name, its length, and whether the words say that it can't be empty. */
export interface BoundedInput {
  readonly name: string;
  readonly length: string;
  readonly need: "required" | "optional" | null;
}

const bounded =
  /^(?:(?:an?|the)\s+)?([\p{L}][\p{L}\d -]*?)\s+(?:of|with|that\s+has)\s+((?:at\s+least|at\s+most|no\s+more\s+than|up\s+to|exactly)\s+\d+\s+(?:characters|letters))(?:,?\s*\(?(required|mandatory|optional)\)?)?\.?$/iu;

export function boundedInput(text: string): BoundedInput | null {
  const found = isStatementLong(text) ? null : bounded.exec(text);
  if (!found) return null;
  return { name: found[1]!, length: found[2]!, need: found[3] === undefined ? null : /^optional$/i.test(found[3]) ? "optional" : "required" };
}

/** The same as a field: `reason: text, required, at least 10 characters`. `isOwn`: whether the entity has the field, so that it needs no type. */
export const boundedField = ({ name, length, need }: BoundedInput, isOwn: boolean): string => [isOwn ? name : `${name}: text`, need ?? [], length].flat().join(", ");

/** Whether a text of that length can't be empty. */
export const isNeverEmpty = ({ length }: BoundedInput): boolean => /^(?:at\s+least|exactly)\s+0*[1-9]/i.test(length);

/** A question to be confirmed, as an action asks it: `"Really withdraw?"`. */
export const isQuotedQuestion = (text: string): boolean => /^["“][^"“”]*[?!.]["”]\.?$/.test(text);

/** What an action can need besides a value: people, or a condition. */
export const needsPeople = /^(?:\d|(?:one|two|three|four|five|any|all|approval|consent|agreement|confirmation|permission)\b)|\bto\b/i;

/** Whether the words behind `needs` are the name of a value, with no more than its type or its length: `a reason (text)`. */
export const isNeededInput = (text: string): boolean =>
  !needsPeople.test(text) && (boundedInput(text) !== null || /^(?:(?:an?|the)\s+)?[\p{L}\d-]+(?:\s+[\p{L}\d-]+){0,2}(?:\s*\([^()]+\))?\.?$/u.test(text));
