/** Reports a limit such as `own` on the right of a role that has the same right without it, from a role that it includes or from everyone. */
import type { Grant, Product, Who } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, capital } from "../../text/english.ts";

export function noLimitWithoutEffect(ctx: PointCompiler, product: Product): void {
  const reported = new Set<string>();
  const report = (source: Span, role: string, wide: string, what: string, limit: string): void => {
    const at = `${source.file} ${source.from} ${source.to} ${role}`;
    if (reported.has(at)) return;
    reported.add(at);
    const because = isGroup(wide) ? `${capital(wide)}, and so ${article(role)},` : `${role} includes ${wide}, and ${article(wide)}`;
    ctx.report("limit-without-effect", source, `${because} ${what}, so ${limit} has no effect for ${article(role)}.`, {
      hint: `Limit ${wide} too, or remove the limited right of ${role}.`,
    });
  };
  for (const machine of product.machines)
    for (const { who, trigger } of machine.transitions) {
      const wide = who.filter(({ own, where }) => !own && where === null);
      for (const one of who) {
        const other = isLimited(one) && one.source ? wide.find(({ role }) => isAlso(product, one.role, role)) : undefined;
        if (other) report(one.source!, one.role, other.role, trigger.kind === "action" ? `may run "${trigger.action}" without it` : "may do it without it", limitOf(one));
      }
    }
  const { grants } = product.permissions;
  for (const grant of grants) {
    if (grant.where === null || grant.by !== undefined || /^all\b/i.test(grant.text)) continue;
    const other = grants.find((one) => one.where === null && one.by === undefined && one.entity === grant.entity && covers(one, grant) && isAlso(product, grant.role, one.role));
    if (other) report(grant.source, grant.role, other.role, `may ${verbOf(grant)} every ${grant.entity}`, `"${grant.text}"`);
  }
}

const isLimited = ({ own, where }: Who): boolean => own || where !== null;
const limitOf = ({ own }: Who): string => (own ? "`own`" : "the condition");
const isGroup = (role: string): boolean => role === "everyone" || role === "anyone";
const verbOf = ({ verb }: Grant): string => (typeof verb === "object" ? `run "${verb.action}" on` : verb === "history" ? "read the history of" : verb);

/** Whether people with `role` also have `other`, which isn't the same. */
function isAlso({ permissions }: Product, role: string, other: string): boolean {
  if (role === other || isGroup(role) || role === "bearer" || role === "system") return false;
  if (isGroup(other)) return true;
  const includes = (one: string): readonly string[] => permissions.roles.find(({ name }) => name === one)?.includes ?? [];
  // Roles that include each other are reported themselves.
  return includes(role).includes(other) && !includes(other).includes(role);
}

function covers(one: Grant, { verb, fields }: Grant): boolean {
  const isSame = typeof one.verb === "string" || typeof verb === "string" ? one.verb === verb : one.verb.action === verb.action;
  if (!isSame) return false;
  return one.fields === null ? fields === null : fields !== null && fields.every((field) => one.fields!.includes(field));
}
