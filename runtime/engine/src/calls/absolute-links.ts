/** Links in what leaves the product: a secret link or the route of a screen becomes an address that can be opened from anywhere. */
import type { Product } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";

/** NONET_ADDRESS, or where the server listens; null where nothing serves the product. */
/** Where the product is reached; null where nobody knows. */
export const addressOf = ({ options, servedAt }: Pick<Running, "options" | "servedAt">): string | null =>
  (options.environment["NONET_ADDRESS"] || servedAt || null)?.replace(/\/+$/, "") ?? null;

const secretLinks = /(?<![\w/.:@-])\/link\/[A-Za-z0-9]{32}(?![A-Za-z0-9])/g;

/** The text of a mail: secret links, and routes of screens that stand alone. */
export function withAbsoluteLinks(running: Running, text: string): string {
  const address = addressOf(running);
  if (address === null) return text;
  const absolute = (link: string): string => address + link;
  const routes = routesOf(running.product);
  const linked = text.replace(secretLinks, absolute);
  return routes === null ? linked : linked.replace(routes, absolute);
}

/** What a call sends: its secret links. */
export function withAbsoluteLinksIn(running: Running, value: unknown): unknown {
  const address = addressOf(running);
  return address === null ? value : mapTexts(value, (text) => text.replace(secretLinks, (link) => address + link));
}

/** Every text in a JSON value. */
export function mapTexts(value: unknown, change: (text: string) => unknown): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
}

const patterns = new WeakMap<Product, RegExp | null>();

/** The routes of the product's screens, with any values for their parameters; null without one. */
function routesOf(product: Product): RegExp | null {
  const known = patterns.get(product);
  if (known !== undefined) return known;
  const routes = product.screens.map(({ route }) => route).filter((route) => /^\/[\w-]/.test(route));
  const escaped = [...new Set(routes)]
    .sort((a, b) => b.length - a.length)
    .map((route) => route.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(/:[\w-]+/g, "[^\\s/<>\"']*[^\\s/<>\"'.,;:!?)]"));
  const made = escaped.length === 0 ? null : new RegExp(`(?<![\\w/.:@-])(?:${escaped.join("|")})(?=[\\s.,;:!?)<>"']|$)`, "g");
  patterns.set(product, made);
  return made;
}
