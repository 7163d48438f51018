/** Builds typed trees for the notation's own words: `own`, `while requested`, a field by its name. */
import { type Expression, fold, type Type, type Typed } from "@nonet/feel";
import type { Span } from "@nonet/source";
import type { EntityDraft } from "../declare/drafts.ts";
import { boolean, record, recordFields } from "./field-type.ts";

export const thisOf = (entity: string, span: Span): Expression => ({ kind: "variable", name: "this", type: record(entity), nullable: false, span });
export const me = (span: Span): Expression => ({ kind: "variable", name: "me", type: record("User"), nullable: false, span });

/** `this.FIELD`, where FIELD is a field of the record. */
export function thisField(draft: EntityDraft, field: string, span: Span): Expression {
  const typed: Typed = recordFields(draft, () => true).get(field) ?? { type: { kind: "any" }, nullable: true };
  return { kind: "path", of: thisOf(draft.name, span), field, listed: false, ...typed, span };
}

export const text = (value: string, span: Span, type: Type = { kind: "string" }): Expression => ({ kind: "literal", value, type, nullable: false, span });
export const truth = (value: boolean, span: Span): Expression => ({ kind: "literal", value, type: boolean, nullable: false, span });

export const binary = (operator: "=" | "and" | "or", left: Expression, right: Expression, span: Span): Expression => ({
  kind: "binary",
  operator,
  left,
  right,
  type: boolean,
  nullable: operator === "=" ? false : left.nullable || right.nullable,
  span,
});

/** Whether the record is in one of the states. */
export function stateIs(draft: EntityDraft, states: readonly string[], span: Span): Expression {
  const tests = states.map((state) => binary("=", thisField(draft, "state", span), text(state, span), span));
  return tests.length === 0 ? truth(false, span) : tests.reduce((left, right) => binary("or", left, right, span));
}

/** The path from the record along the named fields, or the first name that isn't a field. */
export function walkPath(drafts: ReadonlyMap<string, EntityDraft>, start: Expression, steps: readonly string[], span: Span): Expression | { readonly missing: string } {
  let at = start;
  for (const step of steps) {
    const owner = at.type.kind === "list" ? at.type.of : at.type;
    const draft = owner.kind === "record" ? drafts.get(fold(owner.name)) : undefined;
    const found = draft && [...recordFields(draft, () => true)].find(([name]) => fold(name) === fold(step));
    if (!found) return { missing: step };
    const [field, typed] = found;
    const listed = at.type.kind === "list";
    const isList = typed.type.kind === "list";
    at = {
      kind: "path",
      of: at,
      field,
      listed,
      type: listed && !isList ? { kind: "list", of: typed.type } : typed.type,
      nullable: !listed && (at.nullable || typed.nullable),
      span,
    };
  }
  return at;
}
