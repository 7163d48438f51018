/** What the gallery shows to one person: each screen that they can open, and the states of it that are worth a picture. */
import type { EntityData, ProductData, ScreenData } from "@nonet/screens";
import type { Page } from "playwright-core";
import type { Ask } from "../../apps/cli/src/demo/visitor.ts";
import { overlays, statesOf } from "./page-states.ts";

export interface Shot {
  readonly screen: string;
  /** What is special about it; "" for the screen as it opens. */
  readonly state: string;
  /** Null if the person can't open the screen, for example because no record is there. */
  readonly address: string | null;
  /** Brings the page into the state; false if the page doesn't have it. */
  prepare(page: Page): Promise<boolean>;
}

const asItOpens = async (): Promise<boolean> => true;

/** `shown`: the screens whose states others have shown already; those are shown once, as they open. */
export async function shotsFor(product: ProductData, ask: Ask, signedIn: boolean, owner: boolean, shown: Set<string>): Promise<readonly Shot[]> {
  const shots: Shot[] = [];
  for (const screen of product.screens) {
    const addresses = await addressesOf(screen, product, ask);
    const first = addresses[0]?.address ?? null;
    const isNew = !shown.has(screen.name);
    shown.add(screen.name);
    shots.push({ screen: screen.name, state: "", address: first, prepare: asItOpens });
    if (!isNew || first === null) continue;
    for (const { address, state } of addresses.slice(1)) shots.push({ screen: screen.name, state, address, prepare: asItOpens });
    for (const { state, query, prepare } of statesOf(screen, product)) shots.push({ screen: screen.name, state, address: `${first}${query ?? ""}`, prepare: prepare ?? asItOpens });
  }
  const home = product.screens.find(({ route }) => route === "/")?.route ?? product.menu[0]?.route ?? "/";
  for (const { state, prepare } of overlays) shots.push({ screen: "Shell", state, address: home, prepare });
  for (const [screen, address] of ownPages(product, signedIn, owner)) shots.push({ screen, state: "", address, prepare: asItOpens });
  return shots;
}

function ownPages({ decides }: ProductData, signedIn: boolean, owner: boolean): readonly (readonly [string, string])[] {
  const missing = ["Not found", "/no-such-page"] as const;
  if (!signedIn) return [["Sign in", "/sign-in"], missing];
  return [
    ["Document", "/document"],
    ["Account", "/account"],
    ["Keys", "/my-keys"],
    ...(decides ? ([["Deputies", "/my-deputies"]] as const) : []),
    ...(owner
      ? ([
          ["People", "/people"],
          ["Security log", "/security-log"],
          ["Failed calls", "/failed-calls"],
        ] as const)
      : []),
    missing,
  ];
}

interface Address {
  readonly address: string;
  readonly state: string;
}

/** A screen of a record is shown for a record in each state, others once. */
async function addressesOf(screen: ScreenData, product: ProductData, ask: Ask): Promise<readonly Address[]> {
  if (!screen.route.includes(":")) return [{ address: screen.route, state: "" }];
  const { body } = screen;
  if (body.kind === "record") return recordsOf(screen.route, product, body.entity, ask);
  const page = product.screens.find((other) => other.body.kind === "record" && screen.route.startsWith(`${other.route}/`));
  if (page?.body.kind !== "record") return [];
  const records = await recordsOf(page.route, product, page.body.entity, ask);
  return records.slice(0, 1).map(({ address }) => ({ address: `${address}${screen.route.slice(page.route.length)}`, state: "" }));
}

const mostStates = 6;

async function recordsOf(route: string, product: ProductData, name: string, ask: Ask): Promise<readonly Address[]> {
  const entity = product.entities.find((one) => one.name === name);
  if (!entity) return [];
  const page = await ask("GET", `/api/${entity.path}?limit=100`);
  const rows: readonly Readonly<Record<string, unknown>>[] = page.status === 200 ? page.body.items : [];
  const byState = new Map(rows.toReversed().map((row) => [String(row["state"] ?? ""), row]));
  return [...byState].slice(0, mostStates).map(([state, row]) => ({ address: route.replace(/:[^/]+/, encodeURIComponent(naming(entity, route, row))), state }));
}

function naming(entity: EntityData, route: string, row: Readonly<Record<string, unknown>>): string {
  const parameter = /:([^/]+)/.exec(route)![1]!.replace(/[ _-]+(.)/g, (_, c: string) => c.toUpperCase());
  const value = row[parameter];
  return typeof value === "string" && value !== "" ? value : String(row["id"]);
}
