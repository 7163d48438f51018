/** What a person changes: `end date of the Loan to 2026-03-09`, `the kennel of "Rex" to "D1"`, `the Loan with fee 3`, `its fee to 3`. */
import { entityNamed, mistake } from "../scope/example-scope.ts";
import type { RecordReading, ValueOf } from "../scope/phrase-readings.ts";
import { expected, type Found, phraseAt, type Scan, wordAt } from "./scan.ts";
import { valuesAt } from "./read-value.ts";
import { recordsFrom } from "./read-record.ts";
import { fieldsAt } from "./read-subject.ts";
import { nearest } from "@nonet/source";

export interface ChangeReading {
  readonly record: RecordReading;
  readonly values: readonly ValueOf[];
}

export function changesAt(s: Scan, at: number): Found<ChangeReading>[] {
  return [...fieldChanges(s, at), ...recordChanges(s, at)];
}

function fieldChanges(s: Scan, at: number): Found<ChangeReading>[] {
  const subjects = fieldsAt(s, at);
  if (subjects.length === 0) expectField(s, at);
  return subjects.flatMap(({ value, at: named, cost }) => {
    const isPassive = wordAt(s, named, /^(?:is|are|was|were|gets?)$/i) && wordAt(s, named + 1, /^(?:set|changed|updated|corrected)$/i);
    const after = isPassive ? named + 2 : named;
    if (!wordAt(s, after, /^(?:to|as|=|:)$/i)) {
      expected(
        s,
        after,
        1,
        () => void mistake(s.story, "unreadable-step", s.words.span, "The step doesn't say what the new value is.", "Write `changes FIELD of the RECORD to VALUE`."),
      );
      return [];
    }
    const field = entityNamed(s.story, value.record.entity).fields.find((f) => f.name === value.field);
    if (!field) return [];
    return valuesAt(s, field, after + 1, recordsFrom).map((given) => ({
      value: { record: value.record, values: [{ field: field.name, value: given.value }] },
      at: given.at,
      cost: cost + given.cost,
    }));
  });
}

/** `the colour of the Loan`, which has no such field. */
function expectField(s: Scan, at: number): void {
  const of = s.tokens.findIndex((t, i) => i > at && t.kind === "word" && /^of$/i.test(t.text));
  const record = of < 0 ? undefined : recordsFrom(s, of + 1)[0];
  if (record)
    expected(s, s.tokens.length, 9, () => {
      const from = wordAt(s, at, /^(?:the|an?)$/i) ? at + 1 : at;
      const words = phraseAt(s, from, of);
      const fields = entityNamed(s.story, record.value.entity).fields.map((f) => f.name);
      const near = nearest(words.text, fields);
      mistake(s.story, "unknown-field", words.span, `${record.value.entity} has no field "${words.text}".${near === undefined ? "" : ` Did you mean "${near}"?`}`);
    });
}

/** `the Item "Tent" with deposit 20`: what stands after `with` is changed; a part tells which record is meant. */
function recordChanges(s: Scan, at: number): Found<ChangeReading>[] {
  return recordsFrom(s, at).flatMap(({ value, at: to, cost }) => {
    const fields = entityNamed(s.story, value.entity).fields;
    const isPart = (v: ValueOf): boolean => fields.some((f) => f.name === v.field && f.type.kind === "inverse");
    const having = value.having.filter((v) => v.bound !== undefined || isPart(v) || v.field === "state" || v.field === "roles");
    const values = value.having.filter((v) => !having.includes(v));
    if (values.length === 0)
      expected(s, to, 1, () => void mistake(s.story, "unreadable-step", s.words.span, "The step doesn't say what is changed.", "Write `changes FIELD of the RECORD to VALUE`."));
    return values.length === 0 ? [] : [{ value: { record: { ...value, having }, values }, at: to, cost }];
  });
}
