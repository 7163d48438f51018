/** A grouped or cross table with totals, to print or export. */
import { Button, Skeleton, Table, Text } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import type { ScreenData } from "@nonet/screens";
import { blockingError, useScreenValues } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useProductContext } from "../context/product-context.tsx";
import { formatDate, formatMoney, formatNumber, formatPeriod } from "../format/format.ts";
import { behindAddress } from "../list/state/behind.ts";
import { Link } from "../navigation/link.tsx";
import { downloadLink } from "../problem/download-link.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { crossTable, type CrossTable } from "./cross-table.ts";
import { ReportHead } from "./report-head.tsx";
import { NotKnown } from "../value/not-known.tsx";
import { enumeration, midSentence, t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

type ReportBody = Extract<ScreenData["body"], { kind: "report" }>;

export function ReportScreen({ screen, body }: { screen: ScreenData; body: ReportBody }) {
  const values = useScreenValues(screen.name);
  const groups = values.data?.kind === "report" ? values.data.rows : [];
  const why = values.data?.kind === "report" ? values.data.why : undefined;
  const isEmpty = values.data !== undefined && groups.length === 0;
  const table = crossTable(groups, values.data?.kind === "report" ? values.data.totals : []);
  return (
    <>
      <Heading title={screen.name} screen={screen}>
        {isEmpty ? null : <Outputs name={screen.name} />}
      </Heading>
      {blockingError(values) ? <Refusal problem={asProblem(values.error)} /> : null}
      {values.isPending ? <Skeleton height={240} /> : null}
      {isEmpty ? (
        <div className="card" style={{ padding: 48, textAlign: "center" }}>
          <Text fw={600}>{why ?? t("no-data-yet")}</Text>
          <Text size="sm" c="dimmed">
            {t("this-report-will-show-values-by-value", {
              values: enumeration(body.values.map((v) => midSentence(v.label))),
              value: enumeration([...body.rows, ...body.columns].map(midSentence)),
            })}
          </Text>
        </div>
      ) : null}
      {groups.length > 0 ? <CrossTableView body={body} table={table} name={screen.name} /> : null}
      {groups.some((group) => group.values.some((value, i) => value === null && (group.known?.[i] ?? null) === null)) ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t("a-dash-means-that-no-record-has")}
        </Text>
      ) : null}
    </>
  );
}

function Outputs({ name }: { name: string }) {
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
        {t("print")}
      </Button>
      {["csv", "xlsx"].map((format) => (
        <Button
          key={format}
          component="a"
          {...downloadLink(`/api/screens/${encodeURIComponent(name)}/export?format=${format}`, name)}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </>
  );
}

/** The first or last of some days. */
const isDay = /^\d{4}-\d{2}-\d{2}$/;

function CrossTableView({ body, table, name }: { body: ReportBody; table: CrossTable; name: string }) {
  const { product } = useProductContext();
  const across = body.columns.length > 0;
  // One column is its own total.
  const hasTotal = across && table.columns.length > 1;
  const columns = table.columns.map((labels) => labels.map((label) => named(formatPeriod(label, product))).join(" · ") || "–");
  const show = (v: string | null | undefined, index: number) => {
    if (v === undefined) return "";
    if (v === null) return "–";
    const { currency } = body.values[index]!;
    return currency ? formatMoney(v, currency, product) : isDay.test(v) ? formatDate(v, product) : formatNumber(v, product);
  };
  // Groups without records have no list behind them.
  const link = (row: readonly string[] | null, column: readonly string[] | null, text: string) => {
    if (body.opens === null || text === "") return text;
    const labels = [...(row ?? body.rows.map(() => null)), ...(column ?? body.columns.map(() => null))];
    return (
      <Link to={behindAddress(body.opens, { dashboard: name, label: JSON.stringify(labels) })} inherit aria-label={`${text}. ${t("show-the-records")}`}>
        {text}
      </Link>
    );
  };
  const cells = (row: readonly string[] | null, column: readonly string[] | null, total: boolean) =>
    body.values.map((v, index) => (
      <Table.Td key={`${JSON.stringify(column)} ${v.label}`} ta="end" fw={total ? 650 : undefined} className="numeric">
        {link(row, column, show(table.cell(row, column, index), index))}
        <NotKnown n={table.notKnown(row, column, index)} />
      </Table.Td>
    ));
  return (
    <Table.ScrollContainer minWidth={500} type="native" className="card sideways" tabIndex={0} role="region" aria-label={named(name)}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <ReportHead body={body} columns={columns} />
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map((r) => (
            <Table.Tr key={r.join()}>
              {r.map((v, i) => (
                <Table.Th key={i} scope="row" fw={500}>
                  <bdi>{named(formatPeriod(v, product)) || t("without-field", { field: midSentence(body.rows[i] ?? "") })}</bdi>
                </Table.Th>
              ))}
              {across ? table.columns.flatMap((c) => cells(r, c, false)) : null}
              {across && !hasTotal ? null : cells(r, null, hasTotal)}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr className="totals">
            <Table.Th scope="row" colSpan={Math.max(1, body.rows.length)}>
              {t("total")}
            </Table.Th>
            {across ? table.columns.flatMap((c) => cells(null, c, true)) : null}
            {across && !hasTotal ? null : cells(null, null, true)}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}
