/** The controls of a form with their errors, and the computed values that the dry run predicts. */
import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { FieldData } from "@nonet/screens";
import { FieldControl } from "../field/field-control.tsx";
import { isEmpty } from "../format/value-text.ts";
import { ErrorText } from "../problem/problem-alert.tsx";
import { ShowValue } from "../value/show-value.tsx";
import type { Form } from "./use-form.ts";

const wide = new Set<FieldData["control"]>(["long text", "rich text", "address", "parts", "files", "images", "image", "file", "texts"]);

export function FormFields({ form, fields }: { form: Form; fields: readonly FieldData[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      {fields.map((f) => (
        <div key={f.key} style={wide.has(f.control) || fields.length === 1 ? { gridColumn: "1 / -1" } : undefined}>
          <FieldControl
            field={f}
            value={form.values[f.key]}
            recordValues={form.values}
            onChange={(v) => form.set(f.key, v)}
            error={errorNode(form, f)}
            partErrors={partErrors(form, f)}
          />
        </div>
      ))}
    </SimpleGrid>
  );
}

function errorNode(form: Form, field: FieldData) {
  const errors = form.errorsFor(field.key).filter((e) => field.control !== "parts" || !/[/.]/.test(e.field ?? ""));
  return errors.length === 0
    ? undefined
    : errors.map((e, i) => (
        <span key={i} style={{ display: "block" }}>
          <ErrorText error={e} />
        </span>
      ));
}

const partErrors = (form: Form, field: FieldData) =>
  field.control === "parts"
    ? Object.fromEntries(
        form
          .errorsFor(field.key)
          .filter((e) => /[/.]/.test(e.field ?? ""))
          .map((e) => [e.field!.split(/[/.]/).slice(1).join("/"), e.detail]),
      )
    : undefined;

/** Computed values that follow from the input so far, such as days, fee and total. */
export function ComputedPreview({ form, fields }: { form: Form; fields: readonly FieldData[] }) {
  const computed = fields.filter((f) => f.computed && !["list", "reference", "references", "parts"].includes(f.control) && !isEmpty(form.preview?.[f.key]));
  if (computed.length === 0) return null;
  return (
    <Group gap="xl" className="card" p="sm" aria-live="polite" role="status">
      {computed.map((f) => (
        <Stack key={f.key} gap={0}>
          <Text size="xs" c="dimmed">
            {f.label}
          </Text>
          <Text fw={600}>
            <ShowValue shape={f} value={form.preview?.[f.key]} {...(form.preview ? { row: form.preview } : {})} />
          </Text>
        </Stack>
      ))}
    </Group>
  );
}
