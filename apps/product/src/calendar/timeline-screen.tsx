/** Records as bars over weeks, with a row for each value of a field. */
import { Loader, Text } from "@mantine/core";
import { useElementSize, useIntersection, useMergedRef } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import type { ColumnData, EntityData, ScreenData } from "@nonet/screens";
import "./timeline.css";
import { blockingError } from "../api/queries.ts";
import { asProblem } from "../api/request.ts";
import { Heading } from "../context/heading.tsx";
import { useEntity, useProductContext } from "../context/product-context.tsx";
import { formatDate, formatInstant } from "../format/format.ts";
import { today } from "../format/product-clock.ts";
import { recordAddress } from "../format/record-address.ts";
import { recordName } from "../format/record-name.ts";
import { valueAt } from "../format/value-at.ts";
import { NoResults, SelectionTools, useRecordSelection } from "../list/record-selection.tsx";
import { followLink } from "../navigation/location.ts";
import { Refusal } from "../problem/problem-alert.tsx";
import { nameOnItsDay } from "./name-on-its-day.ts";
import { rangeTitle } from "./period-title.ts";
import { daysFrom } from "./days.ts";
import { placeBars, stretchOf, type Track, widthsOf } from "./timeline-bars.ts";
import { TimelineHead } from "./timeline-head.tsx";
import { useTimelineRows, type TimelineBody, type TimelineRow } from "./timeline-rows.ts";
import { useTimelineState } from "./timeline-state.ts";
import { TimelineTools } from "./timeline-tools.tsx";
import { midSentence, t } from "../texts/texts.ts";
import { named } from "../texts/names.ts";

export function TimelineScreen({ screen, body }: { screen: ScreenData; body: TimelineBody }) {
  const entity = useEntity(body.list.entity);
  if (!entity || !body.by)
    return <Refusal problem={{ title: t("timeline-not-available"), status: 0, code: "not-permitted", detail: t("you-dont-have-permission-to-see-the"), errors: [] }} />;
  return <Timeline screen={screen} body={body} by={body.by} entity={entity} />;
}

/** The narrowest day, in pixels, at which its bars can be told apart. */
const narrowestDay: Readonly<Record<number, number>> = { 1: 100, 2: 56, 4: 28, 12: 10 };
/** A row is as high as its lanes. */
export const laneHeight = 28;

function Timeline({ screen, body, by, entity }: { screen: ScreenData; body: TimelineBody; by: ColumnData; entity: EntityData }) {
  const { product } = useProductContext();
  const now = today(product.timeZone);
  const state = useTimelineState(now);
  const selection = useRecordSelection(body.list, entity, [body.from, body.to, "day", "weeks"]);
  const days = daysFrom(state.first, state.weeks * 7);
  const last = days.at(-1)!;
  const { pages, more, rows } = useTimelineRows(body, by, entity, { first: state.first, last }, selection);
  const isFree = rows.every(({ records }) => records.length === 0);
  const { ref, width } = useElementSize();
  const weekly = state.weeks > 4;
  const columns = weekly ? state.weeks : days.length;
  const { names, track: trackWidth } = widthsOf(width, width < 560 ? 120 : 180, columns, (days.length / columns) * narrowestDay[state.weeks]!);
  const track: Track = { days: days.length, width: trackWidth };
  const scrolled = useRef<HTMLDivElement>(null);
  const area = useMergedRef(ref, scrolled);
  // Where not all days fit, the first thing to see is today.
  const before = days.indexOf(now) * (track.width / days.length);
  const isCutOff = track.width > width - names;
  useEffect(() => {
    if (isCutOff && before > 0) scrolled.current?.scrollTo({ left: document.dir === "rtl" ? -before : before });
  }, [isCutOff, before]);
  const title = rangeTitle({ first: state.first, last }, product.language);
  return (
    <>
      <Heading title={screen.name} screen={screen} />
      <SelectionTools selection={selection} />
      <TimelineTools state={state} title={title} today={now} />
      {blockingError(pages) ? <Refusal problem={asProblem(pages.error)} retry={() => void pages.refetch()} /> : null}
      <div
        ref={area}
        className="card timeline"
        data-empty={rows.length === 0 || undefined}
        style={{ "--timeline-names": `${names}px` } as React.CSSProperties}
        tabIndex={0}
        role="region"
        aria-label={`${named(screen.name)}: ${title}`}
      >
        <table style={{ width: names + track.width }}>
          <TimelineHead label={by.label} names={names} days={days} dayWidth={track.width / days.length} today={now} weekly={weekly} />
          <tbody>{width === 0 ? null : rows.map((row) => <TimelineLine key={row.key} row={row} body={body} entity={entity} days={days} columns={columns} track={track} />)}</tbody>
        </table>
        {more ? <MoreRows busy={more.isFetchingNextPage} load={() => void more.fetchNextPage()} /> : null}
      </div>
      {pages.data && isFree && selection.selects ? <NoResults state={selection.state} /> : null}
      {pages.data && isFree && !selection.selects ? (
        <Text c="dimmed" ta="center" mt="md">
          {t("no-plural-in-these-weeks", { plural: midSentence(entity.plural) })}
        </Text>
      ) : null}
    </>
  );
}

/** Loads the next rows when it comes into sight. */
function MoreRows({ busy, load }: { busy: boolean; load(): void }) {
  const { ref, entry } = useIntersection({ rootMargin: "300px" });
  const isSeen = entry?.isIntersecting ?? false;
  useEffect(() => {
    if (isSeen && !busy) load();
  }, [isSeen, busy, load]);
  return (
    <div ref={ref} style={{ padding: 16, textAlign: "center" }}>
      <Loader size="sm" aria-label={t("loading-more-rows")} />
    </div>
  );
}

interface LineProps {
  readonly row: TimelineRow;
  readonly body: TimelineBody;
  readonly entity: EntityData;
  readonly days: readonly string[];
  /** How many columns the days have: one for each day, or for each week. */
  readonly columns: number;
  readonly track: Track;
}

/** The bars of one row; overlapping bars are stacked. */
function TimelineLine({ row, body, entity, days, columns, track }: LineProps) {
  const { product } = useProductContext();
  const bars = row.records.flatMap((record) => {
    const [from, to] = [valueAt(record, body.from), valueAt(record, body.to)];
    if (!from) return [];
    const text = nameOnItsDay(recordName({ ...record, [body.by?.key ?? ""]: null }, entity.titleKey, named(entity.name)), entity, product, String(from));
    return [{ record, text, from, to, ...stretchOf(String(from), to ? String(to) : null, days[0]!, product.timeZone) }];
  });
  const placed = placeBars(bars, track);
  const show = (value: unknown) => (String(value).length > 10 ? formatInstant(value, product) : formatDate(value, product));
  return (
    <tr>
      <th scope="row">
        <bdi>{row.name}</bdi>
      </th>
      <td colSpan={columns} style={{ backgroundSize: `${track.width / columns}px 100%` }}>
        <div className="timeline-track" style={{ height: (Math.max(0, ...placed.map((bar) => bar.lane)) + 1) * laneHeight + 6 }}>
          {placed.map((bar) => {
            const href = recordAddress(entity, bar.record);
            const stateName = String(bar.record["state"] ?? "");
            const Tag = href ? "a" : "span";
            return (
              <Tag
                key={bar.record.id}
                {...(href ? { href, onClick: followLink(href) } : {})}
                className={`timeline-bar tint-${entity.colours[stateName] ?? "blue"}`}
                data-begins={bar.begins || undefined}
                data-ends={bar.ends || undefined}
                title={[`${bar.text}: ${[bar.from, bar.to].filter(Boolean).map(show).join(" – ")}`, ...(stateName ? [stateName] : [])].join(", ")}
                style={{ insetInlineStart: bar.left, width: bar.width, top: bar.lane * laneHeight + 4 }}
              >
                <bdi style={{ maxWidth: bar.label }}>{bar.text}</bdi>
              </Tag>
            );
          })}
        </div>
      </td>
    </tr>
  );
}
