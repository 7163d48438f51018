/** Records of a month as bars over their days. */
import { ActionIcon, Button, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { EntityData, ScreenData } from "@nonet/screens";
import { blockingError, useList, type Row } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { dateIn, languageTag } from "../format/format.ts";
import { today } from "../format/product-clock.ts";
import { addressKeys, recordAddress } from "../format/record-address.ts";
import { valueAt } from "../format/value-at.ts";
import { textOf } from "../format/value-text.ts";
import { followLink } from "../navigation/location.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { lanes, monthDays, shiftMonth } from "./month-grid.ts";
import { t } from "../texts/texts.ts";
import { midSentence } from "../texts/texts.ts";

type CalendarBody = Extract<ScreenData["body"], { kind: "calendar" }>;

export function CalendarScreen({ screen, body }: { screen: ScreenData; body: CalendarBody }) {
  const { product } = useProductContext();
  const entity = useEntity(body.list.entity);
  const now = today(product.timeZone);
  const [month, setMonth] = useState(now.slice(0, 7));
  const days = monthDays(month);
  const last = days.at(-1)!;
  const overlapping = { [`${body.to ?? body.from}.from`]: days[0]!, [`${body.from}.to`]: last };
  const page = useList(
    {
      path: entity?.path ?? "",
      screen: body.list.screen,
      equals: overlapping,
      limit: 200,
      sort: [body.from],
      fields: [...new Set([body.from, ...(body.to ? [body.to] : []), ...body.list.columns.map((c) => c.key), ...addressKeys(entity), "shownAs"])],
    },
    entity !== undefined,
  );
  if (!entity) return null;
  const day = (v: unknown) => (String(v).length > 10 ? dateIn(product.timeZone, new Date(String(v))) : String(v));
  const bars = lanes(
    (page.data?.items ?? [])
      .filter((r) => valueAt(r, body.from))
      .map((row) => ({ row, from: day(valueAt(row, body.from)), to: day(valueAt(row, body.to ?? body.from) ?? valueAt(row, body.from)) })),
  );
  const title = new Intl.DateTimeFormat(languageTag(product.language), { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-15T00:00:00Z`));
  return (
    <>
      <Heading title={screen.name} screen={screen}>
        <Text fw={600} mr="sm" role="status">
          {title}
        </Text>
        <ActionIcon variant="default" size="lg" aria-label={t("previous-month")} onClick={() => setMonth(shiftMonth(month, -1))}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <Button variant="default" onClick={() => setMonth(now.slice(0, 7))}>
          {t("today")}
        </Button>
        <ActionIcon variant="default" size="lg" aria-label={t("next-month")} onClick={() => setMonth(shiftMonth(month, 1))}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </Heading>
      {blockingError(page) ? <Refusal problem={asProblem(page.error)} /> : null}
      <div className="card" style={{ overflowX: "auto" }} tabIndex={0} role="region" aria-label={title}>
        <div className="month" style={{ minWidth: 560 }}>
          {days.slice(0, 7).map((d) => (
            <Text key={d} size="xs" c="dimmed" p={6} fw={600}>
              {new Intl.DateTimeFormat(languageTag(product.language), { weekday: "short", timeZone: "UTC" }).format(new Date(`${d}T00:00:00Z`))}
            </Text>
          ))}
          {days.map((d, i) => (
            <Day key={d} date={d} weekStart={i % 7 === 0} other={!d.startsWith(month)} today={d === now} bars={bars} entity={entity} body={body} />
          ))}
        </div>
      </div>
      {page.data?.items.length === 0 ? (
        <Text c="dimmed" ta="center" mt="md">
          {t("no-plural-in-title", { plural: midSentence(entity.plural), title })}
        </Text>
      ) : null}
    </>
  );
}

interface Bar {
  readonly row: Row;
  readonly from: string;
  readonly to: string;
  readonly lane: number;
}

function Day({
  date,
  weekStart,
  other,
  today: isToday,
  bars,
  entity,
  body,
}: {
  date: string;
  weekStart: boolean;
  other: boolean;
  today: boolean;
  bars: readonly Bar[];
  entity: EntityData;
  body: CalendarBody;
}) {
  const { product } = useProductContext();
  const dayBars = bars.filter((b) => b.from <= date && date <= b.to);
  const deepest = Math.max(-1, ...dayBars.map((b) => b.lane));
  return (
    <div className="month-day" data-other={other || undefined}>
      <span className={`month-number ${other ? "dim" : ""}`} data-today={isToday || undefined} aria-current={isToday ? "date" : undefined}>
        {Number(date.slice(8))}
      </span>
      {Array.from({ length: deepest + 1 }, (_, lane) => {
        const bar = dayBars.find((b) => b.lane === lane);
        if (!bar) return <span key={lane} className="bar" aria-hidden />;
        const place = Math.max(0, entity.states.indexOf(String(bar.row.state)));
        const isLabelled = bar.from === date || weekStart;
        const words = [
          String(bar.row.shownAs ?? ""),
          ...body.list.columns
            .filter((c) => c.control === "reference")
            .slice(0, 1)
            .map((c) => textOf(c, valueAt(bar.row, c.key), product)),
        ]
          .filter(Boolean)
          .join(" · ");
        const to = recordAddress(entity, bar.row);
        const attributes = {
          className: `bar state-${place % 6}`,
          "data-start": bar.from === date || undefined,
          "data-end": bar.to === date || undefined,
          title: words,
          ...(isLabelled ? {} : { tabIndex: -1, "aria-hidden": true }),
        };
        return to ? (
          <a key={lane} href={to} onClick={followLink(to)} {...attributes}>
            {isLabelled ? <bdi>{words}</bdi> : "\u00a0"}
          </a>
        ) : (
          <span key={lane} {...attributes}>
            {isLabelled ? <bdi>{words}</bdi> : "\u00a0"}
          </span>
        );
      })}
    </div>
  );
}
