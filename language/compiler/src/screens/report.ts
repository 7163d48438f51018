/** A report: the groups of its rows and columns, and the values of its cells. */
import type { Condition, Group, Shows } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { split } from "../text/split.ts";
import type { Details } from "./attributes.ts";
import { compileAggregate, compileGroup, isAggregate, groupsIn, listOf } from "./naming/paths.ts";
import { readSees } from "./elements/sees.ts";

type Report = Extract<Shows, { kind: "report" }>;

/** `by`: the groups in the table of screens, which Rows can say instead; `at`: the cell. Without Rows and Columns, the last of several groups gives the columns. */
export function compileReport(context: Context, entity: string, where: Condition | null, by: TextSpan | null, screen: string, details: Details, at: Span): Report | null {
  const groups = (value: TextSpan, what: string): Group[] =>
    groupsIn(context, value, entity).flatMap((words) => compileGroup(context, words, entity, `${what} of ${screen}`) ?? []);
  const [rowWords, written, valueWords] = [details.one("Rows"), details.one("Columns"), details.one("Values")];
  if (!by && !rowWords) {
    context.report("unknown-kind", at, `The report doesn't say by which fields of ${entity} it is grouped.`, {
      hint: "Write it as in `report of Loan by item.category, month of start date`, or add `- Rows: item.category` and `- Columns: month of start date` below the screen's heading.",
    });
    return null;
  }
  const named = by ? groups(by, "Groups") : [];
  // `Columns: count, sum of fee` names what the table shows, not groups.
  const isValues = written !== null && valueWords === null && listOf(written).every((words) => isAggregate(context, words, entity));
  const columnWords = isValues ? null : written;
  const rest = (others: readonly Group[]): Group[] => named.filter((group) => !others.some((other) => key(other) === key(group)));
  let rows = rowWords ? groups(rowWords, "Rows") : null;
  let columns = columnWords ? groups(columnWords, "Columns") : null;
  const asWritten = (words: readonly (TextSpan | null)[]): number => words.reduce((sum, one) => sum + (one ? listOf(one).length : 0), 0);
  const isWhole = by !== null && named.length === asWritten([by]) && (rows?.length ?? 0) + (columns?.length ?? 0) === asWritten([rowWords, columnWords]);
  if (rows && columns) {
    if (by) checkGroups(context, isWhole ? named : [...rows, ...columns], [...rows, ...columns], rowWords!);
  } else if (rows) columns = rest(rows);
  else if (isValues) [rows, columns] = [named, []];
  else if (columns) rows = rest(columns);
  else [rows, columns] = named.length < 2 ? [named, []] : [named.slice(0, -1), named.slice(-1)];
  const valuesIn = isValues ? written : valueWords;
  const values = valuesIn
    ? listOf(valuesIn)
        .flatMap((words) => split(words, ";"))
        .flatMap((words) => compileAggregate(context, words, entity, where, `Values of ${screen}`) ?? [])
    : [{ function: "count" as const, of: null, label: "Count" }];
  return { kind: "report", entity, where, rows: rows ?? [], columns: columns ?? [], values, sees: readSees(context, details.one("Sees")) };
}

const key = (group: Group): string => `${group.bucket}:${group.of.path.join(".")}`;

function checkGroups(context: Context, named: readonly Group[], used: readonly Group[], words: TextSpan): void {
  const keys = (groups: readonly Group[]): string => groups.map(key).sort().join("|");
  if (keys(named) !== keys(used))
    context.report(
      "report-groups-differ",
      words.span,
      `The rows and columns are ${used.map((g) => g.label).join(", ")}, but the table of screens groups by ${named.map((g) => g.label).join(", ")}.`,
    );
}
