/** Reports what point 6 grants by name and nobody with the role can use. `all` grants whatever there is, so it is never reported. */
import { entityOf, type Field, type Grant, mayFill, ofEntity, type Product, whyNotFilled, whyUnusable } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { mayEver } from "./may-read.ts";

export function noUnusableGrant(ctx: PointCompiler, product: Product): void {
  const reported = new Set<string>();
  for (const grant of product.permissions.grants) {
    checkReferences(ctx, product, grant);
    checkWhole(ctx, product, grant);
    if (isReportedOfForm(product, grant)) continue;
    const isHistoryRow = grant.verb === "history" && product.permissions.historyRows?.includes(grant.entity) === true;
    if (grant.by !== undefined || (/^all\b/i.test(grant.text) && !isHistoryRow)) {
      checkFilled(ctx, product, grant, reported);
      if (grant.entity === "User" && grant.verb === "update" && grant.by === undefined && grant.fields === null)
        ctx.report("roles-by-owner", grant.source, `\`all\` doesn't let ${grant.role} give roles or close accounts: only the Owner does.`);
      continue;
    }
    // People who have a role that includes this one may be able to use it.
    const holders = product.permissions.roles.filter((role) => role.name !== grant.role && role.includes.includes(grant.role) && !mayOtherwise(product, grant, role));
    const reasons = [grant.role, ...holders.map(({ name }) => name)].map((role) => whyUnusable(product, { ...grant, role }));
    const at = `${grant.source.file} ${grant.source.from}`;
    if (reasons.includes(null) || isReportedElsewhere(product, grant) || reported.has(at)) continue;
    reported.add(at);
    ctx.report("unusable-grant", grant.source, `${grant.role} can't use "${grant.text}" of ${grant.entity}: ${reasons[0]}.`, { hint: hintFor(product, grant, reasons[0]!) });
  }
}

/** A reference that is granted by name shows nothing to people who may not read the record to which it leads. */
function checkReferences(ctx: PointCompiler, product: Product, { role, entity, verb, fields, source, text }: Grant): void {
  if (verb !== "read" || fields === null) return;
  const blind = fields.flatMap((name) => {
    const type = entityOf(product, entity)?.fields.find((field) => field.name === name)?.type;
    const to = type?.kind === "reference" || type?.kind === "references" || type?.kind === "inverse" ? type.entity : null;
    return to !== null && to !== "User" && !mayEver(ctx, product, role, "read", to, null) ? [{ name, to }] : [];
  });
  if (blind.length === 0) return;
  const [{ name, to }] = blind as [(typeof blind)[number]];
  ctx.report("unusable-grant", source, `${role} can't use "${text}" of ${entity}: they may not read ${article(to)}, so "${name}" is always empty for them.`, {
    hint: `Grant ${role} \`read\` on ${to}, for a field or two if need be, or leave out "${name}".`,
  });
}

/** A part can be read without its whole, as point 6 has a row for it; what it is part of is empty then. */
function checkWhole(ctx: PointCompiler, product: Product, { role, entity, verb, fields, source }: Grant): void {
  const part = entityOf(product, entity)?.partOf;
  if (verb !== "read" || fields !== null || !part || role === "bearer" || mayEver(ctx, product, role, "read", part.entity, null)) return;
  ctx.report("unusable-grant", source, `${role} may read ${article(entity)}, but not the ${part.entity} that it is part of, so "${part.field}" is always empty for them.`, {
    hint: `Grant ${role} \`read\` on ${part.entity} as well, with a condition if need be, or remove this right.`,
  });
}

/** Another line already gives the role the right, for all records and fields, so it doesn't need this one. */
const mayOtherwise = (product: Product, grant: Grant, { name, includes }: Product["permissions"]["roles"][number]): boolean =>
  ofEntity(product.permissions.grants, grant.entity).some(
    (other) =>
      other.role !== grant.role &&
      includes.includes(other.role) &&
      other.where === null &&
      other.fields === null &&
      isSameVerb(other.verb, grant.verb) &&
      whyUnusable(product, { ...other, role: name }) === null,
  );

const isSameVerb = (one: Grant["verb"], other: Grant["verb"]): boolean => (typeof one === "string" || typeof other === "string" ? one === other : one.action === other.action);

/** A right to create that follows from `all` or from an action: whoever has it can fill in all that is required. */
function checkFilled(ctx: PointCompiler, product: Product, grant: Grant, reported: Set<string>): void {
  const lack = whyNotFilled(product, grant);
  const at = `${grant.source.file} ${grant.source.from} create`;
  if (!lack || reported.has(at)) return;
  reported.add(at);
  ctx.report("unusable-grant", grant.source, `${grant.role} can't create ${article(grant.entity)}${grant.by === undefined ? "" : ` by "${grant.by}"`}: ${lack.reason}.`, {
    hint: lack.unread ? `Grant ${grant.role} \`read\` on what "${lack.field.name}" refers to.` : `Let ${grant.role} fill in "${lack.field.name}", or give it a default.`,
  });
}

/** A field that nobody can fill in is reported at the field, and a form that somebody can't fill in at the form. */
function isReportedOfForm(product: Product, grant: Grant): boolean {
  const lack = whyNotFilled(product, grant);
  if (!lack) return false;
  if (lack.unread)
    return product.screens.some(({ shows, derived, for: roles }) => !derived && shows.kind === "form" && shows.entity === grant.entity && roles.includes(grant.role));
  return isFilledByNobody(product, grant.entity, lack.field);
}

const isFilledByNobody = (product: Product, name: string, field: Field): boolean => {
  const entity = entityOf(product, name);
  const makers = ofEntity(product.permissions.grants, name)
    .filter((one) => one.verb === "create")
    .map((one) => one.role);
  return entity !== undefined && !makers.some((role) => mayFill(product, entity, field, [role]));
};

/** An action that Who gives to others is reported as a disagreement. */
const isReportedElsewhere = (product: Product, grant: Grant): boolean => typeof grant.verb === "object" && (whyUnusable(product, grant) ?? "").startsWith("Who of");

function hintFor({ permissions }: Product, { entity, role, verb }: Grant, reason: string): string {
  if (verb === "create" && reason.includes("is required, and they may not read"))
    return `Grant ${role} \`read\` on what ${/"[^"]+"/.exec(reason)![0]} refers to, or remove this right.`;
  if (reason.startsWith("they may not read")) return `Grant ${role} \`read\` on ${entity} as well, with a condition if need be, or remove this right.`;
  const includes = permissions.roles.find(({ name }) => name === role)?.includes.slice(1) ?? [];
  const never = reason.startsWith("a `Never:`") ? permissions.never.find((one) => one.entity === entity && isSameVerb(one.verb, verb) && includes.includes(one.role)) : undefined;
  if (never) return `The line names ${never.role}, which ${role} includes. Write \`except ${article(role)}\` at its end, or remove this right.`;
  return "Remove this right, or change the line that prevents it.";
}
