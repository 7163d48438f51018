/** What creates a record, as a button and the heading of its form say it: "New loan". */
import type { EntityData } from "@nonet/screens";
import { named } from "./names.ts";
import { midSentence, t } from "./texts.ts";

export const newRecordText = ({ name }: Pick<EntityData, "name">): string => t("new-entity", { entity: midSentence(named(name)) });
