/** A screen must be reached from somewhere: the menu, a list of its records, an action, a link, or another screen. */
import type { Product, Screen, Template } from "@nonet/model";
import { walk } from "../walk.ts";
import type { Workshop } from "../make-context.ts";

/** Only where nothing is wrong: a mistake elsewhere may be what leads there. */
export function noLostScreen(ctx: Workshop, product: Product): void {
  if (ctx.findings.diagnostics.some((d) => d.severity === "error")) return;
  for (const screen of product.screens) {
    if (screen.derived || !screen.source || inMenu(screen) || isReached(product, screen)) continue;
    ctx.report("lost-screen", screen.source, `Nothing leads to "${screen.name}": it isn't in the menu, and no list, action or link opens it.`, {
      hint: "Let the menu show it, or take it out.",
    });
  }
}

const inMenu = (screen: Screen): boolean => screen.menu !== false && !screen.route.includes(":");

function isReached(product: Product, screen: Screen): boolean {
  const { shows } = screen;
  if (screen.route === "/") return true;
  if (screen.for.includes("bearer") || product.entities.some((e) => e.fields.some((f) => f.type.kind === "secret link" && f.type.screen === screen.name))) return true;
  if (product.screens.some((other) => other !== screen && leadsTo(other, screen))) return true;
  if (linkedInProse(product, screen)) return true;
  switch (shows.kind) {
    // Whatever shows a record's name leads to its page, and `New` and actions lead to their forms.
    case "record":
      return product.screens.some((other) => other !== screen && showsRecords(product, other, shows.entity));
    case "form":
      return product.screens.some((other) => other !== screen && "entity" in other.shows && other.shows.entity === shows.entity);
    default:
      return false;
  }
}

const leadsTo = (other: Screen, screen: Screen): boolean => (other.shows.kind === "form" || other.shows.kind === "call form") && other.shows.afterSaving === screen.route;

/** A list of the entity, or anything that shows a record that refers to it. */
function showsRecords(product: Product, other: Screen, entity: string): boolean {
  const { shows } = other;
  if (shows.kind === "dashboard") return shows.elements.some((element) => element.kind === "list");
  if (!("entity" in shows)) return false;
  if (shows.entity === entity) return true;
  return (
    product.entities
      .find((e) => e.name === shows.entity)
      ?.fields.some((f) => (f.type.kind === "reference" || f.type.kind === "references" || f.type.kind === "inverse") && f.type.entity === entity) === true
  );
}

/** A page's prose or a mail that names the route. */
function linkedInProse(product: Product, screen: Screen): boolean {
  const route = screen.route.replace(/:.*$/, "");
  const named = (text: string): boolean => text.includes(route);
  if (product.screens.some((other) => other !== screen && named(other.prose))) return true;
  return product.calls.some((call) => call.does.kind === "email" && (mentions(call.does.body, named) || mentions(call.does.subject, named)));
}

function mentions(template: Template, named: (text: string) => boolean): boolean {
  return template.some((part) => {
    if (typeof part === "string") return named(part);
    let found = false;
    walk(part, (e) => {
      if (e.kind === "literal" && typeof e.value === "string" && named(e.value)) found = true;
    });
    return found;
  });
}
