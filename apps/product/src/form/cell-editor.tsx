/** The form for one value of a record, with the rules and the version that the record's own form has. */
import type { EntityData, FieldData } from "@nonet/screens";
import { refreshRecords, type Row } from "../api/queries.ts";
import { forExisting } from "../field/field-values.ts";
import { RecordForm } from "./lazy-record-form.tsx";
import { useForm } from "./use-form.ts";
import { t } from "../texts/texts.ts";

export function CellEditor({ entity, row, field, onClose }: { entity: EntityData; row: Row; field: FieldData; onClose(): void }) {
  const edited = forExisting(field);
  const form = useForm({
    fields: [edited],
    initial: { [field.key]: row[field.key] ?? null },
    target: { address: `/api/${entity.path}/${row.id}`, method: "PATCH", ifMatch: row.version ?? "*" },
    onDone: () => {
      onClose();
      void refreshRecords();
    },
  });
  return <RecordForm form={form} steps={[{ title: null, fields: [edited] }]} all={[]} submit={t("save")} onCancel={onClose} />;
}
