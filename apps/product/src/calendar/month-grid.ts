/** The days of a month view as ISO dates, Monday first. All in UTC, so that no time zone shifts a day. */

export function monthDays(month: string): string[] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const start = new Date(first.getTime() - ((first.getUTCDay() + 6) % 7) * dayMs);
  const end = new Date(`${shiftMonth(month, 1)}-01T00:00:00Z`);
  const days: string[] = [];
  for (let at = start.getTime(); at < end.getTime() || days.length % 7 !== 0; at += dayMs) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

const dayMs = 86_400_000;

export function shiftMonth(month: string, by: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

/** Assigns bars to lanes without overlaps; each takes the first free lane. */
export function lanes<T extends { readonly from: string; readonly to: string }>(bars: readonly T[]): (T & { readonly lane: number })[] {
  const ends: string[] = [];
  return [...bars]
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
    .map((bar) => {
      let lane = ends.findIndex((end) => end < bar.from);
      if (lane < 0) lane = ends.length;
      ends[lane] = bar.to;
      return { ...bar, lane };
    });
}
