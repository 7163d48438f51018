/** What can be begun from a record's page: the forms that create a record which refers to it, with the reference filled in. */
import { Button } from "@mantine/core";
import type { FormLink } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { navigate } from "../navigation/location.ts";
import { named } from "../texts/names.ts";
import { filledRoute } from "./filled-route.ts";

/** `filled`: the first one is the next step, as the record has no states of its own. */
export function FormButtons({ forms, row, name, filled }: { forms: readonly FormLink[]; row: Row; name: string; filled: boolean }) {
  return forms.map((form, i) => (
    <Button
      key={form.route}
      variant={filled && i === 0 ? "filled" : "default"}
      onClick={() => navigate(filledRoute(form.route, row), form.route.includes(":") ? {} : { given: { [form.by]: { id: row.id, shownAs: name } } })}
    >
      {named(form.label)}
    </Button>
  ));
}
