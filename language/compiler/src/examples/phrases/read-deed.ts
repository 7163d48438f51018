/** What somebody can or can't do: `see the Loan but not its fee`, `change the fee of the Loan`, `approve it`, `create a Loan`. */
import type { RecordReading } from "../scope/phrase-readings.ts";
import { entityNamed, mistake } from "../scope/example-scope.ts";
import { type Found, expected, fieldNames, namesAt, phraseAt, type Scan, wordAt } from "./scan.ts";
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
  | { readonly kind: "act"; readonly action: string; readonly record: RecordReading; readonly vote?: VoteAgainst };

export function deedsAt(s: Scan, at: number): Found<DeedReading>[] {
  if (wordAt(s, at, /^(?:see|read|view|open|find)$/i)) return [...seenAt(s, at + 1), ...countedAt(s, at + 1)];
  const found = actsOrVotesAt(s, at).map(({ value, at: to, cost }): Found<DeedReading> => ({
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

const deedOf = ({ action, record, vote }: Extract<ActReading, { kind: "act" }>): DeedReading => ({ kind: "act", action, record, ...(vote ? { vote } : {}) });

const changedAt = (s: Scan, at: number): Found<DeedReading>[] => [
  ...recordsFrom(s, at).map(({ value, at: to, cost }): Found<DeedReading> => ({ value: { kind: "change", record: value, field: null }, at: to, cost })),
  ...fieldsAt(s, at).map(({ value, at: to, cost }): Found<DeedReading> => ({ value: { kind: "change", record: value.record, field: value.field }, at: to, cost })),
];

function createdAt(s: Scan, at: number): Found<DeedReading>[] {
  const from = wordAt(s, at, /^(?:an?|the|any)$/i) ? at + 1 : at;
  return headsAt(s, from, true).map(({ entity, at: to, cost }) => ({ value: { kind: "create", entity: entity.name, action: null }, at: to, cost }));
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
