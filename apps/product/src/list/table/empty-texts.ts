/** What an empty list says: that there is nothing, and what will appear here. */
import type { EntityData, ListData } from "@nonet/screens";
import { enumeration, midSentence, t } from "../../texts/texts.ts";

export const emptyTitle = (list: ListData, entity: EntityData): string => list.empty ?? noRecords(list, midSentence(entity.plural));

export const emptyHint = (list: ListData, entity: EntityData): string =>
  list.empty || list.selective
    ? ""
    : t("each-entity-will-appear-here", { entity: midSentence(entity.name), columns: enumeration(namedColumns(list.columns).map((c) => midSentence(c.label))) }) +
      (list.mayCreate ? ` ${t("select-new-to-create-the-first")}` : "");

/** In a sentence, "born on" isn't the name of a thing, as those of other dates and of answers to yes or no aren't. */
function namedColumns(columns: ListData["columns"]): ListData["columns"] {
  const named = columns.filter(({ control }) => !["date", "date and time", "yes/no"].includes(control));
  return (named.length > 0 ? named : columns).slice(0, 4);
}

const noRecords = ({ selective }: ListData, plural: string): string => (selective ? t("no-plural-here-right-now", { plural }) : t("no-plural-yet", { plural }));
