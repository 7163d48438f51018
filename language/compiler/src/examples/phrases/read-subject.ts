/** What a `Then` is about: a record, a field of one, or a number of records. */
import type { Field } from "@nonet/model";
import { entityNamed, isKnown, statesOf } from "../scope/example-scope.ts";
import type { RecordReading } from "../scope/phrase-readings.ts";
import { afterArticle, fieldNames, foldName, type Found, namesAt, type Scan, wordAt } from "./scan.ts";
import { recordsFrom, referencesAt } from "./read-record.ts";
import { countAt } from "./read-things.ts";
import type { Token } from "../scope/tokens.ts";

/** `field` null: the record itself. */
export interface SubjectReading {
  readonly record: RecordReading;
  readonly field: string | null;
}

export function subjectsAt(s: Scan, at: number): Found<SubjectReading>[] {
  return [...recordsFrom(s, at).map((one) => ({ ...one, value: { record: one.value, field: null } })), ...fieldsAt(s, at)];
}

/** `its fee`, `the fee of the Loan`, `"Shadow"'s fee`, `the fee`: of the record that the example spoke of last. */
export function fieldsAt(s: Scan, at: number): Found<SubjectReading>[] {
  const start = wordAt(s, at, /^(?:its|their)$/i) ? at + 1 : afterArticle(s, at);
  // `the field "notes"`.
  const from = wordAt(s, start, /^field$/i) && s.tokens[start + 1]?.kind !== undefined ? start + 1 : start;
  const found: Found<SubjectReading>[] = [];
  for (const entity of s.story.entities)
    for (const { value: field, length } of [...fieldsNamed(s, start, from, fieldsOf(s, entity.name)), ...stateAt(s, from, entity.name)]) {
      const to = from + length;
      const i = s.story.spokenOf.indexOf(entity.name);
      if (i >= 0) found.push({ value: { record: { entity: entity.name, name: null, having: [], isSpokenOf: true }, field: field.name }, at: to, cost: i * 0.3 });
      // Notes a record of no known entity, which is the furthest place then.
      if (wordAt(s, to, /^of$/i)) recordsFrom(s, to + 1);
      if (wordAt(s, to, /^(?:of|for|on|in)$/i))
        for (const record of recordsFrom(s, to + 1, entity.name))
          found.push({ value: { record: record.value, field: field.name }, at: record.at, cost: record.cost + (wordAt(s, to, /^of$/i) ? 0 : 1) });
    }
  return [...found, ...fieldsOfActor(s, at, start), ...possessive(s, at)];
}

/** `her phone`: also that of the person who acts. */
function fieldsOfActor(s: Scan, at: number, from: number): Found<SubjectReading>[] {
  if (!wordAt(s, at, /^(?:his|her)$/i)) return [];
  const name = s.story.lastActor?.name ?? null;
  // The record that the example spoke of is that person, where it knows no other one.
  if (s.story.spokenOf.includes("User") && (name === null || (s.story.known.get("User")?.size === 1 && isKnown(s.story, "User", name)))) return [];
  return namesAt(s, from, fieldNames(fieldsOf(s, "User"))).map(({ value, length }) => ({
    value: { record: { entity: "User", name, having: [] }, field: value.name },
    at: from + length,
    cost: 0,
  }));
}

/** The fields whose names stand there; behind the word `field` also in quotation marks. */
function fieldsNamed(s: Scan, start: number, from: number, fields: readonly Field[]): readonly { readonly value: Field; readonly length: number }[] {
  const named = namesAt(s, start, fieldNames(fields)).map(({ value, length }) => ({ value, length: length + start - from }));
  if (from === start || named.length > 0) return named;
  const token = s.tokens[from]!;
  const quoted = token.kind === "quoted" ? fields.find(({ name }) => foldName(name) === foldName(token.text)) : undefined;
  return quoted ? [{ value: quoted, length: 1 }] : namesAt(s, from, fieldNames(fields));
}

/** `the state of the Loan`, where no field has this name. */
const stateAt = (s: Scan, at: number, entity: string): { readonly value: { readonly name: string }; readonly length: number }[] =>
  wordAt(s, at, /^(?:state|status)$/i) && statesOf(s.story, entity).length > 0 && !fieldsOf(s, entity).some((f) => /^(?:state|status)$/i.test(f.name))
    ? [{ value: { name: "state" }, length: 1 }]
    : [];

const fieldsOf = (s: Scan, entity: string): readonly Pick<Field, "name">[] & readonly Field[] => entityNamed(s.story, entity).fields;

/** `"Shadow"'s fee`, `the Loan's fee`, `its contact's name`, `contact.name`: the record may also be one to which a field of the record spoken of refers. */
function possessive(s: Scan, at: number): Found<SubjectReading>[] {
  return marksAfter(s, at).flatMap(({ scan, mark, more }) =>
    [...recordsFrom(scan, at), ...referredAt(scan, at)]
      .filter((record) => record.at === mark)
      .flatMap((record) =>
        namesAt(scan, mark + 1, fieldNames(fieldsOf(s, record.value.entity))).map(({ value, length }) => ({
          value: { record: record.value, field: value.name },
          at: mark + 1 + length - more,
          cost: record.cost,
        })),
      ),
  );
}

interface Mark {
  readonly scan: Scan;
  readonly mark: number;
  /** How many tokens more than the step the scan has. */
  readonly more: number;
}

/** Each `'s` of a step as a word of its own, and each point between two names as one. */
function marksAfter(s: Scan, at: number): readonly Mark[] {
  return s.tokens.flatMap((token, i): Mark[] => {
    if (i < at || token.kind !== "word") return [];
    if (i > at && /^['’]s$/.test(token.text)) return [{ scan: s, mark: i, more: 0 }];
    const [, owner, joint, rest] = /^([\p{L}\d_-]+)(['’]s|\.)([\p{L}][\p{L}\d_-]*)?$/u.exec(token.text) ?? [];
    if (owner === undefined || joint === undefined || (joint === ".") !== (rest !== undefined)) return [];
    const word = (text: string, from: number): Token => ({ kind: "word", text, from, to: from + text.length });
    const parts = [word(owner, token.from), word(joint, token.from + owner.length), ...(rest === undefined ? [] : [word(rest, token.to - rest.length)])];
    const tokens = [...s.tokens.slice(0, i), ...parts, ...s.tokens.slice(i + 1)];
    return [{ scan: { ...s, tokens, miss: { at: -1, weight: 0, report: null }, known: new Map(), runs: [] }, mark: i + 1, more: parts.length - 1 }];
  });
}

/** `contact`, `the contact`: through a reference of the record that the example spoke of last. */
const referredAt = (s: Scan, at: number): Found<RecordReading>[] =>
  s.story.spokenOf.flatMap((entity, i) =>
    referencesAt(s, afterArticle(s, at), entity).map(({ field, target, at: to }) => ({
      value: { entity: target, name: null, having: [], through: { record: { entity, name: null, having: [], isSpokenOf: true as const }, field } },
      at: to,
      cost: 1 + i * 0.3,
    })),
  );

export interface SomeReading {
  readonly record: RecordReading;
  readonly count: number;
  readonly orMore: boolean;
  /** Whether a single record is named: `the Loan`, `"Beamer"`. */
  readonly isNamed: boolean;
}

/** `a Fee with amount 280 EUR`, `no Fee`, `2 Loans`, `at least 2 Loans`, `the Loan`. */
export function someAt(s: Scan, at: number): Found<SomeReading>[] {
  const amount = amountAt(s, at);
  return recordsFrom(s, amount.at).map(({ value, at: to, cost }) => ({
    value: { record: value, count: amount.count, orMore: amount.orMore, isNamed: amount.isNamed },
    at: to,
    cost,
  }));
}

function amountAt(s: Scan, at: number): { readonly count: number; readonly orMore: boolean; readonly at: number; readonly isNamed: boolean } {
  if (wordAt(s, at, /^(?:no|none|zero|0)$/i)) return { count: 0, orMore: false, at: at + 1, isNamed: false };
  const least = wordAt(s, at, /^at$/i) && wordAt(s, at + 1, /^least$/i) ? at + 2 : at;
  const from = wordAt(s, least, /^(?:exactly|only|just)$/i) ? least + 1 : least;
  if (wordAt(s, from, /^an?$/i) && wordAt(s, from + 1, /^single$/i)) return { count: 1, orMore: least > at, at: from + 2, isNamed: false };
  const isOne = wordAt(s, from, /^one$/i);
  const count = isOne ? 1 : countAt(s, from);
  if (count !== null) return { count, orMore: least > at, at: from + 1, isNamed: false };
  const isIndefinite = wordAt(s, from, /^(?:an?|some|any)$/i);
  return { count: 1, orMore: true, at: isIndefinite ? from + 1 : from, isNamed: !isIndefinite };
}
