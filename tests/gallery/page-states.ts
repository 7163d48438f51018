/** The states of a page beyond how it opens: other views of it, its dialogs and menus, and what lies over every page. None of them changes data. */
import type { ColumnData, ProductData, ScreenData } from "@nonet/screens";
import type { Locator, Page } from "playwright-core";

export interface PageState {
  readonly state: string;
  /** Added to the address. */
  readonly query?: string;
  /** False if the page doesn't have it. */
  prepare?(page: Page): Promise<boolean>;
}

/** What lies over every page. */
export const overlays: readonly (PageState & { prepare(page: Page): Promise<boolean> })[] = [
  {
    state: "search",
    prepare: async (page) => (await press(page.locator("header").getByRole("button", { name: "Search", exact: false }))) && (await seen(page.getByRole("dialog"))),
  },
  { state: "search for a", prepare: async (page) => (await press(page.locator("header").getByRole("button", { name: "Search" }))) && (await typed(page, "a")) },
  {
    state: "shortcuts",
    prepare: async (page) => (await seen(page.getByRole("button", { name: /: account$/ }))) && (await keys(page, "?")) && (await seen(page.getByRole("dialog"))),
  },
  { state: "notifications", prepare: async (page) => (await press(page.getByRole("button", { name: /^Notifications/ }))) && (await seen(page.getByRole("dialog"))) },
  { state: "account menu", prepare: async (page) => (await press(page.getByRole("button", { name: /: account$/ }))) && (await seen(page.getByRole("menu"))) },
  { state: "menu opened", prepare: (page) => press(page.getByRole("button", { name: "Open menu" })) },
];

/** The states of a screen, by its kind. */
export function statesOf(screen: ScreenData, product: ProductData): readonly PageState[] {
  const { body } = screen;
  switch (body.kind) {
    case "calendar":
      return ["month", "week", "day", "agenda"].map((view) => ({ state: view, query: `?view=${view}` }));
    case "timeline":
      return [1, 2, 12].map((weeks) => ({ state: `${weeks} weeks`, query: `?weeks=${weeks}` }));
    case "list":
      return [...listStates, ...filterStates(body.list.filters)];
    case "record":
      return [...recordStates, ...asking(body.entity, product)];
    case "form":
    case "call form":
      return [{ state: "sent empty", prepare: sentEmpty }];
    default:
      return [];
  }
}

const main = (page: Page): Locator => page.locator("main");

const listStates: readonly PageState[] = [
  { state: "rows selected", prepare: (page) => press(main(page).getByRole("checkbox", { name: /^Select all/ })) },
  { state: "add filter", prepare: async (page) => (await press(await tool(page, "Add filter"))) && (await seen(page.getByRole("dialog"))) },
  { state: "columns", prepare: async (page) => (await press(await tool(page, "Columns"))) && (await seen(page.getByRole("dialog"))) },
  { state: "views", prepare: async (page) => (await press(await tool(page, "Views"))) && (await seen(page.getByRole("dialog"))) },
  { state: "group", prepare: async (page) => (await press(await tool(page, "Group"))) && (await seen(page.getByRole("menu"))) },
  { state: "new", prepare: async (page) => (await press(main(page).getByRole("button", { name: /^New / }))) && (await seen(page.getByRole("dialog"))) },
  {
    state: "no results",
    prepare: async (page) => {
      const search = main(page).getByRole("searchbox");
      if (!(await isThere(search))) return false;
      await search.first().fill("zzzzzz");
      return seen(page.getByText("No results"));
    },
  },
];

/** The menu of one filter of each kind. */
function filterStates(filters: readonly ColumnData[]): readonly PageState[] {
  const kinds = new Map(filters.map(({ control, label }) => [control, label]));
  return [...kinds.values()].map((label) => ({ state: `filter by ${label}`, prepare: (page) => openFilter(page, label) }));
}

async function openFilter(page: Page, label: string): Promise<boolean> {
  const filter = await tool(page, `Filter by ${label}`);
  const opened =
    (await press(filter)) || ((await press(await tool(page, "Add filter"))) && (await press(page.getByRole("dialog").getByRole("button", { name: label, exact: true }))));
  return opened && seen(page.getByRole("dialog"));
}

/** A button above a list. On a telephone these are folded behind another one. */
async function tool(page: Page, name: string): Promise<Locator> {
  const folded = main(page).getByRole("button", { name: "Filters", exact: true, expanded: false });
  if (await isThere(folded)) await folded.click({ timeout: waiting });
  return main(page).getByRole("button", { name, exact: true });
}

const recordStates: readonly PageState[] = [
  { state: "history", prepare: (page) => press(main(page).getByRole("tab", { name: "History" })) },
  { state: "edit", prepare: async (page) => (await press(main(page).getByRole("button", { name: "Edit", exact: true }))) && (await seen(page.getByRole("dialog"))) },
  { state: "not possible", prepare: async (page) => (await press(main(page).getByRole("button", { name: "Not possible now" }))) && (await seen(page.getByRole("menu"))) },
  { state: "more", prepare: async (page) => (await press(main(page).getByRole("button", { name: /^(More actions|More|Actions)$/ }))) && (await seen(page.getByRole("menu"))) },
];

/** The first action that asks something, so that pressing its button runs nothing. */
function asking(entity: string, product: ProductData): readonly PageState[] {
  const actions = product.entities.find(({ name }) => name === entity)?.actions ?? [];
  return actions
    .filter(({ asks, decision }) => decision === null && asks.some(({ required }) => required))
    .map(({ name }) => ({
      state: `asks for ${name}`,
      prepare: async (page) => (await press(main(page).getByRole("button", { name, exact: true }))) && (await seen(page.getByRole("dialog"))),
    }));
}

/** Only where a required field is empty, so that nothing is saved. */
async function sentEmpty(page: Page): Promise<boolean> {
  const required = main(page).locator("[required], [aria-required=true]");
  if (!(await isThere(required))) return false;
  const empty = await required.evaluateAll((all) => all.some((one) => "value" in one && one.value === ""));
  if (!empty) return false;
  return (await press(main(page).locator("form button[type=submit]"))) && (await seen(main(page).locator("[aria-invalid=true]")));
}

const waiting = 3_000;
const seen = (what: Locator): Promise<boolean> =>
  what
    .first()
    .waitFor({ timeout: waiting })
    .then(
      () => true,
      () => false,
    );

const isThere = async (what: Locator): Promise<boolean> => (await what.count()) > 0 && (await what.first().isVisible());

/** Presses the first one that can be seen. */
async function press(what: Locator): Promise<boolean> {
  for (const one of await what.all())
    if ((await one.isVisible()) && (await one.isEnabled())) {
      await one.click({ timeout: waiting });
      return true;
    }
  return false;
}

async function typed(page: Page, text: string): Promise<boolean> {
  if (!(await seen(page.getByRole("dialog")))) return false;
  await page.keyboard.type(text);
  return true;
}

async function keys(page: Page, key: string): Promise<boolean> {
  await page.keyboard.press(key);
  return true;
}
