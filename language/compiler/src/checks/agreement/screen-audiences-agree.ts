/** `Screen "…"` rows of point 6 and For in point 2 must name the same people. */
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { lineAt } from "../../text/line-numbers.ts";

export function screenAudiencesAgree(ctx: PointCompiler, product: Product): void {
  const { roles, screens } = product.permissions;
  for (const screen of product.screens) {
    const rows = screens.filter((row) => row.screen === screen.name);
    const row = rows[0];
    if (!row || screen.for.length === 0) continue;
    const granted = rows.map((r) => r.role).filter((role) => role !== "");
    const has = (held: string, asked: string): boolean =>
      asked === "anyone" || (asked === "everyone" && held !== "anyone") || (roles.find((r) => r.name === held)?.includes ?? [held]).includes(asked);
    const onlyFor = screen.for.filter((role) => !granted.some((other) => has(role, other)));
    const onlyRow = granted.filter((role) => !screen.for.some((other) => has(role, other)));
    if (onlyFor.length === 0 && onlyRow.length === 0) continue;
    const differences =
      onlyFor.length > 0
        ? `For in line ${lineAt(screen.source ?? row.source)} names ${onlyFor.join(", ")}, but this row doesn't let them open it`
        : `this row lets ${onlyRow.join(", ")} open it, but For in line ${lineAt(screen.source ?? row.source)} doesn't name them`;
    ctx.report("screen-for-disagrees", row.source, `"${screen.name}": ${differences}.`);
  }
}
