/** The line of the document that grants a permission: where a refusal of permission points to. */
import { type Grant, type Product, type Transition, type Verb, type SourceLocation, sourceLocation } from "@nonet/model";
import { transitionLabel } from "./source-location.ts";

/** The matrix's row that grants the verb to somebody, for the field where it has a row of its own; no line where nobody has it. */
export function grantLocation(product: Product, entity: string, verb: Grant["verb"], field?: string): SourceLocation {
  const { grants, fieldRows } = product.permissions;
  const own = field !== undefined && fieldRows.some((r) => r.entity === entity && r.field === field);
  const matching = grants.filter((g) => g.entity === entity && sameVerb(g.verb, verb));
  const grant = own ? matching.find((g) => g.fields?.includes(field)) : matching.find((g) => field === undefined || g.fields === null || g.fields.includes(field));
  if (grant) return sourceLocation(product, grant.source, grantLabel(grant.verb, entity));
  // The field's own row, in which nobody has the verb, is what denies it.
  const row = own ? fieldRows.find((r) => r.entity === entity && r.field === field) : undefined;
  return row ? sourceLocation(product, row.source, `row ${entity}: ${field}`) : { line: null };
}

/** The transition's own row where it has a Who; else point 6's row for the action. */
export function transitionGrant(product: Product, entity: string, row: Transition): SourceLocation {
  const granted = row.who.length > 0 || row.trigger.kind !== "action" ? null : grantLocation(product, entity, { action: row.trigger.action });
  return granted?.line ? granted : sourceLocation(product, row.source, transitionLabel(row));
}

const sameVerb = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);

/** The end of what `nonet explain` calls each grant of a verb. */
const grantLabel = (verb: Verb | { readonly action: string }, entity: string): string => `: ${typeof verb === "string" ? verb : verb.action} ${entity}`;
