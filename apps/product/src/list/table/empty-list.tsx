/** What a list says while it has no records, or none that fit its filters. */
import { Text } from "@mantine/core";
import type { ListTableProps } from "./list-table-props.ts";
import { midSentence, t } from "../../texts/texts.ts";
import { emptyHint, emptyTitle } from "./empty-texts.ts";

export function EmptyList({ list, entity, filtered, part }: Pick<ListTableProps, "list" | "entity" | "filtered" | "part">) {
  if (part)
    return (
      <div className="card" style={{ padding: "18px 22px" }}>
        <Text size="sm" c="dimmed">
          {list.empty ?? t("no-plural-here-right-now", { plural: midSentence(entity.plural) })}
        </Text>
      </div>
    );
  return (
    <div className="card" style={{ padding: "48px 24px", textAlign: "center" }}>
      <Text fw={600}>{filtered ? t("no-results") : emptyTitle(list, entity)}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {filtered ? t("try-fewer-filters-or-other-search-words") : emptyHint(list, entity)}
      </Text>
    </div>
  );
}
