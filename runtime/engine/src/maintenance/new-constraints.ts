/** Which records hold a text that its new form no longer allows: judged as what a person sends is. */
import { descend, entityInPreviousVersion, type NewPattern, readsInput } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, type Field, isStored, type Product, type Rule } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import { type Check, checksOfField, hasPattern, isList, isPresent, isThere, recordOf } from "../input/field-constraints.ts";
import { readValue } from "../input/parse-values.ts";
import { saysTheSame } from "./same-rule.ts";

const atOnce = 1000;

/** Ids, in order. */
export async function recordsAgainst(connection: Connection, form: NewPattern): Promise<readonly string[]> {
  const against: string[] = [];
  for (let behind: string | null = null, more = true; more;) {
    const rows = await connection.rows(form.values(behind, atOnce));
    against.push(...rows.filter((r) => !isAllowed(form.field, r["value"])).map((r) => r["id"] as string));
    behind = (rows.at(-1)?.["id"] as string | undefined) ?? null;
    more = rows.length === atOnce;
  }
  return against;
}

const isAllowed = (field: Field, value: unknown): boolean => value === "" || (!("wrong" in readValue(field, value)) && hasPattern(field, value));

/**
 * What point 3 demands of records from a new version on and no column can be held to: a bound that is computed, of how many a
 * list holds or of a computed field, and what is required where a condition holds. Each is told as a rule that is new.
 */

export interface NewDemand {
  readonly rule: Rule;
  /** In words, after the records' plural. */
  readonly what: string;
}

export const newDemands = (before: Product, after: Product): readonly NewDemand[] =>
  after.entities.flatMap((now) => {
    const old = entityInPreviousVersion(before, now);
    return old ? now.fields.flatMap((field) => demandsOf(now, field).filter((demand) => isNew(before, after, old, field, demand))) : [];
  });

function isNew(before: Product, after: Product, old: Entity, field: Field, { rule }: NewDemand): boolean {
  if (readsInput(rule)) return false;
  const former = old.fields.find((f) => f.name === field.name) ?? old.fields.find((f) => f.name === field.was);
  const was = former && demandsOf(old, former).find((d) => d.rule.code === rule.code)?.rule;
  return !was || !saysTheSame(before, after, was, rule);
}

const demandsOf = (entity: Entity, field: Field): NewDemand[] =>
  checksOfField(field, recordOf(entity)).flatMap((check) => (isOfColumn(check) ? [] : [{ rule: asRule(entity, check), what: words(check) }]));

/** The table is held to it, and asked by itself; but for a list that has a least, which counts where nothing stands too (default 49). */
const isOfColumn = ({ field, bound, kind }: Check): boolean =>
  !(kind === "at least" && isList(field)) && bound?.kind === "literal" && bound.value !== null && isStored(field) && field.type.kind !== "references" && field.personalOf === null;

const words = ({ kind, field }: Check): string =>
  kind === "required"
    ? `have no ${field.name}, which is required of them from now on; they are asked for it when they are next changed`
    : `hold a value of ${field.name} that it no longer allows; they stay, and can't be saved so again`;

function asRule(entity: Entity, { field, kind, expression }: Check): Rule {
  const isOfList = kind === "at least" && isList(field) && isStored(field) && field.type.kind !== "references";
  const holds = kind === "required" ? either(not(expression), isPresent(field, recordOf(entity))) : isOfList ? both(isThere(field, recordOf(entity)), expression) : expression;
  return {
    name: field.name,
    entity: entity.name,
    moment: { kind: "always" },
    holds: { kind: "expression", expression: holds },
    code: kind,
    warns: false,
    field: field.name,
    reads: descend(holds).flatMap((e) => (e.kind === "path" && e.of.type.kind === "record" ? [`${e.of.type.name}.${e.field}`] : [])),
    source: expression.span,
  };
}

const not = (holds: Expression): Expression => ({ kind: "call", function: "not", arguments: [holds], type: { kind: "boolean" }, nullable: true, span: holds.span });
const either = (left: Expression, right: Expression): Expression => joined("or", left, right);
/** Where no list stands there are none to count. */
const both = (left: Expression, right: Expression): Expression => joined("and", left, right);
const joined = (operator: "or" | "and", left: Expression, right: Expression): Expression => ({
  kind: "binary",
  operator,
  left,
  right,
  type: { kind: "boolean" },
  nullable: true,
  span: left.span,
});
