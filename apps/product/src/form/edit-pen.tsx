/** The button that opens the form for values of a record in its row. */
import { Popover } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { EntityData, FieldData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { unlessUnsaved } from "../navigation/unsaved-work.ts";

const RowEditor = lazy(() => import("./row-editor.tsx").then((m) => ({ default: m.RowEditor })));

interface EditPenProps {
  readonly entity: EntityData;
  readonly row: Row;
  readonly fields: readonly FieldData[];
  /** Null for a pen that only the mouse finds: its cell keeps its name. */
  readonly label: string | null;
}

export function EditPen({ entity, row, fields, label }: EditPenProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    if (wasOpened.current && !opened && label !== null) button.current?.focus();
    wasOpened.current = opened;
  }, [opened, label]);
  const close = (): void => setOpened(false);
  const pen = (
    <button
      ref={button}
      type="button"
      className="edit-pen"
      {...(label === null ? { tabIndex: -1, "aria-hidden": true } : { "aria-label": label, title: label, "aria-haspopup": "dialog", "aria-keyshortcuts": "F2" })}
      data-opened={opened || undefined}
      onClick={() => setOpened(true)}
    >
      <IconPencil size={14} aria-hidden />
    </button>
  );
  // A list has many pens; only the one in use carries a popover.
  if (!opened) return pen;
  return (
    <Popover opened onDismiss={unlessUnsaved(close)} closeOnEscape={false} position="bottom-end" width={320} trapFocus withinPortal shadow="md">
      <Popover.Target>{pen}</Popover.Target>
      <Popover.Dropdown
        onClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Escape") unlessUnsaved(close)();
        }}
      >
        <Suspense>
          <RowEditor entity={entity} row={row} fields={fields} onClose={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
