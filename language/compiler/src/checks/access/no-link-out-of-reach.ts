/** A link in a mail, on a page or after saving leads to a screen that the people who get it can open. */
import { audienceOf, type Product, type Screen, type Template } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { callAttributeAt } from "../../syntax/call-sections.ts";
import { list } from "../../text/english.ts";
import { rolesOfReceivers } from "./mail-receivers.ts";
import { heldBy } from "./may-read.ts";
import { namedPeople, peopleOf } from "./people.ts";

export function noLinkOutOfReach(ctx: PointCompiler, product: Product): void {
  for (const { name, does, source } of product.calls) {
    if (does.kind !== "email") continue;
    const roles = rolesOfReceivers(ctx, product, does.to);
    for (const screen of linkedFrom(product, written(does.body)))
      report(ctx, product, { what: `The mail "${name}" goes to`, roles, screen, span: callAttributeAt(ctx.tree, name, "body") ?? source });
  }
  for (const from of product.screens) {
    const { name, shows, prose, source, derived } = from;
    const roles = peopleOf(ctx, product, from);
    if (derived || !source) continue;
    for (const screen of linkedFrom(product, linksIn(prose))) report(ctx, product, { what: `The page "${name}" is for`, roles, screen, span: source });
    if ((shows.kind !== "form" && shows.kind !== "call form") || shows.afterSaving === null) continue;
    const { route } = shows.afterSaving;
    for (const screen of product.screens.filter((one) => one.route === route)) report(ctx, product, { what: `The form "${name}" is for`, roles, screen, span: source });
  }
}

interface Link {
  readonly what: string;
  readonly roles: readonly string[];
  readonly screen: Screen;
  readonly span: Screen["source"];
}

function report(ctx: PointCompiler, product: Product, { what, roles, screen, span }: Link): void {
  const audience = audienceOf(product, screen);
  const barred = roles.filter((role) => !audience.some((one) => one === "bearer" || heldBy(ctx, product, role).has(one)));
  if (barred.length > 0 && span)
    ctx.report("link-out-of-reach", span, `${what} ${namedPeople(barred)}, who can't open "${screen.name}", to which it links.`, {
      hint: `Add ${barred.includes("anyone") ? "anyone" : list(barred, "and")} to For of "${screen.name}", or link to another screen.`,
    });
}

/** The text with `:` in place of its values. */
const written = (template: Template): string => template.map((part) => (typeof part === "string" ? part : ":")).join("");

/** What the links of a page lead to. */
const linksIn = (prose: string): string => [...prose.matchAll(/\]\((\/[^)\s]*)\)/g)].map((match) => match[1]!).join("\n");

const linkedFrom = (product: Product, text: string): readonly Screen[] =>
  text.includes("/") ? product.screens.filter(({ route }) => route !== "/" && route !== "" && pattern(route).test(text)) : [];

/** The route where it isn't part of a longer one; a parameter is any word or value. */
const pattern = (route: string): RegExp => new RegExp(`(?<![\\w/:.-])${route.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/:[^/]+/g, "[^/\\s]+")}(?![\\w/:-])`, "i");
