/** The table of a list: sortable headers, selectable rows, and rows that open their record. */
import { ActionIcon, Checkbox, Group, Skeleton, Table, Text, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useElementSize } from "@mantine/hooks";
import { Fragment } from "react";
import type { Page, Row } from "../api/queries.ts";
import { recordAddress } from "../format/record-address.ts";
import { rowColour } from "../format/row-colour.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty, isNumeric } from "../format/value-text.ts";
import { Link } from "../navigation/link.tsx";
import { navigate } from "../navigation/location.ts";
import { ShowValue } from "../value/show-value.tsx";
import type { ListState } from "./list-state.ts";
import { splitColumns, availableWidth } from "./responsive-columns.ts";
import type { ColumnData, EntityData, ListData } from "@nonet/screens";

export interface ListTableProps {
  readonly list: ListData;
  readonly entity: EntityData;
  readonly rows: readonly Row[];
  readonly loading?: boolean;
  readonly filtered?: boolean;
  readonly sort?: readonly string[];
  readonly label: string;
  /** Set for a list that is part of a page and shows a subset of the records: no rows doesn't mean no records. */
  readonly part?: boolean;
  readonly selected?: ReadonlySet<string>;
  onSort?(key: string): void;
  onSelect?(ids: ReadonlySet<string>): void;
}

export function ListTable(props: ListTableProps) {
  const { list, rows, selected, onSelect } = props;
  const { ref, width } = useElementSize();
  if (!props.loading && rows.length === 0) return <EmptyList {...props} />;
  const { shown, more } = splitColumns(list.columns, availableWidth(width, onSelect !== undefined));
  const all = rows.length > 0 && rows.every((r) => selected?.has(r.id));
  return (
    <Table.ScrollContainer ref={ref} minWidth={Math.min(280, 145 * list.columns.length)} type="native" className="card" tabIndex={0} role="region" aria-label={props.label}>
      <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover aria-label={props.label}>
        <Table.Thead>
          <Table.Tr>
            {onSelect ? (
              <Table.Th w={40}>
                <Checkbox
                  aria-label="Select all on this page"
                  disabled={props.loading ?? false}
                  checked={all}
                  indeterminate={!all && rows.some((r) => selected?.has(r.id))}
                  onChange={() => onSelect(new Set(all ? [] : rows.map((r) => r.id)))}
                />
              </Table.Th>
            ) : null}
            {shown.map((c) => (
              <Header key={c.key} column={c} {...props} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.loading
            ? [1, 2, 3, 4].map((i) => (
                <Table.Tr key={i}>
                  <Table.Td colSpan={shown.length + 1}>
                    <Skeleton height={18} />
                  </Table.Td>
                </Table.Tr>
              ))
            : rows.map((r, i) => (
                <Fragment key={r.id}>
                  <GroupHeader list={list} row={r} before={rows[i - 1]} span={shown.length + (onSelect ? 1 : 0)} />
                  <RecordRow row={r} shown={shown} more={more} {...props} />
                </Fragment>
              ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Header({ column, sort, onSort }: ListTableProps & { column: ColumnData }) {
  const up = sort?.[0] === column.key;
  const down = sort?.[0] === `-${column.key}`;
  const align = isNumeric(column.control) ? "end" : undefined;
  if (!column.sortable || !onSort) return <Table.Th ta={align}>{column.label}</Table.Th>;
  return (
    <Table.Th ta={align} aria-sort={up ? "ascending" : down ? "descending" : "none"}>
      <UnstyledButton fz="sm" fw={700} className="sorter" onClick={() => onSort(column.key)}>
        {column.label} {up ? <IconArrowUp size={13} aria-hidden /> : down ? <IconArrowDown size={13} aria-hidden /> : null}
      </UnstyledButton>
    </Table.Th>
  );
}

/** The group's value, above its first row. */
function GroupHeader({ list, row, before, span }: { list: ListData; row: Row; before: Row | undefined; span: number }) {
  const by = list.groupBy;
  if (!by || (before && JSON.stringify(valueAt(row, by.key) ?? null) === JSON.stringify(valueAt(before, by.key) ?? null))) return null;
  return (
    <Table.Tr className="group-head">
      <Table.Th colSpan={span} scope="colgroup">
        <span className="label-value">
          <Text span size="sm" c="dimmed">
            {by.label}:
          </Text>
          <ShowValue shape={by} value={valueAt(row, by.key)} small linked={false} />
        </span>
      </Table.Th>
    </Table.Tr>
  );
}

function RecordRow({ row, entity, selected, onSelect, shown, more }: ListTableProps & { row: Row; shown: readonly ColumnData[]; more: readonly ColumnData[] }) {
  const to = recordAddress(entity, row);
  const colour = rowColour(row);
  // The first cell with text is the link. Without one, a click on the row still opens the record.
  const linkAt = shown.findIndex((c) => !["image", "images", "file", "files", "yes/no"].includes(c.control) && !isEmpty(valueAt(row, c.key)));
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(row.id)) next.add(row.id);
    onSelect?.(next);
  };
  const open = (event: React.MouseEvent) => {
    if (to && !(event.target as Element).closest("a,button,input,label") && !getSelection()?.toString()) navigate(to);
  };
  const rest = more.filter((c) => !isEmpty(valueAt(row, c.key)));
  const look = { style: colour ? ({ "--highlight": colour } as React.CSSProperties) : undefined, onClick: open };
  return (
    <>
      <Table.Tr className={`${to ? "row-link" : ""} ${rest.length > 0 ? "has-more" : ""} ${colour ? "highlight" : ""}`} {...look}>
        {onSelect ? (
          <Table.Td>
            <Checkbox
              aria-label={`Select ${String(row.shownAs ?? valueAt(row, shown[linkAt]?.key ?? "") ?? "record")}`}
              checked={selected?.has(row.id) ?? false}
              onChange={toggle}
            />
          </Table.Td>
        ) : null}
        {shown.map((c, i) => {
          const value = <ShowValue shape={c} value={valueAt(row, c.key)} row={row} small linked={i !== linkAt} />;
          return (
            <Table.Td key={c.key} ta={isNumeric(c.control) ? "end" : undefined} maw={320}>
              {i === linkAt && to ? (
                <Link to={to} inherit fw={550}>
                  {value}
                </Link>
              ) : (
                value
              )}
            </Table.Td>
          );
        })}
      </Table.Tr>
      {rest.length > 0 ? (
        <Table.Tr className={`more-row ${to ? "row-link" : ""} ${colour ? "highlight" : ""}`} {...look}>
          {onSelect ? <Table.Td /> : null}
          <Table.Td colSpan={shown.length}>
            <div className="more">
              {rest.map((c) => (
                <span key={c.key} className="label-value">
                  <span className="dim">{c.label}</span>
                  <ShowValue shape={c} value={valueAt(row, c.key)} row={row} small linked={false} />
                </span>
              ))}
            </div>
          </Table.Td>
        </Table.Tr>
      ) : null}
    </>
  );
}

const enumeration = (words: readonly string[]): string => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)!}`);

function EmptyList({ list, entity, filtered, part }: ListTableProps) {
  if (part)
    return (
      <div className="card" style={{ padding: "18px 22px" }}>
        <Text size="sm" c="dimmed">
          {list.empty ?? `No ${entity.plural.toLowerCase()} here right now.`}
        </Text>
      </div>
    );
  return (
    <div className="card" style={{ padding: "48px 24px", textAlign: "center" }}>
      <Text fw={600}>{filtered ? "No results" : (list.empty ?? `No ${entity.plural.toLowerCase()} yet`)}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {filtered
          ? "Try fewer filters or other search words."
          : list.empty
            ? ""
            : `Each ${entity.name.toLowerCase()} will appear here with its ${enumeration(list.columns.slice(0, 4).map((c) => c.label.toLowerCase()))}.${list.mayCreate ? " Select New to create the first one." : ""}`}
      </Text>
    </div>
  );
}

export function Paging({ page, state, size }: { page: Page | undefined; state: ListState; size: number }) {
  if (!page || (page.items.length === 0 && state.pageNumber === 0)) return null;
  const first = state.pageNumber * size + 1;
  const last = first + page.items.length - 1;
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" role="status">
        {first}–{last}
        {page.count !== null ? ` of ${page.count}` : ""}
      </Text>
      {state.pageNumber > 0 || page.next ? (
        <Group gap={4}>
          <ActionIcon variant="default" aria-label="Previous page" disabled={state.pageNumber === 0} onClick={state.back}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Next page" disabled={!page.next} onClick={() => page.next && state.next(page.next)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      ) : null}
    </Group>
  );
}
