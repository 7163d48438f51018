/** Edits a record. Only changed fields are sent, and changes by other people aren't overwritten. */
import { notifications } from "@mantine/notifications";
import { lazy, Suspense, useMemo, useState } from "react";
import type { EntityData, FieldData } from "@nonet/screens";
import { refreshRecords, type Row } from "../api/queries.ts";
import { request } from "../api/request.ts";
import { changed, forExisting } from "../field/field-values.ts";
import { RecordForm } from "../form/lazy-record-form.tsx";
import { useForm } from "../form/use-form.ts";
import { t } from "../texts/texts.ts";

/** Only when somebody else has saved in the meantime. */
const EditConflict = lazy(() => import("./edit-conflict.tsx").then((m) => ({ default: m.EditConflict })));

export function EditForm({ entity, row, onDone }: { entity: EntityData; row: Row; onDone(): void }) {
  const fields = useMemo(() => entity.fields.filter((f) => f.writableOnUpdate).map(forExisting), [entity]);
  // The record as it was when the form opened. If-Match detects changes made since then.
  const [base, setBase] = useState(row);
  const [theirs, setTheirs] = useState<Row | null>(null);
  const form = useForm({
    fields,
    initial: Object.fromEntries(fields.map((f) => [f.key, base[f.key] ?? null])),
    target: { address: `/api/${entity.path}/${row.id}`, method: "PATCH", ifMatch: base.version ?? "*" },
    sent: (values) => changed(fields, base, values),
    onDone: () => {
      notifications.show({ message: t("entity-saved", { entity: entity.name }), color: "product" });
      void refreshRecords();
      onDone();
    },
  });
  const submit = async (confirm?: readonly string[]) => {
    const problem = await form.submit(confirm);
    if (problem?.status === 412) setTheirs(await request<Row>(`/api/${entity.path}/${row.id}`).catch(() => null));
    return problem;
  };
  const settle = (mine: ReadonlySet<string>) => {
    if (!theirs) return;
    const kept = changed(fields, base, form.values).filter((f) => mine.has(f.key) || !differ(f, base, theirs));
    for (const f of fields) if (!kept.includes(f)) form.set(f.key, theirs[f.key] ?? null);
    setBase(theirs);
    setTheirs(null);
    form.clear();
    void refreshRecords();
  };
  if (theirs)
    return (
      <Suspense>
        <EditConflict entity={entity} fields={fields} {...{ base, theirs }} mine={form.values} onResolve={settle} onCancel={onDone} />
      </Suspense>
    );
  return <RecordForm form={{ ...form, submit }} steps={[{ title: null, fields }]} all={entity.fields} submit={t("save-changes")} onCancel={onDone} />;
}

const differ = (field: FieldData, a: Row, b: Row): boolean => changed([field], a, b).length > 0;
