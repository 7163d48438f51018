/** Values that are edited in their row: each by the pen beside it with the mouse, all of them by the pen at the row's end or with F2. */
import { Table, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { EntityData, FieldData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { EditPen } from "./edit-pen.tsx";
import { t } from "../texts/texts.ts";

/** Whether the person may change the record: the server says so of each row where it depends on the record. */
export const isEditable = (row: Row): boolean => row._editable !== false;

export function EditCell({ entity, row, field, children }: { entity: EntityData; row: Row; field: FieldData; children: ReactNode }) {
  return (
    <div className="edit-cell">
      {children}
      <EditPen entity={entity} row={row} fields={[field]} label={null} />
    </div>
  );
}

/** The head of the column of pens. */
export const PenHead = () => (
  <Table.Th className="row-pen">
    <VisuallyHidden>{t("edit")}</VisuallyHidden>
  </Table.Th>
);

/** The last cell of a row, for the keyboard and for touch screens. */
export function RowPen({ entity, row, fields, name }: { entity: EntityData; row: Row; fields: readonly FieldData[]; name: string }) {
  return <td className={`row-pen ${Table.classes["td"]}`}>{isEditable(row) ? <EditPen entity={entity} row={row} fields={fields} label={t("edit-name", { name })} /> : null}</td>;
}

/** F2 anywhere in a row opens its pen. */
export function openRowPen(event: React.KeyboardEvent): void {
  const pen = event.key === "F2" ? event.currentTarget.querySelector<HTMLElement>(".row-pen > .edit-pen") : null;
  if (!pen) return;
  event.preventDefault();
  pen.click();
}
