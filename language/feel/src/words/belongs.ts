/** Parses `child belongs to the patient`: the one field of a record that refers to such a record holds it. */
import { fieldNames, fieldOf } from "../syntax/names.ts";
import { parseSum, type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildPath } from "../typing/path.ts";
import { takeVerb } from "./copula.ts";
import { take } from "./take.ts";

/** Who made or changed the record, which needn't be its owner. */
const kept: ReadonlySet<string> = new Set(["created by", "updated by", "deleted by"]);

/** The condition, consumed; undefined, with nothing consumed, if no field or several could hold the owner. */
export function parseBelongs(r: Reader, value: Expression, from: number): Expression | undefined {
  if (value.type.kind !== "record") return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const verb = takeVerb(r, "belong", "belongs");
  const owner = verb && take(r, "to") ? parseSum(r) : undefined;
  const { type } = value;
  const wanted = owner?.type;
  const fields =
    wanted?.kind === "record" && !r.failed
      ? fieldNames(r, type).filter((name) => {
          const field = fieldOf(r, type, fold(name))!.typed.type;
          return field.kind === "record" && field.name === wanted.name && !kept.has(fold(name));
        })
      : [];
  const [field] = fields;
  if (verb && owner && field !== undefined && fields.length === 1) {
    const place = spanSince(r, from);
    return { ...buildComparison(r, verb.not ? "!=" : "=", buildPath(r, value, field, fold(field), place, place), owner), span: place };
  }
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}
