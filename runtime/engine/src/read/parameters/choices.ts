/**
 * `choiceFor=loans.item`: marks the records that a new record can't refer to in this field, because a rule refuses them
 * whatever its other fields are (default 252).
 */
import { descend, type ListOptions, mayEver, notShownIn } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Entity, eventsOfRule, type Product, type Rule, type Template } from "@nonet/model";
import { say } from "@nonet/texts";
import { problem } from "../../refusals/refusal.ts";
import type { ListContext } from "./list-context.ts";

type Refusals = NonNullable<ListOptions["refusals"]>;

export function choiceRefusals({ product, reader, entity, errors }: ListContext, field: string | undefined): Refusals | undefined {
  if (field === undefined) return undefined;
  const [path, key] = field.split(".");
  const owner = product.entities.find((one) => one.path === path);
  const found = owner?.fields.find((one) => one.key === key);
  const refers = found && "entity" in found.type && found.type.entity === entity.name;
  // Whoever creates such a record hears of the same refusals then.
  if (owner && refers && mayEver(product, reader, owner.name, "create")) return refusalsOf(product, owner, found.name, entity);
  errors.push(problem("unknown-parameter", say("no-field-to-fill-in-refers-to", { field: field.slice(0, 80), entity: entity.name }), { field: "choiceFor" }));
  return undefined;
}

/** Statements are cached by the identity of their expressions. */
const known = new WeakMap<Product, Map<string, Refusals>>();

function refusalsOf(product: Product, owner: Entity, field: string, entity: Entity): Refusals {
  const ofProduct = known.get(product) ?? new Map<string, Refusals>();
  known.set(product, ofProduct);
  const key = `${owner.name}.${field}`;
  const found = ofProduct.get(key) ?? product.rules.flatMap((rule) => refusalOf(product, rule, owner, field, entity));
  ofProduct.set(key, found);
  return found;
}

function refusalOf(product: Product, rule: Rule, owner: Entity, field: string, entity: Entity): Refusals {
  const { holds, moment } = rule;
  const onCreation = moment.kind === "always" || (moment.kind !== "while" && moment.states === undefined && eventsOfRule(rule).some(({ kind }) => kind === "create"));
  if (rule.entity !== owner.name || holds.kind !== "expression" || rule.warns || !onCreation || notShownIn(product, holds.expression) !== null) return [];
  const over = (e: Expression): Expression | null => overChoice(e, field, entity);
  const holding = over(holds.expression);
  const entry = product.errors.find(({ code }) => code === rule.code);
  const message = (entry?.message.length === 0 ? [entry.code] : entry?.message)?.map((part) => (typeof part === "string" ? part : over(part)));
  if (!holding || !message || message.includes(null)) return [];
  const { type, span } = holding;
  return [
    {
      when: { kind: "binary", operator: "=", left: holding, right: { kind: "literal", value: false, type, nullable: false, span }, type, nullable: true, span },
      message: message as Template,
    },
  ];
}

/** The expression with the referred record in the place of `this.field`; null if it reads anything else of the record, or nothing of the field. */
function overChoice(expression: Expression, field: string, entity: Entity): Expression | null {
  const replaced = (value: unknown): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map(replaced);
    const e = value as Expression;
    if (e.kind === "path" && isThis(e.of)) return { ...e.of, type: { kind: "record", name: entity.name } };
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === "type" || key === "span" ? inner : replaced(inner)]));
  };
  const all = descend(expression);
  const ofThis = all.filter((e) => e.kind === "path" && isThis(e.of));
  const reads = all.filter((e) => e.kind === "variable" && ["this", "old", "asked"].includes(e.name)).length;
  const isOnlyField = ofThis.length > 0 && ofThis.length === reads && ofThis.every((e) => e.kind === "path" && e.field === field);
  return isOnlyField ? (replaced(expression) as Expression) : null;
}

const isThis = (e: Expression): boolean => e.kind === "variable" && e.name === "this";
