/** The content of a filter: choices, people and records, periods and dates, bounds of numbers, or words of a text. */
import { Button, Group, Loader, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback, useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { ColumnData } from "@nonet/screens";
import { useList } from "../api/queries.ts";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { recordName } from "../format/record-name.ts";
import { MenuCheckbox } from "./menu-checkbox.tsx";
import { filterKind, type FilterValue, noFilter, periodLabel, periods } from "./state/filter-values.ts";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export interface FilterEditorProps {
  readonly column: ColumnData;
  readonly value: FilterValue;
  onChange(value: FilterValue): void;
}

export function FilterEditor(props: FilterEditorProps) {
  switch (filterKind(props.column)) {
    case "choice":
      return <Choices {...props} options={props.column.choices.map((c) => ({ value: c, label: named(c) }))} />;
    case "yes/no":
      return (
        <Choices
          {...props}
          options={[
            { value: "true", label: t("yes") },
            { value: "false", label: t("no") },
          ]}
        />
      );
    case "reference":
      return <Records {...props} />;
    case "day":
      return <Days {...props} />;
    case "number":
    case "time":
      return <Bounds {...props} />;
    default:
      return <Words {...props} />;
  }
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Every record has a state. */
const emptyOption: Option = { value: "", label: t("empty") };

function Choices({ column, value, onChange, options }: FilterEditorProps & { options: readonly Option[] }) {
  // Older addresses and views have the missing value as a condition of its own.
  const chosen = value.empty === true ? [""] : value.values;
  const toggle = (one: string) => onChange({ ...noFilter, values: chosen.includes(one) ? chosen.filter((v) => v !== one) : [...chosen, one] });
  return (
    <Stack gap={8} mah={300} style={{ overflowY: "auto" }} role="group" aria-label={column.label}>
      {[...options, ...(column.colours ? [] : [emptyOption])].map((o) => (
        <MenuCheckbox key={o.value} label={o.value === "" ? <em>{o.label}</em> : <bdi>{o.label}</bdi>} checked={chosen.includes(o.value)} onChange={() => toggle(o.value)} />
      ))}
    </Stack>
  );
}

function Records(props: FilterEditorProps) {
  const { column, value } = props;
  const entity = useEntity(column.entity ?? "");
  const { me } = useProductContext();
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text, 200);
  const known = useRecordNames(column, value.values);
  const found = useList({ path: entity?.path ?? "", limit: 30, fields: ["shownAs"], ...(search ? { search } : {}) }, entity !== undefined);
  const options = new Map(known);
  for (const row of found.data?.items ?? []) options.set(row.id, recordName(row, entity?.titleKey ?? null, entity?.name));
  options.delete("me");
  return (
    <Stack gap="xs">
      <TextInput
        type="search"
        size="xs"
        aria-label={t("search-column", { column: midSentence(column.label) })}
        placeholder={t("search")}
        value={text}
        dir="auto"
        onChange={(e) => setText(e.currentTarget.value)}
        rightSection={found.isFetching ? <Loader size={14} /> : null}
      />
      <Choices
        {...props}
        options={[...(column.entity === "User" && me.signedIn ? [{ value: "me", label: t("me") }] : []), ...[...options].map(([id, label]) => ({ value: id, label }))]}
      />
    </Stack>
  );
}

/** The names of the records that a filter names, as far as the reader may read them. */
export function useRecordNames(column: ColumnData, values: readonly string[]): ReadonlyMap<string, string> {
  const entity = useEntity(column.entity ?? "");
  const ids = values.filter((v) => v !== "" && v !== "me");
  const isNamed = filterKind(column) === "reference" && entity !== undefined && ids.length > 0;
  const found = useList({ path: entity?.path ?? "", limit: 100, fields: ["shownAs"], equals: { "id.in": ids.join(",") } }, isNamed);
  const names = new Map<string, string>(values.includes("me") ? [["me", t("me")]] : []);
  if (isNamed) for (const row of found.data?.items ?? []) if (ids.includes(row.id)) names.set(row.id, recordName(row, entity.titleKey, entity.name));
  return names;
}

function Days({ column, value, onChange }: FilterEditorProps) {
  const set = (change: Partial<FilterValue>) => onChange({ ...noFilter, ...change });
  return (
    <Stack gap="xs">
      <Group gap={4} role="group" aria-label={t("label-period", { label: column.label })}>
        {periods.map((p) => (
          <Button
            key={p}
            size="compact-xs"
            variant={value.within === p ? "filled" : "default"}
            aria-pressed={value.within === p}
            onClick={() => set(value.within === p ? {} : { within: p })}
          >
            {periodLabel(p)}
          </Button>
        ))}
      </Group>
      <Sides column={column} type="date" value={value} onChange={onChange} />
      <Missing value={value} onChange={onChange} />
    </Stack>
  );
}

function Bounds(props: FilterEditorProps) {
  return (
    <Stack gap="xs">
      <Sides {...props} type={filterKind(props.column) === "time" ? "time" : "number"} />
      <Missing {...props} />
    </Stack>
  );
}

function Sides({ column, type, value, onChange }: FilterEditorProps & { type: string }) {
  const side = (name: "from" | "to") => (
    <TextInput
      type={type}
      size="xs"
      label={`${column.label} ${name}`}
      step={type === "number" ? "any" : undefined}
      value={value[name]}
      onChange={(e) => onChange({ ...noFilter, from: value.from, to: value.to, [name]: e.currentTarget.value })}
    />
  );
  return (
    <Group gap="xs" grow>
      {side("from")}
      {side("to")}
    </Group>
  );
}

function Missing({ value, onChange }: Pick<FilterEditorProps, "value" | "onChange">) {
  const toggle = (empty: boolean) => onChange({ ...noFilter, empty: value.empty === empty ? null : empty });
  return (
    <Group gap="md">
      <MenuCheckbox label={t("empty")} checked={value.empty === true} onChange={() => toggle(true)} />
      <MenuCheckbox label={t("not-empty")} checked={value.empty === false} onChange={() => toggle(false)} />
    </Group>
  );
}

function Words({ column, value, onChange }: FilterEditorProps) {
  const [text, setText] = useState(value.contains || value.values[0] || "");
  const debounced = useDebouncedCallback((contains: string) => onChange({ ...noFilter, contains }), 300);
  return (
    <Stack gap="xs">
      <TextInput
        size="xs"
        label={t("label-contains", { label: column.label })}
        value={text}
        dir="auto"
        maxLength={200}
        onChange={(e) => {
          setText(e.currentTarget.value);
          debounced(e.currentTarget.value);
        }}
      />
      <Missing value={value} onChange={onChange} />
      <Text size="xs" c="dimmed">
        {t("letter-case-and-accents-dont-matter")}
      </Text>
    </Stack>
  );
}
