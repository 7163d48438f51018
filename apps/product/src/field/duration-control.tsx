/** Edits a duration as days, hours and minutes; the API takes it as `P1DT2H30M`. */
import { Group, Input, NumberInput } from "@mantine/core";
import { durationOf, durationParts } from "../format/duration.ts";
import { t } from "../texts/texts.ts";
import type { ControlProps, Shared } from "./control-props.ts";

const units = ["days", "hours", "minutes"] as const;

export function DurationControl({ field, value, onChange, shared }: ControlProps & { shared: Shared }) {
  const parts = durationParts(value);
  const words = { days: t("duration-days"), hours: t("duration-hours"), minutes: t("duration-minutes") };
  const set = (unit: (typeof units)[number], next: string | number) => {
    const all = { ...(parts ?? { days: 0, hours: 0, minutes: 0 }), [unit]: next === "" ? 0 : Number(next) };
    onChange(durationOf(all));
  };
  return (
    <Input.Wrapper label={shared.label} labelElement="div" error={shared.error} required={shared.required} withAsterisk={false}>
      <Group gap="xs" wrap="nowrap">
        {units.map((unit) => (
          <NumberInput
            key={unit}
            aria-label={`${field.label}: ${words[unit]}`}
            value={parts?.[unit] ?? ""}
            onChange={(next) => set(unit, next)}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            placeholder={words[unit]}
            suffix={` ${words[unit]}`}
            hideControls
            size={shared.size}
            error={shared.error ? true : undefined}
          />
        ))}
      </Group>
    </Input.Wrapper>
  );
}
