/** Synonyms that the notation accepts, and the canonical form of each, which the formatter writes. */
import { fold } from "@nonet/feel";
import { printForm, readForm, simpleTypeForms } from "@nonet/forms";
import type { TextSpan } from "../tree/tree.ts";
import { scanTop, splitTop } from "./scan.ts";

const noSpan = { file: 0, from: 0, to: 0 };
const splitText = (text: string, separator: "," | ";"): string[] => splitTop({ text, span: noSpan } as TextSpan, separator).map((part) => part.text);

/** `entered / blocked` → `entered, blocked`; `*` → `any`; `(same)` → `the same state`; `[*]`, `(none)` → `(new)`. */
export const canonicalStates = (text: string): string =>
  splitAlternatives(text)
    .map((state) =>
      /^(\*|\(?any(?: state)?\)?)$/i.test(state)
        ? "any"
        : /^\(?(?:the )?same(?: state)?\)?$/i.test(state)
          ? "the same state"
          : /^(\(none\)|\[\*\]|\(new\)|new record)$/i.test(state)
            ? "(new)"
            : state,
    )
    .join(", ");

/** `public` → `anyone`; `all users` → `everyone`; lists separated by commas. */
export const canonicalPeople = (text: string): string => splitAlternatives(text).map(canonicalPerson).join(", ");

const people: Readonly<Record<string, string>> = {
  public: "anyone",
  "the public": "anyone",
  anybody: "anyone",
  "all users": "everyone",
  "any user": "everyone",
  "signed in": "everyone",
  everybody: "everyone",
  "the system": "system",
};

export const canonicalPerson = (text: string): string => people[fold(text)] ?? text;

/** A cell of the permission matrix: ✅ → `all`, ❌ → `–`, `view` → `read`. The name of an action stays. */
export function canonicalRights(text: string, isAction: (word: string) => boolean = () => false): string {
  if (/^(✅|yes|allow|allowed|full|full access|x)$/iu.test(text)) return "all";
  if (/^(❌|no|deny|denied|none|—|-)$/iu.test(text)) return "–";
  const verb = (word: string): string => (isAction(word) ? word : (verbs[word.toLowerCase()] ?? word));
  // After a condition or a list of fields, a word is a state or a field, so only the words before are verbs.
  return splitKeepingBlanks(text, ";")
    .map((part) => {
      const end = /\b(?:own|while|where|not)\b|[:(`]/i.exec(part)?.index ?? part.length;
      return part.slice(0, end).replace(/(^\s*|,\s*)(\p{L}+)/gu, (_, before: string, word: string) => before + verb(word)) + part.slice(end);
    })
    .join(";");
}

const verbs: Readonly<Record<string, string>> = { view: "read", see: "read", edit: "update", change: "update", write: "update", add: "create", remove: "delete" };

/** The parts between separators outside backticks, quotation marks and brackets, with their white space. */
function splitKeepingBlanks(text: string, separator: string): string[] {
  const parts: string[] = [];
  let from = 0;
  scanTop(text, (at) => {
    if (text[at] !== separator) return;
    parts.push(text.slice(from, at));
    from = at + 1;
  });
  return [...parts, text.slice(from)];
}

/** `string` → `text`, `boolean` → `yes/no`; the types that say more stay as they are written. */
export function canonicalType(text: string): string {
  const reading = readForm(simpleTypeForms, text);
  return reading.kind === "match" ? printForm(reading.form, {}) : text;
}

/** A cell of a table of fields that says yes or no. */
export function canonicalYesNo(text: string): string {
  if (/^(✅|y|true|x)$/iu.test(text)) return "yes";
  return /^(❌|n|false)$/iu.test(text) ? "no" : text;
}

/** The attributes after a field's type: `Min 2 chars, max 100` → `at least 2 characters, at most 100`. */
export function canonicalAttributes(text: string): string {
  return splitText(text, ",").flatMap(boundsIn).map(canonicalAttribute).join(", ");
}

const boundsIn = (text: string): string[] => {
  const both = /^((?:min|at least)\b.*?)\s+and\s+((?:max|at most)\b.*)$/i.exec(text);
  return both ? [both[1]!, both[2]!] : [text];
};

const attributes: readonly (readonly [RegExp, string])[] = [
  [/^(?:mandatory|not null|Required)$/, "required"],
  [/^(?:non[- ]?negative|not negative)$/i, "at least 0"],
  [/^`\s*(?:>=|≥)\s*([^`]+?)\s*`$/, "at least $1"],
  [/^`\s*(?:<=|≤)\s*([^`]+?)\s*`$/, "at most $1"],
  [/^(?:minimum|min\.?|>=|≥)\s*(?=\S)/i, "at least "],
  [/^(?:maximum|max\.?|<=|≤|up to)\s*(?=\S)/i, "at most "],
  [/^mandatory (?:when|if) /i, "required when "],
  [/^matches /i, "matching "],
  [/^(?:readonly|read only)$/i, "read-only"],
  [/^(?:readonly|read only) (?:when|if) /i, "read-only when "],
];

function canonicalAttribute(text: string): string {
  const rule = attributes.find(([pattern]) => pattern.test(text));
  return (rule ? text.replace(rule[0], rule[1]) : text).replace(/^(at (?:least|most) \S+) chars?$/i, "$1 characters");
}

/** Splits a list at commas and at `/` between blanks, outside backticks, quotation marks and brackets. */
function splitAlternatives(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  scanTop(text, (at) => {
    const isSlash = text[at] === "/" && /\s/.test(text[at - 1] ?? "") && /\s/.test(text[at + 1] ?? "");
    if (text[at] !== "," && !isSlash) return;
    parts.push(text.slice(from, at).trim());
    from = at + 1;
  });
  parts.push(text.slice(from).trim());
  return parts.length === 1 ? parts : parts.filter((part) => part !== "");
}
