/** A violated constraint of the database as a refusal: where two changes at once both passed the rules, or an effect exceeds a bound. */
import { constraintMeaning, type ConstraintMeaning } from "@nonet/database";
import { type Entity, entityOf, fieldOf, type Product, sourceLocation } from "@nonet/model";
import { constraintOf } from "../connection/errors.ts";
import type { FieldError, Refusal } from "../contract/outcome.ts";
import { violationMessage } from "../input/constraint-messages.ts";
import { withArticle } from "../refusals/article.ts";
import { messageOf } from "../refusals/catalogue-error.ts";
import { problem } from "../refusals/refusal.ts";
import { uniqueSource } from "../refusals/source-location.ts";
import { say } from "@nonet/texts";
import { midSentence } from "@nonet/texts";

/** Null where the error is no violation of a constraint that the document has brought about. */
export function constraintRefusal(product: Product, error: unknown): Refusal | null {
  const name = constraintOf(error);
  const meaning = name ? constraintMeaning(product, name) : undefined;
  if (!meaning) return null;
  const entity = entityOf(product, meaning.entity);
  if (meaning.kind === "check") return { kind: "invalid", errors: [boundError(product, entity, meaning)] };
  return { kind: "conflict", errors: [meaning.kind === "reference" ? referenceError(meaning) : uniqueError(product, entity, meaning)] };
}

/** Whether somebody has just taken a value that the product makes unique itself: the change runs again with another one. */
export function isContested(product: Product, error: unknown): boolean {
  const name = constraintOf(error);
  const meaning = name ? constraintMeaning(product, name) : undefined;
  const field = meaning?.fields.length === 1 && meaning.kind !== "check" ? fieldOf(entityOf(product, meaning.entity)!, meaning.fields[0]!) : undefined;
  return field?.madeUnique === true && field.unique;
}

const referenceError = ({ entity, refersTo }: ConstraintMeaning): FieldError =>
  problem("still-in-use", say("this-refersto-is-still-in-use-by", { refersTo: midSentence(refersTo ?? "record"), entity: withArticle(entity) }));

function boundError(product: Product, entity: Entity | undefined, { fields, end }: ConstraintMeaning): FieldError {
  const field = entity && fieldOf(entity, fields.at(-1) ?? "");
  const bound = end === "least" ? field?.atLeast : end === "most" ? field?.atMost : null;
  const detail =
    field?.onlyValues && end === null
      ? violationMessage({ field, kind: "one of" })
      : field && bound?.kind === "literal" && bound.value !== null
        ? violationMessage({ field, kind: end === "least" ? "at least" : "at most", bound: String(bound.value) })
        : say("this-value-isnt-allowed-here");
  return problem("invalid-value", detail, { field: field?.key ?? null, ...sourceLocation(product, field?.source ?? null) });
}

/** By a rule, in the catalogue's words with `…` for its values, as there is no record to read them from; or by the field itself. */
function uniqueError(product: Product, entity: Entity | undefined, meaning: ConstraintMeaning): FieldError {
  const rule = product.rules.find((r) => r.name === meaning.rule);
  const entry = product.errors.find((e) => e.code === rule?.code);
  const message = (entry && messageOf(entry))
    ?.map((part) => (typeof part === "string" ? part : "…"))
    .join("")
    .trim();
  const name = rule?.field ?? meaning.fields.at(-1) ?? "";
  return problem(rule?.code ?? "not-unique", message || say("another-entity-has-the-same-fields", { entity: meaning.entity, fields: meaning.fields.join(" and ") }), {
    field: (entity && (fieldOf(entity, name) ?? fieldOf(entity, meaning.fields.at(-1) ?? "")))?.key ?? null,
    status: entry?.status ?? null,
    rule: rule?.name ?? null,
    ...sourceLocation(product, rule?.source ?? uniqueSource(entity, meaning.fields)),
  });
}
