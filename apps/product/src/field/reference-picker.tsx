/** Selects one or several records of another entity, searching the server while the user types. */
import { Loader, MultiSelect, Select, type ComboboxParsedItem } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useList } from "../api/queries.ts";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { datedName } from "../format/dated-name.ts";
import { recordName } from "../format/record-name.ts";
import { Choice, factsOf } from "./choice-facts.tsx";
import type { ControlProps, Shared } from "./control-props.ts";
import { midSentence, t } from "../texts/texts.ts";

export function ReferencePicker({ field, value, onChange, shared }: ControlProps & { shared: Shared }) {
  const entity = useEntity(field.entity ?? "");
  const { product } = useProductContext();
  const [search, setSearch] = useState("");
  const [debouncedSearch] = useDebouncedValue(search, 200);
  const [opened, setOpened] = useState(false);
  const chosen = useMemo(() => chosenOf(value), [value]);
  // Picked records keep their names even after the result list has changed.
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const knownNames = new Map([...picked, ...chosen.flatMap((c) => (c.shownAs ? [[c.id, datedName(c.shownAs, entity, product)] as const] : []))]);
  const shown = useMemo(() => factsOf(entity), [entity]);
  const query = [...knownNames.values()].includes(debouncedSearch) ? "" : debouncedSearch;
  const found = useList(
    {
      path: entity?.path ?? "",
      limit: 50,
      fields: ["shownAs", ...[shown.picture, ...shown.facts].flatMap((field) => (field ? [field.key] : []))],
      ...(field.role ? { withRole: field.role } : {}),
      ...(field.choiceFor ? { choiceFor: field.choiceFor } : {}),
      ...(query ? { search: query } : {}),
    },
    opened && entity !== undefined,
  );
  const names = new Map([
    ...knownNames,
    ...(found.data?.items ?? []).map((row) => [row.id, datedName(recordName(row, entity?.titleKey ?? null, entity?.name, product), entity, product)] as const),
  ]);
  const ids = new Set([...(found.data?.items ?? []).map((r) => r.id), ...chosen.map((c) => c.id)]);
  const refusals = new Map((found.data?.items ?? []).flatMap((row) => (typeof row["_refused"] === "string" ? [[row.id, row["_refused"]] as const] : [])));
  const rows = new Map((found.data?.items ?? []).map((row) => [row.id, row]));
  // What a rule refuses comes last and can't be chosen.
  const inOrder = [...[...ids].filter((id) => !refusals.has(id)), ...[...ids].filter((id) => refusals.has(id))];
  const data = distinct(inOrder.map((id) => ({ value: id, label: names.get(id) ?? "…", disabled: refusals.has(id) && !chosen.some((c) => c.id === id) })));
  const withName = (id: string) => ({ id, shownAs: names.get(id) });
  const keep = (ids: readonly string[]) => setPicked(new Map([...picked, ...ids.map((id) => [id, names.get(id) ?? "…"] as const)]));
  const common = {
    ...shared,
    data,
    searchable: true,
    searchValue: search,
    onSearchChange: setSearch,
    onDropdownOpen: () => setOpened(true),
    rightSection: found.isFetching && opened ? <Loader size={16} /> : undefined,
    nothingFoundMessage: found.isFetching ? t("searching") : query === "" && entity ? t("no-plural", { plural: midSentence(entity.plural) }) : t("no-results"),
    placeholder: t("search"),
    comboboxProps: { keepMounted: false },
    ...(refusals.size > 0 || shown.picture || shown.facts.length > 0
      ? {
          renderOption: ({ option: { value: id, label } }: { option: { value: string; label: string } }) => (
            <Choice label={label} refusal={refusals.get(id)} row={rows.get(id)} shown={shown} />
          ),
        }
      : {}),
    // The server has already filtered the results.
    filter: ({ options, search: typed }: { options: ComboboxParsedItem[]; search: string }) =>
      query === typed.trim() || typed === ""
        ? options
        : options.filter((o) => "value" in o && (names.get(o.value) === typed || o.label.toLowerCase().includes(typed.toLowerCase()))),
  };
  if (field.control === "references")
    return (
      <MultiSelect
        {...common}
        value={chosen.map((c) => c.id)}
        onChange={(next) => {
          keep(next);
          onChange(next.map(withName));
        }}
      />
    );
  return (
    <Select
      {...common}
      value={chosen[0]?.id ?? null}
      onChange={(next) => {
        if (next !== null) keep([next]);
        onChange(next === null ? null : withName(next));
      }}
      clearable={!field.required}
    />
  );
}

interface Chosen {
  readonly id: string;
  readonly shownAs?: string;
}

function chosenOf(value: unknown): Chosen[] {
  if (value === null || value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((v) => (typeof v === "string" ? { id: v } : (v as Chosen)));
}

/** Numbers records with the same name, so that each can be selected. */
function distinct<Option extends { readonly value: string; readonly label: string }>(options: readonly Option[]): Option[] {
  const seen = new Map<string, number>();
  return options.map((o) => {
    const times = (seen.get(o.label) ?? 0) + 1;
    seen.set(o.label, times);
    return times === 1 ? o : { ...o, label: `${o.label} (${times})` };
  });
}
