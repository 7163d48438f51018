/**
 * A public screen as search engines and slow connections get it: with its title, its description and its first records,
 * before any script has run. The front end takes over what it shows (default 188).
 */
import type { Actor, Engine } from "@nonet/engine";
import { fieldsOf, isComplete, type PaintedElement, type PublicContent, type Row, siteHtml } from "@nonet/product";
import { findRoute, type ListData, type ProductData, type ScreenData } from "@nonet/screens";
import { entrancePage } from "./entrance-page.ts";
import { firstSentences } from "./first-sentences.ts";
import type { PageAsked, PublicPage } from "./page-data.ts";

const visitor: Actor = { kind: "anyone" };

/** Null where visitors have no such screen, but others. `product`: planned for visitors. */
export async function publicPage(engine: Engine, product: ProductData, { path, query }: PageAsked): Promise<PublicPage | null> {
  const found = findRoute(product.screens, path);
  if (!found) return product.menu.length === 0 ? entrancePage(product, path) : null;
  const { screen, parameters } = found;
  const content = await contentOf(engine, product, screen, { id: Object.values(parameters)[0], query });
  if (screen.body.kind === "record" && content === null) return null;
  const shown = content?.kind === "record" ? content.title : screen.name;
  const prose = content?.kind === "record" ? longText(content.row, screen) : screen.prose;
  const page = { product, path, screen, content };
  return {
    title: [shown, product.name].filter((part, i, all) => part !== "" && all.indexOf(part) === i).join(" · "),
    description: firstSentences(prose === "" ? product.prose.join(" ") : prose),
    content: siteHtml(page),
    isComplete: isComplete(page),
  };
}

interface Asked {
  readonly id: string | undefined;
  readonly query: string;
}

async function contentOf(engine: Engine, product: ProductData, screen: ScreenData, { id, query }: Asked): Promise<PublicContent> {
  const { body } = screen;
  // What an address asks of a list besides its screen, only the front end knows to read.
  if (body.kind === "list") return asksNothing(query) ? listOf(engine, product, body.list) : null;
  if (body.kind === "record") return id === undefined || body.parameter === null ? null : recordOf(engine, product, screen, { entity: body.entity, id });
  if (body.kind !== "page") return null;
  const values = await engine.screenData(visitor, screen.name);
  return values.ok && values.value.kind === "page" ? { kind: "page", elements: values.value.elements as readonly PaintedElement[] } : null;
}

/** What links in mails and advertisements add says nothing about the list. */
const asksNothing = (query: string): boolean => [...new URLSearchParams(query).keys()].every((key) => /^(utm_\w+|gclid|fbclid|ref)$/.test(key));

async function listOf(engine: Engine, product: ProductData, list: ListData): Promise<PublicContent> {
  const entity = product.entities.find(({ name }) => name === list.entity);
  if (!entity) return null;
  const page = await engine.list(visitor, {
    entity: list.entity,
    ...(list.screen ? { screen: list.screen } : {}),
    ...(list.sort.length > 0 ? { sort: list.sort } : {}),
    limit: list.pageSize,
    fields: fieldsOf(list, entity),
  });
  return page.ok ? { kind: "list", rows: page.value.records.map(({ json }) => JSON.parse(json) as Row), isMore: page.value.next !== null } : null;
}

async function recordOf(engine: Engine, product: ProductData, screen: ScreenData, { entity, id }: { readonly entity: string; readonly id: string }): Promise<PublicContent> {
  const record = await engine.record(visitor, entity, id);
  if (!record.ok) return null;
  const row = JSON.parse(record.value.json) as Row;
  const named = await engine.record(visitor, entity, record.value.id, ["shownAs"]);
  const shownAs = named.ok ? (JSON.parse(named.value.json) as Row)["shownAs"] : null;
  const titleKey = product.entities.find(({ name }) => name === entity)?.titleKey ?? "";
  return { kind: "record", row, title: String(shownAs ?? row[titleKey] ?? screen.name) };
}

/** The first long text of a record says best what it is; empty where it has none. */
function longText(row: Row, { body }: ScreenData): string {
  const fields = body.kind === "record" ? body.sections.flatMap((section) => section.fields) : [];
  return fields.flatMap(({ key, control }) => (control === "long text" && typeof row[key] === "string" ? [row[key]] : []))[0] ?? "";
}
