/** The table of a list: sortable headers, groups with totals, selectable rows, and rows that open their record. */
import { Checkbox, Skeleton, Table } from "@mantine/core";
import { Fragment, type ReactNode, useMemo } from "react";
import { EmptyList } from "./empty-list.tsx";
import { Header } from "./list-header.tsx";
import { useWidth } from "../../context/width.ts";
import type { ColumnData } from "@nonet/screens";
import type { ListTableProps } from "./list-table-props.ts";
import { decimalsOfColumns } from "../../value/column-decimals.ts";
import { ColumnDecimals } from "../../value/decimal-padding.tsx";
import { PenHead } from "../../form/edit-cell.tsx";
import { RecordRow } from "./record-row.tsx";
import { GroupHeader, TotalsRow } from "./totals-rows.tsx";
import { availableWidth, type ColumnSplit, mostInCards, splitColumns } from "../state/responsive-columns.ts";
import { useToggle } from "./use-toggle.ts";
import { t } from "../../texts/texts.ts";

export function ListTable(props: ListTableProps) {
  const { list, rows, onSelect, widths, edits = [] } = props;
  const { ref, width } = useWidth(props.part ? undefined : ".list-card");
  const isSized = widths?.columns?.some((c) => c.width !== null) ?? false;
  const available = isSized ? 0 : availableWidth(width, onSelect !== undefined);
  const { shown, more } = useSplit(list.columns, available);
  const decimals = useMemo(() => decimalsOfColumns(shown, rows), [shown, rows]);
  const toggle = useToggle(props.selected, onSelect);
  if (!props.loading && rows.length === 0) return <EmptyList {...props} />;
  const span = shown.length + (onSelect ? 1 : 0) + (edits.length > 0 ? 1 : 0);
  return (
    <ColumnDecimals value={decimals}>
      <Around {...props} isSized={isSized} measure={ref}>
        <Table verticalSpacing="sm" horizontalSpacing="sm" highlightOnHover aria-label={props.label} {...(isSized ? { w: "max-content", miw: "100%" } : {})}>
          <Table.Thead className={more.length > 0 && shown.length <= 1 + mostInCards(list.columns) && !onSelect ? "list-head-of-cards" : undefined}>
            <Table.Tr>
              {onSelect ? <SelectAll {...props} /> : null}
              {shown.map((c) => (
                <Header key={c.key} column={c} shown={shown} {...props} />
              ))}
              {edits.length > 0 ? <PenHead /> : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {props.loading
              ? [1, 2, 3, 4].map((i) => (
                  <Table.Tr key={i}>
                    <Table.Td colSpan={span}>
                      <Skeleton height={18} />
                    </Table.Td>
                  </Table.Tr>
                ))
              : rows.map((r, i) => (
                  <Fragment key={r.id}>
                    <GroupHeader {...props} row={r} before={rows[i - 1]} span={span} />
                    <RecordRow
                      row={r}
                      entity={props.entity}
                      isSelected={onSelect ? (props.selected?.has(r.id) ?? false) : undefined}
                      onToggle={toggle}
                      shown={shown}
                      more={more}
                      edits={props.edits}
                    />
                  </Fragment>
                ))}
          </Table.Tbody>
          <TotalsRow {...props} shown={shown} />
        </Table>
      </Around>
    </ColumnDecimals>
  );
}

/** The same lists until other columns fit: a width that differs by a pixel draws no row again. */
function useSplit(columns: readonly ColumnData[], available: number): ColumnSplit {
  const split = splitColumns(columns, available);
  const fits = split.shown.length;
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => split, [columns, fits]);
}

/**
 * The table's head stays in view while the page scrolls. That takes a container that doesn't scroll itself, so only a
 * table whose columns a person has sized, or one inside a page, scrolls sideways.
 */
function Around({ list, label, part, isSized, measure, children }: ListTableProps & { isSized: boolean; measure: React.Ref<HTMLDivElement>; children: ReactNode }) {
  if (!part && !isSized)
    return (
      <div ref={measure} className="card list-card" role="region" aria-label={label}>
        {children}
      </div>
    );
  return (
    <Table.ScrollContainer
      ref={measure}
      minWidth={Math.min(280, 145 * list.columns.length)}
      type="native"
      className={isSized ? "card list-scroll" : "card"}
      tabIndex={0}
      // The part of the page that it belongs to is the landmark.
      role={part ? "group" : "region"}
      aria-label={label}
    >
      {children}
    </Table.ScrollContainer>
  );
}

function SelectAll({ rows, selected, loading = false, onSelect }: ListTableProps) {
  const all = rows.length > 0 && rows.every((r) => selected?.has(r.id));
  const toggle = () => {
    const next = new Set(selected);
    for (const r of rows)
      if (all) next.delete(r.id);
      else next.add(r.id);
    onSelect?.(next);
  };
  return (
    <Table.Th w={40}>
      <Checkbox aria-label={t("select-all-on-this-page")} disabled={loading} checked={all} indeterminate={!all && rows.some((r) => selected?.has(r.id))} onChange={toggle} />
    </Table.Th>
  );
}
