/**
 * A public screen as search engines and slow connections get it: with its title, its description and its first records,
 * before any script has run. The front end takes over what it shows (default 188).
 */
import type { Actor, Engine } from "@nonet/engine";
import { findRoute, type ProductData, type ScreenData } from "@nonet/screens";
import type { PublicPage } from "./page-data.ts";
import { pageHtml } from "./page-html.ts";
import { entrancePage } from "./entrance-page.ts";
import { firstSentences } from "./first-sentences.ts";
import { element, listed, paragraphs, siteHtml } from "./site-html.ts";

const visitor: Actor = { kind: "anyone" };
/** Records of a list; the rest is a click away. */
const mostRecords = 30;

/** Null where visitors have no such screen, but others. `product`: planned for visitors. */
export async function publicPage(engine: Engine, product: ProductData, path: string): Promise<PublicPage | null> {
  const found = findRoute(product.screens, path);
  if (!found) return product.menu.length === 0 ? entrancePage(product, path) : null;
  const { screen, parameters } = found;
  const shown = await contentOf(engine, product, screen, Object.values(parameters)[0]);
  if (!shown) return null;
  const title = [shown.title, product.name].filter((part, i, all) => part !== "" && all.indexOf(part) === i).join(" · ");
  const description = firstSentences(shown.prose === "" ? product.prose.join(" ") : shown.prose);
  return { title, description, content: siteHtml(product, path, `${shown.begin ?? element("h1", shown.title)}${shown.content}`) };
}

interface Shown {
  readonly title: string;
  readonly prose: string;
  /** What the content begins with in place of the title alone. */
  readonly begin?: string;
  readonly content: string;
}

async function contentOf(engine: Engine, product: ProductData, screen: ScreenData, id: string | undefined): Promise<Shown | null> {
  const { name, prose, body } = screen;
  if (body.kind === "list") {
    const entity = product.entities.find((e) => e.name === body.list.entity);
    const parameter = entity && entity.recordParameter !== "id" ? [camelKey(entity.recordParameter)] : [];
    const fields = [...new Set([...body.list.columns.map((c) => c.key), ...parameter, "shownAs"])];
    const page = await engine.list(visitor, {
      entity: body.list.entity,
      ...(body.list.screen ? { screen: body.list.screen } : {}),
      sort: body.list.sort,
      limit: Math.min(mostRecords, body.list.pageSize),
      fields,
    });
    const items = page.ok ? page.value.records.map(({ json }) => JSON.parse(json) as Record<string, unknown>) : [];
    return { title: name, prose, content: `${paragraphs(prose)}<ul class="cards">${listed(items, body.list, entity, product)}</ul>` };
  }
  if (body.kind === "record") {
    if (body.parameter === null || id === undefined) return null;
    const record = await engine.record(visitor, body.entity, id);
    if (!record.ok) return null;
    const row = JSON.parse(record.value.json) as Record<string, unknown>;
    const fields = body.sections.flatMap((section) => section.fields);
    const entity = product.entities.find((e) => e.name === body.entity);
    const named = await engine.record(visitor, body.entity, record.value.id, ["shownAs"]);
    const title = String((named.ok ? (JSON.parse(named.value.json) as Record<string, unknown>)["shownAs"] : null) ?? row[entity?.titleKey ?? ""] ?? name);
    const facts = fields.filter((f) => f.control !== "list" && f.control !== "parts");
    return { title, prose: textOfFields(row, fields), content: `<ul class="cards">${listed([row], { columns: facts }, undefined, product)}</ul>` };
  }
  if (body.kind === "page") {
    const values = await engine.screenData(visitor, name);
    return { title: name, prose, ...pageHtml(product, name, body.elements, values.ok && values.value.kind === "page" ? values.value.elements : []) };
  }
  return { title: name, prose, content: paragraphs(prose) };
}

const camelKey = (name: string): string => name.replace(/[ _-]+(.)/g, (_, c: string) => c.toUpperCase());

/** The first long text of a record says best what it is. */
const textOfFields = (row: Readonly<Record<string, unknown>>, fields: readonly { readonly key: string; readonly control: string }[]): string =>
  fields.flatMap(({ key, control }) => (control === "long text" && typeof row[key] === "string" ? [row[key]] : []))[0] ?? "";
