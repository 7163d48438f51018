/** A report as rows of a file. Where some records have no value, the value is that of the others, and the next column counts those. */
import type { ReportRow, ScreenValues } from "@nonet/engine";
import type { Shows } from "@nonet/model";
import { say } from "@nonet/texts";

interface ReportLines {
  readonly labels: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** The columns before it are the groups. */
  readonly firstValue: number;
}

export function reportLines({ rows, columns, values }: Extract<Shows, { kind: "report" }>, data: ScreenValues): ReportLines {
  const groups = data.kind === "report" ? data.rows : [];
  const isPartial = values.map((_, i) => groups.some((group) => missingIn(group, i) > 0));
  const valueLabels = values.flatMap(({ label }, i) => (isPartial[i] ? [label, say("label-not-known", { label })] : [label]));
  const cells = (group: ReportRow, i: number): readonly string[] => {
    const text = group.values[i] ?? group.known?.[i] ?? "";
    return isPartial[i] ? [text, String(missingIn(group, i))] : [text];
  };
  return {
    labels: [...[...rows, ...columns].map(({ label }) => label), ...valueLabels],
    lines: groups.map((group) => [...group.row, ...group.column, ...values.flatMap((_, i) => cells(group, i))]),
    firstValue: rows.length + columns.length,
  };
}

const missingIn = (group: ReportRow, value: number): number => group.notKnown?.[value] ?? 0;
