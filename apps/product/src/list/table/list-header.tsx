/** The head of a column: sorts by it, and sets its width by dragging its edge or with the arrow keys. */
import { Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useRef } from "react";
import type { ColumnData, ListData } from "@nonet/screens";
import { alignmentOf, isPicture } from "../../format/column-alignment.ts";
import type { ChosenColumn } from "../state/list-columns.ts";
import type { Widths } from "./list-table-props.ts";

interface HeaderProps {
  readonly column: ColumnData;
  /** All columns of the table. */
  readonly shown: readonly ColumnData[];
  readonly list: ListData;
  readonly sort?: readonly string[];
  readonly widths?: Widths;
  onSort?(key: string): void;
}

export function Header({ column, shown, list, sort, widths, onSort }: HeaderProps) {
  const up = sort?.[0] === column.key;
  const down = sort?.[0] === `-${column.key}`;
  const width = widths?.columns?.find((c) => c.key === column.key)?.width ?? null;
  const isSorter = column.sortable && onSort !== undefined;
  const resize = widths ? resizer({ column, list, widths }) : null;
  return (
    <Table.Th
      ta={alignmentOf(column, shown)}
      className={isPicture(column) ? "picture-cell" : undefined}
      {...(isSorter ? { "aria-sort": up ? "ascending" : down ? "descending" : "none" } : {})}
      {...(width === null ? {} : { style: { width, minWidth: width, maxWidth: width } })}
    >
      {isSorter ? (
        <UnstyledButton
          fz="sm"
          fw={700}
          className="sorter"
          onClick={() => onSort(column.key)}
          {...(resize ? { onKeyDown: resize.byKey, "aria-keyshortcuts": "Shift+ArrowRight Shift+ArrowLeft" } : {})}
        >
          {column.label} {up ? <IconArrowUp size={13} aria-hidden /> : down ? <IconArrowDown size={13} aria-hidden /> : null}
        </UnstyledButton>
      ) : (
        column.label
      )}
      {resize ? <Edge set={resize.set} /> : null}
    </Table.Th>
  );
}

const minWidth = 60;
const maxWidth = 800;
const step = 16;

/** The width on the screen at the start, and the direction in which the line is written. */
const measured = (inside: Element): number => inside.closest("th")!.getBoundingClientRect().width;
const direction = (): number => (document.dir === "rtl" ? -1 : 1);

function resizer({ column, list, widths }: { column: ColumnData; list: ListData; widths: Widths }) {
  const set = (wanted: number) => {
    const columns: readonly ChosenColumn[] = widths.columns ?? list.columns.map((c) => ({ key: c.key, width: null }));
    const px = Math.round(Math.min(maxWidth, Math.max(minWidth, wanted)));
    widths.setColumns(columns.map((c) => (c.key === column.key ? { ...c, width: px } : c)));
  };
  const byKey = (e: React.KeyboardEvent) => {
    const by = !e.shiftKey ? 0 : e.key === "ArrowRight" ? step : e.key === "ArrowLeft" ? -step : 0;
    if (by === 0) return;
    e.preventDefault();
    set(measured(e.currentTarget) + by * direction());
  };
  return { set, byKey };
}

/** The edge to drag; the arrow keys with Shift do the same on the head's button. */
function Edge({ set }: { set(px: number): void }) {
  const from = useRef<{ x: number; width: number } | null>(null);
  return (
    <span
      className="column-edge no-print"
      aria-hidden
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        from.current = { x: e.clientX, width: measured(e.currentTarget) };
      }}
      onPointerMove={(e) => {
        if (from.current) set(from.current.width + (e.clientX - from.current.x) * direction());
      }}
      onPointerUp={() => (from.current = null)}
    />
  );
}
