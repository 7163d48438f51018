/** A field's label, which says on hover which line of the document makes the field. */
import { Tooltip } from "@mantine/core";
import type { FieldData } from "@nonet/screens";
import { SaidLink } from "../shell/link.tsx";
import { useHere } from "../shell/product-context.tsx";
import { useSentence } from "../shell/sentence.tsx";

export function FieldLabel({ field, required }: { field: Pick<FieldData, "label" | "name" | "line" | "conditional">; required?: boolean }) {
  return (
    <Tooltip label={<FieldSource field={field} />} position="top-start">
      <span className="label" data-required={required || undefined}>
        {field.label}
      </span>
    </Tooltip>
  );
}

function FieldSource({ field }: { field: Pick<FieldData, "name" | "line" | "conditional"> }) {
  const sentence = useSentence({ line: field.line, of: `.${field.name}` });
  const source = field.line === null ? "No line says so: every product has this field." : `Line ${field.line} of the document says so.`;
  const depends = field.conditional ? " Whether it must or may be filled in depends on other values." : "";
  return (
    <bdi>
      {sentence ? `${sentence} ` : ""}
      {source}
      {depends}
    </bdi>
  );
}

/** Shown under each control while "Which line says so?" is switched on. */
export function FieldLine({ line, of }: { line: number | null; of: string }) {
  const { lines } = useHere();
  if (!lines) return null;
  return line === null ? <>a default</> : <SaidLink line={line} of={of} />;
}
