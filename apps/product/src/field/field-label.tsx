/** A field's label, with a tooltip that shows the document's line. */
import { Tooltip } from "@mantine/core";
import type { SourceLocation } from "@nonet/model";
import type { FieldData } from "@nonet/screens";
import { useProductContext } from "../context/product-context.tsx";
import { lineAnchor, SourceLink } from "../context/source-link.tsx";
import { useSentence } from "../context/source-sentence.tsx";
import { placeText } from "../texts/place-text.ts";
import { t } from "../texts/texts.ts";

export function FieldLabel({ field, required }: { field: Pick<FieldData, "label" | "name" | "line" | "file" | "conditional">; required?: boolean }) {
  return (
    <Tooltip label={<FieldSource field={field} />} position="top-start">
      <span className="label" data-required={required || undefined} data-document-line={field.line === null ? undefined : lineAnchor(field)}>
        {field.label}
      </span>
    </Tooltip>
  );
}

function FieldSource({ field }: { field: Pick<FieldData, "name" | "line" | "file" | "conditional"> }) {
  const sentence = useSentence({ at: field, of: `.${field.name}` });
  const { product } = useProductContext();
  const source = field.line === null ? t("built-in-every-product-has-this-field") : t("defined-in-files", { files: placeText(product.files, field, ` ${t("of-the-document")}`) });
  const depends = field.conditional ? ` ${t("whether-it-is-required-or-read-only")}` : "";
  return (
    <bdi>
      {sentence ? `${sentence} ` : ""}
      {source}
      {depends}
    </bdi>
  );
}

/** Shown below each control while "Show document lines" is on. */
export function FieldLine({ at, of }: { at: SourceLocation; of: string }) {
  const { lines } = useProductContext();
  if (!lines) return null;
  return at.line === null ? <>{t("default")}</> : <SourceLink at={at} of={of} />;
}
