/**
 * Edits one value of a record in its row: a pen beside the value opens the field's control there. The pen is for the mouse;
 * by keyboard and on touch screens values are edited on the record's page, and those of several records at once.
 */
import { ActionIcon, Popover } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ColumnData, EntityData, FieldData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { unlessUnsaved } from "../navigation/unsaved-work.ts";
import { t } from "../texts/texts.ts";

const CellEditor = lazy(() => import("./cell-editor.tsx").then((m) => ({ default: m.CellEditor })));

/** Values that fit into a row's cell; the others are edited on the record's page. */
const editedInPlace: ReadonlySet<FieldData["control"]> = new Set([
  "text",
  "long text",
  "number",
  "integer",
  "money",
  "percent",
  "yes/no",
  "date",
  "time",
  "date and time",
  "choice",
  "choices",
  "reference",
  "references",
  "duration",
]);

/** The field of the column that people may change in place; undefined for columns of other records, and for what they may not change. */
export const fieldInPlace = ({ key }: ColumnData, entity: EntityData): FieldData | undefined =>
  entity.mayUpdate ? entity.fields.find((f) => f.key === key && f.writableOnUpdate && editedInPlace.has(f.control)) : undefined;

interface EditCellProps {
  readonly entity: EntityData;
  readonly row: Row;
  readonly field: FieldData;
  readonly name: string;
  readonly children: ReactNode;
}

export function EditCell({ entity, row, field, name, children }: EditCellProps) {
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <Popover opened={opened} onDismiss={unlessUnsaved(close)} closeOnEscape={false} position="bottom-start" width={320} trapFocus returnFocus withinPortal shadow="md">
      <div className="edit-cell">
        {children}
        <Popover.Target>
          <ActionIcon
            className="edit-pen"
            variant="default"
            size={24}
            tabIndex={-1}
            aria-label={t("edit-field-of-name", { field: field.label, name })}
            onClick={() => setOpened(true)}
          >
            <IconPencil size={14} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </div>
      <Popover.Dropdown
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          if (event.key === "Escape") unlessUnsaved(close)();
        }}
      >
        {opened ? (
          <Suspense>
            <CellEditor entity={entity} row={row} field={field} onClose={close} />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
