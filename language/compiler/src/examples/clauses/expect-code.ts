/** Reports a code that point 8 doesn't list, also where it is another system's name for an error that every product has. */
import type { TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { builtInCodes } from "../scope/built-in-codes.ts";
import { mistake, type Story } from "../scope/example-scope.ts";

type BuiltIn = (typeof builtInCodes)[number];

/** What other systems call the built-in errors; the first one is the likeliest. */
const builtIn: Readonly<Record<string, readonly BuiltIn[]>> = {
  FORBIDDEN: ["not-permitted"],
  NOT_ALLOWED: ["not-permitted"],
  PERMISSION_DENIED: ["not-permitted"],
  ACCESS_DENIED: ["not-permitted"],
  NO_PERMISSION: ["not-permitted"],
  UNAUTHORIZED: ["not-signed-in", "not-permitted"],
  UNAUTHENTICATED: ["not-signed-in"],
  NOT_LOGGED_IN: ["not-signed-in"],
  DOES_NOT_EXIST: ["not-found"],
  CONFLICT: ["changed-meanwhile", "not-unique"],
  DUPLICATE: ["not-unique"],
  ALREADY_EXISTS: ["not-unique"],
  VALIDATION: ["invalid-value", "required"],
  VALIDATION_ERROR: ["invalid-value", "required"],
  VALIDATION_FAILED: ["invalid-value", "required"],
  INVALID: ["invalid-value", "required"],
  INVALID_INPUT: ["invalid-value", "required"],
  BAD_REQUEST: ["invalid-value", "required"],
  UNPROCESSABLE: ["invalid-value", "required"],
  MISSING: ["required"],
  MISSING_FIELD: ["required"],
  MANDATORY: ["required"],
  IN_USE: ["still-in-use"],
  WRONG_STATUS: ["wrong-state"],
  INVALID_STATE: ["wrong-state"],
  INVALID_TRANSITION: ["wrong-state"],
};

export function expectCode(story: Story, words: TextSpan): boolean {
  const match = /^(?:.*\b(?:with|by|is|as|code|gets?|sees?)\s+)?`?([A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*)`?(?:\s+(?:at|on|for)\s+.+)?$/.exec(words.text);
  if (!match || match[1]!.length < 2 || (/["“]/.test(words.text) && !/\swarn(?:ed|ing)\s/i.test(words.text))) return false;
  const text = match[1]!;
  if (story.codes.includes(text)) return false;
  const from = words.span.from + words.text.indexOf(text);
  const span = { ...words.span, from, to: from + text.length };
  const near = nearest(text, story.codes);
  const meant = near === undefined ? builtInFor(text) : [];
  const fixes = meant.map((code) => ({ title: `Write \`${code}\``, edits: [{ span, text: code }] }));
  const told = meant.map((code) => `\`${code}\` (${raisedWhen[code]})`).join(" or ");
  const suggestion = near !== undefined ? ` Did you mean "${near}"?` : meant.length > 0 ? ` The built-in code is ${told}.` : "";
  mistake(story, "unlisted-code", span, `Point 8 has no code ${text}.${suggestion}`, undefined, fixes);
  return true;
}

function builtInFor(text: string): readonly BuiltIn[] {
  const name = text.replaceAll("-", "_");
  return builtIn[name] ?? builtIn[nearest(name, Object.keys(builtIn)) ?? ""] ?? [];
}

const raisedWhen: Readonly<Record<BuiltIn, string>> = {
  "not-found": "there is no such record, or the person may not read it",
  "not-signed-in": "nobody is signed in",
  "not-permitted": "the person's roles don't allow it",
  "changed-meanwhile": "somebody else has changed the record",
  "still-in-use": "other records refer to it",
  "invalid-value": "the field doesn't take the value",
  required: "a value is missing",
  "not-unique": "another record has the value",
  "call-failed": "another system didn't answer",
  "not-shown": "the document doesn't show what is needed",
  "wrong-state": "the record's state doesn't allow the action",
  guard: "the condition of the action doesn't hold",
  locked: "the record is locked",
  "read-only": "nobody sets the field",
  "unknown-field": "there is no such field",
};
