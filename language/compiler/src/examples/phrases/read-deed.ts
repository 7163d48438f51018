/** What somebody can or can't do: `see the Loan but not its fee`, `change the fee of the Loan`, `approve it`, `create a Loan`. */
import { nearest } from "@nonet/source";
import { article } from "../../text/english.ts";
import type { RecordReading } from "../scope/phrase-readings.ts";
import { entityNamed, mistake } from "../scope/example-scope.ts";
import { type Found, expected, fieldNames, foldName, namesAt, phraseAt, type Scan, wordAt } from "./scan.ts";
import type { ActReading } from "./read-action.ts";
import { actsOrVotesAt, asVote, type VoteAgainst } from "./read-vote.ts";
import { headsAt, recordsFrom } from "./read-record.ts";
import { fieldsAt, type SomeReading, someAt } from "./read-subject.ts";

export type DeedReading =
  /** `hidden`: fields that can't be seen although the record can. */
  | { readonly kind: "see"; readonly record: RecordReading; readonly field: string | null; readonly hidden: readonly string[] }
  | { readonly kind: "count"; readonly some: SomeReading }
  | { readonly kind: "change"; readonly record: RecordReading; readonly field: string | null }
  | { readonly kind: "delete"; readonly record: RecordReading }
  | { readonly kind: "create"; readonly entity: string; readonly action: string | null }
  | { readonly kind: "open"; readonly screen: string }
  | { readonly kind: "act"; readonly action: string; readonly record: RecordReading; readonly vote?: VoteAgainst };

export function deedsAt(s: Scan, at: number): Found<DeedReading>[] {
  if (wordAt(s, at, /^(?:see|read|view|open|find)$/i)) return [...seenAt(s, at + 1), ...countedAt(s, at + 1), ...screensAt(s, at + 1)];
  if (wordAt(s, at, /^(?:visit|reach|access)$/i)) return screensAt(s, at + 1);
  const found = actsOrVotesAt(s, at)
    .flatMap(withoutInput(s, at))
    .map(({ value, at: to, cost }): Found<DeedReading> => ({
      value: value.kind === "act" ? deedOf(asVote(s.story, value)) : { kind: "create", entity: value.entity, action: value.action },
      at: to,
      cost,
    }));
  if (wordAt(s, at, /^(?:change|edit|update|set|correct)$/i)) found.push(...changedAt(s, at + 1));
  if (wordAt(s, at, /^(?:delete|remove)$/i))
    found.push(...recordsFrom(s, at + 1).map(({ value, at: to, cost }): Found<DeedReading> => ({ value: { kind: "delete", record: value }, at: to, cost })));
  if (wordAt(s, at, /^(?:create|add|enter)$/i)) found.push(...createdAt(s, at + 1));
  if (found.length === 0)
    expected(
      s,
      at,
      2,
      () =>
        void mistake(
          s.story,
          "unreadable-step",
          phraseAt(s, at, at + 1).span,
          `"${phraseAt(s, at, at + 1).text}" is not something that a person can do.`,
          "Write `can see`, `can change`, `can delete`, `can create`, or an action of point 4.",
        ),
    );
  return found;
}

/** Whether somebody may do something doesn't depend on what they would give; a step that gives it is refused. */
const withoutInput =
  (s: Scan, at: number) =>
  (found: Found<ActReading>): Found<ActReading>[] => {
    const { value } = found;
    const { asked, values, parts, name, state } = value.kind === "act" ? { asked: value.asked, values: [], parts: [], name: null, state: null } : value.thing;
    if (asked.length + values.length + parts.length === 0 && name === null && state === null) return [found];
    expected(s, found.at, 7, () => inputGiven(s, at, value));
    return [];
  };

function inputGiven(s: Scan, at: number, { kind, entity, action }: ActReading): void {
  const what = kind === "act" ? `${action.toLowerCase()} the ${entity}` : `${action.toLowerCase()} ${article(entity)}`;
  mistake(
    s.story,
    "unreadable-step",
    phraseAt(s, at, s.tokens.length).span,
    `Whether somebody can do something is asked without what they would give: "${phraseAt(s, at, s.tokens.length).text}" gives a value.`,
    `Write \`can ${what}\`, or try it with the value in a When.`,
  );
}

const deedOf = ({ action, record, vote }: Extract<ActReading, { kind: "act" }>): DeedReading => ({ kind: "act", action, record, ...(vote ? { vote } : {}) });

const changedAt = (s: Scan, at: number): Found<DeedReading>[] => [
  ...recordsFrom(s, at).map(({ value, at: to, cost }): Found<DeedReading> => ({ value: { kind: "change", record: value, field: null }, at: to, cost })),
  ...fieldsAt(s, at).map(({ value, at: to, cost }): Found<DeedReading> => ({ value: { kind: "change", record: value.record, field: value.field }, at: to, cost })),
];

function createdAt(s: Scan, at: number): Found<DeedReading>[] {
  const from = wordAt(s, at, /^(?:an?|the|any)$/i) ? at + 1 : at;
  return headsAt(s, from, true).map(({ entity, at: to, cost }) => ({ value: { kind: "create", entity: entity.name, action: null }, at: to, cost }));
}

/** `the screen Overview`, `the Overview page`, `"Overview"`. */
function screensAt(s: Scan, at: number): Found<DeedReading>[] {
  const from = wordAt(s, at, /^the$/i) ? at + 1 : at;
  const isLed = wordAt(s, from, /^(?:screen|page)$/i);
  const start = isLed ? from + 1 : from;
  const quoted = s.tokens[start]?.kind === "quoted" ? s.story.screens.find((name) => foldName(name) === foldName(s.tokens[start]!.text)) : undefined;
  const named = quoted === undefined ? namesAt(s, start, new Map(s.story.screens.map((name) => [foldName(name), name]))) : [{ value: quoted, length: 1 }];
  const found = named.flatMap(({ value, length }): Found<DeedReading>[] => {
    const to = start + length;
    if (isLed || quoted !== undefined) return [{ value: { kind: "open", screen: value }, at: to, cost: 0 }];
    return wordAt(s, to, /^(?:screen|page)$/i) ? [{ value: { kind: "open", screen: value }, at: to + 1, cost: 0 }] : [];
  });
  const isCalled = s.tokens[start]?.kind === "quoted" && nearest(s.tokens[start].text, s.story.screens) !== undefined;
  if ((isLed || isCalled) && found.length === 0) expected(s, start, 6, () => unknownScreen(s, start));
  return found;
}

function unknownScreen(s: Scan, at: number): void {
  const words = phraseAt(s, at, s.tokens.length);
  const name = words.text.replaceAll(/["“”]/g, "");
  const near = nearest(name, s.story.screens);
  const fixes = near === undefined ? [] : [{ title: `Write "${near}"`, edits: [{ span: words.span, text: words.text.replace(name, near) }] }];
  mistake(s.story, "unreadable-step", words.span, `Point 2 has no screen "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`}`, undefined, fixes);
}

function seenAt(s: Scan, at: number): Found<DeedReading>[] {
  const whole = recordsFrom(s, at).flatMap(({ value, at: to, cost }) => [
    { value: { kind: "see" as const, record: value, field: null, hidden: [] }, at: to, cost },
    ...hiddenAfter(s, to, value).map((hidden) => ({ value: { kind: "see" as const, record: value, field: null, hidden: hidden.value }, at: hidden.at, cost })),
  ]);
  // `see the Submission`, which is also a field of the Review: the record itself.
  const isRecord = (to: number): number => (whole.some((one) => one.at === to) ? 1 : 0);
  const fields = fieldsAt(s, at).map(({ value, at: to, cost }) => ({
    value: { kind: "see" as const, record: value.record, field: value.field, hidden: [] },
    at: to,
    cost: cost + isRecord(to),
  }));
  return [...whole, ...fields];
}

/** `but not its result and notes`. */
function hiddenAfter(s: Scan, at: number, record: RecordReading): { readonly value: readonly string[]; readonly at: number }[] {
  const but = s.tokens[at]?.kind === "comma" ? at + 1 : at;
  const from = wordAt(s, but, /^(?:but|and|except|without)$/i) ? but + 1 : null;
  if (from === null) return [];
  let to = wordAt(s, from, /^not$/i) ? from + 1 : wordAt(s, but, /^(?:except|without)$/i) ? from : null;
  const names = fieldNames(entityNamed(s.story, record.entity).fields);
  const hidden: string[] = [];
  while (to !== null) {
    const start: number = wordAt(s, to, /^(?:its|the|their)$/i) ? to + 1 : to;
    const [field] = namesAt(s, start, names);
    if (!field) break;
    hidden.push(field.value.name);
    to = start + field.length;
    if (s.tokens[to]?.kind !== "comma" && !wordAt(s, to, /^(?:and|or|nor)$/i)) return [{ value: hidden, at: to }];
    while (s.tokens[to]?.kind === "comma" || wordAt(s, to, /^(?:and|or|nor)$/i)) to++;
  }
  return [];
}

const countedAt = (s: Scan, at: number): Found<DeedReading>[] =>
  someAt(s, at)
    .filter(({ value }) => !value.isNamed && !(value.count === 1 && value.orMore))
    .map(({ value, at: to, cost }) => ({ value: { kind: "count", some: value }, at: to, cost }));
