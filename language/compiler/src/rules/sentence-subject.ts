/** The entity that a rule's sentence is about, and the texts by which its condition can be read. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { codeOf } from "@nonet/notation";
import { slice } from "../text/split.ts";

const article = "(?:an?|the|this|each|every|any|all|no|two|no two)";

/** The entity with whose name the sentence begins, or whose field it begins with: `A Round must …`, `The collection day of a Round …`, `A Round's collection day …`. */
export function subjectOf(ctx: PointCompiler, words: TextSpan): EntityDraft | null {
  const begins = [...ctx.drafts.values()].flatMap((draft) => namesOf(draft).map((name) => ({ draft, name })));
  const text = ` ${fold(words.text.replace(/[*"]/g, ""))}`;
  // The longest name first: `Order line` before `Order`.
  for (const { draft, name } of begins.sort((a, b) => b.name.length - a.name.length))
    if (new RegExp(`^ (?:${article} )?${name}(?:['’]s?)?(?![\\p{L}\\p{N}-])`, "u").test(text)) return draft;
  for (const { draft, name } of begins)
    if (new RegExp(`^ (?:the |its )?[\\p{L}\\p{N} -]{1,40}? of (?:an?|the|this|each|every|any) ${name}(?![\\p{L}\\p{N}-])`, "u").test(text)) return draft;
  return null;
}

const namesOf = ({ name, plural }: EntityDraft): readonly string[] => [name, plural].map((one) => escaped(fold(one)));
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The condition as it stands, and without the words that only say whose fields it names. Each character stays at its place. */
export function conditionTexts(draft: EntityDraft, words: TextSpan): readonly TextSpan[] {
  const given = haveOf(draft, words);
  const [name, plural] = namesOf(draft);
  const of = new RegExp(`\\s+of\\s+(?:an?|the|this|each|every|any)\\s+(?:${name}|${plural})(?![\\p{L}\\p{N}-])|(?<=^|\\s)${article}\\s+(?:${name}|${plural})['’]s\\s`, "giu");
  const plain = withVerbs(draft, { ...words, text: words.text.replace(of, blank).replace(/\bshall\b/gi, "must ") });
  const found = [words, plain, withoutArticle(plain), ...(given ? [given] : [])];
  return found.filter((one, i) => found.findIndex(({ text }) => text === one.text) === i).map((one) => (codeOf(one).text === one.text ? trimmed(one) : one));
}

const blank = (found: string): string => " ".repeat(found.length);
const trimmed = (words: TextSpan): TextSpan => slice(words, 0);
const withoutArticle = (words: TextSpan): TextSpan => slice(words, /^\s*(?:(?:the|an?|its|their)\s+)?/i.exec(words.text)![0].length);

/** `after the round closes`, `before it starts`: the field `closes at`, `starts on`. */
function withVerbs(draft: EntityDraft, words: TextSpan): TextSpan {
  const [name] = namesOf(draft);
  const text = words.text.replace(new RegExp(`\\b(?:it|(?:the|an?|this)\\s+${name})\\s+(\\p{L}+)(?![\\p{L}\\p{N}])`, "giu"), (found: string, verb: string) => {
    const field = [...draft.fields.values()].find(({ name: one }) => new RegExp(`^${fold(verb)} (?:at|on)$`).test(fold(one)));
    return field && field.name.length <= found.length ? field.name.padEnd(found.length) : found;
  });
  return text === words.text ? words : { ...words, text };
}

/** `A Round must have a collection day`: it is given. */
function haveOf(draft: EntityDraft, words: TextSpan): TextSpan | null {
  const found = /^(?:an?|each|every|any|the|all)\s+(.+?)\s+(?:must|shall|should|needs?\s+to|has\s+to|have\s+to)\s+have\s+(?:an?|the|its|their|some)\s+(.+)$/iu.exec(words.text);
  if (!found || ![draft.name, draft.plural].some((name) => fold(name) === fold(found[1]!))) return null;
  const field = draft.fields.get(fold(found[2]!));
  return field ? { ...words, text: `${field.name} is given` } : null;
}
