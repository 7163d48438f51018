/** What stands on a screen shows something to somebody for whom the screen is: numbers, charts, lists, and pages of secret links. */
import type { Expression } from "@nonet/feel";
import { audienceOf, type DashboardElement, type ListElement, type Product, type Screen, valueElements } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { entitiesIn } from "../../trees/entities-in.ts";
import { walk } from "../../trees/walk.ts";
import { compiledField } from "../../resolve/published.ts";
import { answered } from "./no-disclosed-answers.ts";
import { fieldsOf, mayEver } from "./may-read.ts";
import { everybodyOf, namedPeople, peopleIn, peopleOf, readsSome } from "./people.ts";

export function noEmptyElement(ctx: PointCompiler, product: Product): void {
  for (const screen of product.screens) if (!screen.derived) ctx.unit("elements of a screen and rights", screen, [fieldsOf(ctx, product)], () => check(ctx, product, screen));
}

function check(ctx: PointCompiler, product: Product, screen: Screen): void {
  const { shows } = screen;
  const people = peopleOf(ctx, product, screen);
  if (shows.kind === "dashboard")
    for (const element of shows.elements)
      reportFor(
        ctx,
        screen,
        element,
        blindTo(
          ctx,
          product,
          readersOf(ctx, product, screen, element, element.kind === "number" && isOwn(element.value) ? screen.for.filter((role) => people.includes(role)) : people),
          element,
        ),
      );
  checkAudiences(ctx, product, screen);
  if (shows.kind === "page") checkPage(ctx, product, screen, people);
  const roles = isOfLink(product, screen) ? [] : everybodyOf(ctx, product, screen);
  checkColumns(ctx, product, screen, isOfLink(product, screen) ? [...new Set(["bearer", ...everybodyOf(ctx, product, screen)])] : roles);
  // Others see the page without the list, so it must be for nobody.
  if (shows.kind === "record" && roles.length > 0)
    for (const element of shows.lists) {
      const blind = roles.filter((role) => !readsSome(ctx, product, role, element.entity));
      if (blind.length === roles.length) reportFor(ctx, screen, { ...element, kind: "list" }, { roles: blind, what: article(element.entity) });
    }
  if (shows.kind === "record" && shows.parameter === null && screen.source && !opensFrom(product, screen))
    ctx.report("no-link-to-screen", screen.source, `"${screen.name}" can't be opened: no secret link leads to it, and its route has no parameter.`, {
      hint: `Add a field to ${shows.entity} in point 3, as in \`link: secret link to ${screen.name}\`.`,
    });
}

/** Of the screen's people those for whom the element is. */
function readersOf(ctx: PointCompiler, product: Product, screen: Screen, element: DashboardElement, people: readonly string[]): readonly string[] {
  if (element.for === null) return people;
  const openers = everybodyOf(ctx, product, screen);
  return peopleIn(ctx, product, element.for).filter((role) => openers.includes(role));
}

/** An element that is only for people who can't open its screen. Whoever opens a secret link is none of the roles. */
function checkAudiences(ctx: PointCompiler, product: Product, screen: Screen): void {
  const { shows } = screen;
  const elements = shows.kind === "dashboard" ? shows.elements : valueElements(shows);
  if (audienceOf(product, screen).includes("bearer")) return;
  for (const element of elements)
    if (element.for !== null && element.for.length > 0 && readersOf(ctx, product, screen, element, []).length === 0)
      ctx.report("element-without-right", element.source, `The ${element.kind} "${element.title}" is only for ${namedPeople(element.for)}, who can't open "${screen.name}".`, {
        hint: `Add ${element.for.length === 1 ? "the role" : "one of the roles"} to For of "${screen.name}", or leave the ${element.kind} out.`,
      });
}

/** A page leaves out what somebody may not see, so an element must be for nobody at all, and a form for nobody who sees the page. */
function checkPage(ctx: PointCompiler, product: Product, screen: Screen, people: readonly string[]): void {
  for (const element of valueElements(screen.shows)) {
    const readers = readersOf(ctx, product, screen, element, people);
    const blind = blindTo(ctx, product, readers, element);
    if (blind && blind.roles.length === readers.length) reportFor(ctx, screen, element, blind);
  }
  if (screen.shows.kind !== "page") return;
  for (const element of screen.shows.elements) {
    if (element.kind !== "form" || people.length === 0) continue;
    const form = product.screens.find(({ name }) => name === element.screen);
    if (!form) continue;
    const users = peopleOf(ctx, product, form);
    if (people.some((role) => users.includes(role))) continue;
    ctx.report("element-without-right", element.source, `The form of "${form.name}" is never shown on "${screen.name}": "${form.name}" isn't for ${namedPeople(people, "or")}.`, {
      hint: `Name ${people.length === 1 ? "the role" : "one of the roles"} in For of "${form.name}", or leave the form out.`,
    });
  }
}

/** Columns and fields of a screen that none of its people may ever read. */
function checkColumns(ctx: PointCompiler, product: Product, screen: Screen, roles: readonly string[]): void {
  const { shows } = screen;
  if (roles.length === 0 || !("entity" in shows)) return;
  const isBlind = (entity: string, field: string): boolean => {
    const reading = roles.filter((role) => mayEver(ctx, product, role, "read", entity, null));
    return reading.length > 0 && entity !== "User" && !reading.some((role) => mayEver(ctx, product, role, "read", entity, field));
  };
  const hidden = (fields: readonly { readonly name: string; readonly span: Span }[], entity: string, what: string): void => {
    for (const { name, span } of fields.filter((one) => compiledField(ctx, entity, one.name) && isBlind(entity, one.name)))
      ctx.report("element-without-right", span, `The ${what} "${name}" of "${screen.name}" never shows anything: point 6 doesn't let ${namedPeople(roles, "or")} read it.`, {
        hint: "Grant `read` on the field in point 6, or leave it out.",
      });
  };
  if ("list" in shows)
    hidden(
      (shows.list.columns ?? []).map(({ path, expression }) => ({ name: path[0]!, span: expression.span })),
      shows.entity,
      "column",
    );
  if (shows.kind !== "record") return;
  for (const { fields, source, title, tab } of shows.sections)
    hidden(
      fields.map((name) => ({ name, span: source })),
      shows.entity,
      title === "" ? "field" : `field of the ${tab ? "tab" : "section"} "${title}",`,
    );
  for (const one of shows.lists)
    hidden(
      one.columns.map(({ path, expression }) => ({ name: path[0]!, span: expression.span })),
      one.entity,
      `column of the list "${one.title}",`,
    );
}

/** A number of the reader's own records is 0 for whoever can have none (default 79); only roles that For names were meant to have some. */
function isOwn(value: Expression): boolean {
  let found = false;
  walk(value, (e) => (found ||= e.kind === "variable" && e.name === "me"));
  return found;
}

interface Blind {
  readonly roles: readonly string[];
  /** What they may not read. */
  readonly what: string;
}

/** The roles that may never read the records of which the element is made. */
function blindTo(ctx: PointCompiler, product: Product, roles: readonly string[], element: DashboardElement): Blind | null {
  if (element.kind === "text" || (element.kind !== "list" && element.sees === "everything")) return null;
  for (const entity of element.kind === "number" ? entitiesIn(product, element.value) : [element.entity]) {
    const blind = roles.filter((role) => !readsSome(ctx, product, role, entity));
    if (blind.length > 0) return { roles: blind, what: article(entity) };
  }
  // A value made of a field that they may not read is made of nothing.
  const made = element.kind === "number" ? answered(ctx, element.value) : element.kind === "chart" && element.value.of ? answered(ctx, element.value.of.expression) : [];
  for (const [entity, field] of made.values()) {
    const blind = roles.filter((role) => entity !== "User" && !mayEver(ctx, product, role, "read", entity, field));
    if (blind.length > 0) return { roles: blind, what: `${entity}: ${field}` };
  }
  return null;
}

function reportFor(ctx: PointCompiler, screen: Screen, element: { readonly kind: string; readonly title: string; readonly source: Span } | ListElement, blind: Blind | null): void {
  if (!blind) return;
  const what = "kind" in element ? element.kind : "list";
  const one = blind.roles.length === 1;
  ctx.report(
    "element-without-right",
    element.source,
    `The ${what} "${element.title}" of "${screen.name}" never shows anything to ${namedPeople(blind.roles, "or")}: point 6 doesn't let ${one ? namedPeople(blind.roles) : "them"} read ${blind.what}.`,
    {
      hint:
        what === "number" || what === "chart"
          ? `Grant \`read\` in point 6, take ${one ? "the role" : "the roles"} out of For, or add \`Sees: everything\` below the ${what}.`
          : `Grant \`read\` in point 6, or show the list on another screen.`,
    },
  );
}

/** Whoever opens a secret link is none of the roles. */
const isOfLink = (product: Product, screen: Screen): boolean => audienceOf(product, screen).includes("bearer") || opensFrom(product, screen);

/** A secret link of the record that the page shows. */
const opensFrom = (product: Product, { name, shows }: Screen): boolean =>
  product.entities.some((entity) => "entity" in shows && entity.name === shows.entity && entity.fields.some(({ type }) => type.kind === "secret link" && type.screen === name));
