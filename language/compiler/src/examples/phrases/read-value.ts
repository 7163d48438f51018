/** Every way to read a field's value that begins at a token. A value that the field can't hold isn't a reading, unless there is no other one. */
import { fits, fold, type Type } from "@nonet/feel";
import { type Entity, type Field, namesRecords, referencedRole } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { literal } from "../../context/placeholder.ts";
import { typeOf } from "../../expressions/field-type.ts";
import { bare } from "../../text/split.ts";
import { whatOf } from "../scope/example-name.ts";
import { entityNamed, isKnown, isKnownElsewhere, type Story } from "../scope/example-scope.ts";
import type { RecordReading, ValueOf, ValueReading } from "../scope/phrase-readings.ts";
import { afterArticle, choiceNames, type Found, namesAt, phraseAt, type Scan, wordAt } from "./scan.ts";

/** Reads records where a value refers to one; given by the reader of records, which itself reads values. */
export type ReadRecord = (s: Scan, at: number, entity: string) => readonly Found<RecordReading>[];

type Value = Found<ValueReading>;

/** The cost of a value that the field can't hold; its diagnostic names the field's type. */
export const misfit = 30;

export function valuesAt(s: Scan, field: Field, at: number, readRecord: ReadRecord): Value[] {
  const token = s.tokens[at];
  if (!token) return [];
  const found = [...nothingAt(s, field, at), ...fittingAt(s, field, at, readRecord)];
  const to = freeEnd(s, at);
  return found.length > 0 || to <= at ? found : [wordsValue(s, at, to, misfit)];
}

const wordsValue = (s: Scan, from: number, to: number, cost: number): Value => ({ value: { kind: "words", words: phraseAt(s, from, to) }, at: to, cost });

function nothingAt(s: Scan, field: Field, at: number): Value[] {
  const isChoice = field.type.kind === "one of" && namesAt(s, at, choiceNames(field.type.choices)).length > 0;
  if (isChoice || !wordAt(s, at, /^(?:nothing|empty|null|none|–|—|-)$/i)) return [];
  return [{ value: { kind: "nothing", words: phraseAt(s, at, at + 1) }, at: at + 1, cost: 0 }];
}

function fittingAt(s: Scan, field: Field, at: number, readRecord: ReadRecord): Value[] {
  const { type } = field;
  const token = s.tokens[at]!;
  if (token.kind === "code") return [wordsValue(s, at, at + 1, 0)];
  switch (type.kind) {
    case "reference":
    case "references":
    case "inverse":
      return recordsAt(s, field, type.entity, at, readRecord);
    case "one of":
      return choiceAt(s, type.choices, at);
    case "any of":
    case "texts":
      return listAt(s, type.kind === "any of" ? type.choices : [], at);
    case "yes/no":
      return wordAt(s, at, /^(?:yes|no|true|false|✅|❌)$/iu)
        ? [{ value: { kind: "truth", truth: /^(?:yes|true|✅)$/iu.test(token.text), words: phraseAt(s, at, at + 1) }, at: at + 1, cost: 0 }]
        : [];
    case "file":
      return listAt(s, [], at);
    default:
      return namesRecords(type) || typeOf(type).kind === "string" ? textAt(s, at) : plainAt(s, field, at);
  }
}

function choiceAt(s: Scan, choices: readonly string[], at: number): Value[] {
  const token = s.tokens[at]!;
  if (token.kind === "quoted") {
    const choice = choices.find((one) => fold(one) === fold(token.text));
    return choice === undefined ? [] : [{ value: { kind: "choice", choice, words: phraseAt(s, at, at + 1) }, at: at + 1, cost: 0 }];
  }
  const from = afterArticle(s, at);
  return namesAt(s, from, choiceNames(choices))
    .slice(0, 1)
    .map(({ value, length }) => ({ value: { kind: "choice", choice: value, words: phraseAt(s, from, from + length) }, at: from + length, cost: 0 }));
}

/** Texts: one in quotation marks, or bare words up to the next comma or keyword. */
function textAt(s: Scan, at: number): Value[] {
  if (s.tokens[at]!.kind === "quoted") return [wordsValue(s, at, at + 1, 0)];
  const long = freeEnd(s, at);
  const short = freeEnd(s, at, true);
  return [...new Set([long, short])].filter((to) => to > at).map((to) => wordsValue(s, at, to, 4));
}

/** `a and b`, `(a, b)`, `"Ada" and "Bo"`. */
function listAt(s: Scan, choices: readonly string[], at: number): Value[] {
  const token = s.tokens[at]!;
  if (token.kind === "bracket") return [wordsValue(s, at, at + 1, 0)];
  const one = (from: number): number => {
    if (s.tokens[from]?.kind === "quoted") return from + 1;
    const choice = namesAt(s, from, choiceNames(choices))[0];
    if (choice) return from + choice.length;
    return choices.length === 0 && s.tokens[from]?.kind === "word" ? freeEnd(s, from) : from;
  };
  const ends: number[] = [];
  for (let from = at; ;) {
    const to = one(from);
    if (to === from) break;
    ends.push(to);
    // `"11", "21"`: after a comma another text in quotation marks continues the list.
    const goesOn = s.tokens[to]?.kind === "comma" && s.tokens[to + 1]?.kind === "quoted";
    if (!goesOn && !wordAt(s, to, /^(?:and|or)$/i)) break;
    from = to + 1;
  }
  return ends.reverse().map((to, i) => wordsValue(s, at, to, i));
}

/** Numbers, dates, times and durations: the longest text that is such a value, or an expression. */
function plainAt(s: Scan, field: Field, at: number): Value[] {
  const expect = expectedOf(field);
  for (let to = Math.min(s.tokens.length, at + 6); to > at; to--) {
    const run = s.tokens.slice(at, to);
    if (run.some((t) => t.kind === "comma" || (t.kind === "quoted" && run.length > 1))) continue;
    const value = literal(bare(phraseAt(s, at, to)), expect);
    if (value && value.type.kind === expect.kind && (expect.kind !== "number" || fits(value.type, expect))) return [wordsValue(s, at, to, 0)];
  }
  return [...dayAt(s, expect, at), ...expressionAt(s, expect, at)];
}

/** What the value of a field is checked against. The currency of a record may be given anywhere in the example. */
export const expectedOf = (field: Field): Type =>
  (field.type.kind === "money" && field.type.currencyField !== undefined) || field.type.kind === "percent" ? { kind: "number" } : typeOf(field.type);

const days: readonly (readonly [RegExp, string])[] = [
  [/^today$/i, "today()"],
  [/^tomorrow$/i, "today() + 1 day"],
  [/^yesterday$/i, "today() - 1 day"],
];

function dayAt(s: Scan, expect: Type, at: number): Value[] {
  const day = expect.kind === "date" ? days.find(([word]) => wordAt(s, at, word)) : expect.kind === "date and time" && wordAt(s, at, /^now$/i) ? [/now/, "now()"] : undefined;
  if (!day || s.tokens[at + 1]?.kind === "bracket") return [];
  return [{ value: { kind: "words", words: { text: day[1] as string, span: phraseAt(s, at, at + 1).span } }, at: at + 1, cost: 0 }];
}

function expressionAt(s: Scan, expect: Type, at: number): Value[] {
  for (const to of new Set([freeEnd(s, at), freeEnd(s, at, true)])) {
    // A text alone is no number, date or duration, whatever signs it has.
    if (to <= at || (to === at + 1 && s.tokens[at]!.kind === "quoted") || !s.tokens.slice(at, to).some((t) => t.kind === "bracket" || /[-+*/]/.test(t.text))) continue;
    const words = phraseAt(s, at, to);
    if (s.story.ctx.tryExpression(words, { what: whatOf(s.story), expect })) return [{ value: { kind: "words", words }, at: to, cost: 1 }];
  }
  return [];
}

/** The end of free words: before a comma, `and`, `with`, `is` or `has`; `short`: also before a preposition. */
export function freeEnd(s: Scan, at: number, short = false): number {
  let to = at;
  while (
    to < s.tokens.length &&
    s.tokens[to]!.kind !== "comma" &&
    !(to > at && s.tokens[to]!.kind === "quoted") &&
    !wordAt(s, to, /^(?:and|but|with|is|has|are|both|confirming|despite)$/i) &&
    !(short && to > at && wordAt(s, to, prepositions))
  )
    to++;
  return s.tokens[at]?.kind === "quoted" ? at + 1 : to;
}

export const prepositions = /^(?:of|by|for|on|from|to|in|at|until|through|into|under|as|against|about)$/i;

/** `"Ada"`, `Item "Beamer"`, `the Loan of "Ada"`, `it`, and lists of them. */
function recordsAt(s: Scan, field: Field, target: string, at: number, readRecord: ReadRecord): Value[] {
  const one = (from: number): Found<RecordReading>[] => [
    ...calledAt(s, target, from).filter(({ value }) => !hasOtherRole(s, field, value)),
    ...numberAt(s, from, entityNamed(s.story, target)).map((number): Found<RecordReading> => ({ value: { entity: target, name: null, having: [number] }, at: from + 1, cost: 0 })),
    ...readRecord(s, from, target)
      .filter(({ value }) => fitsField(s, field, value) && !hasOtherRole(s, field, value))
      .map((record) => ({ ...record, cost: record.cost + (saysOnlyRole(field, record.value) ? 1 : 0) })),
  ];
  const first = one(at);
  const single = first.map(({ value, at: to, cost }): Value => ({ value: { kind: "records", records: [value] }, at: to, cost }));
  if (field.type.kind === "reference") return single;
  const bracket = s.tokens[at]?.kind === "bracket" ? namesIn(phraseAt(s, at, at + 1)) : [];
  if (bracket.length > 0) return [{ value: { kind: "records", records: bracket.map((name) => ({ entity: target, name, having: [] })) }, at: at + 1, cost: 0 }];
  const further = first.flatMap((head) => moreAfter(s, head, one));
  return [...further, ...single];
}

/** `Court 1`: the number that only one of them has. */
export function numberAt(s: Scan, at: number, entity: Entity): readonly ValueOf[] {
  if (!wordAt(s, at, /^\d+$/)) return [];
  const [field, other] = entity.fields.filter((one) => one.unique && (one.type.kind === "integer" || one.type.kind === "number"));
  return field && !other ? [{ field: field.name, value: { kind: "words", words: phraseAt(s, at, at + 1) } }] : [];
}

/** Further members of a list of records; of lists that begin alike, the longest costs least. After a comma, words that no record is called are something else. */
function moreAfter(s: Scan, head: Found<RecordReading>, one: (from: number) => readonly Found<RecordReading>[]): Value[] {
  const found: Value[] = [];
  let records = [head.value];
  for (let at = head.at; ;) {
    const joint = s.tokens[at]?.kind === "comma" ? (wordAt(s, at + 1, /^and$/i) ? at + 2 : at + 1) : wordAt(s, at, /^and$/i) ? at + 1 : null;
    const next = joint === null ? undefined : one(joint).find(({ value }) => value.name !== null);
    const isBare = s.tokens[next?.at === undefined ? at : next.at - 1]?.kind === "word";
    if (!next || (isBare && !isKnown(s.story, next.value.entity, next.value.name!))) break;
    records = [...records, next.value];
    at = next.at;
    // `"RS-001", measuring` with a record of that name may as well be the state.
    found.push({ value: { kind: "records", records }, at, cost: isBare ? head.cost : head.cost - 0.01 * records.length });
  }
  return found;
}

const namesIn = (words: TextSpan): string[] => [...words.text.matchAll(/"([^"]*)"|“([^”]*)”|([^\s,[\](){}"“][^,[\](){}"“]*)/g)].map((m) => (m[1] ?? m[2] ?? m[3] ?? "").trim());

/** A record named without its entity: in quotation marks, or by up to three bare words. */
function calledAt(s: Scan, target: string, at: number): Found<RecordReading>[] {
  const token = s.tokens[at];
  if (!token) return [];
  const named = (name: string, to: number, cost: number): Found<RecordReading> => ({
    value: { entity: target, name, having: [] },
    at: to,
    cost: cost + strangeness(s.story, target, name),
  });
  if (token.kind === "quoted") return [named(token.text, at + 1, 0)];
  if (token.kind !== "word" || isReserved(s, at)) return [];
  const found: Found<RecordReading>[] = [];
  for (let to = Math.min(at + 3, freeEnd(s, at, true)); to > at; to--) {
    const name = phraseAt(s, at, to).text;
    // `in quarantine since 2026-01-02` invents no Kennel of that name.
    if (!isKnown(s.story, target, name) && s.tokens.slice(at + 1, to).some((t) => /^\d{4}-|^(?:since|before|after|until|because|too)$/i.test(t.text))) continue;
    if (isKnown(s.story, target, name) || to === at + 1 || to === freeEnd(s, at, true)) found.push(named(name, to, isKnown(s.story, target, name) ? 0 : 8));
  }
  return found;
}

const isReserved = (s: Scan, at: number): boolean =>
  wordAt(s, at, /^(?:the|an?|it|its|this|that|with|and|is|has|of|by|no|not|of|by|for|on|from|to|in|at|until)$/i) || /^\d/.test(s.tokens[at]!.text);

/** A name that is known for another entity only can't be meant; an unknown one can. */
function strangeness(story: Story, target: string, name: string): number {
  if (isKnown(story, target, name) || isShownThrough(story, target, name)) return 0;
  return isKnownElsewhere(story, target, name) ? 14 : 2;
}

/** A Submission that is shown as `film.title` is called like its Film. */
function isShownThrough(story: Story, target: string, name: string): boolean {
  const { shownAs } = entityNamed(story, target);
  return shownAs.kind === "path" && shownAs.of.kind === "path" && shownAs.of.type.kind === "record" && isKnown(story, shownAs.of.type.name, name);
}

/** A person named with a role is rather the one in a field for a role. */
const saysOnlyRole = (field: Field, record: RecordReading): boolean =>
  record.having.some((v) => v.field === "roles") && field.type.kind === "reference" && referencedRole(field.type) === undefined;

/** A person named with a role fits only a field for that role. */
/** Whether the steps have made the person with other roles than the field takes: a Parent isn't the teacher. */
function hasOtherRole({ story }: Scan, { type }: Field, { name }: RecordReading): boolean {
  const demanded = referencedRole(type);
  if (demanded === undefined || name === null) return false;
  const roles = (story.namedBy.get(fold(name)) ?? []).filter((one) => story.roles.some((role) => fold(role) === fold(one)));
  return roles.length > 0 && !roles.some((role) => story.includes(role).some((one) => fold(one) === fold(demanded)));
}

function fitsField({ story }: Scan, field: Field, record: RecordReading): boolean {
  const demanded = referencedRole(field.type);
  if (demanded === undefined) return true;
  const given = record.having.find((v) => v.field === "roles");
  const role = given?.value.kind === "choice" ? given.value.choice : null;
  return role === null || story.includes(role).some((one) => fold(one) === fold(demanded)) || entityNamed(story, record.entity).name !== "User";
}
