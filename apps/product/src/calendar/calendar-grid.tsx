/** The calendar itself, drawn by FullCalendar, for the view and day that it is given. */
import { Calendar, type CalendarOptions, type EventApi, type EventInput } from "@fullcalendar/core";
import dayGrid from "@fullcalendar/daygrid";
import interaction from "@fullcalendar/interaction";
import list from "@fullcalendar/list";
import timeGrid from "@fullcalendar/timegrid";
import { useEffect, useRef } from "react";
import { withBase } from "../addresses/base.ts";
import { navigate } from "../navigation/location.ts";
import { addDays } from "./days.ts";
import { type EventForm, type Place, placeOf } from "./long-events.ts";
import type { Period } from "./range-records.ts";
import type { CalendarView } from "./calendar-state.ts";

export interface CalendarGridProps {
  readonly events: readonly EventInput[];
  readonly view: CalendarView;
  readonly day: string;
  /** The moment that is now in the product, as a wall time. */
  readonly now: string;
  readonly timed: boolean;
  readonly locale: string;
  readonly firstDay: number;
  readonly narrow: boolean;
  readonly words: { readonly allDay: string; readonly none: string; readonly time: string; readonly entry: string; more(count: number): string };
  /** Whether a strip for whole days stands above the hours. */
  readonly strip: boolean;
  /** The tooltip of a bar. */
  describe(id: string): string;
  onRange(period: Period): void;
  onOpenDay(day: string): void;
  /** Called with wall times in UTC; null if the person may not create a record. */
  readonly onCreate: ((start: Date, end: Date | null) => void) | null;
  onMove(id: string, place: Place, moved: "whole" | "end"): Promise<boolean>;
}

/** How many weeks an agenda shows. */
const agendaWeeks = 4;

/** Of seven days with hours side by side, a phone would show bars too narrow to read or to press: its week is a list. */
const viewNames = ({ timed, narrow }: Pick<CalendarGridProps, "timed" | "narrow">): Readonly<Record<CalendarView, string>> => ({
  month: "dayGridMonth",
  week: !timed ? "dayGridWeek" : narrow ? "weekList" : "timeGridWeek",
  day: timed ? "timeGridDay" : "dayGridDay",
  agenda: "agenda",
});

/** Whether the view says itself that it is empty. */
const isList = ({ view, ...place }: Pick<CalendarGridProps, "view" | "timed" | "narrow">): boolean => ["agenda", "weekList"].includes(viewNames(place)[view]);

export const formOf = ({ view, ...place }: Pick<CalendarGridProps, "view" | "timed" | "narrow">): EventForm =>
  isList({ view, ...place }) ? "list" : viewNames(place)[view].startsWith("timeGrid") ? "hours" : "days";

/** Hours are scrolled inside the calendar, days with the page. */
const heightOf = (place: Pick<CalendarGridProps, "view" | "timed" | "narrow">): string => (formOf(place) === "hours" ? "max(480px, calc(100vh - 250px))" : "auto");

export function CalendarGrid(props: CalendarGridProps) {
  const element = useRef<HTMLDivElement>(null);
  const calendar = useRef<Calendar>(null);
  // The calendar is made once; what it calls is always the latest.
  const latest = useRef(props);
  useEffect(() => void (latest.current = props));
  useEffect(() => {
    calendar.current = new Calendar(element.current!, optionsOf(latest));
    calendar.current.render();
    return () => calendar.current?.destroy();
  }, []);
  const { view, day, timed, events, narrow, onCreate } = props;
  useEffect(() => {
    calendar.current?.setOption("height", heightOf({ view, timed, narrow }));
    calendar.current?.changeView(viewNames({ timed, narrow })[view], day);
  }, [view, day, timed, narrow]);
  useEffect(() => void calendar.current?.refetchEvents(), [events]);
  // Empty while the records are loaded.
  const { none } = props.words;
  useEffect(() => void calendar.current?.setOption("noEventsText", none), [none]);
  const { strip } = props;
  useEffect(() => void calendar.current?.setOption("allDaySlot", strip), [strip]);
  const creates = onCreate !== null;
  useEffect(() => {
    calendar.current?.setOption("selectable", creates);
    calendar.current?.setOption("views", viewOptions(narrow, latest.current.locale));
  }, [creates, narrow]);
  return <div ref={element} className="calendar" data-days={timed ? undefined : true} onKeyDown={(event) => moveByKey(event, calendar.current, latest.current)} />;
}

/** Seven days side by side on a phone have room for about four letters each. */
const weekdaysFit = (locale: string): boolean => {
  const { format } = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return [1, 2, 3, 4, 5, 6, 7].every((day) => format(Date.UTC(2024, 0, day)).length <= 4);
};

const viewOptions = (narrow: boolean, locale: string): NonNullable<CalendarOptions["views"]> => ({
  weekList: { type: "list", duration: { weeks: 1 }, dateAlignment: "week" },
  agenda: { type: "list", duration: { weeks: agendaWeeks }, dateAlignment: "day" },
  dayGridMonth: { dayMaxEvents: narrow ? 3 : 5 },
  week: { dayHeaderFormat: { weekday: narrow && !weekdaysFit(locale) ? "narrow" : "short", day: "numeric" } },
});

function optionsOf(latest: { readonly current: CalendarGridProps }): CalendarOptions {
  const { view, day, now, timed, narrow, locale, firstDay, words } = latest.current;
  return {
    plugins: [dayGrid, timeGrid, list, interaction],
    views: viewOptions(narrow, locale),
    initialView: viewNames({ timed, narrow })[view],
    initialDate: day,
    now,
    // Bars come and go as wall times, so the browser's time zone has no say.
    timeZone: "UTC",
    locale,
    firstDay,
    direction: document.dir === "rtl" ? "rtl" : "ltr",
    headerToolbar: false,
    fixedWeekCount: false,
    height: heightOf({ view, timed, narrow }),
    allDayText: words.allDay,
    noEventsText: words.none,
    timeHint: words.time,
    eventHint: words.entry,
    moreLinkContent: ({ num }) => words.more(num),
    // It opens a list of its day, and says whether that is open, which a link can't.
    moreLinkDidMount: ({ el }) => el.setAttribute("role", "button"),
    navLinks: true,
    navLinkDayClick: (date) => latest.current.onOpenDay(date.toISOString().slice(0, 10)),
    scrollTime: "07:30:00",
    slotDuration: "01:00:00",
    // Below the height of a line for the time and one for the name, both share a line.
    eventShortHeight: 36,
    snapDuration: "00:15:00",
    slotEventOverlap: false,
    expandRows: true,
    allDaySlot: latest.current.strip,
    // The strip above the hours is for what lasts longer than a day, and keeps it.
    eventAllow: (span, event) => formOf(latest.current) !== "hours" || event === null || span.allDay === event.allDay,
    viewDidMount: ({ el }) => el.querySelectorAll(".fc-scroller-liquid-absolute").forEach(scrollByKeyboard),
    nowIndicator: true,
    eventDisplay: "block",
    displayEventEnd: false,
    eventTimeFormat: { hour: "2-digit", minute: "2-digit" },
    slotLabelFormat: { hour: "2-digit", minute: "2-digit" },
    listDayFormat: { weekday: "long", day: "numeric", month: "long" },
    listDaySideFormat: false,
    longPressDelay: 400,
    selectable: latest.current.onCreate !== null,
    selectMinDistance: 4,
    events: (_, show) => show([...latest.current.events]),
    datesSet: ({ start, end }) => latest.current.onRange({ first: start.toISOString().slice(0, 10), last: addDays(end.toISOString().slice(0, 10), -1) }),
    dateClick: ({ date }) => latest.current.onCreate?.(date, null),
    select: ({ start, end, view: { calendar } }) => {
      calendar.unselect();
      latest.current.onCreate?.(start, end);
    },
    eventClick: ({ event, jsEvent }) => {
      if (!event.url) return;
      jsEvent.preventDefault();
      if (jsEvent.metaKey || jsEvent.ctrlKey || jsEvent.shiftKey) window.open(withBase(event.url), "_blank", "noopener");
      else navigate(event.url);
    },
    // A cell's name is the day of its number and the bars in it, not the number alone.
    dayCellDidMount: ({ el }) => el.removeAttribute("aria-labelledby"),
    eventDidMount: ({ el, event, isStart }) => {
      el.querySelector(".fc-list-event-title")?.append(...detailsOf(event));
      el.toggleAttribute("data-period", event.extendedProps["period"] !== undefined);
      el.toggleAttribute("data-continued", !isStart);
      el.title = latest.current.describe(event.id);
      el.dataset["event"] = event.id;
      el.querySelector(".fc-event-title, .fc-list-event-title a")?.setAttribute("dir", "auto");
    },
    eventDrop: ({ event, revert }) => void settle(latest.current, event, "whole", revert),
    eventResize: ({ event, revert }) => void settle(latest.current, event, "end", revert),
  };
}

/** What a line of a list says behind the name: the days of a record that lasts several, and its state. */
function detailsOf({ extendedProps }: EventApi): HTMLElement[] {
  const { period, state, tint } = extendedProps as { readonly period?: string; readonly state?: string; readonly tint?: string };
  const element = (className: string, text: string): HTMLElement => {
    const found = document.createElement("span");
    found.className = className;
    found.append(Object.assign(document.createElement("bdi"), { textContent: text }));
    return found;
  };
  return [...(period ? [element("calendar-period", period)] : []), ...(state ? [element(`state ${tint}`, state)] : [])];
}

async function settle(props: CalendarGridProps, event: EventApi, moved: "whole" | "end", revert: () => void): Promise<void> {
  if (!(await props.onMove(event.id, placeOf(event), moved))) revert();
}

/** Shift and an arrow key move the bar that has the focus: by a day, or by a week up and down. */
function moveByKey(event: React.KeyboardEvent, calendar: Calendar | null, props: CalendarGridProps): void {
  const id = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-event]")?.dataset["event"] : undefined;
  const ahead = document.dir === "rtl" ? -1 : 1;
  const days = { ArrowLeft: -ahead, ArrowRight: ahead, ArrowUp: -7, ArrowDown: 7 }[event.key];
  const bar = id === undefined ? null : calendar?.getEventById(id);
  if (!event.shiftKey || days === undefined || !bar?.startEditable) return;
  event.preventDefault();
  const later = (at: Date | null) => at && new Date(at.getTime() + days * 86_400_000);
  const { start, end } = placeOf(bar);
  void props.onMove(bar.id, { start: later(start), end: later(end) }, "whole").then(() => setTimeout(() => focusOn(bar.id), 300));
}

/** In a grid, what takes the focus must be a part of it: the area that scrolls becomes the group of rows. */
function scrollByKeyboard(area: Element): void {
  area.setAttribute("tabindex", "0");
  const group = area.closest("[role=rowgroup]");
  if (!group) return;
  group.setAttribute("role", "presentation");
  area.setAttribute("role", "rowgroup");
}

const focusOn = (id: string): void => document.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`)?.focus();
