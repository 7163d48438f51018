/** Which methods an address has, for requests with another one: 405 with `Allow`, and OPTIONS. */
import { entityAtPath, offeredCallAt, receivedCallAt } from "@nonet/api";
import type { FastifyInstance } from "fastify";
import type { ServerContext } from "../http/server-context.ts";

/** The methods of an address, in the order of their names; empty if there is no such address. */
export type MethodsAt = (path: string) => readonly string[];

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  /** The place of the entity's path in the pattern's match; -1 if the address names none. */
  readonly entity: number;
}

/** Methods that a document can give to a call. */
const callMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Before the first route, because it collects them. */
export function collectMethods(app: FastifyInstance, server: ServerContext): MethodsAt {
  const routes: Route[] = [];
  app.addHook("onRoute", ({ method, url }) => {
    // What stands at `/-/` is reached through the document's own addresses, and a rehearsal's requests are nobody else's.
    if (/^\/(-|rehearsal)\//.test(url) || url === "*") return;
    for (const one of [method].flat()) routes.push({ method: one, ...patternOf(url) });
  });
  return (path) => {
    const { product } = server.engine;
    const address = path.length > 1 ? path.replace(/\/$/, "") : path;
    const derived = routes.filter(({ pattern, entity }) => {
      const found = pattern.exec(address);
      return found !== null && (entity < 0 || entityAtPath(product, found[entity]!.split(":", 1)[0]!) !== undefined);
    });
    const called = callMethods.filter((method) => offeredCallAt(product, method, address) || receivedCallAt(product, method, address));
    return [...new Set([...derived.map(({ method }) => method), ...called])].sort();
  };
}

function patternOf(url: string): Pick<Route, "pattern" | "entity"> {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const source = url
    .split(/:\w+/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("([^/]+)");
  return { pattern: new RegExp(`^${source.replace("\\*", ".*")}$`), entity: names.indexOf("entity") + 1 || -1 };
}
