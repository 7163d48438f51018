/** Beside a sum: how many records it leaves out, because they have no value or the reader may not see it. */
import { Text } from "@mantine/core";
import { useProductContext } from "../context/product-context.tsx";
import { formatNumber } from "../format/format.ts";
import { t } from "../texts/texts.ts";

/** `isInline`: within a line of text, otherwise below the sum. */
export function NotKnown({ n = 0, isInline = false }: { n?: number | undefined; isInline?: boolean }) {
  const { product } = useProductContext();
  if (n === 0) return null;
  const text = t("n-not-known", { n: formatNumber(n, product) });
  return (
    <Text span size="xs" c="dimmed" fw={400} {...(isInline ? {} : { display: "block", style: { whiteSpace: "nowrap" } })}>
      {isInline ? ` (${text})` : text}
    </Text>
  );
}
