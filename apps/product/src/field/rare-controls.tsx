/** Controls that few forms have: a colour, and a list of texts. */
import { ColorInput, TagsInput } from "@mantine/core";
import type { ControlProps, Shared } from "./control-props.ts";
import { t } from "../texts/texts.ts";

type Props = ControlProps & { readonly shared: Shared };

export function ColourControl({ value, onChange, shared }: Props) {
  return <ColorInput {...shared} value={typeof value === "string" ? value : ""} onChange={onChange} />;
}

export function TextsControl({ value, onChange, shared }: Props) {
  return <TagsInput {...shared} value={Array.isArray(value) ? (value as string[]) : []} onChange={onChange} placeholder={t("type-and-press-enter")} />;
}
