/** Selects the record on which an action runs, where the address names none. */
import type { EntityData, FieldData } from "@nonet/screens";
import { ReferencePicker } from "../field/reference-picker.tsx";
import { named } from "../texts/names.ts";

export function RecordChoice({
  entity,
  chosen,
  onChange,
}: {
  entity: EntityData;
  chosen: { id: string; shownAs?: string } | null;
  onChange(value: { id: string; shownAs?: string } | null): void;
}) {
  const field: FieldData = {
    name: entity.name,
    key: "_of",
    label: named(entity.name),
    control: "reference",
    choices: [],
    entity: entity.name,
    required: true,
    conditional: false,
    computed: false,
    writableOnCreate: true,
    writableOnUpdate: true,
    atLeast: null,
    atMost: null,
    currency: null,
    default: null,
    parts: [],
    line: entity.line,
    ...(entity.file ? { file: entity.file } : {}),
  };
  return (
    <ReferencePicker field={field} value={chosen} onChange={(v) => onChange(v as { id: string } | null)} shared={{ label: named(entity.name), required: false, size: "sm" }} />
  );
}
