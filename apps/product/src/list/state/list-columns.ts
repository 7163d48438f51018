/** The columns that a person can choose for a list, with their widths, and those that it can be filtered and grouped by. */
import type { ColumnData, EntityData, FieldData, ListData } from "@nonet/screens";
import { filterKind } from "./filter-values.ts";
import { t } from "../../texts/texts.ts";

export interface ChosenColumn {
  readonly key: string;
  /** In px; null for a width that fits. */
  readonly width: number | null;
}

const notShown: readonly FieldData["control"][] = ["parts", "list", "file", "files", "secret", "secret key", "secret link"];
const notSorted: readonly FieldData["control"][] = ["references", "choices", "texts", "image", "images"];

/** The document's columns first, then all other fields that the reader may see. */
export function choosableColumns(list: ListData, entity: EntityData): ColumnData[] {
  const known = new Set(list.columns.map((c) => c.key));
  const others = entity.fields.filter((f) => !known.has(f.key) && !notShown.includes(f.control) && !(f.control === "readonly" && f.parts.length > 0));
  return [...list.columns, ...others.map(columnOf)];
}

const columnOf = (f: FieldData): ColumnData => ({
  key: f.key,
  path: f.name,
  label: f.label,
  control: f.control,
  sortable: !notSorted.includes(f.control),
  currency: f.currency,
  ...(f.currencyKey === undefined ? {} : { currencyKey: f.currencyKey }),
  ...(f.total === undefined ? {} : { total: f.total }),
  choices: f.choices,
  entity: f.entity,
});

/** `number,item:180`: keys in order, some with a width. */
export function readColumns(text: string): readonly ChosenColumn[] {
  return text.split(",").flatMap((part) => {
    const [, key, width] = /^([^:]+)(?::(\d+))?$/.exec(part) ?? [];
    return key === undefined ? [] : [{ key, width: width === undefined ? null : Number(width) }];
  });
}

export const writeColumns = (columns: readonly ChosenColumn[]): string => columns.map((c) => (c.width === null ? c.key : `${c.key}:${c.width}`)).join(",");

/** What every record has besides its fields. */
function recordColumns(entities: readonly EntityData[]): ColumnData[] {
  const date = (key: string, path: string, label: string): ColumnData => ({
    key,
    path,
    label,
    control: "date and time",
    sortable: true,
    currency: null,
    choices: [],
    entity: null,
  });
  const person = entities.some((e) => e.name === "User");
  return [
    date("createdAt", "created at", t("created")),
    date("updatedAt", "updated at", t("updated")),
    ...(person ? [{ ...date("createdBy", "created by", t("created-by")), control: "reference" as const, entity: "User" }] : []),
  ];
}

/** The document's filters first. */
export function filterableColumns(list: ListData, entity: EntityData, entities: readonly EntityData[]): ColumnData[] {
  const all = [...list.filters, ...choosableColumns(list, entity), ...stateColumns(entity), ...recordColumns(entities)];
  return firstOfEach(all.filter((c) => filterKind(c) !== null));
}

function firstOfEach(columns: readonly ColumnData[]): ColumnData[] {
  const known = new Map<string, ColumnData>();
  for (const c of columns) if (!known.has(c.key)) known.set(c.key, c);
  return [...known.values()];
}

/** The state is no field, so it isn't among the columns that can be chosen. */
const stateColumns = (entity: EntityData): ColumnData[] =>
  entity.states.length === 0
    ? []
    : [{ key: "state", path: "state", label: t("state"), control: "choice", sortable: true, currency: null, choices: entity.states, entity: null, colours: entity.colours }];

export interface GroupChoice {
  /** As the API takes it: `item.category`, `startDate.month`. */
  readonly value: string;
  readonly label: string;
  readonly column: ColumnData;
}

const periodGroups: Readonly<Record<string, (label: string) => string>> = {
  week: (label) => t("label-by-week", { label }),
  month: (label) => t("label-by-month", { label }),
  year: (label) => t("label-by-year", { label }),
};

export function groupChoices(list: ListData, entity: EntityData): GroupChoice[] {
  const columns = firstOfEach([...list.filters, ...choosableColumns(list, entity), ...stateColumns(entity)]);
  return columns.flatMap((column): GroupChoice[] => {
    const kind = filterKind(column);
    if (kind === "day") return Object.entries(periodGroups).map(([period, of]) => ({ value: `${column.key}.${period}`, label: of(column.label), column }));
    if (kind === null || kind === "time" || !column.sortable || column.control === "long text") return [];
    return [{ value: column.key, label: column.label, column }];
  });
}
