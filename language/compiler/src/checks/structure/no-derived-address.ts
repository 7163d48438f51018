/** An offered or received call must not have an address that the derived API has already. */
import { kebab, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function noDerivedAddress(ctx: PointCompiler, product: Product): void {
  for (const { name, does, source } of product.calls) {
    const screen = does.kind === "offered" && does.method === "GET" ? product.screens.find(({ route }) => route !== null && shapeOf(route) === shapeOf(does.path)) : undefined;
    if (screen)
      ctx.report("path-taken", source, `The screen ${screen.name} is already at ${does.kind === "offered" ? does.path : ""}.`, { hint: `Choose another path for "${name}".` });
    if ((does.kind !== "offered" && does.kind !== "received") || !/^\/api\//i.test(does.path)) continue;
    const what = derivedAt(product, does.method, does.path);
    if (what !== null) ctx.report("path-taken", source, `The derived API already has ${does.method} ${does.path}: it ${what}.`, { hint: `Choose another path for "${name}".` });
  }
}

/** The path without the names of its parameters. */
const shapeOf = (path: string): string =>
  path
    .toLowerCase()
    .replace(/\/$/, "")
    .replace(/(?<=\/)(?::[^/]+|\{[^/]+\})/g, ":");

/** What the derived API does at the address; null if it has no such address. */
function derivedAt({ entities, machines }: Product, method: string, path: string): string | null {
  const [, , plural, id, action, more] = path.toLowerCase().replace(/\/$/, "").split("/");
  const isParameter = (part: string | undefined): boolean => part !== undefined && /^[:{]/.test(part);
  // A parameter there takes the addresses of all entities.
  const entity = entities.find((one) => one.path === plural || isParameter(plural));
  if (!entity || more !== undefined) return null;
  if (id === undefined) return method === "GET" ? `lists ${entity.plural}` : method === "POST" ? `creates a record of ${entity.name}` : null;
  if (action === undefined) {
    if (isParameter(id))
      return { GET: `reads a record of ${entity.name}`, PATCH: `changes a record of ${entity.name}`, DELETE: `deletes a record of ${entity.name}` }[method] ?? null;
    return `${method} ${id}` === "POST import" || `${method} ${id}` === "GET export" ? `${id}s ${entity.plural}` : null;
  }
  if (!isParameter(id)) return null;
  if (method === "GET" && (action === "actions" || action === "history")) return `reads the ${action} of a record of ${entity.name}`;
  const own = machines.filter((machine) => machine.entity === entity.name).flatMap((machine) => machine.actions);
  const found = method === "POST" ? own.find((one) => kebab(one.name) === action) : undefined;
  return found ? `runs ${found.name}` : null;
}
