/** Says that no record contains what was searched for, and that the list shows similar ones. */
import { Text } from "@mantine/core";
import { t } from "../texts/texts.ts";

export function SimilarNote({ search }: { search: string }) {
  return (
    <Text size="sm" mb="sm" role="status">
      {t("nothing-contains")}
      <bdi>{search}</bdi>
      {t("these-records-are-similar")}
    </Text>
  );
}
