/**
 * Loads what the first screen shows, its module and its records, before anything is drawn: a page that the server has painted is
 * then replaced once, not piece by piece.
 */
import { findRoute, type ProductData } from "@nonet/screens";
import { queryClient, screenValuesOptions } from "../api/queries.ts";
import { loadedWith } from "../context/loaded-with.ts";

const list = () => import("../list/list-screen.tsx");
const record = () => import("../record/record-screen.tsx");

export const ListScreen = loadedWith(() => list().then((m) => m.ListScreen));
export const RecordScreen = loadedWith(() => record().then((m) => m.RecordScreen));
export const DashboardScreen = loadedWith(() => import("../dashboard/dashboard-screen.tsx").then((m) => m.DashboardScreen));
/** Only a rehearsal has it. */
export const RehearsalBar = loadedWith(() => import("../rehearsal/rehearsal-bar.tsx").then((m) => m.RehearsalBar));

/** In ms: the frame can be used by then, whatever is still on its way. */
const longestWait = 1_500;

export async function loadScreen(product: ProductData, path: string, search: string): Promise<void> {
  const enough = new Promise<void>((resolve) => setTimeout(resolve, longestWait));
  // What can't be loaded is reported by the screen.
  const bar = product.rehearsal ? RehearsalBar.load() : undefined;
  await Promise.race([enough, Promise.all([bar, load(product, path, search)]).catch(() => undefined)]);
}

async function load(product: ProductData, path: string, search: string): Promise<void> {
  const found = findRoute(product.screens, path);
  if (!found) return;
  const { screen, parameters } = found;
  const { body } = screen;
  if (body.kind === "list") {
    const [{ loadList }] = await Promise.all([list(), ListScreen.load()]);
    await loadList(body.list, product, search);
  } else if (body.kind === "record" && body.parameter !== null) {
    const [{ loadRecord }] = await Promise.all([record(), RecordScreen.load()]);
    await loadRecord(screen, body, product, Object.values(parameters)[0] ?? "");
  } else if (body.kind === "dashboard") {
    await Promise.all([DashboardScreen.load(), queryClient.prefetchQuery(screenValuesOptions(screen.name))]);
  }
}
