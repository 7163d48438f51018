/** Above a list that was opened from a number, a chart or a report's cell. */
import { Button, Group, Text } from "@mantine/core";
import { useProductContext } from "../context/product-context.tsx";
import { formatPeriod } from "../format/format.ts";
import type { Behind } from "./state/behind.ts";
import { t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

function labelsOfCell(text: string): readonly string[] {
  try {
    return (JSON.parse(text) as readonly (string | null)[]).filter((label) => label !== null);
  } catch {
    return [text];
  }
}

/** Says that the list shows the records behind a number or a chart of a dashboard, and leads back to all. */
export function BehindNote({ behind, clear }: { readonly behind: Behind; clear(): void }) {
  const { product } = useProductContext();
  const labels = behind.label === undefined ? [] : behind.element === undefined ? labelsOfCell(behind.label) : [behind.label];
  return (
    <Group className="card" px="md" py={6} mb="md" justify="space-between" role="status">
      <Text size="sm">
        {named(product.name)} · <bdi>{named(behind.dashboard)}</bdi>
        {behind.element === undefined ? null : (
          <>
            : <b>{behind.element}</b>
          </>
        )}
        {labels.length === 0 ? null : <bdi>, {labels.map((label) => formatPeriod(label, product) || t("no-value-filter")).join(" · ")}</bdi>}
      </Text>
      <Button size="compact-sm" variant="subtle" onClick={clear}>
        {t("show-all")}
      </Button>
    </Group>
  );
}
