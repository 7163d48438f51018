/** The one wording of a violated constraint of a field, whoever has found it: the input, a rule check or the database. */
import { type Field, measureOf, type Product, sourceLocation } from "@nonet/model";
import type { FieldError } from "../contract/outcome.ts";
import { problem } from "../refusals/refusal.ts";
import { fieldLabel } from "./field-label.ts";
import { say } from "@nonet/texts";

export type Violation = { readonly field: Field } & (
  | { readonly kind: "required" | "required when" | "pattern" | "one of" }
  /** `bound` as it is shown: a number's digits, a date, an ISO duration. */
  | { readonly kind: "at least" | "at most"; readonly bound: string }
);

export function violationError(product: Product, violation: Violation): FieldError {
  const { field, kind } = violation;
  const code = kind === "required" || kind === "required when" ? "required" : "invalid-value";
  return problem(code, violationMessage(violation), { field: field.key, ...sourceLocation(product, field.source) });
}

export function violationMessage(violation: Violation): string {
  const name = fieldLabel(violation.field);
  switch (violation.kind) {
    case "required":
      return say("name-is-required", { name });
    case "required when":
      return say("name-is-required-here", { name });
    case "pattern":
      return say("name-must-match-the-pattern-matching", { name, matching: violation.field.matching });
    case "one of":
      return say("must-be-one-of-choices", { choices: (violation.field.onlyValues ?? []).join(", ") });
    case "at least":
    case "at most":
      return boundMessage(violation.field, violation.kind, violation.bound);
  }
}

const boundWord = ({ excludesLeast, excludesMost }: Field, kind: "at least" | "at most"): string =>
  kind === "at least" ? say(excludesLeast ? "more-than" : "at-least") : say(excludesMost ? "less-than" : "at-most");

function boundMessage(field: Field, kind: "at least" | "at most", bound: string): string {
  const name = fieldLabel(field);
  const { type } = field;
  if (measureOf(type) === "characters") return say("name-must-be-kind-bound-characters-long", { name, kind: boundWord(field, kind), bound });
  if (type.kind === "duration") return say("name-must-be-kind-bound", { name, kind: boundWord(field, kind), bound: durationText(bound) });
  if (measureOf(type) === "items") return say(type.kind === "file" ? "must-have-files" : "must-have-items", { name, kind: boundWord(field, kind), bound, count: Number(bound) });
  return say("name-must-be-kind-bound", { name, kind: boundWord(field, kind), bound });
}

/** `PT1H` as `1 hour`, `P1DT2H30M` as `1 day 2 hours 30 minutes`; a text that is no such duration stays as it is. */
function durationText(text: string): string {
  const found = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (!found) return text;
  const units = ["day", "hour", "minute", "second"].flatMap((unit, i) => {
    const count = Number(found[i + 2] ?? 0);
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`];
  });
  return units.length === 0 ? "0 hours" : `${found[1]}${units.join(" ")}`;
}
