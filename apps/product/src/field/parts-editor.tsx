/** Edits the parts of a record (an order's lines) inside its form. */
import { ActionIcon, Button, Card, Fieldset, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ComponentType } from "react";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useProductContext } from "../context/product-context.tsx";
import type { ControlProps } from "./control-props.ts";
import { initialValues, partFields } from "./field-values.ts";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";

type Part = Record<string, unknown>;

const wide = new Set(["long text", "rich text", "address", "parts", "files", "images"]);

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
      radius="md"
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
                <SimpleGrid cols={{ base: 1, sm: Math.min(4, editable.length || 1) }} flex={1} spacing="sm">
                  {editable.map((f) => (
                    <div key={f.key} style={wide.has(f.control) ? { gridColumn: "1 / -1" } : undefined}>
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
                </SimpleGrid>
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
