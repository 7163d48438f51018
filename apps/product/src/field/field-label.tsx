/** A field's label, which says on hover which line of the document makes the field. */
import { Tooltip } from "@mantine/core";
import type { FieldData } from "@nonet/screens";
import { LineLink } from "../shell/link.tsx";
import { useHere } from "../shell/product-context.tsx";

export function FieldLabel({ field, required }: { field: Pick<FieldData, "label" | "line" | "conditional">; required?: boolean }) {
  const source = field.line === null ? "No line says so: every product has this field." : `Line ${field.line} of the document says so.`;
  return (
    <Tooltip label={field.conditional ? `${source} Whether it must or may be filled in depends on other values.` : source} position="top-start">
      <span className="label" data-required={required || undefined}>
        {field.label}
      </span>
    </Tooltip>
  );
}

/** Shown under each control while "Which line says so?" is switched on. */
export function FieldLine({ line, of }: { line: number | null; of: string }) {
  const { lines } = useHere();
  if (!lines) return null;
  return line === null ? <>a default</> : <LineLink line={line} of={of} />;
}
