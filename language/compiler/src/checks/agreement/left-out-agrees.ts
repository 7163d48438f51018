/** Reports a right that leaves fields out (`may read Objections, but not their statement`) where another line gives the same people these fields. */
import { fold } from "@nonet/feel";
import { entityOf, type Grant, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, list } from "../../text/english.ts";
import { lineAt } from "../../text/line-numbers.ts";

export function leftOutAgrees(ctx: PointCompiler, product: Product): void {
  const { grants } = product.permissions;
  for (const grant of grants) {
    const missing = leftOut(product, grant);
    if (missing.length === 0) continue;
    const others = grants.filter((other) => other.source !== grant.source && reaches(product, other, grant));
    const given = missing.filter((field) => others.some((other) => covers(product, other, field)) && !isForbidden(product, grant, field));
    const other = others.find((one) => given.some((field) => covers(product, one, field)));
    if (!other || given.length === 0) continue;
    const fields = list(given.map((field) => `"${field}"`));
    const verb = typeof grant.verb === "string" ? grant.verb : grant.verb.action;
    const never = `Never: ${article(grant.role)} ${verb}s ${article(grant.entity)}: ${given.join(", ")}`;
    ctx.report(
      "left-out-but-granted",
      grant.source,
      `This line leaves out ${fields}, but line ${lineAt(other.source)} lets ${grant.role} ${verb} ${given.length === 1 ? "it" : "them"}.`,
      {
        hint: `Change line ${lineAt(other.source)}, or write \`${never}\`.`,
        fixes: [{ title: `Write "${never}"`, edits: [{ span: { ...grant.source, from: grant.source.to }, text: `\n- ${never}` }] }],
      },
    );
  }
}

/** The fields that a sentence names as left out; none of another right. */
function leftOut(product: Product, { entity, fields, whereText }: Grant): readonly string[] {
  const except = /\bexcept (.+)$/is.exec(whereText ?? "")?.[1];
  if (except === undefined || fields === null) return [];
  const words = ` ${fold(except.replaceAll(/[,;.:'"`]/g, " "))} `;
  return (entityOf(product, entity)?.fields ?? []).flatMap(({ name }) => (!fields.includes(name) && words.includes(` ${fold(name)} `) ? [name] : []));
}

/** Whether the other right is the same one, and people with the role of the first have it. */
function reaches(product: Product, other: Grant, { role, entity, verb }: Grant): boolean {
  const isSame = typeof other.verb === "string" || typeof verb === "string" ? other.verb === verb : other.verb.action === verb.action;
  const includes = product.permissions.roles.find(({ name }) => name === role)?.includes ?? [];
  return isSame && other.entity === entity && (other.role === role || includes.includes(other.role) || other.role === "everyone" || other.role === "anyone");
}

/** Whether a `Never:` line refuses the field to the role, or to all whom it includes. */
const isForbidden = (product: Product, grant: Grant, field: string): boolean =>
  product.permissions.never.some(
    (never) => never.where === null && reaches(product, { ...never, role: never.role }, grant) && (never.fields === null || never.fields.includes(field)),
  );

/** A field with a row of its own needs a right of its own. */
const covers = (product: Product, { entity, fields }: Grant, field: string): boolean =>
  fields === null ? !product.permissions.fieldRows.some((row) => row.entity === entity && row.field === field) : fields.includes(field);
