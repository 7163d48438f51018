/** A screen must be reached from somewhere: the menu, a list of its records, an action, a link, or another screen. */
import { formsOnPage, type Product, type Screen, type Template, valueElements } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { walk } from "../../trees/walk.ts";
import { fieldsOf } from "../access/may-read.ts";

export function noUnreachableScreen(ctx: PointCompiler, product: Product): void {
  ctx.unit("lost screens", product.screens, [fieldsOf(ctx, product), product.calls], () => check(ctx, product));
}

function check(ctx: PointCompiler, product: Product): void {
  let ways: Links | null = null;
  for (const screen of product.screens) {
    if (screen.derived || !screen.source || inMenu(screen) || isReached((ways ??= linksIn(product)), product, screen)) continue;
    ctx.report("lost-screen", screen.source, `No screen leads to "${screen.name}": it is not in the menu, and no list, action or link opens it.`, {
      hint: "Add it to the menu, link to it, or remove it.",
    });
  }
}

const inMenu = (screen: Screen): boolean => screen.menu !== false && !screen.route.includes(":");

/** Everything that leads to screens, collected once for a product. */
interface Links {
  /** Names of screens that a secret link opens. */
  readonly links: ReadonlySet<string>;
  /** Forms that lead to a route after saving, by route. */
  readonly afterSaving: ReadonlyMap<string, readonly Screen[]>;
  /** Screens that show a record of the entity or a reference to it, by entity. */
  readonly showing: ReadonlyMap<string, ReadonlySet<Screen>>;
  /** Screens about the entity, by entity. */
  readonly about: ReadonlyMap<string, ReadonlySet<Screen>>;
  /** Dashboards and pages with lists may show any record. */
  readonly dashboards: readonly Screen[];
  /** Names of form screens that a page contains. */
  readonly embedded: ReadonlySet<string>;
  /** The texts of all pages and mails. */
  readonly pages: string;
  readonly mails: string;
}

function linksIn(product: Product): Links {
  const links = new Set<string>();
  const refersTo = new Map<string, Set<string>>();
  for (const { name, fields } of product.entities) {
    const others = new Set([name]);
    for (const { type } of fields) {
      if (type.kind === "secret link") links.add(type.screen);
      if (type.kind === "reference" || type.kind === "references" || type.kind === "inverse") others.add(type.entity);
    }
    refersTo.set(name, others);
  }
  const afterSaving = new Map<string, Screen[]>();
  const showing = new Map<string, Set<Screen>>();
  const about = new Map<string, Set<Screen>>();
  const embedded = new Set<string>();
  const put = <T>(map: Map<string, Set<T>>, key: string, one: T): void => void map.set(key, (map.get(key) ?? new Set()).add(one));
  for (const screen of product.screens) {
    const { shows } = screen;
    if ((shows.kind === "form" || shows.kind === "call form") && shows.afterSaving !== null)
      afterSaving.set(shows.afterSaving.route, [...(afterSaving.get(shows.afterSaving.route) ?? []), screen]);
    for (const form of formsOnPage(screen)) embedded.add(form);
    if (!("entity" in shows)) continue;
    put(about, shows.entity, screen);
    for (const entity of refersTo.get(shows.entity) ?? [shows.entity]) put(showing, entity, screen);
  }
  const dashboards = product.screens.filter(({ shows }) => valueElements(shows).some((element) => element.kind === "list"));
  const pages = product.screens.map((screen) => screen.prose).join("\0");
  const mails = product.calls.flatMap((call) => (call.does.kind === "email" ? [...textsIn(call.does.body), ...textsIn(call.does.subject)] : [])).join("\0");
  return { links, afterSaving, showing, about, dashboards, embedded, pages, mails };
}

function isReached(ways: Links, product: Product, screen: Screen): boolean {
  const { shows } = screen;
  const another = (screens: Iterable<Screen> | undefined): boolean => [...(screens ?? [])].some((other) => other !== screen);
  if (screen.route === "/" || screen.for.includes("bearer") || ways.links.has(screen.name) || ways.embedded.has(screen.name) || another(ways.afterSaving.get(screen.route)))
    return true;
  if (isLinked(ways, product, screen)) return true;
  // Wherever the name of a record is shown it links to the record's page; `New` and actions open their forms.
  if (shows.kind === "record") return another(ways.showing.get(shows.entity)) || another(ways.dashboards);
  return shows.kind === "form" && another(ways.about.get(shows.entity));
}

/** A page or a mail that contains the route. */
function isLinked({ pages, mails }: Links, product: Product, screen: Screen): boolean {
  const route = screen.route.replace(/:.*$/, "");
  return mails.includes(route) || (pages.includes(route) && product.screens.some((other) => other !== screen && other.prose.includes(route)));
}

function textsIn(template: Template): string[] {
  const texts: string[] = [];
  for (const part of template) {
    if (typeof part === "string") texts.push(part);
    else
      walk(part, (e) => {
        if (e.kind === "literal" && typeof e.value === "string") texts.push(e.value);
      });
  }
  return texts;
}
