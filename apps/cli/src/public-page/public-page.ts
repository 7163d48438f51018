/**
 * A public screen as search engines and slow connections get it: with its title, its description and its first records,
 * before any script has run. The front end takes over what it shows (default 188).
 */
import type { Actor, Engine } from "@nonet/engine";
import { findRoute, type ProductData, type ScreenData } from "@nonet/screens";
import { pageHtml } from "./page-html.ts";
import { element, listed, paragraphs, siteHtml } from "./site-html.ts";

export interface PublicPage {
  readonly title: string;
  /** Empty: none. */
  readonly description: string;
  /** HTML, in which every text is escaped. */
  readonly content: string;
}

const visitor: Actor = { kind: "anyone" };
/** Records of a list; the rest is a click away. */
const mostRecords = 30;

/** Null where visitors have no such screen, but others. `product`: planned for visitors. */
export async function publicPage(engine: Engine, product: ProductData, path: string): Promise<PublicPage | null> {
  const found = findRoute(product.screens, path);
  if (!found) return product.menu.length === 0 ? signInPage(product, path) : null;
  const { screen, parameters } = found;
  const shown = await contentOf(engine, product, screen, Object.values(parameters)[0]);
  if (!shown) return null;
  const title = [shown.title, product.name].filter((part, i, all) => part !== "" && all.indexOf(part) === i).join(" · ");
  const description = firstSentences(shown.prose === "" ? product.prose.join(" ") : shown.prose);
  return { title, description, content: siteHtml(product, path, `${shown.begin ?? element("h1", shown.title)}${shown.content}`) };
}

/** What every page of a product without public screens begins with for visitors: what the product is for. */
function signInPage(product: ProductData, path: string): PublicPage {
  const name = product.name || product.title;
  const words = `${element("h1", name)}${product.prose.map(paragraphs).join("")}`;
  return { title: name, description: firstSentences(product.prose.join(" ")), content: siteHtml(product, path, `<div class="first-sign-in">${words}</div>`) };
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

/** As long as search engines show. */
const longestDescription = 155;

function firstSentences(prose: string): string {
  const text = prose
    // A heading says what follows, which the description says itself.
    .replaceAll(/^[ \t]*#{1,6}[ \t].*$/gm, "")
    .replaceAll(/^[ \t]*([-+]|\d+[.)])[ \t]+/gm, "")
    .replaceAll(/[#>*_`|]|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (text.length <= longestDescription) return text;
  return `${text.slice(0, text.lastIndexOf(" ", longestDescription))} …`;
}
