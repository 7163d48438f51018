/**
 * The table of a list. How many columns have room depends on the width of the page, which the server doesn't know: so each
 * value stands both in its column and in the second line of its row, and the width decides which of the two is seen.
 */
import type { ColumnData, EntityData, ListData, ProductData } from "@nonet/screens";
import { fieldsInPlace } from "../list/state/fields-in-place.ts";
import { alignmentOf, isPicture } from "../format/column-alignment.ts";
import { formatNumber } from "../format/format.ts";
import { recordAddress } from "../format/record-address.ts";
import { rowColour } from "../format/row-colour.ts";
import { valueAt } from "../format/value-at.ts";
import { isEmpty } from "../format/value-text.ts";
import { longWordClass } from "../format/long-word.ts";
import { mostInCards, widthsNeeded } from "../list/state/responsive-columns.ts";
import { emptyHint, emptyTitle } from "../list/table/empty-texts.ts";
import { decimalsIn, decimalsOfColumns } from "../value/column-decimals.ts";
import { around, icon, linked, texted } from "./html.ts";
import type { Row } from "./paint-data.ts";
import { valueHtml } from "./value-html.ts";

interface Table {
  readonly product: ProductData;
  readonly list: ListData;
  readonly entity: EntityData;
  readonly rows: readonly Row[];
  readonly label: string;
}

interface Columns {
  readonly all: readonly ColumnData[];
  /** By key, a number that stands for the width from which the column has room; none for a column that always has it. */
  readonly steps: ReadonlyMap<string, number>;
  readonly decimals: ReadonlyMap<string, number>;
  readonly isSelectable: boolean;
  readonly hasPens: boolean;
}

/** The column of boxes, and the edges of the card. */
const boxWidth = 44;
const edges = 2;

export function tableHtml({ product, list, entity, rows, label }: Table): string {
  if (rows.length === 0)
    return around("div", { class: "card fp-none" }, texted("p", { class: "fp-strong" }, emptyTitle(list, entity)), texted("p", { class: "dim fp-small" }, emptyHint(list, entity)));
  const isSelectable = list.actions.length > 0 || entity.mayUpdate;
  const beside = edges + (isSelectable ? boxWidth : 0);
  const widths = widthsNeeded(list.columns);
  const columns: Columns = {
    all: list.columns,
    steps: new Map(widths.map(({ column }, i) => [column.key, i])),
    decimals: decimalsOfColumns(list.columns, rows),
    isSelectable,
    hasPens: fieldsInPlace(list.columns, entity).length > 0,
  };
  const head = around("thead", {}, around("tr", {}, box(columns, "th"), ...list.columns.map((column) => headHtml(column, columns, list.sort)), pen(columns, "th")));
  const body = around("tbody", {}, ...rows.map((row) => rowHtml(product, entity, columns, row)));
  const styles = `<style>${stylesOf(
    widths.map(({ width }) => width + beside),
    isSelectable ? Infinity : mostInCards(list.columns),
  )}</style>`;
  return styles + around("div", { class: "card list-card" }, around("table", { class: "fp-table", "aria-label": label }, head, body));
}

/** Each step hides its column below its width, and what stands for it in the second line from there on. */
function stylesOf(widths: readonly number[], mostBeside: number): string {
  const below = (width: number, rules: string): string => `@container fp (max-width:${width - 0.1}px){${rules}}`;
  const from = (width: number, rules: string): string => `@container fp (min-width:${width}px){${rules}}`;
  const steps = widths.map(
    (width, i) =>
      below(width, `#first-paint .fp-c${i}{display:none}#first-paint .fp-h${i}{border-bottom:0}#first-paint .fp-h${i}>td{padding-bottom:2px}`) +
      from(width, `#first-paint :is(.fp-v${i},.fp-r${i}){display:none}#first-paint .fp-h${i}:nth-last-child(2){border-bottom:0}`),
  );
  const last = widths.at(-1);
  const cards = widths[mostBeside] ?? (Number.isFinite(mostBeside) ? last : undefined);
  return [
    ...steps,
    last === undefined ? "#first-paint .fp-narrowed{display:none}" : from(last, "#first-paint .fp-narrowed{display:none}"),
    cards === undefined ? "" : below(cards, "#first-paint thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}"),
  ].join("");
}

const box = ({ isSelectable }: Columns, tag: "th" | "td", isEmptyCell = false): string =>
  isSelectable ? around(tag, tag === "th" ? { class: "fp-boxes" } : {}, isEmptyCell ? "" : `<span class="fp-box"></span>`) : "";

const pen = ({ hasPens }: Columns, tag: "th" | "td"): string => (hasPens ? around(tag, { class: "row-pen" }) : "");

const classes = (...names: readonly (string | false | undefined)[]): string | undefined => names.filter(Boolean).join(" ") || undefined;

const stepClass = (prefix: string, step: number | undefined): string | undefined => (step === undefined ? undefined : `fp-${prefix}${step}`);

function headHtml(column: ColumnData, { all, steps }: Columns, sort: readonly string[]): string {
  const isSorted = sort[0] === column.key || sort[0] === `-${column.key}`;
  const align = alignmentOf(column, all) === "end" ? "fp-end" : undefined;
  const label = around(
    "span",
    { class: column.sortable ? "sorter" : undefined },
    texted("span", {}, column.label),
    column.sortable && isSorted ? icon(sort[0] === column.key ? "arrow-up" : "arrow-down", 13) : "",
  );
  return around("th", { class: classes(align, isPicture(column) && "picture-cell", stepClass("c", steps.get(column.key))) }, label);
}

function rowHtml(product: ProductData, entity: EntityData, columns: Columns, row: Row): string {
  const { all, steps } = columns;
  const to = recordAddress(entity, row);
  const colour = rowColour(row);
  const linkAt = all.find(({ control, key }) => !["image", "images", "file", "files", "yes/no"].includes(control) && !isEmpty(valueAt(row, key)));
  // The last of the columns that say something decides up to which width there is a second line.
  const rest = all.filter(({ key }) => steps.has(key) && !isEmpty(valueAt(row, key)));
  const lastStep = rest.length === 0 ? undefined : Math.max(...rest.map(({ key }) => steps.get(key)!));
  const look = { style: colour === null ? undefined : `--highlight:${colour}` };
  const cells = all.map((column) => {
    const { key } = column;
    const isLink = column === linkAt && to !== null;
    const align = alignmentOf(column, all) === "end";
    const value = valueHtml({ product, shape: column, value: valueAt(row, key), row, small: true, isLinked: column !== linkAt });
    const content = linked(isLink ? to : null, { class: "fp-link fp-strong" }, value) + (align ? paddingHtml(product, columns, column, valueAt(row, key)) : "");
    return around("td", { class: classes(align && "fp-end", isPicture(column) ? "picture-cell" : longWordClass(valueAt(row, key)), stepClass("c", steps.get(key))) }, content);
  });
  const first = around("tr", { class: classes(colour !== null && "highlight", stepClass("h", lastStep)), ...look }, box(columns, "td"), ...cells, pen(columns, "td"));
  if (lastStep === undefined) return first;
  const values = rest.map((column) => {
    const value = valueHtml({ product, shape: column, value: valueAt(row, column.key), row, small: true, isLinked: false });
    return around("span", { class: classes("label-value", stepClass("v", steps.get(column.key))) }, texted("span", { class: "dim" }, column.label), value);
  });
  const cell = around("td", { colspan: String(all.length + (columns.hasPens ? 1 : 0)) }, around("div", { class: "more" }, ...values));
  return (
    first + around("tr", { class: classes("more-row", colour !== null && "highlight", stepClass("r", lastStep)), "aria-hidden": "true", ...look }, box(columns, "td", true), cell)
  );
}

/** The invisible decimals that line a column of numbers up. */
function paddingHtml(product: ProductData, { decimals }: Columns, { key }: ColumnData, value: unknown): string {
  const most = decimals.get(key) ?? 0;
  const own = decimalsIn(value);
  if (most <= own || isEmpty(value)) return "";
  const point = formatNumber(1.5, product).replace(/\d/g, "");
  return texted("span", { class: "numeric fp-hidden", "aria-hidden": "true" }, `${own === 0 ? point : ""}${"0".repeat(most - own)}`);
}
