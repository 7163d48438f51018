/** Records as bars over weeks, with a row for each value of a field. */
import { ActionIcon, Button, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { EntityData, ScreenData } from "@nonet/screens";
import { blockingError, useList, type Row } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { dateIn, formatDate, languageTag } from "../format/format.ts";
import { today } from "../format/product-clock.ts";
import { addressKeys, recordAddress } from "../format/record-address.ts";
import { valueAt } from "../format/value-at.ts";
import { textOf } from "../format/value-text.ts";
import { followLink } from "../navigation/location.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { addDays, daysFrom, startOfWeek } from "./days.ts";
import { lanes } from "./month-grid.ts";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";

type TimelineBody = Extract<ScreenData["body"], { kind: "timeline" }>;

const span = 28;

interface Bar {
  readonly row: Row;
  readonly from: string;
  readonly to: string;
}

export function TimelineScreen({ screen, body }: { screen: ScreenData; body: TimelineBody }) {
  const { product } = useProductContext();
  const entity = useEntity(body.list.entity);
  const now = today(product.timeZone);
  const [first, setFirst] = useState(startOfWeek(now));
  const days = daysFrom(first, span);
  const last = days.at(-1)!;
  const by = body.by;
  const overlapping = { [`${body.to}.from`]: first, [`${body.from}.to`]: last };
  const page = useList(
    {
      path: entity?.path ?? "",
      screen: body.list.screen,
      equals: overlapping,
      limit: 200,
      sort: [body.from],
      fields: [
        ...new Set([body.from, body.to, ...(by ? [by.key] : []), ...addressKeys(entity), "shownAs", "state"].filter((k) => k !== "state" || (entity?.states.length ?? 0) > 0)),
      ],
    },
    entity !== undefined,
  );
  if (!entity || !by)
    return <Refusal problem={{ title: t("timeline-not-available"), status: 0, code: "not-permitted", detail: t("you-dont-have-permission-to-see-the"), errors: [] }} />;
  const day = (v: unknown) => (String(v).length > 10 ? dateIn(product.timeZone, new Date(String(v))) : String(v));
  const without = t("no-by", { by: midSentence(by.label) });
  const rows = new Map<string, Bar[]>();
  for (const row of page.data?.items ?? []) {
    const from = valueAt(row, body.from);
    if (!from) continue;
    const name = textOf(by, valueAt(row, by.key), product) || without;
    rows.set(name, [...(rows.get(name) ?? []), { row, from: day(from), to: day(valueAt(row, body.to) ?? from) }]);
  }
  const title = `${formatDate(first, product)} – ${formatDate(last, product)}`;
  return (
    <>
      <Heading title={screen.name} screen={screen}>
        <Text fw={600} mr="sm" role="status">
          {title}
        </Text>
        <ActionIcon variant="default" size="lg" aria-label={t("previous-two-weeks")} onClick={() => setFirst(addDays(first, -14))}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <Button variant="default" onClick={() => setFirst(startOfWeek(now))}>
          {t("today")}
        </Button>
        <ActionIcon variant="default" size="lg" aria-label={t("next-two-weeks")} onClick={() => setFirst(addDays(first, 14))}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </Heading>
      {blockingError(page) ? <Refusal problem={asProblem(page.error)} /> : null}
      <div className="card timeline" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{by.label}</th>
              {days.map((d) => (
                <th
                  key={d}
                  scope="col"
                  data-today={d === now || undefined}
                  data-week={new Date(`${d}T00:00:00Z`).getUTCDay() === 1 || undefined}
                  aria-current={d === now ? "date" : undefined}
                  title={formatDate(d, product)}
                >
                  {Number(d.slice(8))}
                  <span>{new Intl.DateTimeFormat(languageTag(product.language), { weekday: "narrow", timeZone: "UTC" }).format(new Date(`${d}T00:00:00Z`))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...rows]
              .sort(([a], [b]) => Number(a === without) - Number(b === without) || a.localeCompare(b))
              .map(([name, bars]) => (
                <tr key={name}>
                  <th scope="row">
                    <bdi>{name}</bdi>
                  </th>
                  <td colSpan={span}>
                    <Track bars={bars} days={days} entity={entity} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {page.data && rows.size === 0 ? (
        <Text c="dimmed" ta="center" mt="md">
          {t("no-plural-in-these-weeks", { plural: midSentence(entity.plural) })}
        </Text>
      ) : null}
      {page.data?.next ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t("showing-the-first-200")}
        </Text>
      ) : null}
    </>
  );
}

/** The bars of one row; overlapping bars are stacked. */
function Track({ bars, days, entity }: { bars: readonly Bar[]; days: readonly string[]; entity: EntityData }) {
  const placed = lanes(bars.map((b) => ({ row: b.row, from: b.from, to: b.to })));
  const { product } = useProductContext();
  const period = (day: string) => formatDate(day, product);
  const deepest = Math.max(0, ...placed.map((b) => b.lane));
  const at = (day: string, end: boolean) => {
    const index = days.indexOf(day);
    return index >= 0 ? index : end ? days.length - 1 : 0;
  };
  return (
    <div className="track" style={{ height: (deepest + 1) * 26 + 6 }}>
      {placed.map((b) => {
        const from = b.from < days[0]! ? 0 : at(b.from, false);
        const to = b.to > days.at(-1)! ? days.length - 1 : at(b.to, true);
        const href = recordAddress(entity, b.row);
        const label = String(b.row.shownAs ?? entity.name);
        const style = { insetInlineStart: `${(from / days.length) * 100}%`, width: `${((to - from + 1) / days.length) * 100}%`, top: b.lane * 26 + 3 };
        const attributes = {
          className: `bar state-${Math.max(0, entity.states.indexOf(String(b.row.state))) % 6}`,
          "data-start": b.from >= days[0]! || undefined,
          "data-end": b.to <= days.at(-1)! || undefined,
          title: `${label}: ${period(b.from)} – ${period(b.to)}`,
          style,
        };
        return href ? (
          <a key={b.row.id} href={href} onClick={followLink(href)} {...attributes}>
            <bdi>{label}</bdi>
          </a>
        ) : (
          <span key={b.row.id} {...attributes}>
            <bdi>{label}</bdi>
          </span>
        );
      })}
    </div>
  );
}
