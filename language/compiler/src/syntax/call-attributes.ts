/** Point 7's attributes, and the kind of call that each belongs to. */
import { fold } from "@nonet/feel";

export const callAttributes: Readonly<Record<string, readonly string[]>> = {
  email: ["email to", "subject", "body", "attach"],
  http: ["request", "signed with", "headers", "sends", "expects", "then", "retries", "otherwise", "dropped when", "first", "undo"],
  received: ["receives", "signed with", "counts once per", "finds", "then", "otherwise", "answers"],
  offered: ["offers", "for", "takes", "counts once per", "does", "then", "answers", "errors", "signed in by"],
  statements: ["does", "then"],
};

export const callTitles = [
  "Email to",
  "Subject",
  "Body",
  "Attach",
  "Request",
  "Signed with",
  "Headers",
  "Sends",
  "Expects",
  "Then",
  "Retries",
  "Otherwise",
  "Dropped when",
  "First",
  "Every",
  "Receives",
  "Counts once per",
  "Finds",
  "Answers",
  "Does",
  "Offers",
  "For",
  "Takes",
  "Errors",
  "Signed in by",
];

/** The attribute's key for a label as it is written. */
export const callKey = (label: string): string => (fold(label) === "to" ? "email to" : fold(label));

/** The kind of call that the keys make; null if they don't determine one. */
export function callKind(keys: { has(key: string): boolean }): string | null {
  if (keys.has("email to")) return "email";
  if (keys.has("request")) return "http";
  if (keys.has("receives")) return "received";
  if (keys.has("offers")) return "offered";
  return keys.has("every") && (keys.has("does") || keys.has("then")) ? "statements" : null;
}

const titleKeys: ReadonlySet<string> = new Set(callTitles.map(fold));

/** Whether a call with these keys can have the attribute; a call of unknown kind can have any. */
export function isCallAttribute(key: string, keys: { has(key: string): boolean }): boolean {
  const kind = callKind(keys);
  return kind === null || key === "every" ? titleKeys.has(key) : callAttributes[kind]!.includes(key);
}
