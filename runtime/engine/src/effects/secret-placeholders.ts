/** Placeholders for the secret fields that an HTTP call sends: their values are filled in at the moment of sending (calls/sent-secrets.ts). */
import { type Expression, fold } from "@nonet/feel";
import { type Entity, entityOf, type Field, type Product, type Template } from "@nonet/model";

/** Characters of the private use area, which no text of a person has. */
export const [opening, closing] = ["\u{E000}", "\u{E001}"];

/** The expression with a placeholder in place of each secret that it reads. */
export function withPlaceholders<T extends Expression>(product: Product, expression: T): T {
  if (!product.entities.some((entity) => entity.fields.some((field) => field.secret))) return expression;
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (value === null || typeof value !== "object") return value;
    const node = value as Expression;
    const secret = node.kind === "path" && !node.listed ? secretOf(product, node) : null;
    if (secret && node.kind === "path") return reference(secret, node);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === "type" || key === "span" ? inner : replaced(inner)]));
  };
  return replaced(expression) as T;
}

export const templateWithPlaceholders = (product: Product, template: Template): Template =>
  template.map((part) => (typeof part === "string" ? part : withPlaceholders(product, part)));

interface Secret {
  readonly entity: Entity;
  readonly field: Field;
}

function secretOf(product: Product, { of, field: name }: Expression & { kind: "path" }): Secret | null {
  const entity = of.type.kind === "record" ? entityOf(product, of.type.name) : undefined;
  const field = entity?.fields.find((one) => fold(one.name) === fold(name));
  return entity && field?.secret ? { entity, field } : null;
}

function reference({ entity, field }: Secret, { of, span }: Expression & { kind: "path" }): Expression {
  const type = { kind: "string" } as const;
  const text = (value: string): Expression => ({ kind: "literal", value, type, nullable: false, span });
  const joined = (left: Expression, right: Expression): Expression => ({ kind: "binary", operator: "+", left, right, type, nullable: true, span });
  const id: Expression = { kind: "path", of, field: "id", listed: false, type, nullable: true, span };
  return joined(joined(text(`${opening}${entity.name}/${field.name}/`), id), text(closing));
}
