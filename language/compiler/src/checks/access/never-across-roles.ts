/** Points out a `Never:` line on reading that concerns only people who have another role as well, because its own role is granted none of it. */
import type { Grant, Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, capital, list } from "../../text/english.ts";

export function neverAcrossRoles(ctx: PointCompiler, product: Product): void {
  const { never, grants, roles } = product.permissions;
  const heldBy = (role: string): readonly string[] => [...(roles.find((one) => one.name === role)?.includes ?? [role]), "everyone", "anyone"];
  const reported = new Set<string>();
  for (const line of never) {
    if (line.where !== null || line.fields !== null || line.verb !== "read" || !roles.some(({ name }) => name === line.role)) continue;
    const grantsIt = (role: string): boolean => grants.some((grant: Grant) => grant.entity === line.entity && grant.verb === line.verb && heldBy(role).includes(grant.role));
    const others = roles.map(({ name }) => name).filter((name) => !heldBy(name).includes(line.role) && !heldBy(line.role).includes(name) && grantsIt(name));
    const at = `${line.source.file} ${line.source.from} ${line.role}`;
    if (grantsIt(line.role) || others.length === 0 || reported.has(at)) continue;
    reported.add(at);
    ctx.report(
      "never-across-roles",
      line.source,
      `${capital(article(line.role))} who is ${list(others.map(article), "or")} too can't read ${article(line.entity)}, not even their own.`,
      {
        hint: "`Never:` outranks every grant. Add `, except own` if they should keep their own, or leave the line as it is.",
      },
    );
  }
}
