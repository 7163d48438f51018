/** Records as bars over their days: by month, week or day, or as an agenda. */
import { Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { EntityData, ListData, ScreenData } from "@nonet/screens";
import "./calendar.css";
import { blockingError, useCreations, type Row } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import type { FormValues } from "../field/field-values.ts";
import { CreateDialog } from "../form/create-form.tsx";
import { firstWeekday } from "../format/first-weekday.ts";
import { languageTag } from "../format/language-tag.ts";
import { formatDate, formatInstant, localIn } from "../format/format.ts";
import { currentMoment, today } from "../format/product-clock.ts";
import { valueAt } from "../format/value-at.ts";
import { NewButton } from "../list/new-button.tsx";
import { NoResults, SelectionTools, useRecordSelection } from "../list/record-selection.tsx";
import { navigate } from "../navigation/location.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { boundsOf, eventOf, titleOf, valueOf, valuesAt, type Bounds } from "./calendar-events.ts";
import { CalendarGrid, formOf } from "./calendar-grid.tsx";
import { useCalendarState } from "./calendar-state.ts";
import { CalendarTools } from "./calendar-tools.tsx";
import { inForm } from "./long-events.ts";
import { moveRecord } from "./move-record.tsx";
import { periodTitle } from "./period-title.ts";
import { mostRecords, useRangeRecords, type Period } from "./range-records.ts";
import { midSentence, t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

type CalendarBody = Extract<ScreenData["body"], { kind: "calendar" }>;

export function CalendarScreen({ screen, body }: { screen: ScreenData; body: CalendarBody }) {
  const entity = useEntity(body.list.entity);
  return entity ? <EntityCalendar screen={screen} body={body} entity={entity} /> : null;
}

function EntityCalendar({ screen, body, entity }: { screen: ScreenData; body: CalendarBody; entity: EntityData }) {
  const { product } = useProductContext();
  const { list } = body;
  const now = today(product.timeZone);
  const state = useCalendarState(now);
  const selection = useRecordSelection(list, entity, [body.from, body.to ?? body.from, "day", "view"]);
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const [period, setPeriod] = useState<Period | null>(null);
  const bounds = useMemo(() => boundsOf(entity, body.from, body.to), [entity, body]);
  const records = useRangeRecords({ list, entity, from: body.from, to: body.to, period, selected: selection.query });
  const rows = useMemo(() => new Map((records.data?.rows ?? []).map((row) => [row.id, row])), [records.data]);
  const form = formOf({ view: state.view, timed: bounds.timed, narrow });
  const first = period?.first ?? null;
  const events = useMemo(
    () =>
      [...rows.values()].flatMap((row) => {
        const event = eventOf({ product, entity, list, bounds }, row);
        return event ? [inForm(event, form, first, product.language)] : [];
      }),
    [rows, product, entity, list, bounds, form, first],
  );
  const create = useCreation(list, entity, bounds);
  const title = periodTitle(state.view, state.day, period, product.language);
  const nothing = t("no-plural-in-this-period", { plural: midSentence(entity.plural) });
  return (
    <>
      <Heading title={screen.name} screen={screen}>
        {list.mayCreate ? <NewButton list={list} {...(state.view === "day" && bounds.fillsFrom && !bounds.timed ? { given: { [bounds.from]: state.day } } : {})} /> : null}
      </Heading>
      <SelectionTools selection={selection} />
      <CalendarTools state={state} title={title} today={now} />
      {blockingError(records) ? <Refusal problem={asProblem(records.error)} retry={() => void records.refetch()} /> : null}
      <div className="card calendar-card" role="region" aria-label={`${named(screen.name)}: ${title}`} aria-busy={records.isPending}>
        <CalendarGrid
          events={events}
          view={state.view}
          day={state.day}
          now={localIn(product.timeZone, currentMoment().toISOString())}
          timed={bounds.timed}
          strip={!bounds.timed || (form === "hours" && events.some((event) => event.allDay))}
          locale={languageTag(product.language)}
          firstDay={firstWeekday(product.language)}
          narrow={narrow}
          words={{
            allDay: t("all-day"),
            none: records.isPending ? "" : nothing,
            time: t("time-of-day"),
            entry: t("calendar-entry"),
            more: (count) => (narrow ? `+${count}` : t("count-more", { count })),
          }}
          describe={(id) => describe(rows.get(id))}
          onRange={setPeriod}
          onOpenDay={(day) => state.show({ view: "day", day })}
          onCreate={create.at}
          onMove={async (id, place, moved) => {
            const row = rows.get(id);
            if (!row) return false;
            const values = valuesAt(bounds, entity, product.timeZone, place, row, moved);
            const before = Object.fromEntries(Object.keys(values).map((key) => [key, valueAt(row, key)]));
            return moveRecord({ product, entity, row, name: titleOf(list, product, row), values, before });
          }}
        />
      </div>
      {records.data && events.length === 0 && selection.selects ? <NoResults state={selection.state} /> : null}
      {records.data && events.length === 0 && !selection.selects && form !== "list" ? (
        <Text c="dimmed" ta="center" mt="md">
          {nothing}
          {create.at ? ` ${t("select-a-day-to-create-one")}` : ""}
        </Text>
      ) : null}
      {records.data?.more ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t("this-period-has-more-than-most-records", { most: mostRecords })}
        </Text>
      ) : null}
      {create.dialog}
    </>
  );

  function describe(row: Row | undefined): string {
    if (!row) return "";
    const text = (value: unknown) => (String(value).length > 10 ? formatInstant(value, product) : formatDate(value, product));
    const ends = [valueAt(row, body.from), body.to === null ? null : valueAt(row, body.to)].filter((value) => value !== null && value !== undefined).map(text);
    return [`${titleOf(list, product, row)}: ${ends.join(" – ")}`, ...(typeof row["state"] === "string" ? [row["state"]] : [])].join(", ");
  }
}

/** A click on a day opens the form for a new record with that day filled in, if the person may create one. */
function useCreation(list: ListData, entity: EntityData, bounds: Bounds) {
  const { product } = useProductContext();
  const [given, setGiven] = useState<FormValues | null>(null);
  const creations = useCreations(list.screen ?? "", null, list.createGuarded && list.screen !== null);
  const isBlocked = creations.data?.items.some((one) => !one.allowed && one.action === null) ?? false;
  const at = (start: Date, end: Date | null): void => {
    const first = valueOf(entity, bounds.from, product.timeZone, start, false);
    const last = bounds.to !== null && bounds.fillsTo && end ? valueOf(entity, bounds.to, product.timeZone, end, true) : null;
    const values = { [bounds.from]: first, ...(last === null ? {} : { [bounds.to!]: last }) };
    if (list.createRoute) navigate(list.createRoute, { given: values });
    else setGiven(values);
  };
  return {
    at: list.mayCreate && bounds.fillsFrom && !isBlocked ? at : null,
    dialog: given ? <CreateDialog entity={entity} opened given={given} onClose={() => setGiven(null)} onDone={() => setGiven(null)} /> : null,
  };
}
