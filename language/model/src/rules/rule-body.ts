/** What a rule's body names and reads, whatever its kind is. A new kind doesn't compile until it has a case here. */
import type { Expression } from "@nonet/feel";
import type { RuleBody } from "./rule.ts";

/** The expressions over one record. */
export function expressionsOfRule(body: RuleBody): readonly Expression[] {
  switch (body.kind) {
    case "expression":
      return [body.expression];
    case "unique":
      return amongOf(body.among);
    case "no overlap":
      return [body.low, body.high, ...amongOf(body.among)];
  }
}

const amongOf = (among: Expression | null): readonly Expression[] => (among ? [among] : []);

/** The fields, by name or path, in which two records must agree to be compared with each other. */
export function comparedFields(body: RuleBody): readonly string[] {
  switch (body.kind) {
    case "expression":
      return [];
    case "unique":
      return body.fields;
    case "no overlap":
      return body.per;
  }
}

/** The body with other names of the compared fields. */
export function withComparedFields(body: RuleBody, fields: readonly string[]): RuleBody {
  switch (body.kind) {
    case "expression":
      return body;
    case "unique":
      return { ...body, fields };
    case "no overlap":
      return { ...body, per: fields };
  }
}
