/** The head of a report's table: its rows' fields, its columns and its values. */
import { Table } from "@mantine/core";
import type { ScreenData } from "@nonet/screens";
import { enumeration, midSentence, t } from "../texts/texts.ts";

interface HeadProps {
  readonly body: Extract<ScreenData["body"], { kind: "report" }>;
  /** The labels of the columns. */
  readonly columns: readonly string[];
}

export function ReportHead(props: HeadProps) {
  const isCross = props.body.columns.length > 0;
  return isCross && props.body.values.length === 1 ? <HeadOfOneValue {...props} /> : <HeadOfValues {...props} />;
}

const RowHeads = ({ body, rowSpan }: { body: HeadProps["body"]; rowSpan: number }) => (
  <>
    {body.rows.map((r) => (
      <Table.Th key={r} rowSpan={rowSpan}>
        {r}
      </Table.Th>
    ))}
  </>
);

/** Names the value once, above all columns. */
function HeadOfOneValue({ body, columns }: HeadProps) {
  return (
    <>
      <Table.Tr>
        <RowHeads body={body} rowSpan={2} />
        <Table.Th colSpan={Math.max(1, columns.length)} scope="colgroup" fw={500} c="dimmed">
          {t("value-by-fields", { value: body.values[0]!.label, fields: enumeration(body.columns.map(midSentence)) })}
        </Table.Th>
        {columns.length > 1 ? (
          <Table.Th rowSpan={2} ta="end">
            {t("total")}
          </Table.Th>
        ) : null}
      </Table.Tr>
      <Table.Tr>
        {columns.map((label, i) => (
          <Table.Th key={i} ta="end">
            <bdi>{label}</bdi>
          </Table.Th>
        ))}
      </Table.Tr>
    </>
  );
}

/** Names each value under each column. */
function HeadOfValues({ body, columns }: HeadProps) {
  const values = (of: string) =>
    body.values.map((v) => (
      <Table.Th key={`${of} ${v.label}`} ta="end" {...(of === "" ? {} : { fw: 500 })}>
        {v.label}
      </Table.Th>
    ));
  if (body.columns.length === 0)
    return (
      <Table.Tr>
        <RowHeads body={body} rowSpan={1} />
        {values("")}
      </Table.Tr>
    );
  const heads = columns.length > 1 ? [...columns, t("total")] : columns;
  return (
    <>
      <Table.Tr>
        <RowHeads body={body} rowSpan={2} />
        {heads.map((label, i) => (
          <Table.Th key={i} colSpan={body.values.length} ta="center" scope="colgroup">
            <bdi>{label}</bdi>
          </Table.Th>
        ))}
      </Table.Tr>
      <Table.Tr>{heads.flatMap((_, i) => values(String(i)))}</Table.Tr>
    </>
  );
}
