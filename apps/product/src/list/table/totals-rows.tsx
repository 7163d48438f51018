/** The rows of a list that aren't records: the label of a group with its totals, and the totals of the whole list. */
import { Table, Text } from "@mantine/core";
import type { ColumnData } from "@nonet/screens";
import type { ListTotals, Row } from "../../api/queries.ts";
import { useProductContext } from "../../context/product-context.tsx";
import { formatNumber, formatPeriod } from "../../format/format.ts";
import { textOf } from "../../format/value-text.ts";
import type { ListTableProps } from "./list-table-props.ts";
import { named } from "../../texts/names.ts";
import { NotKnown } from "../../value/not-known.tsx";
import { t } from "../../texts/texts.ts";

type Sums = Pick<ListTotals, "sums" | "notKnown">;

export function GroupHeader({ grouped, list, row, before, span, totals, sums = [] }: ListTableProps & { row: Row; before: Row | undefined; span: number }) {
  const { product } = useProductContext();
  if (!grouped || !("_group" in row) || (before && before["_group"] === row["_group"])) return null;
  const label = row["_group"] as string | null;
  const group = totals?.groups?.find((g) => g.label === label);
  return (
    <Table.Tr className="group-head">
      <Table.Th colSpan={span} scope="colgroup">
        <bdi>{label === null || label === "" ? t("no-value-2") : named(formatPeriod(label, product))}</bdi>
        {group ? (
          <Text span size="sm" c="dimmed" fw={400}>
            {` ${formatNumber(group.count, product)}`}
            <SumTexts columns={list.columns} of={group} keys={sums} />
          </Text>
        ) : null}
      </Table.Th>
    </Table.Tr>
  );
}

/** Sums without a column of their own in this row. */
function SumTexts({ columns, of, keys }: { columns: readonly ColumnData[]; of: Sums; keys: readonly string[] }) {
  const { product } = useProductContext();
  return keys.flatMap((key) => {
    const column = columns.find((c) => c.key === key);
    const sum = of.sums[key] ?? null;
    if (!column || sum === null) return [];
    return [
      <bdi key={key}>
        {` · ${column.label} ${textOf(column, sum, product)}`}
        <NotKnown n={of.notKnown[key]} isInline />
      </bdi>,
    ];
  });
}

export function TotalsRow({ rows, totals, sums = [], shown, onSelect, edits = [], list }: ListTableProps & { shown: readonly ColumnData[] }) {
  const { product } = useProductContext();
  if (sums.length === 0 || rows.length === 0) return null;
  if (!totals) return <PlaceOfTotals span={shown.length + (onSelect ? 1 : 0) + (edits.length > 0 ? 1 : 0)} />;
  if (sums.every((key) => (totals.sums[key] ?? null) === null)) return null;
  // The sum of one record is its value.
  if (totals.count === 1) return null;
  const hidden = sums.filter((key) => !shown.some((c) => c.key === key));
  const text = (c: ColumnData) => (sums.includes(c.key) && (totals.sums[c.key] ?? null) !== null ? textOf(c, totals.sums[c.key], product) : "");
  // The label reaches to the first sum: a first column of pictures is too narrow for it.
  const next = shown.findIndex((c, i) => i > 0 && text(c) !== "");
  const labelled = next < 0 ? shown.length : next;
  return (
    <Table.Tfoot>
      <Table.Tr className="totals">
        {onSelect ? <Table.Td /> : null}
        <Table.Th scope="row" colSpan={labelled}>
          {t("total-of-count", { count: formatNumber(totals.count, product) })}
          {shown[0] && text(shown[0]) ? `: ${text(shown[0])}` : null}
          {shown[0] && text(shown[0]) ? <NotKnown n={totals.notKnown[shown[0].key]} isInline /> : null}
          <SumTexts columns={list.columns} of={totals} keys={hidden} />
        </Table.Th>
        {shown.slice(labelled).map((c) => (
          <Table.Td key={c.key} ta="end" className="numeric">
            {text(c)}
            {text(c) ? <NotKnown n={totals.notKnown[c.key]} /> : null}
          </Table.Td>
        ))}
        {edits.length > 0 ? <Table.Td className="row-pen" /> : null}
      </Table.Tr>
    </Table.Tfoot>
  );
}

/** Holds the row of the totals while they load, so that the buttons below the table don't move under a click. */
function PlaceOfTotals({ span }: { span: number }) {
  return (
    <Table.Tfoot aria-hidden>
      <Table.Tr className="totals">
        <Table.Td colSpan={span}>{"\u00a0"}</Table.Td>
      </Table.Tr>
    </Table.Tfoot>
  );
}
