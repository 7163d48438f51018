import { constraintMeaning, type ConstraintMeaning } from "@nonet/database";
import { entityOf, type Field, type Product, sourceLocation } from "@nonet/model";
import { constraintOf } from "../connection/errors.ts";
import type { Refusal } from "../contract/outcome.ts";
import { bounded } from "../input/field-constraints.ts";
import { fieldLabel } from "../input/field-label.ts";
import { withArticle } from "../refusals/article.ts";
import { problem } from "../refusals/refusal.ts";
import { uniqueSource } from "../refusals/source-location.ts";

/** A constraint of the database that caught what the rules' own look at the data couldn't (a race). */
export function constraintRefusal(product: Product, error: unknown): Refusal | null {
  const name = constraintOf(error);
  const meaning = name ? constraintMeaning(product, name) : undefined;
  if (!meaning) return null;
  const entity = entityOf(product, meaning.entity);
  const field = entity?.fields.find((f) => f.name === meaning.fields.at(-1))?.key ?? null;
  if (meaning.kind === "reference")
    return { kind: "conflict", errors: [problem("still-in-use", `This ${(meaning.refersTo ?? "record").toLowerCase()} is still in use by ${withArticle(meaning.entity)}.`)] };
  if (meaning.kind === "check")
    return {
      kind: "invalid",
      errors: [
        problem(
          "invalid-value",
          boundSaid(
            entity?.fields.find((f) => f.key === field),
            meaning.end,
          ),
          { field, ...sourceLocation(product, entity?.fields.find((f) => f.key === field)?.source ?? null) },
        ),
      ],
    };
  const rule = product.rules.find((r) => r.name === meaning.rule);
  const entry = product.errors.find((e) => e.code === rule?.code);
  const words = entry?.message
    .filter((part): part is string => typeof part === "string")
    .join("")
    .trim();
  const more = {
    field: rule?.field ? (entity?.fields.find((f) => f.name === rule.field)?.key ?? field) : field,
    status: entry?.status ?? null,
    rule: rule?.name ?? null,
    ...sourceLocation(product, rule?.source ?? uniqueSource(entity, meaning.fields)),
  };
  return { kind: "conflict", errors: [problem(rule?.code ?? "not-unique", words || `There is another ${meaning.entity} with this ${meaning.fields.join(" and ")}.`, more)] };
}

/** The bound that an effect or a form has gone beyond, in the words of `checkFields`. */
function boundSaid(field: Field | undefined, end: ConstraintMeaning["end"]): string {
  const bound = end === "least" ? field?.atLeast : end === "most" ? field?.atMost : null;
  return field && bound?.kind === "literal" && bound.value !== null
    ? `${fieldLabel(field)} must be ${bounded(field, `at ${end}`, String(bound.value))}.`
    : "The value isn't allowed here.";
}
