/** Chooses a country, language, currency or time zone by its name. */
import { Select } from "@mantine/core";
import { useMemo } from "react";
import { useHere } from "../shell/product-context.tsx";
import { languageTag } from "../value/format.ts";
import { optionsOf, type CodeKind } from "../value/named-codes.ts";
import type { ControlProps, Shared } from "./field-control.tsx";

export function CodeSelect({ field, value, onChange, shared }: ControlProps & { shared: Shared }) {
  const { product } = useHere();
  const chosen = typeof value === "string" && value !== "" ? value : null;
  const language = languageTag(product.language);
  const data = useMemo(() => [...optionsOf(field.control as CodeKind, language, chosen)], [field.control, language, chosen]);
  return (
    <Select
      {...shared}
      data={data}
      value={chosen}
      onChange={onChange}
      searchable
      clearable={!field.required}
      limit={300}
      placeholder="Choose…"
      comboboxProps={{ keepMounted: false }}
    />
  );
}
