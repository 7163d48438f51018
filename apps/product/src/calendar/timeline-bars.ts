/** Where the bars of a timeline's row stand, in pixels, so that no bar and no label covers another. */
import { dateIn } from "../format/format.ts";
import { addDays } from "./days.ts";
import { dateFormat } from "../format/formatters.ts";

/** A length of time as a share of the days that the timeline shows; what is outside them is cut off. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

const dayMs = 86_400_000;
const isInstant = (value: string): boolean => value.length > 10;

/** A day, as a number of days since the first one shown. A time of day is the part of its day that has passed in the zone. */
function position(value: string, first: string, zone: string): number {
  if (!isInstant(value)) return (Date.parse(value) - Date.parse(first)) / dayMs;
  const at = new Date(value);
  const clock = dateFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
  const [hours, minutes] = clock.split(":").map(Number);
  return (Date.parse(dateIn(zone, at)) - Date.parse(first)) / dayMs + (hours! * 60 + minutes!) / 1440;
}

/** `to` is the last day that belongs to the record, or the moment at which it ends. */
export function stretchOf(from: string, to: string | null, first: string, zone: string): Stretch {
  const start = position(from, first, zone);
  const end = to === null ? Math.floor(start) + 1 : isInstant(to) ? position(to, first, zone) : position(addDays(to, 1), first, zone);
  return { start, end: Math.max(end, start) };
}

export interface Placed {
  readonly left: number;
  readonly width: number;
  /** How much room the label has, which may go past the end of its bar. */
  readonly label: number;
  readonly lane: number;
  readonly begins: boolean;
  readonly ends: boolean;
}

export interface Track {
  readonly days: number;
  readonly width: number;
}

/** Columns of whole pixels are equally wide; what is left over goes to the names. */
export function widthsOf(width: number, names: number, columns: number, narrowest: number): { readonly names: number; readonly track: number } {
  const column = Math.max(Math.floor((width - names) / columns), narrowest);
  return { names: Math.max(width - column * columns, names), track: column * columns };
}

const narrowest = 6;
const gap = 4;
const widestLabel = 240;
/** The width of a label at its size of 12 pixels, near enough to keep labels apart. */
const labelWidth = (text: string): number => Math.min(widestLabel, text.length * 7.2 + 14);

export function placeBars<T extends Stretch & { readonly text: string }>(bars: readonly T[], track: Track): (T & Placed)[] {
  const px = (days: number) => (Math.min(Math.max(days, 0), track.days) / track.days) * track.width;
  const ends: number[] = [];
  return [...bars]
    .sort((a, b) => a.start - b.start)
    .map((bar) => {
      const left = px(bar.start);
      const width = Math.max(px(bar.end) - left, narrowest);
      const label = Math.max(Math.min(labelWidth(bar.text), track.width - left), width);
      let lane = ends.findIndex((end) => end <= left);
      if (lane < 0) lane = ends.length;
      ends[lane] = left + label + gap;
      return { ...bar, left, width, label, lane, begins: bar.start >= 0, ends: bar.end <= track.days };
    });
}
