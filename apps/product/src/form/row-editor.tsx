/** The form for values of a record in its row, with the rules and the version that the record's own form has. */
import { useMemo } from "react";
import type { EntityData, FieldData } from "@nonet/screens";
import { refreshRecords, type Row } from "../api/queries.ts";
import { forExisting } from "../field/field-values.ts";
import { RecordForm } from "./lazy-record-form.tsx";
import { useForm } from "./use-form.ts";
import { t } from "../texts/texts.ts";

export function RowEditor({ entity, row, fields, onClose }: { entity: EntityData; row: Row; fields: readonly FieldData[]; onClose(): void }) {
  const edited = useMemo(() => fields.map(forExisting), [fields]);
  const form = useForm({
    fields: edited,
    initial: Object.fromEntries(edited.map(({ key }) => [key, row[key] ?? null])),
    target: { address: `/api/${entity.path}/${row.id}`, method: "PATCH", ifMatch: row.version ?? "*" },
    onDone: () => {
      onClose();
      void refreshRecords();
    },
  });
  return <RecordForm form={form} steps={[{ title: null, fields: edited }]} all={[]} submit={t("save")} onCancel={onClose} />;
}
