/** Changes a record; only what was changed is sent, and never over somebody else's change. */
import { Anchor, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { EntityData } from "@nonet/screens";
import { refreshRecords, type Row } from "../api/queries.ts";
import { changed } from "../form/form-values.ts";
import { RecordForm } from "../form/record-form.tsx";
import { useForm } from "../form/use-form.ts";

export function EditForm({ entity, row, onDone }: { entity: EntityData; row: Row; onDone(): void }) {
  const fields = entity.fields.filter((f) => f.writableOnUpdate);
  // What was there when the form opened: a change by others meanwhile is met by If-Match, not overwritten.
  const [opened] = useState(row);
  const form = useForm({
    fields,
    initial: Object.fromEntries(fields.map((f) => [f.key, opened[f.key] ?? null])),
    target: { address: `/api/${entity.path}/${row.id}`, method: "PATCH", ifMatch: opened.version ?? "*" },
    sent: (values) => changed(fields, opened, values),
    onDone: () => {
      notifications.show({ message: `${entity.name} saved.`, color: "product" });
      void refreshRecords();
      onDone();
    },
  });
  return (
    <>
      {form.problem?.status === 412 ? <Text size="sm" mb="sm">Somebody changed this meanwhile. <Anchor component="button" type="button" inherit onClick={onDone}>Look at it as it is now</Anchor></Text> : null}
      <RecordForm form={form} steps={[{ title: null, fields }]} all={entity.fields} submit="Save" onCancel={onDone} />
    </>
  );
}
