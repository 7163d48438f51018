/** All records of a list in one table that scrolls: only the rows in view are drawn, and their pages are loaded as they come into view. */
import { Checkbox, Table } from "@mantine/core";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { ColumnData } from "@nonet/screens";
import { type ListQuery, listQueryOptions, type Row } from "../api/queries.ts";
import { Header } from "./list-header.tsx";
import type { ListTableProps } from "./list-table-props.ts";
import { PenHead } from "../form/edit-cell.tsx";
import { RecordRow } from "./record-row.tsx";
import { widthOf } from "./state/responsive-columns.ts";
import { useToggle } from "./state/use-toggle.ts";
import { t } from "../texts/texts.ts";

const rowHeight = 45;
const pageSize = 100;
const noColumns: readonly ColumnData[] = [];

interface ScrollTableProps extends ListTableProps {
  readonly query: ListQuery;
  readonly count: number;
}

export function ScrollTable(props: ScrollTableProps) {
  const { list, count, label, widths, onSelect, edits = [] } = props;
  const container = useRef<HTMLDivElement>(null);
  // A row is drawn again when its record or its selection changes, never because of what the virtualizer returns.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({ count, getScrollElement: () => container.current, estimateSize: () => rowHeight, overscan: 12 });
  const items = virtual.getVirtualItems();
  const rowAt = useRows(props, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const select = onSelect
    ? (ids: ReadonlySet<string>) =>
        onSelect(
          ids,
          items.flatMap(({ index }) => rowAt(index) ?? []),
        )
    : undefined;
  const toggle = useToggle(props.selected, select);
  const width = (c: ColumnData) => widths?.columns?.find((chosen) => chosen.key === c.key)?.width ?? widthOf(c);
  const before = items[0]?.start ?? 0;
  const span = list.columns.length + (onSelect ? 1 : 0) + (edits.length > 0 ? 1 : 0);
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div ref={container} className="card list-scroll scroll-rows" tabIndex={0} role="region" aria-label={label}>
      <Table
        horizontalSpacing="sm"
        highlightOnHover
        aria-label={label}
        aria-rowcount={count + 1}
        layout="fixed"
        style={{ minWidth: list.columns.reduce((sum, c) => sum + width(c), onSelect ? 44 : 0) }}
      >
        <colgroup>
          {onSelect ? <col style={{ width: 44 }} /> : null}
          {list.columns.map((c) => (
            <col key={c.key} style={{ width: width(c) }} />
          ))}
          {edits.length > 0 ? <col className="row-pen" /> : null}
        </colgroup>
        <Table.Thead>
          <Table.Tr>
            {onSelect ? <ClearAll selected={props.selected} onSelect={onSelect} /> : null}
            {list.columns.map((c) => (
              <Header key={c.key} column={c} {...props} />
            ))}
            {edits.length > 0 ? <PenHead /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Space height={before} span={span} />
          {items.map(({ index, key }) => {
            const row = rowAt(index);
            return row ? (
              <RecordRow
                key={key}
                row={row}
                entity={props.entity}
                isSelected={onSelect ? (props.selected?.has(row.id) ?? false) : undefined}
                onToggle={toggle}
                shown={list.columns}
                more={noColumns}
                edits={props.edits}
              />
            ) : (
              <Space key={key} height={rowHeight} span={span} isRow />
            );
          })}
          <Space height={after} span={span} />
        </Table.Tbody>
      </Table>
    </div>
  );
}

const ClearAll = ({ selected, onSelect }: { selected: ReadonlySet<string> | undefined; onSelect(ids: ReadonlySet<string>): void }) => (
  <Table.Th>
    <Checkbox aria-label={t("clear-selection")} checked={false} indeterminate={(selected?.size ?? 0) > 0} onChange={() => onSelect(new Set())} />
  </Table.Th>
);

/** In place of rows that aren't drawn, or not loaded yet. */
const Space = ({ height, span, isRow = false }: { height: number; span: number; isRow?: boolean }) =>
  height <= 0 ? null : (
    <tr aria-hidden={!isRow}>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }}>
        {isRow ? <div className="row-loading" /> : null}
      </td>
    </tr>
  );

/** The rows of the pages in view. */
function useRows({ query }: ScrollTableProps, first: number, last: number): (index: number) => Row | undefined {
  const from = Math.floor(first / pageSize);
  const pages = Array.from({ length: Math.floor(last / pageSize) - from + 1 }, (_, i) => from + i);
  const found = useQueries({
    queries: pages.map((page) => ({ ...listQueryOptions({ ...query, limit: pageSize, offset: page * pageSize, count: false }), placeholderData: keepPreviousData })),
  });
  return (index) => found[Math.floor(index / pageSize) - from]?.data?.items[index % pageSize];
}
