/** Saved views: each belongs to the person who saved it, who alone changes it and may share it (default 180). */
import { system } from "@nonet/database";
import { isId, type Screen } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { SavedView, Views, ViewState } from "../contract/views.ts";
import { mayOpenScreen } from "../read/screen-access.ts";
import { done, notFound, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { isUsable, listedEntity, viewForReader } from "./view-for-reader.ts";
import { say } from "@nonet/texts";

type Person = Extract<Actor, { kind: "person" }>;

const maxViews = 200;
const maxName = 60;
const maxState = 8000;

export function makeViews(running: Running): Views {
  return {
    list: (actor, screen) => listViews(running, actor, screen),
    save: async (actor, input) => (actor.kind === "person" ? saveView(running, actor, input) : notSignedIn()),
    share: async (actor, id, shared) => (actor.kind === "person" ? shareView(running, actor, id, shared) : notSignedIn()),
    remove: async (actor, id) => (actor.kind === "person" ? removeView(running, actor, id) : notSignedIn()),
  };
}

/** The list screen of that name that the actor may open. */
function screenNamed({ product }: Running, actor: Actor, name: unknown): Outcome<Screen> {
  const screen = product.screens.find((s) => s.name === name);
  return screen && listedEntity(screen) !== null && mayOpenScreen(product, actor, screen) ? done(screen) : notFound("Screen");
}

async function listViews(running: Running, actor: Actor, name: unknown): Promise<Outcome<readonly SavedView[]>> {
  const screen = screenNamed(running, actor, name);
  if (!screen.ok) return screen;
  const rows = await running.database.rows(system.viewsOf(actor.kind === "person" ? actor.id : null, screen.value.name));
  const views: SavedView[] = [];
  for (const row of rows) {
    const view = await viewForReader(running, actor, screen.value, row);
    if (view) views.push(view);
  }
  return done(views);
}

async function saveView(running: Running, actor: Person, input: Parameters<Views["save"]>[1]): Promise<Outcome<SavedView>> {
  const screen = screenNamed(running, actor, input.screen);
  if (!screen.ok) return screen;
  const name = typeof input.name === "string" ? input.name.trim() : "";
  if (name === "" || name.length > maxName) return refuse("invalid", problem("invalid-value", say("a-view-has-a-name-of-1", { maxName }), { field: "name" }));
  if (typeof input.shared !== "boolean") return refuse("invalid", problem("invalid-value", say("shared-is-true-or-false"), { field: "shared" }));
  const state = stateOf(input.state);
  if (state === null || !(await isUsable(running, actor, screen.value, state)))
    return refuse("invalid", problem("invalid-value", say("a-view-holds-parameters-of-its-list"), { field: "state" }));
  const count = (await running.database.row(system.viewCount(actor.id)))?.["count"] as number;
  if (count >= maxViews) return refuse("conflict", problem("too-many-views", say("you-have-count-saved-views-delete-some", { count })));
  const row = await running.database.row(system.saveView({ id: uuidv7(), owner: actor.id, screen: screen.value.name, name, shared: input.shared, state: JSON.stringify(state) }));
  return shown(running, actor, screen.value, row);
}

async function shown(running: Running, actor: Person, screen: Screen, row: Row | undefined): Promise<Outcome<SavedView>> {
  const view = row && (await viewForReader(running, actor, screen, row));
  return view ? done(view) : notFound("View");
}

async function shareView(running: Running, actor: Person, id: string, shared: unknown): Promise<Outcome<SavedView>> {
  if (typeof shared !== "boolean") return refuse("invalid", problem("invalid-value", say("shared-is-true-or-false"), { field: "shared" }));
  const row = isId(id) ? await running.database.row(system.shareView(id, actor.id, shared)) : undefined;
  const screen = row && screenNamed(running, actor, row["screen"]);
  return screen?.ok ? shown(running, actor, screen.value, row) : notFound("View");
}

async function removeView(running: Running, actor: Person, id: string): Promise<Outcome<null>> {
  const removed = isId(id) ? await running.database.row(system.removeView(id, actor.id, actor.owner)) : undefined;
  return removed ? done(null) : notFound("View");
}

const texts = ["search", "sort", "group", "columns", "sums"] as const;

/** Null where it isn't the state of a view. */
function stateOf(value: unknown): ViewState | null {
  if (typeof value !== "object" || value === null || Array.isArray(value) || JSON.stringify(value).length > maxState) return null;
  const { filters = {}, ...rest } = value as Readonly<Record<string, unknown>>;
  if (typeof filters !== "object" || filters === null || Array.isArray(filters) || !Object.values(filters).every((one) => typeof one === "string")) return null;
  const known = Object.entries(rest);
  if (!known.every(([key, one]) => (texts as readonly string[]).includes(key) && typeof one === "string")) return null;
  return { filters: filters as ViewState["filters"], ...Object.fromEntries(known.filter(([, one]) => one !== "")) };
}
