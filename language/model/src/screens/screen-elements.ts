/** The numbers, charts and lists that a screen shows, wherever the document puts them. */
import type { DashboardElement, PageElement, Screen, Shows } from "./screen.ts";

/** An element whose value is made of records. */
export type ValueElement = Extract<DashboardElement, { readonly kind: "number" | "chart" | "list" }>;

/** The elements of a dashboard or a page that are made of records, in order; empty for any other screen. */
export function valueElements(shows: Shows): readonly ValueElement[] {
  if (shows.kind !== "dashboard" && shows.kind !== "page") return [];
  return (shows.elements as readonly (DashboardElement | PageElement)[]).filter(isValueElement);
}

export const isValueElement = (element: DashboardElement | PageElement): element is ValueElement =>
  element.kind === "number" || element.kind === "chart" || element.kind === "list";

/** The names of the screens whose forms a page contains. */
export const formsOnPage = ({ shows }: Pick<Screen, "shows">): readonly string[] =>
  shows.kind === "page" ? shows.elements.flatMap((element) => (element.kind === "form" ? [element.screen] : [])) : [];

/** The pictures of a page: files in the document's folder, and `https:` addresses. */
export const picturesOnPage = ({ shows }: Pick<Screen, "shows">): readonly string[] =>
  shows.kind === "page" ? shows.elements.flatMap((element) => (element.kind === "picture" ? [element.file] : [])) : [];
