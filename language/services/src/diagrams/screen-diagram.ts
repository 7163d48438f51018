/** The screens with who may open them, and the ways that lead from one to another. */
import { audienceOf, formsOnPage, type Product, type Screen, valueElements } from "@nonet/model";
import type { Diagram, DiagramEdge } from "./diagram.ts";

export function screenDiagram(product: Product): Diagram {
  const { screens } = product;
  return {
    kind: "screens",
    title: "Screens",
    nodes: screens.map((screen) => ({
      id: screen.name,
      label: screen.name,
      lines: [screen.route, audienceOf(product, screen).join(", ") || "nobody"],
      shape: "box",
      span: screen.source,
    })),
    edges: screens.flatMap((screen) => waysFrom(screens, screen)),
  };
}

/** One edge for each pair of screens and reason, even if several elements lead the same way. */
function waysFrom(screens: readonly Screen[], screen: Screen): readonly DiagramEdge[] {
  const found = new Map<string, DiagramEdge>();
  const add = (to: string | undefined, label: string): void => {
    if (to !== undefined && to !== screen.name) found.set(`${to} ${label}`, { from: screen.name, to, label, span: screen.source });
  };
  for (const entity of listedOn(screen)) add(pageOf(screens, entity), "opens");
  for (const form of formsOnPage(screen)) add(form, "contains");
  const { shows } = screen;
  if (shows.kind === "form" || shows.kind === "call form") {
    const route = shows.afterSaving?.route;
    const after = route === undefined ? undefined : screens.find((one) => shapeOf(one.route) === shapeOf(route))?.name;
    add(after ?? (shows.kind === "form" && route === undefined ? pageOf(screens, shows.entity) : undefined), "after saving");
  }
  if (shows.kind === "record")
    for (const one of screens) if (one.shows.kind === "form" && one.shows.action !== null && one.shows.entity === shows.entity) add(one.name, one.shows.action);
  return [...found.values()];
}

const pageOf = (screens: readonly Screen[], entity: string): string | undefined =>
  screens.find(({ shows }) => shows.kind === "record" && shows.parameter !== null && shows.entity === entity)?.name;

/** The entities whose records a screen lists, each of which opens its page. */
function listedOn({ shows }: Screen): readonly string[] {
  switch (shows.kind) {
    case "list":
    case "board":
    case "calendar":
    case "timeline":
    case "tree":
      return [shows.entity];
    case "record":
      return shows.lists.map(({ entity }) => entity);
    default:
      return valueElements(shows).flatMap((element) => (element.kind === "list" ? [element.entity] : []));
  }
}

/** A route without the names of its parameters. */
const shapeOf = (route: string): string => route.replace(/:[^/]+/g, ":");
