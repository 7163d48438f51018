/**
 * Keeps the counters of sequences: a counter moves with its field when that or its entity is renamed. Where a field
 * becomes a sequence, or its pattern changes, the counters start after the numbers that records already have.
 */
import type { Entity, Field, Product, SequencePart } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { formerColumn, pairs } from "../columns/previous-version.ts";
import { sequenceKey } from "../columns/sequence-key.ts";
import { ident, literal } from "../sql/sql-text.ts";
import type { ChangeStep } from "./change-step.ts";

/** After all steps that change the tables. */
export const sequenceSteps = (before: Product, after: Product): readonly ChangeStep[] =>
  pairs(before, after).flatMap(({ old, now }) =>
    now.fields.flatMap((field) => {
      const pattern = patternOf(field);
      const column = columnsOf(after, now).find((c) => c.name === field.name);
      const former = pattern && column && formerColumn(columnsOf(before, old), column)?.field;
      if (!former) return [];
      const [was, is] = [sequenceKey(old, former), sequenceKey(now, field)];
      const formerly = patternOf(former);
      return [
        ...(formerly && was !== is ? [step(moveCounter(was, is), `The numbers of ${former.name} of ${old.name} continue as those of ${field.name} of ${now.name}.`)] : []),
        ...(formerly && JSON.stringify(formerly) === JSON.stringify(pattern)
          ? []
          : [step(startAfterExisting(now, column.column, is, pattern), `The numbers of ${field.name} of ${now.name} start after the existing ones.`)]),
      ];
    }),
  );

const step = (sql: string, sentence: string): ChangeStep => ({ sql, sentence, loses: null });
const patternOf = (field: Field): readonly SequencePart[] | null => (field.type.kind === "sequence" && field.computed === null ? field.type.pattern : null);

/** The counter of a removed field of that name is dropped. */
const moveCounter = (was: string, is: string): string =>
  `delete from nonet.sequence where key = ${literal(is)};\nupdate nonet.sequence set key = ${literal(is)} where key = ${literal(was)}`;

function startAfterExisting(entity: Entity, column: string, key: string, pattern: readonly SequencePart[]): string {
  const counter = pattern.findIndex((part) => part.kind === "counter");
  const form = (parts: readonly SequencePart[]): string => parts.map(formOf).join("");
  const whole = literal(`^(${form(pattern.slice(0, counter))})(${formOf(pattern[counter]!)})${form(pattern.slice(counter + 1))}$`);
  return `insert into nonet.sequence(key, prefix, value)
select ${literal(key)}, m[1], max(m[2]::bigint) from ${tableOf(entity)} r, regexp_match(r.${ident(column)}, ${whole}) m where m is not null group by m[1]
on conflict (key, prefix) do update set value = greatest(nonet.sequence.value, excluded.value)`;
}

function formOf(part: SequencePart): string {
  switch (part.kind) {
    case "year":
      return "[0-9]{4}";
    case "month":
      return "[0-9]{2}";
    case "counter":
      return `[0-9]{${part.digits},18}`;
    case "field":
      return ".*";
    case "text":
      return part.text.replace(/[^A-Za-z0-9]/g, (sign) => (/\s/.test(sign) || sign.charCodeAt(0) > 127 ? sign : `\\${sign}`));
  }
}
