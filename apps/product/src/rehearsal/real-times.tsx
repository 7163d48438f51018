/** Says in a rehearsal that the times of a page aren't those of its clock: people sign in at real times. */
import { Text } from "@mantine/core";
import { useProductContext } from "../context/product-context.tsx";
import { t } from "../texts/texts.ts";

export function RealTimes() {
  const { product } = useProductContext();
  return product.rehearsal ? (
    <Text c="dimmed" size="sm">
      {t("times-here-are-real")}
    </Text>
  ) : null;
}
