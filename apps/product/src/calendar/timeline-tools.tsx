/** The way through a timeline: today, back and forth, and how many weeks are shown. */
import { useSingleKeys } from "../navigation/single-keys.ts";
import { PeriodBar } from "./period-bar.tsx";
import { otherFirst, zooms, type TimelineState, type Zoom } from "./timeline-state.ts";
import { t } from "../texts/texts.ts";

export function TimelineTools({ state, title, today }: { state: TimelineState; title: string; today: string }) {
  const turn = (by: 1 | -1) => state.show({ day: otherFirst(state, by) });
  const zoom = (by: 1 | -1) => state.show({ weeks: zooms[Math.min(Math.max(zooms.indexOf(state.weeks) + by, 0), zooms.length - 1)]! });
  useSingleKeys([
    ["T", () => state.show({ day: today })],
    ["J", () => turn(1)],
    ["K", () => turn(-1)],
    ["-", () => zoom(1)],
    ["+", () => zoom(-1)],
    ["shift++", () => zoom(-1)],
  ]);
  return (
    <PeriodBar
      title={title}
      onToday={() => state.show({ day: today })}
      onTurn={turn}
      back={t("earlier")}
      forth={t("later-2")}
      choice={{
        label: t("zoom"),
        value: String(state.weeks),
        options: zooms.map((weeks) => ({ value: String(weeks), label: t("weeks-shown", { n: weeks }) })),
        onChange: (value) => state.show({ weeks: Number(value) as Zoom }),
      }}
    />
  );
}
