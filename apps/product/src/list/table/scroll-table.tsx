/** All records of a list in one table that scrolls. */
import { Checkbox, Table } from "@mantine/core";
import { useState } from "react";
import type { ColumnData } from "@nonet/screens";
import { Header } from "./list-header.tsx";
import type { ScrollTableProps } from "./list-table-props.ts";
import { PenHead } from "../../form/edit-cell.tsx";
import { ScrolledRows } from "./scrolled-rows.tsx";
import { widthOf } from "../state/responsive-columns.ts";
import { t } from "../../texts/texts.ts";

/** Scrolling draws the rows again, but not the table: Mantine's table would draw all its cells again with it. */
export function ScrollTable(props: ScrollTableProps) {
  const { list, count, label, widths, onSelect, edits = [] } = props;
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  const width = (c: ColumnData) => widths?.columns?.find((chosen) => chosen.key === c.key)?.width ?? widthOf(c);
  return (
    <div ref={setContainer} className="card list-scroll scroll-rows" tabIndex={0} role="region" aria-label={label}>
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
              <Header key={c.key} column={c} shown={list.columns} {...props} />
            ))}
            {edits.length > 0 ? <PenHead /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{container ? <ScrolledRows {...props} container={container} /> : null}</Table.Tbody>
      </Table>
    </div>
  );
}

const ClearAll = ({ selected, onSelect }: { selected: ReadonlySet<string> | undefined; onSelect(ids: ReadonlySet<string>): void }) => (
  <Table.Th>
    <Checkbox aria-label={t("clear-selection")} checked={false} indeterminate={(selected?.size ?? 0) > 0} onChange={() => onSelect(new Set())} />
  </Table.Th>
);
