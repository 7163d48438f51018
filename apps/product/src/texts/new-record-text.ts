/** What creates a record, as a button and the heading of its form say it: "New loan". */
import type { EntityData, ListData, ProductData } from "@nonet/screens";
import { named } from "./names.ts";
import { midSentence, t } from "./texts.ts";

export const newRecordText = ({ name }: Pick<EntityData, "name">): string => t("new-entity", { entity: midSentence(named(name)) });

/** What the button of a public list says that leads to a form: the form's name, such as "Report a find". Undefined where it opens a dialog. */
export function formNameOf({ screens }: Pick<ProductData, "screens">, { createRoute }: Pick<ListData, "createRoute">): string | undefined {
  const form = createRoute === null ? undefined : screens.find(({ route }) => route === createRoute);
  return form && named(form.name);
}
