/** A record in a list: its values in columns, those that don't fit in a second line, and the way to its page. */
import { Table } from "@mantine/core";
import { memo } from "react";
import type { ColumnData } from "@nonet/screens";
import type { Row } from "../../api/queries.ts";
import { useProductContext } from "../../context/product-context.tsx";
import { recordAddress } from "../../format/record-address.ts";
import { alignmentOf, isPicture } from "../../format/column-alignment.ts";
import { rowName } from "../../format/record-name.ts";
import { rowColour } from "../../format/row-colour.ts";
import { valueAt } from "../../format/value-at.ts";
import { isEmpty } from "../../format/value-text.ts";
import { longWordClass } from "../../format/long-word.ts";
import { navigate } from "../../navigation/location.ts";
import { TextLink } from "../../navigation/text-link.tsx";
import { ShowValue } from "../../value/show-value.tsx";
import { DecimalPadding } from "../../value/decimal-padding.tsx";
import { EditCell, isEditable, openRowPen, RowPen } from "../../form/edit-cell.tsx";
import type { ListTableProps } from "./list-table-props.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import { named } from "../../texts/names.ts";
import { t } from "../../texts/texts.ts";

interface RecordRowProps extends Pick<ListTableProps, "entity" | "edits"> {
  readonly row: Row;
  /** Undefined where rows can't be selected. */
  readonly isSelected: boolean | undefined;
  readonly shown: readonly ColumnData[];
  /** The columns that don't fit, in a second line. */
  readonly more: readonly ColumnData[];
  onToggle(id: string): void;
}

// Elements in the library's look: its components would be most of what a list draws.
const { tr: line = "", td: cell = "" } = Table.classes;
const noEdits: NonNullable<RecordRowProps["edits"]> = [];

/** Drawn again only when something of its own has changed: a list has many of them. */
export const RecordRow = memo(function RecordRow({ row, entity, isSelected, onToggle, shown, more, edits = noEdits }: RecordRowProps) {
  const { product } = useProductContext();
  const to = recordAddress(entity, row);
  const colour = rowColour(row);
  // The first cell with text is the link. Without one, a click on the row still opens the record.
  const linkAt = shown.findIndex((c) => !["image", "images", "file", "files", "yes/no"].includes(c.control) && !isEmpty(valueAt(row, c.key)));
  const name = rowName(row, [...shown, ...more], named(entity.name), product);
  const open = (event: React.MouseEvent) => {
    // Also clicks in what a cell has opened arrive here.
    if (to && event.currentTarget.contains(event.target as Node) && !(event.target as Element).closest("a,button,input,label") && !getSelection()?.toString()) navigate(to);
  };
  const rest = more.filter((c) => !isEmpty(valueAt(row, c.key)));
  const look = { style: colour ? ({ "--highlight": colour } as React.CSSProperties) : undefined, onClick: open };
  return (
    <>
      <tr
        data-hover
        data-with-row-border
        className={`${line} ${to ? "row-link" : ""} ${rest.length > 0 ? "has-more" : ""} ${colour ? "highlight" : ""}`}
        {...look}
        {...(edits.length > 0 ? { onKeyDown: openRowPen } : {})}
      >
        {isSelected === undefined ? null : (
          <td className={cell}>
            <RowCheckbox label={t("select-row", { row: name })} checked={isSelected} onChange={() => onToggle(row.id)} />
          </td>
        )}
        {shown.map((c, i) => {
          const align = alignmentOf(c, shown);
          const value = <ShowValue shape={c} value={valueAt(row, c.key)} row={row} small linked={i !== linkAt} />;
          const field = isEditable(row) ? edits.find(({ key }) => key === c.key) : undefined;
          const content = (
            <>
              {i === linkAt && to ? (
                <TextLink to={to} strong>
                  {value}
                </TextLink>
              ) : (
                value
              )}
              {align === "end" ? <DecimalPadding column={c} value={valueAt(row, c.key)} /> : null}
            </>
          );
          return (
            <td key={c.key} className={`${cell} ${isPicture(c) ? "picture-cell" : (longWordClass(valueAt(row, c.key)) ?? "")}`} style={{ textAlign: align, maxWidth: "20rem" }}>
              {field ? (
                <EditCell entity={entity} row={row} field={field}>
                  {content}
                </EditCell>
              ) : (
                content
              )}
            </td>
          );
        })}
        {edits.length > 0 ? <RowPen entity={entity} row={row} fields={edits} name={name} /> : null}
      </tr>
      {rest.length > 0 ? (
        <tr data-hover data-with-row-border className={`${line} more-row ${to ? "row-link" : ""} ${colour ? "highlight" : ""}`} {...look}>
          {isSelected === undefined ? null : <td className={cell} />}
          <td className={cell} colSpan={shown.length + (edits.length > 0 ? 1 : 0)}>
            <div className="more">
              {rest.map((c) => (
                <span key={c.key} className="label-value">
                  <span className="dim">{c.label}</span>
                  <ShowValue shape={c} value={valueAt(row, c.key)} row={row} small linked={false} />
                </span>
              ))}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
});
