/** A mail can attach lists and reports, and only such as its receivers can open. */
import type { Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { list } from "../../text/english.ts";
import { rolesOfReceivers } from "../access/mail-receivers.ts";

export function attachableScreens(ctx: PointCompiler, product: Product): void {
  for (const { name, does, source } of product.calls) {
    if (does.kind !== "email") continue;
    for (const report of does.reports) {
      const screen = product.screens.find((one) => one.name === report.screen);
      if (!screen) continue;
      if (screen.shows.kind !== "report" && !("list" in screen.shows && "entity" in screen.shows)) {
        ctx.report("not-a-file", source, `The screen "${screen.name}" is neither a list nor a report, so "${name}" can't attach it.`);
        continue;
      }
      const roles = rolesOfReceivers(ctx, product, does.to);
      const barred = roles.filter(
        (role) => !includedIn(product, role).some((one) => screen.for.includes(one)) && !screen.for.includes("everyone") && !screen.for.includes("anyone"),
      );
      if (barred.length > 0)
        ctx.report("mail-not-readable", source, `The mail "${name}" attaches "${screen.name}", which ${list(barred, "and")} can't open, so it can't be sent to them.`, {
          hint: `Add ${list(barred, "and")} to For of the screen in point 2.`,
        });
    }
  }
}

const includedIn = ({ permissions }: Product, role: string): readonly string[] => permissions.roles.find((one) => one.name === role)?.includes ?? [role];
