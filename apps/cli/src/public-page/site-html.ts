/** The HTML of a public page, in the classes of the front end's website. */
import { escaped } from "@nonet/api";
import { type ColumnData, type EntityData, type ProductData, titleColumn } from "@nonet/screens";
import { valueText } from "./value-text.ts";

type Row = Readonly<Record<string, unknown>>;
type Column = Pick<ColumnData, "key" | "label" | "control" | "currency">;

export const element = (tag: string, text: string): string => `<${tag}>${escaped(text)}</${tag}>`;

/** The prose's paragraphs and headings without their marks: a few words more or less say no other thing. */
export const paragraphs = (prose: string): string =>
  prose
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .replaceAll(/^[#>\-*+]+\s+/gm, "")
        .replaceAll(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1")
        .trim(),
    )
    .filter((block) => block !== "")
    .map((block) => element("p", block))
    .join("");

/** Each record with its title and its facts; a link to its page, if it has one. */
export function listed(
  rows: readonly Row[],
  { columns }: { readonly columns: readonly Column[] },
  entity: EntityData | undefined,
  product: ProductData,
  heading: "h2" | "h3" = "h2",
): string {
  return rows
    .map(
      (row) =>
        `<li><div class="card site-card"><div class="card-text">${entity ? titleOf(row, columns, entity, heading) : ""}${factsOf(row, columns, entity, product)}</div></div></li>`,
    )
    .join("");
}

const nameOf = (row: Row, columns: readonly Column[], entity: EntityData): string => String(row[titleColumn(columns)?.key ?? ""] ?? row["shownAs"] ?? entity.name);

function titleOf(row: Row, columns: readonly Column[], entity: EntityData, heading: string): string {
  const name = escaped(nameOf(row, columns, entity));
  const to = addressOf(row, entity);
  return `<${heading}>${to === null ? name : `<a href="${escaped(to)}">${name}</a>`}</${heading}>`;
}

function addressOf(row: Row, entity: EntityData): string | null {
  const key = entity.recordParameter.replace(/[ _-]+(.)/g, (_, c: string) => c.toUpperCase());
  const value = row[key];
  return entity.recordRoute === null || typeof value !== "string" ? null : entity.recordRoute.replace(/:[^/]+/, encodeURIComponent(value));
}

function factsOf(row: Row, columns: readonly Column[], entity: EntityData | undefined, product: ProductData): string {
  const facts = columns.filter((c) => entity === undefined || c !== titleColumn(columns)).map((c) => [c.label, valueText(c, row[c.key], product)] as const);
  return `<dl>${facts.flatMap(([label, text]) => (text === "" ? [] : `<div>${element("dt", label)}${element("dd", text)}</div>`)).join("")}</dl>`;
}

/** The header with the menu, and the content below it. */
export function siteHtml(product: ProductData, path: string, content: string): string {
  const links = product.menu.map(({ route, label }) => `<a href="${escaped(route)}"${route === path ? ' aria-current="page"' : ""}>${escaped(label)}</a>`).join("");
  return `<div class="first-header"><div class="site-width"><a href="/">${escaped(product.name)}</a><nav class="site-menu">${links}</nav></div></div><main class="site-width site-content">${content}</main>`;
}
