/**
 * A screen as a signed-in person sees it first: read with their own rights and drawn as HTML, before any script has run. The
 * front end takes over what it shows (default 263).
 */
import type { Actor, Engine, Outcome } from "@nonet/engine";
import { fieldsOf, officeHtml, type PaintedContent, type PaintedElement, type Row } from "@nonet/product";
import { findRoute, type ListData, type ProductData, type ScreenData } from "@nonet/screens";
import type { PageAsked } from "./page-data.ts";

type Person = Extract<Actor, { readonly kind: "person" }>;
type RecordBody = Extract<ScreenData["body"], { readonly kind: "record" }>;

/** In milliseconds. The page doesn't wait longer for its values than this; without them, it shows its frame. */
const longestWait = 200;

/** `product`: planned for this person. */
export async function personalPage(engine: Engine, product: ProductData, person: Person, { path, query }: PageAsked): Promise<string> {
  const found = findRoute(product.screens, path);
  const screen = found?.screen ?? null;
  const reading = found ? contentOf(engine, product, person, { screen: found.screen, id: Object.values(found.parameters)[0], query }) : Promise.resolve(null);
  const content = await inTime(reading.catch(() => null));
  return officeHtml({ product, me: { id: person.id, name: person.name, email: person.email, owner: person.owner }, path, screen, content });
}

function inTime(reading: Promise<PaintedContent>): Promise<PaintedContent> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestWait, null);
    void reading.then((content) => {
      clearTimeout(timer);
      resolve(content);
    });
  });
}

interface Asked {
  readonly screen: ScreenData;
  readonly id: string | undefined;
  readonly query: string;
}

async function contentOf(engine: Engine, product: ProductData, person: Person, { screen, id, query }: Asked): Promise<PaintedContent> {
  const { body } = screen;
  // What an address asks of a list besides its screen, and groups, only the front end knows to read.
  if (body.kind === "list") return query === "" && body.list.groupBy === null ? listOf(engine, product, person, body.list) : null;
  if (body.kind === "record") return id === undefined || body.parameter === null ? null : recordOf(engine, person, screen, body, id);
  if (body.kind !== "dashboard") return null;
  const values = await engine.screenData(person, screen.name);
  return values.ok && values.value.kind === "dashboard" ? { kind: "dashboard", elements: values.value.elements as readonly PaintedElement[] } : null;
}

/** The front end's own request for the first page. */
async function listOf(engine: Engine, product: ProductData, person: Person, list: ListData): Promise<PaintedContent> {
  const entity = product.entities.find(({ name }) => name === list.entity);
  if (!entity) return null;
  const page = await engine.list(person, {
    entity: list.entity,
    ...(list.screen === null ? {} : { screen: list.screen }),
    ...(list.sort.length > 0 ? { sort: list.sort } : {}),
    limit: list.pageSize,
    fields: fieldsOf(list, entity),
  });
  return page.ok ? { kind: "list", rows: page.value.records.map(({ json }) => JSON.parse(json) as Row) } : null;
}

async function recordOf(engine: Engine, person: Person, screen: ScreenData, body: RecordBody, id: string): Promise<PaintedContent> {
  const [record, name] = await Promise.all([engine.record(person, body.entity, id), engine.record(person, body.entity, id, ["shownAs"])]);
  if (!record.ok) return null;
  const values = body.asks ? await engine.screenData(person, screen.name, { id: record.value.id }) : null;
  if (values && !(values.ok && values.value.kind === "record")) return null;
  const { title = null, hidden = [] } = values?.ok && values.value.kind === "record" ? values.value : {};
  return { kind: "record", row: JSON.parse(record.value.json) as Row, shownAs: shownAsIn(name), title, hidden };
}

function shownAsIn(name: Outcome<{ readonly json: string }>): string | null {
  const shown = name.ok ? (JSON.parse(name.value.json) as Readonly<Record<string, unknown>>)["shownAs"] : null;
  return typeof shown === "string" ? shown : null;
}
