/** Records as a calendar's bars, and a bar's new place as values of its record. Times are those of the product's time zone. */
import type { EventInput } from "@fullcalendar/core";
import type { EntityData, FieldData, ListData, ProductData } from "@nonet/screens";
import type { Row } from "../api/queries.ts";
import { instantFrom, localIn } from "../format/format.ts";
import { isEditable } from "../form/edit-cell.tsx";
import { datedName } from "../format/dated-name.ts";
import { recordAddress } from "../format/record-address.ts";
import { valueAt } from "../format/value-at.ts";
import { textOf } from "../format/value-text.ts";
import { named } from "../texts/names.ts";
import { addDays } from "./days.ts";
import { nameOnItsDay } from "./name-on-its-day.ts";
import type { Place } from "./long-events.ts";

/** What a calendar knows about the two fields that its bars stand for. */
export interface Bounds {
  readonly from: string;
  readonly to: string | null;
  /** Whether the bars have times, so that a day has hours. */
  readonly timed: boolean;
  /** Whether the person may move a bar, and change where it ends. */
  readonly movable: boolean;
  readonly resizable: boolean;
  /** Whether a form for a new record takes the two. */
  readonly fillsFrom: boolean;
  readonly fillsTo: boolean;
}

export function boundsOf(entity: EntityData, from: string, to: string | null): Bounds {
  const field = (key: string | null): FieldData | undefined => entity.fields.find((f) => f.key === key);
  const [first, last] = [field(from), field(to)];
  const mayEdit = (one: FieldData | undefined): boolean => entity.mayUpdate && one?.writableOnUpdate === true && hasDay(one);
  return {
    from,
    to,
    timed: first?.control !== "date",
    // An end that stays behind would change how long the record lasts.
    movable: mayEdit(first) && (to === null || last?.computed === true || mayEdit(last)),
    resizable: to !== null && mayEdit(last),
    fillsFrom: first?.writableOnCreate === true && hasDay(first),
    fillsTo: last?.writableOnCreate === true && hasDay(last),
  };
}

const hasDay = (field: FieldData): boolean => field.control === "date" || field.control === "date and time";

const isInstant = (value: unknown): boolean => String(value).length > 10;
/** `YYYY-MM-DDTHH:MM` of an instant, or a date as it is. */
const wallTime = (zone: string, value: unknown): string => (isInstant(value) ? localIn(zone, String(value)) : String(value));

export interface EventContext {
  readonly product: ProductData;
  readonly entity: EntityData;
  readonly list: ListData;
  readonly bounds: Bounds;
}

export function eventOf({ product, entity, list, bounds }: EventContext, row: Row): EventInput | null {
  const from = valueAt(row, bounds.from);
  if (!from) return null;
  const to = bounds.to === null ? null : valueAt(row, bounds.to);
  const address = recordAddress(entity, row);
  const allDay = !isInstant(from);
  const tint = `tint-${entity.colours[String(row["state"])] ?? "blue"}`;
  return {
    id: row.id,
    title: titleOf(list, product, row, String(from)),
    start: wallTime(product.timeZone, from),
    // A calendar's end is the first moment that no longer belongs to the bar; a date that ends a record is its last day.
    ...(to ? { end: allDay || !isInstant(to) ? addDays(wallTime(product.timeZone, to).slice(0, 10), 1) : wallTime(product.timeZone, to) } : {}),
    allDay,
    classNames: ["calendar-tinted", tint],
    startEditable: bounds.movable && isEditable(row),
    durationEditable: bounds.resizable && isEditable(row),
    ...(address ? { url: address } : {}),
    extendedProps: { row, tint, ...(typeof row["state"] === "string" ? { state: named(row["state"]) } : {}) },
  };
}

/** What a bar says: what the record is about, then what it is called. `moment`: where it stands on a day, which its name needn't repeat. */
export function titleOf(list: ListData, product: ProductData, row: Row, moment?: string): string {
  const about = list.columns.find((c) => c.control === "reference");
  const entity = product.entities.find(({ name }) => name === list.entity);
  const shownAs = row["shownAs"] === row.id ? "" : String(row["shownAs"] ?? "");
  const name = moment === undefined ? datedName(shownAs, entity, product) : nameOnItsDay(shownAs, entity, product, moment);
  const words = [about ? textOf(about, valueAt(row, about.key), product) : "", name].filter((word) => word !== "");
  if (words.length === 0) return named(list.entity);
  return words.length === 2 && words[1]!.includes(words[0]!) ? words[1]! : words.join(" · ");
}

/** The values that put a record where its bar is: only those that the person may write. */
export function valuesAt(bounds: Bounds, entity: EntityData, zone: string, { start, end }: Place, row: Row, moved: "whole" | "end"): Record<string, string> {
  const values: Record<string, string> = {};
  if (moved === "whole" && start) values[bounds.from] = valueOf(entity, bounds.from, zone, start, false);
  const ends = bounds.to !== null && bounds.resizable && valueAt(row, bounds.to);
  if (bounds.to !== null && ends && (end ?? start)) values[bounds.to] = valueOf(entity, bounds.to, zone, end ?? start!, end !== null);
  return values;
}

/** `at` holds a wall time as UTC, as the calendar gives it. */
export function valueOf(entity: EntityData, key: string, zone: string, at: Date, isEnd: boolean): string {
  const day = at.toISOString().slice(0, 10);
  if (entity.fields.find((f) => f.key === key)?.control === "date") return isEnd && at.toISOString().slice(11, 16) === "00:00" ? addDays(day, -1) : day;
  return instantFrom(zone, at.toISOString().slice(0, 16));
}
