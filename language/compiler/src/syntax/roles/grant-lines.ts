/** Point 6: finds bullets that grant rights in words: `Clerks may create and read Loans`, `Clerk: create, read Loan`. */
import type { Bullet, TextSpan } from "@nonet/notation";
import { slice, split, withoutStop } from "../../text/split.ts";

/** One right in words. */
export interface GrantLine {
  readonly kind: "grant";
  readonly words: TextSpan;
  /** Whom an earlier part of the bullet names; null if the words name them. */
  readonly who: TextSpan | null;
  /** Whether the bullet defines a role, so that the words may be a description of it. */
  readonly isDescription: boolean;
  /** Whether the words say what `who` may not do, as a `Never:` line does. */
  readonly isRefusal: boolean;
}

const verb = "(?:create|add|make|read|view|see|update|edit|change|write|delete|remove)";
const person = String.raw`(?:only\s+)?[\p{L}*_][\p{L}\p{N} ,&/*_’'-]*?`;
const denied = String.raw`(?:(?:may|can|must|shall|should|will)\s+(?:not|never)\b|cannot|can['’]t|mustn['’]t|shan['’]t|(?:is|are)\s+(?:not|never)\s+allowed\s+to|(?:do|does)\s+(?:not|never)\b|don['’]t|doesn['’]t)`;
const modal = String.raw`(?:${denied}|may|can|(?:is|are)\s+allowed\s+to)`;

/** Who, up to the words `may`, `cannot`, `is allowed to`; what a role includes is no right. */
const allowed = new RegExp(String.raw`^(?!.*\bincludes?\b)(${person})\s+(?=${modal}(?:\s+\S|\s*:))`, "iu");
/** Who, up to the verb of a plain sentence: `A Clerk reads Loans`, `Clerks read Loans`. */
const plain = new RegExp(String.raw`^(?!.*\bincludes?\b)([\p{L}][\p{L}\p{N} ,&/-]*?)\s+(?=${verb}s[\s,]|(?<=s\s+)${verb}[\s,])`, "u");
/** `Clerks never read Loans`. */
const neverDoes = /^(?!.*\bincludes?\b)([\p{L}][\p{L}\p{N} &/-]*?)(?<!\b(?:is|are|be|may|can|must|shall|should|will|do|does))\s+(?=never\s+\p{Ll})/iu;
const nobody = /^(?:no\s|nobody\b|no\s?one\b)|\b(?:not|never)\b/i;
const refusal = new RegExp(`^(?:${denied}|never\\b)`, "i");
const beginsWithVerb = new RegExp(String.raw`^(?:(?:may|can)\s+)?${verb}(?=[\s,])`, "i");
const header = new RegExp(String.raw`^${modal}\s*:$`, "i");
const hasDash = (text: string): boolean => /\s[—–-]\s|^[^:]*:\s/.test(text);

/** Whom a sentence about rights names, and what it says of them; null for another line. */
export function rightsSentence(words: TextSpan): { readonly who: TextSpan; readonly rest: TextSpan } | null {
  if (/^["*_`]/.test(words.text)) return null;
  const found = allowed.exec(words.text) ?? neverDoes.exec(words.text) ?? (hasDash(words.text) ? null : plain.exec(words.text));
  if (!found || hasDash(found[1]!) || /^(?:own|never)\s*:/i.test(found[1]!)) return null;
  return { who: slice(words, 0, found[1]!.length), rest: slice(words, found[0].length) };
}

/** Whether the words begin with what may be done, and don't say by whom: `read Loans`. */
export const isRight = ({ text }: TextSpan): boolean => /^\p{Ll}/u.test(text) && beginsWithVerb.test(text);

/** Whether the sentence says what somebody may not do, as a `Never:` line does. */
export const isRefusalSentence = ({ who, rest }: NonNullable<ReturnType<typeof rightsSentence>>): boolean => nobody.test(who.text) || refusal.test(rest.text);

/** The rights in a bullet of rights or of a role, and in the bullets below it. `role`: the name and description of a role's bullet. */
export function grantLines(bullet: Bullet, role: { readonly name: TextSpan; readonly text: TextSpan } | null): readonly GrantLine[] {
  const sentence = rightsSentence(bullet.words);
  const who = sentence?.who ?? role?.name ?? null;
  if (!who) return [];
  const own = sentence ? (isHeader(bullet) ? [] : parts(bullet.words, who)) : role && beginsWithVerb.test(role.text.text) ? parts(role.text, who, { isDescription: true }) : [];
  const isRefusal = sentence !== null && isRefusalSentence(sentence);
  const below = isHeader(bullet) ? bullet.children.flatMap((child) => (child.kind === "bullet" ? rightsBelow(child, who, isRefusal) : [])) : [];
  return [...own, ...below];
}

/** A bullet below one of a role or of people; `Shop: read own; delete own` is one right, as in a cell. */
const rightsBelow = ({ words }: Bullet, who: TextSpan, isRefusal: boolean): readonly GrantLine[] =>
  isCell(words) ? [{ kind: "grant", words: withoutStop(words), who, isDescription: false, isRefusal }] : parts(words, who, { isRefusal });

/** The parts of a role's description, which may say rights; what it includes is none. */
export const describedParts = (role: { readonly name: TextSpan; readonly text: TextSpan }): readonly GrantLine[] =>
  parts(role.text, role.name, { isDescription: true }).filter(({ words }) => words.text !== "" && !/^(?:also\s+)?includes\b/i.test(words.text));

/** The parts between semicolons. Behind a part that says what somebody may not do, only one that says who may do what can be read. */
function parts(words: TextSpan, who: TextSpan, { isDescription = false, isRefusal = false } = {}): readonly GrantLine[] {
  let people: TextSpan | null = who;
  return split(withoutStop(words), ";").map((part): GrantLine => {
    const sentence = rightsSentence(part);
    if (!sentence) return { kind: "grant", words: part, who: people, isDescription, isRefusal };
    const denies = isRefusalSentence(sentence);
    if (!/^(?:they|he|she)$/i.test(sentence.who.text)) {
      people = denies ? null : people;
      return { kind: "grant", words: part, who: null, isDescription, isRefusal: false };
    }
    const rest = denies ? slice(sentence.rest, refusal.exec(sentence.rest.text)![0].length) : sentence.rest;
    const line: GrantLine = { kind: "grant", words: rest, who: people, isDescription, isRefusal: denies };
    people = denies ? null : people;
    return line;
  });
}

/** Whether the bullets below say what somebody may do: those of `Clerks may:` and of a role. */
export function isHeader({ words, children }: Bullet): boolean {
  const sentence = rightsSentence(words);
  if (sentence) return children.length > 0 && header.test(sentence.rest.text);
  const isListed = children.length > 0 && children.every((child) => child.kind === "bullet" && (beginsWithVerb.test(child.words.text) || isCell(child.words)));
  return isListed && children.some((child) => child.kind === "bullet" && (beginsWithVerb.test(child.words.text) || hasRight.test(child.words.text)));
}

/** `Shop: read own`, as in the row of an entity. */
const isCell = ({ text }: TextSpan): boolean => /^[*`_]*\p{Lu}[^:]*:\s*\S/u.test(text) && rightsSentence({ text, span: { file: 0, from: 0, to: text.length } }) === null;
const hasRight = new RegExp(String.raw`:.*\b(?:${verb}|all|history)\b`, "i");
