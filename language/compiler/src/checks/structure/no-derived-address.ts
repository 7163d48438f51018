/** An offered or received call must not have an address that the derived API or a screen has already, and no screen one inside the API's. */
import { creationActions, kebab, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { callAttributeAt } from "../../syntax/call-sections.ts";

export function noDerivedAddress(ctx: PointCompiler, product: Product): void {
  reportScreensUnderApi(ctx, product);
  for (const { name, does, source } of product.calls) {
    if (does.kind !== "offered" && does.kind !== "received") continue;
    const at = callAttributeAt(ctx.tree, name, does.kind === "offered" ? "offers" : "receives") ?? source;
    const screen = does.method === "GET" ? product.screens.find(({ route, derived }) => !derived && pattern(route) === pattern(does.path)) : undefined;
    if (screen)
      ctx.report("path-taken", at, `The screen "${screen.name}" has the address ${screen.route} already.`, {
        hint: `Choose another path for "${name}", such as \`/api${does.path}\`.`,
      });
    const path = underApi(product, does.path);
    if (path === null) continue;
    if (fixedPaths.test(path)) {
      ctx.report("path-taken", at, `The product itself uses ${does.path}.`, { hint: "Choose another path." });
      continue;
    }
    const what = derivedAt(product, does.method, path);
    if (what !== null) ctx.report("path-taken", at, `The derived API already has ${does.method} ${does.path}: it ${what}.`, { hint: `Choose another path for "${name}".` });
  }
}

/** What the derived API has beside the entities. */
const fixedPaths = /^\/api\/(-|sign-in|sign-out|register|me|files|events|openapi\.json|docs|outbox|screens|product|document|sentences|people|deputies)(\/|$)/i;

/** The path as it is where the derived API is at `/api`; null if it isn't the API's. */
function underApi({ about: { apiAddress = "/api" } }: Product, path: string): string | null {
  const isUnder = path.toLowerCase().startsWith(`${apiAddress}/`);
  return isUnder ? `/api${path.slice(apiAddress.length)}` : null;
}

function reportScreensUnderApi(ctx: PointCompiler, { about, screens }: Product): void {
  const source = about.attributes?.find(({ name }) => name === "API address")?.source;
  if (about.apiAddress === undefined || !source) return;
  const inside = screens.find(({ route, derived }) => !derived && `${pattern(route)}/`.startsWith(`${about.apiAddress!}/`));
  if (inside)
    ctx.report("bad-api-address", source, `The screen "${inside.name}" has the address ${inside.route}, which is inside ${about.apiAddress}.`, { hint: "Choose another path." });
}

/** The address with nothing of its parameters but that they are there. */
const pattern = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/$/, "")
    .replace(/(?<=\/)(:[^/]+|\{[^/]+\})/g, ":");

/** What the derived API does at the address; null if it has no such address. */
function derivedAt({ entities, machines }: Product, method: string, path: string): string | null {
  const [, , written, id, action, more] = path.toLowerCase().replace(/\/$/, "").split("/");
  const isParameter = (part: string | undefined): boolean => part !== undefined && /^[:{]/.test(part);
  const [plural, batch] = isParameter(written) ? [written] : written!.split(":");
  // A parameter there takes the addresses of all entities.
  const entity = entities.find((one) => one.path === plural || isParameter(plural));
  if (!entity || more !== undefined) return null;
  if (batch !== undefined) return batch === "batch" && method === "POST" ? `runs an action on several ${entity.plural}` : null;
  if (id === undefined) return method === "GET" ? `lists ${entity.plural}` : method === "POST" ? `creates a record of ${entity.name}` : null;
  if (action === undefined) {
    if (isParameter(id))
      return { GET: `reads a record of ${entity.name}`, PATCH: `changes a record of ${entity.name}`, DELETE: `deletes a record of ${entity.name}` }[method] ?? null;
    const creates = method === "POST" ? creationActions({ machines }, entity.name).find((one) => one.path === id) : undefined;
    if (creates) return `runs ${creates.name}`;
    return `${method} ${id}` === "POST import" || `${method} ${id}` === "GET export" ? `${id}s ${entity.plural}` : null;
  }
  if (!isParameter(id)) return null;
  if (method === "GET" && ["actions", "history", "data"].includes(action)) return `reads the ${action} of a record of ${entity.name}`;
  const own = machines.filter((machine) => machine.entity === entity.name).flatMap((machine) => machine.actions);
  const found = method === "POST" ? own.find((one) => kebab(one.name) === action) : undefined;
  return found ? `runs ${found.name}` : null;
}
