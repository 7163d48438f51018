/** A filter of a list as the address and the API write it: `state.in=out,requested`, `due.from=2026-03-01`, `due.within=this week`. */
import type { ColumnData } from "@nonet/screens";
import { t } from "../../texts/texts.ts";

export type Parameters = Readonly<Record<string, string>>;

/** What a filter of one column holds. */
export interface FilterValue {
  /** "" stands for records without a value. */
  readonly values: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly within: string;
  readonly contains: string;
  /** Whether the value is missing; null where it doesn't matter. */
  readonly empty: boolean | null;
}

export const noFilter: FilterValue = { values: [], from: "", to: "", within: "", contains: "", empty: null };

export type FilterKind = "choice" | "yes/no" | "reference" | "day" | "number" | "time" | "text";

/** How a column is filtered; null where it can't be. */
export function filterKind({ control }: Pick<ColumnData, "control">): FilterKind | null {
  switch (control) {
    case "choice":
    case "choices":
      return "choice";
    case "yes/no":
      return "yes/no";
    case "reference":
    case "references":
      return "reference";
    case "date":
    case "date and time":
      return "day";
    case "number":
    case "integer":
    case "money":
    case "percent":
      return "number";
    case "time":
      return "time";
    case "parts":
    case "list":
    case "texts":
    case "file":
    case "files":
    case "image":
    case "images":
    case "secret":
    case "secret key":
    case "secret link":
    case "rich text":
    case "duration":
    case "colour":
    case "location":
      return null;
    default:
      return "text";
  }
}

const words = ["from", "to", "in", "within", "contains", "empty"] as const;

export function filterOf(parameters: Parameters, key: string): FilterValue {
  const at = (word: (typeof words)[number]): string => parameters[`${key}.${word}`] ?? "";
  const one = parameters[key];
  const empty = at("empty");
  return {
    values: one !== undefined ? [one] : at("in") === "" ? [] : splitValues(at("in")),
    from: at("from"),
    to: at("to"),
    within: at("within"),
    contains: at("contains"),
    empty: empty === "" ? null : empty === "true",
  };
}

/** The parameters of one filter, and no others. */
export function parametersOf(key: string, value: FilterValue): Parameters {
  const { values, from, to, within, contains, empty } = value;
  const one = values.length === 1 ? values[0]! : null;
  return {
    ...(one !== null && one !== "" ? { [key]: one } : one === "" ? { [`${key}.empty`]: "true" } : values.length > 0 ? { [`${key}.in`]: joinValues(values) } : {}),
    ...(from ? { [`${key}.from`]: from } : {}),
    ...(to ? { [`${key}.to`]: to } : {}),
    ...(within ? { [`${key}.within`]: within } : {}),
    ...(contains.trim() ? { [`${key}.contains`]: contains } : {}),
    ...(empty === null ? {} : { [`${key}.empty`]: String(empty) }),
  };
}

export const isActive = (value: FilterValue): boolean => Object.keys(parametersOf("x", value)).length > 0;

/** The key of the column that a parameter filters, or null. */
export function filteredKey(parameter: string, keys: ReadonlySet<string>): string | null {
  if (keys.has(parameter)) return parameter;
  const [, key, word] = /^(.+)\.(\w+)$/.exec(parameter) ?? [];
  return key !== undefined && keys.has(key) && (words as readonly string[]).includes(word!) ? key : null;
}

const joinValues = (values: readonly string[]): string => values.map((v) => (/[",]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v)).join(",");

function splitValues(text: string): string[] {
  const values: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/g)) {
    values.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === "") break;
  }
  return values;
}

/** The periods that a date filter offers. The server counts them from today. */
export const periods = [
  "today",
  "yesterday",
  "tomorrow",
  "this week",
  "last week",
  "next week",
  "this month",
  "last month",
  "next month",
  "this year",
  "last 30 days",
  "next 30 days",
  "past",
  "future",
] as const;

const periodLabels: Readonly<Record<string, string>> = {
  today: t("today-inside"),
  yesterday: t("yesterday"),
  tomorrow: t("tomorrow"),
  "this week": t("this-week"),
  "last week": t("last-week"),
  "next week": t("next-week"),
  "this month": t("this-month"),
  "last month": t("last-month"),
  "next month": t("next-month"),
  "this year": t("this-year"),
  "last 30 days": t("last-30-days"),
  "next 30 days": t("next-30-days"),
  past: t("before-today"),
  future: t("after-today"),
};

export const periodLabel = (period: string): string => periodLabels[period] ?? period;
