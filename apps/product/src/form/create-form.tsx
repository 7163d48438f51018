/** The form that creates a record, on a screen or in a dialog. */
import { Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { lazy, Suspense, useState } from "react";
import type { EntityData, FieldData } from "@nonet/screens";
import { refreshRecords, type Row } from "../api/queries.ts";
import { useProductContext } from "../context/product-context.tsx";
import { initialValues, type FormValues } from "../field/field-values.ts";
import { unlessUnsaved } from "../navigation/unsaved-work.ts";
import { RecordForm } from "./lazy-record-form.tsx";
import { dialogSize } from "../field/dialog-size.ts";
import { useForm } from "./use-form.ts";
import { newRecordText } from "../texts/new-record-text.ts";
import { t } from "../texts/texts.ts";

const NewKeysDialog = lazy(() => import("./new-keys.tsx").then((m) => ({ default: m.NewKeysDialog })));

/** The secret keys in the response that created a record. */
const newKeysOf = (entity: EntityData, row: Row | null): readonly { readonly label: string; readonly key: string }[] =>
  entity.fields.filter((f) => f.control === "secret key" && typeof row?.[f.key] === "string").map((f) => ({ label: f.label, key: String(row![f.key]) }));

export interface CreateFormProps {
  readonly entity: EntityData;
  readonly steps: readonly { readonly title: string | null; readonly fields: readonly FieldData[] }[];
  readonly given?: FormValues;
  /** The path segment of the action that creates the record; null for the entity's first one. */
  readonly makes?: string | null;
  readonly submit?: string;
  onDone(row: Row | null): void;
  onCancel?(): void;
}

export function CreateForm({ entity, steps, given, makes, submit, onDone, onCancel }: CreateFormProps) {
  const { me, product } = useProductContext();
  const fields = steps.flatMap((s) => s.fields);
  const [made, setMade] = useState<Row | null>(null);
  // The server sets defaults of fields that the form doesn't show.
  const form = useForm({
    fields,
    initial: { ...initialValues(fields, me, product.timeZone), ...given },
    target: { address: `/api/${entity.path}${makes ? `/${makes}` : ""}`, method: "POST" },
    onDone: (row) => {
      void refreshRecords();
      if (newKeysOf(entity, row).length > 0) setMade(row);
      else onDone(row);
    },
  });
  if (made)
    return (
      <Suspense fallback={null}>
        <NewKeysDialog keys={newKeysOf(entity, made)} onClose={() => onDone(made)} />
      </Suspense>
    );
  return <RecordForm form={form} steps={steps} all={entity.fields} submit={submit ?? t("save")} {...(onCancel ? { onCancel } : {})} />;
}

/** The fields of a form for a new record whose fields the document doesn't name. `given`: filled in already, so not left out. */
export const creationFields = ({ fields, askedLater }: EntityData, given: FormValues = {}): readonly FieldData[] =>
  fields.filter((f) => f.writableOnCreate && (f.key in given || !askedLater.includes(f.key)));

export interface CreateDialogProps {
  readonly entity: EntityData;
  readonly opened: boolean;
  readonly given?: FormValues;
  onClose(): void;
  onDone(row: Row | null): void;
}

export function CreateDialog({ entity, opened, given = {}, onClose, onDone }: CreateDialogProps) {
  const fields = [...creationFields(entity, given), ...entity.askedAtMaking];
  return (
    <Modal opened={opened} onClose={unlessUnsaved(onClose)} title={newRecordText(entity)} size={dialogSize(fields)}>
      <CreateForm
        entity={entity}
        steps={[{ title: null, fields }]}
        given={given}
        onCancel={onClose}
        onDone={(row) => {
          notifications.show({ message: t("entity-saved", { entity: entity.name }), color: "product" });
          onDone(row);
        }}
      />
    </Modal>
  );
}
