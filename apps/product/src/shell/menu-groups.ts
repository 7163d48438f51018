/** The menu's groups: the document's own, or else one for each kind of screen. Default 197. */
import type { ProductData, ScreenData } from "@nonet/screens";
import { t } from "../texts/texts.ts";

export type MenuEntry = ProductData["menu"][number] & { readonly kind: ScreenData["body"]["kind"] };
export interface MenuGroup {
  /** Null for the entries that stand first, without a heading. */
  readonly title: string | null;
  readonly entries: readonly MenuEntry[];
}

/** A menu of fewer entries is read at a glance. */
const mostUngrouped = 7;

const titles = { dashboard: null, list: "Records", board: "Records", tree: "Records", calendar: "Planning", timeline: "Planning", form: "New", "call form": "New" } as const;
const titleOf = (kind: MenuEntry["kind"]): string | null => (kind in titles ? titles[kind as keyof typeof titles] : kind === "report" ? "Reports" : "More");
/** In the reader's language. */
const shown = (title: string | null): string | null =>
  title === null ? null : ({ Records: t("records"), Planning: t("planning"), New: t("new"), Reports: t("reports"), More: t("more") }[title] ?? title);
const order: readonly (string | null)[] = [null, "Records", "Planning", "New", "Reports", "More"];

export function menuGroups(product: ProductData): MenuGroup[] {
  const entries = product.menu.map((entry): MenuEntry => ({ ...entry, kind: product.screens.find((s) => s.name === entry.screen)?.body.kind ?? "page" }));
  if (entries.length > mostUngrouped && entries.every((entry) => entry.group === null))
    return order.flatMap((title) =>
      groupOf(
        shown(title),
        entries.filter((entry) => titleOf(entry.kind) === title),
      ),
    );
  return [...new Set(entries.map((entry) => entry.group))].flatMap((title) =>
    groupOf(
      title,
      entries.filter((entry) => entry.group === title),
    ),
  );
}

const groupOf = (title: string | null, entries: readonly MenuEntry[]): MenuGroup[] => (entries.length > 0 ? [{ title, entries }] : []);
