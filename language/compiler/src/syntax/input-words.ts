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
