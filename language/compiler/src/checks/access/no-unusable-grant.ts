/** Reports what point 6 grants by name and nobody with the role can use. `all` grants whatever there is, so it is never reported. */
import { type Grant, type Product, whyUnusable } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";

export function noUnusableGrant(ctx: PointCompiler, product: Product): void {
  const reported = new Set<string>();
  for (const grant of product.permissions.grants) {
    if (grant.by !== undefined || /^all\b/i.test(grant.text)) continue;
    // People who have a role that includes this one may be able to use it.
    const holders = product.permissions.roles.filter((role) => role.includes.includes(grant.role)).map((role) => role.name);
    const reasons = [grant.role, ...holders].map((role) => whyUnusable(product, { ...grant, role }));
    const at = `${grant.source.file} ${grant.source.from}`;
    if (reasons.includes(null) || isReportedElsewhere(product, grant) || reported.has(at)) continue;
    reported.add(at);
    ctx.report("unusable-grant", grant.source, `${grant.role} can't use "${grant.text}" of ${grant.entity}: ${reasons[0]}.`, { hint: hintFor(grant, reasons[0]!) });
  }
}

/** An action that Who gives to others is reported as a disagreement. */
const isReportedElsewhere = (product: Product, grant: Grant): boolean => typeof grant.verb === "object" && (whyUnusable(product, grant) ?? "").startsWith("Who of");

const hintFor = ({ entity, role }: Grant, reason: string): string =>
  reason.startsWith("they may not read")
    ? `Grant ${role} \`read\` on ${entity} as well, with a condition if need be, or remove this right.`
    : "Remove this right, or change the line that prevents it.";
