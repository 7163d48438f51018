/** What a list says while it has no records, or none that fit its filters. */
import { Text } from "@mantine/core";
import type { ListTableProps } from "./list-table-props.ts";
import { enumeration, midSentence, t } from "../../texts/texts.ts";

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
      <Text fw={600}>{filtered ? t("no-results") : (list.empty ?? noRecords(list, midSentence(entity.plural)))}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {filtered
          ? t("try-fewer-filters-or-other-search-words")
          : list.empty || list.selective
            ? ""
            : t("each-entity-will-appear-here", { entity: midSentence(entity.name), columns: enumeration(namedColumns(list.columns).map((c) => midSentence(c.label))) }) +
              (list.mayCreate ? ` ${t("select-new-to-create-the-first")}` : "")}
      </Text>
    </div>
  );
}

/** In a sentence, "born on" isn't the name of a thing, as those of other dates and of answers to yes or no aren't. */
function namedColumns(columns: ListTableProps["list"]["columns"]): ListTableProps["list"]["columns"] {
  const named = columns.filter(({ control }) => !["date", "date and time", "yes/no"].includes(control));
  return (named.length > 0 ? named : columns).slice(0, 4);
}

const noRecords = ({ selective }: ListTableProps["list"], plural: string): string => (selective ? t("no-plural-here-right-now", { plural }) : t("no-plural-yet", { plural }));
