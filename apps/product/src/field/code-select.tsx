/** Selects a country, language, currency or time zone by name. */
import { Select } from "@mantine/core";
import { useMemo } from "react";
import { useProductContext } from "../context/product-context.tsx";
import { optionsOf, type CodeKind } from "../format/code-names.ts";
import { languageTag } from "../format/language-tag.ts";
import type { ControlProps, Shared } from "./control-props.ts";
import { t } from "../texts/texts.ts";

export function CodeSelect({ field, value, onChange, shared }: ControlProps & { shared: Shared }) {
  const { product } = useProductContext();
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
      placeholder={t("choose")}
      comboboxProps={{ keepMounted: false }}
    />
  );
}
