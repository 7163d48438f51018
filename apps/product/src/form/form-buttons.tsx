/** What can be begun from a record's page: the forms that create a record which refers to it, with the reference filled in. */
import type { FormLink } from "@nonet/screens";
import type { CreationState, Row } from "../api/queries.ts";
import { HeadingAction } from "../context/heading-actions.tsx";
import { navigate } from "../navigation/location.ts";
import { named } from "../texts/names.ts";
import { filledRoute } from "./filled-route.ts";
import { UnavailableButton } from "./show-reason.tsx";

interface FormButtonsProps {
  readonly forms: readonly FormLink[];
  readonly row: Row;
  readonly name: string;
  /** Whether the first one is the next step, as the record has no states of its own. */
  readonly filled: boolean;
  readonly refused: readonly CreationState[];
  /** Whether the work on the record has ended: then the forms are quiet, and those that can't be opened left out. */
  readonly ended: boolean;
}

export function FormButtons({ forms, row, name, filled, refused, ended }: FormButtonsProps) {
  return forms.map((form, i) => {
    const state = refused.find(({ entity }) => entity === form.entity);
    if (state && ended) return null;
    if (state) return <UnavailableButton key={form.route} name={named(form.label)} state={state} />;
    return (
      <HeadingAction
        key={form.route}
        {...(ended ? { kind: "quiet" as const } : filled && i === 0 ? { kind: "next" as const } : {})}
        onClick={() => navigate(filledRoute(form.route, row), form.route.includes(":") ? {} : { given: { [form.by]: { id: row.id, shownAs: name } } })}
      >
        {named(form.label)}
      </HeadingAction>
    );
  });
}
