/** Plans the whole product for one asker: menu, screens and entities, without anything they may never see. */
import { fileNames, placeOf, type Product, type Screen } from "@nonet/model";
import { derivedScreens } from "./derived-screens.ts";
import { planEntity } from "./plan-entity.ts";
import { mayCall } from "./plan-call-form.ts";
import { planScreen } from "./plan-screen.ts";
import type { Plan } from "./plan.ts";
import { pointBrings } from "./point-summaries.ts";
import type { ProductData } from "./screen-data.ts";
import { sightOf, type Asker } from "./visibility.ts";

export type { Asker } from "./visibility.ts";

export interface PlanOptions {
  readonly rehearsal: boolean;
  /** The engine's own answer whether the asker may create a record of an entity; without it the grants say. */
  readonly mayCreate?: (entity: string) => boolean;
  /** The limit `page size` of point 9, as it is in force. */
  readonly pageSize?: number | undefined;
}

export function planProduct(product: Product, asker: Asker, options: PlanOptions): ProductData {
  const sight = sightOf(product, asker);
  const at: Plan["at"] = (source) => placeOf(product, source);
  const plan: Plan = { product, sight, at, pageSize: options.pageSize, mayCreate: (e) => (options.mayCreate ? options.mayCreate(e.name) : sight.may("create", e)) };
  const shown = [...product.screens.filter((s) => (asker.link?.screen === s.name || sight.fits(s)) && reachable(plan, s)), ...derivedScreens(product, sight)];
  const screens = shown.map((s) => planScreen(plan, s));
  const { about } = product;
  return {
    name: product.name,
    title: about.title,
    prose: about.prose,
    language: about.language,
    timeZone: about.timeZone,
    currency: about.currency,
    colour: about.colour,
    logo: about.logo === null ? null : /^https:/i.test(about.logo) ? about.logo : "/api/-/logo",
    version: product.version,
    signIn: { methods: about.signIn.methods, registersAs: about.signIn.registersAs },
    decides: product.machines.some((m) => m.actions.some((a) => a.decision !== null)),
    rehearsal: options.rehearsal,
    roles: asker.owner ? product.permissions.roles.map((r) => r.name) : [],
    menu: shown.flatMap(menuEntry),
    screens,
    entities: product.entities.filter((e) => sight.may("read", e) || plan.mayCreate(e)).map((e) => planEntity(plan, e, screens)),
    points: product.points.map((p) => ({ number: p.number, title: p.title, state: p.state, brings: pointBrings[p.number - 1] ?? "", ...at(p.source) })),
    files: product.sources.length > 1 ? fileNames(product) : [],
  };
}

/** Default 7: in the menu unless the route has a parameter. */
function menuEntry(screen: Screen): ProductData["menu"][number][] {
  if (screen.menu === false || screen.route.includes(":")) return [];
  return [{ label: screen.name, route: screen.route, group: typeof screen.menu === "string" ? screen.menu : null, screen: screen.name }];
}

/** A screen over an entity that the asker can neither read nor create would only ever refuse. */
function reachable(plan: Plan, screen: Screen): boolean {
  if (screen.shows.kind === "call form") return mayCall(plan, screen);
  if (!("entity" in screen.shows)) return true;
  const name = screen.shows.entity;
  const entity = plan.product.entities.find((e) => e.name === name);
  return entity !== undefined && (plan.sight.may("read", entity) || (screen.shows.kind === "form" && plan.mayCreate(entity)));
}
