/** Sets fields of several records at once; each record is changed or refused on its own. */
import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { EntityData, FieldData } from "@nonet/screens";
import { FieldControl } from "../field/field-control.tsx";
import { forExisting } from "../field/field-values.ts";
import { t } from "../texts/texts.ts";

const maxFields = 10;

interface BulkEditProps {
  readonly entity: EntityData;
  readonly name: string;
  onSave(values: Readonly<Record<string, unknown>>): void;
  onClose(): void;
}

export function BulkEdit({ entity, name, onSave, onClose }: BulkEditProps) {
  const editable = entity.fields.filter((f) => f.writableOnUpdate && f.control !== "parts" && f.control !== "readonly");
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const chosen = Object.keys(values).flatMap((key) => editable.find((f) => f.key === key) ?? []);
  const left = editable.filter((f) => !(f.key in values));
  const set = (key: string, value: unknown) => setValues({ ...values, [key]: value });
  const save = (event: React.FormEvent) => {
    event.preventDefault();
    onClose();
    onSave(Object.fromEntries(chosen.map((f) => [f.key, values[f.key] ?? null])));
  };
  return (
    <Modal opened onClose={onClose} title={<bdi>{t("edit-fields-name", { name })}</bdi>} size="lg">
      <form onSubmit={save}>
        <Stack>
          {chosen.map((f) => (
            <FieldControl key={f.key} field={{ ...forExisting(f), required: false }} value={values[f.key]} error={null} onChange={(value: unknown) => set(f.key, value)} />
          ))}
          {left.length > 0 && chosen.length < maxFields ? (
            <Select
              // A new one for each field, so that nothing stays chosen in it.
              key={chosen.length}
              label={chosen.length === 0 ? t("field-to-change") : t("another-field")}
              placeholder={t("choose-a-field")}
              searchable
              data={left.map((f) => ({ value: f.key, label: f.label }))}
              onChange={(key) => key !== null && set(key, initialOf(left.find((f) => f.key === key)!))}
              data-autofocus
            />
          ) : null}
          <Text size="sm" c="dimmed">
            {t("a-field-that-you-leave-empty-is")}
          </Text>
          <Group justify="flex-end">
            <Button variant="subtle" color="gray" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" disabled={chosen.length === 0}>
              {t("save")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const initialOf = (field: FieldData): unknown => (field.control === "yes/no" ? false : null);
