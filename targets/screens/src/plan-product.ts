/** Plans the whole product for one reader: menu, screens and entities, without anything that the reader may never see. */
import { fileNames, languagesOf, sourceLocation, type Product, type Screen, wordsIn } from "@nonet/model";
import { derivedScreens } from "./derived-screens.ts";
import { planEntity } from "./plan-entity.ts";
import { mayCall } from "./plan-call-form.ts";
import { planScreen } from "./plan-screen.ts";
import type { Plan } from "./plan.ts";
import type { ProductData } from "./screen-data.ts";
import { translatePlan } from "./words/translate-plan.ts";
import { visibilityFor, type Reader } from "./visibility.ts";

export type { Reader } from "./visibility.ts";

export interface PlanOptions {
  readonly rehearsal: boolean;
  /** Asks the engine whether the reader may create a record of an entity. Without it the grants decide. */
  readonly mayCreate?: (entity: string) => boolean;
  /** The language that the reader sees; the product's default unless given. */
  readonly language?: string | undefined;
  /** The limit `page size` of point 9 that is in force. */
  readonly pageSize?: number | undefined;
}

export function planProduct(product: Product, reader: Reader, options: PlanOptions): ProductData {
  const visibility = visibilityFor(product, reader);
  const at: Plan["at"] = (source) => sourceLocation(product, source);
  const plan: Plan = { product, visibility, at, pageSize: options.pageSize, mayCreate: (e) => (options.mayCreate ? options.mayCreate(e.name) : visibility.may("create", e)) };
  const shown = [...product.screens.filter((s) => (reader.link?.screen === s.name || visibility.mayOpen(s)) && reachable(plan, s)), ...derivedScreens(product, visibility)];
  const screens = shown.map((s) => planScreen(plan, s));
  const { about } = product;
  const language = options.language ?? about.language;
  const data: Omit<ProductData, "words" | "points"> = {
    name: product.name,
    title: about.title,
    prose: about.prose,
    language,
    languages: languagesOf(about),
    timeZone: about.timeZone,
    currency: about.currency,
    colour: about.colour,
    logo: about.logo === null ? null : /^https:/i.test(about.logo) ? about.logo : "/api/-/logo",
    version: product.version,
    signIn: { methods: about.signIn.methods, registersAs: about.signIn.registersAs },
    decides: product.machines.some((m) => m.actions.some((a) => a.decision !== null)),
    rehearsal: options.rehearsal,
    roles: reader.owner ? product.permissions.roles.map((r) => r.name) : [],
    menu: shown.flatMap(menuEntry),
    screens,
    entities: product.entities.filter((e) => visibility.may("read", e) || plan.mayCreate(e)).map((e) => planEntity(plan, e, screens)),
    files: product.sources.length > 1 ? fileNames(product) : [],
  };
  const points = product.points.map((p) => ({ number: p.number, title: p.title, state: p.state, ...at(p.source) }));
  const { shown: translated, words } = translatePlan(data, wordsIn(about, language));
  return { ...translated, words, points };
}

/** Default 7: in the menu unless the route has a parameter. */
function menuEntry(screen: Screen): ProductData["menu"][number][] {
  if (screen.menu === false || screen.route.includes(":")) return [];
  return [{ label: screen.name, route: screen.route, group: typeof screen.menu === "string" ? screen.menu : null, screen: screen.name }];
}

/** Leaves out screens of entities that the reader can neither read nor create. */
function reachable(plan: Plan, screen: Screen): boolean {
  if (screen.shows.kind === "call form") return mayCall(plan, screen);
  if (!("entity" in screen.shows)) return true;
  const name = screen.shows.entity;
  const entity = plan.product.entities.find((e) => e.name === name);
  return entity !== undefined && (plan.visibility.may("read", entity) || (screen.shows.kind === "form" && plan.mayCreate(entity)));
}
