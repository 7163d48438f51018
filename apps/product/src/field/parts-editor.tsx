/** Edits the parts of a record (an order's lines) inside its form. */
import { ActionIcon, Button, Card, Fieldset, Group, Stack, Text } from "@mantine/core";
import type { ComponentType } from "react";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useProductContext } from "../context/product-context.tsx";
import type { ControlProps } from "./control-props.ts";
import { initialValues, partFields } from "./field-values.ts";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";

type Part = Record<string, unknown>;

const wide = new Set(["long text", "rich text", "address", "parts", "file", "files", "image", "images"]);

/** As many fields side by side as have room, in a dialog and on a telephone too. */
const columns = { display: "grid", flex: 1, minWidth: 0, gap: "var(--mantine-spacing-sm)", gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 165px), 1fr))" };

/** The errors of a part's own parts, by their paths relative to it. */
const within = (errors: ControlProps["partErrors"], at: string): ControlProps["partErrors"] =>
  errors &&
  Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path.startsWith(at))
      .map(([path, error]) => [path.slice(at.length), error]),
  );

/** `Control` draws each field of a part; handed in, because a part may itself have parts. */
export function PartsEditor({ field, value, onChange, error, partErrors, Control }: ControlProps & { Control: ComponentType<ControlProps> }) {
  const { me, product } = useProductContext();
  const parts = (Array.isArray(value) ? value : []) as Part[];
  const set = (at: number, key: string, next: unknown) => onChange(parts.map((p, i) => (i === at ? { ...p, [key]: next } : p)));
  return (
    <Fieldset
      legend={
        <span className="label" data-required={field.required || undefined}>
          {field.label}
        </span>
      }
      variant="unstyled"
      styles={{ root: { margin: 0, padding: 0 }, legend: { fontSize: "var(--mantine-font-size-sm)", fontWeight: 600, marginBottom: 6 } }}
    >
      <Stack gap="sm">
        {parts.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("no-field-yet", { field: midSentence(field.label) })}
          </Text>
        ) : null}
        {parts.map((part, i) => {
          const editable = partFields(field, part);
          return (
            <Card key={i} className="card" padding="sm" role="group" aria-label={`${field.label} ${i + 1}`}>
              <Group align="start" wrap="nowrap">
                <div style={columns}>
                  {editable.map((f) => (
                    <div key={f.key} style={wide.has(f.control) ? { gridColumn: "1 / -1", minWidth: 0 } : { minWidth: 0 }}>
                      <Control
                        field={f}
                        value={part[f.key]}
                        recordValues={part}
                        onChange={(v) => set(i, f.key, v)}
                        error={partErrors?.[`${i}/${f.key}`]}
                        partErrors={within(partErrors, `${i}/${f.key}/`)}
                      />
                    </div>
                  ))}
                </div>
                <ActionIcon
                  mt={26}
                  variant="subtle"
                  color="red"
                  aria-label={t("remove-field-i", { field: field.label, i: i + 1 })}
                  onClick={() => onChange(parts.filter((_, at) => at !== i))}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
            </Card>
          );
        })}
        {parts.map((_, i) =>
          partErrors?.[String(i)] ? (
            <Text key={i} size="sm" c="var(--mantine-color-error)">
              {field.label} {i + 1}: {partErrors[String(i)]}
            </Text>
          ) : null,
        )}
        {error ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        ) : null}
        <Button variant="default" leftSection={<IconPlus size={16} />} w="fit-content" onClick={() => onChange([...parts, initialValues(field.parts, me, product.timeZone)])}>
          {t("add-to-field", { field: midSentence(field.label) })}
        </Button>
      </Stack>
    </Fieldset>
  );
}
