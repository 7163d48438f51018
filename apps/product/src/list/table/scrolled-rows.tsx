/** The rows of a table that scrolls: only those in view are drawn, and their pages are loaded as they come into view. */
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ComponentProps, useDeferredValue } from "react";
import type { ColumnData } from "@nonet/screens";
import { listQueryOptions, type Row } from "../../api/queries.ts";
import { RecordRow } from "./record-row.tsx";
import type { ScrollTableProps } from "./list-table-props.ts";
import { useToggle } from "./use-toggle.ts";

const rowHeight = 45;
const pageSize = 100;
const noColumns: readonly ColumnData[] = [];

/** `container` is the element that scrolls. */
export function ScrolledRows(props: ScrollTableProps & { readonly container: HTMLElement }) {
  const { list, count, container, selected, onSelect, edits } = props;
  // A row is drawn again when its record or its selection changes, never because of what the virtualizer returns.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({ count, getScrollElement: () => container, estimateSize: () => rowHeight, overscan: 12, useFlushSync: false });
  const items = virtual.getVirtualItems();
  const rowAt = useRows(props, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const inView = () => items.flatMap(({ index }) => rowAt(index) ?? []);
  const toggle = useToggle(selected, onSelect ? (ids) => onSelect(ids, inView()) : undefined);
  const span = list.columns.length + (onSelect ? 1 : 0) + ((edits?.length ?? 0) > 0 ? 1 : 0);
  return (
    <>
      <Space height={items[0]?.start ?? 0} span={span} />
      {items.map(({ index, key }) => {
        const row = rowAt(index);
        return row ? (
          <ScrolledRow
            key={key}
            span={span}
            row={row}
            entity={props.entity}
            isSelected={onSelect ? (selected?.has(row.id) ?? false) : undefined}
            onToggle={toggle}
            shown={list.columns}
            more={noColumns}
            edits={edits}
          />
        ) : (
          <Space key={key} height={rowHeight} span={span} isRow />
        );
      })}
      <Space height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} span={span} />
    </>
  );
}

/** Empty at first, so that scrolling doesn't wait for it, and drawn in full as soon as there is time. */
function ScrolledRow({ span, ...props }: ComponentProps<typeof RecordRow> & { span: number }) {
  const isDrawn = useDeferredValue(true, false);
  return isDrawn ? <RecordRow {...props} /> : <Space height={rowHeight} span={span} isRow />;
}

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
