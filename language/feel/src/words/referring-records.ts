/** The records of an entity that refer to a record: `their Visits`, where no list of it is called so. */
import { fieldNames, fieldOf } from "../syntax/names.ts";
import { type Reader, within } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildBracket, buildPath, itemFrame } from "../typing/path.ts";

/** All records of an entity that refer to the owner in the only field that can. */
export function recordsOf(r: Reader, all: Expression, owner: Expression): Expression | undefined {
  if (all.type.kind !== "list" || owner.type.kind !== "record") return undefined;
  const field = fieldReferring(r, all.type.of, owner.type);
  if (field === undefined) return undefined;
  const frame = itemFrame(r, all);
  const item: Expression = { kind: "variable", name: frame.variable, type: all.type.of, nullable: false, span: all.span };
  const condition = within(r, frame, () => buildComparison(r, "=", buildPath(r, item, field, fold(field), all.span, all.span), owner));
  return buildBracket(r, all, frame.variable, condition, all.span);
}

/** Who made or changed the record, which needn't be its owner. */
const kept: ReadonlySet<string> = new Set(["created by", "updated by", "deleted by"]);

export function fieldReferring(r: Reader, to: Type, owner: Type & { kind: "record" }): string | undefined {
  const fields = fieldsReferring(r, to, owner);
  return fields.length === 1 ? fields[0] : undefined;
}

export function fieldsReferring(r: Reader, to: Type, owner: Type & { kind: "record" }): readonly string[] {
  return fieldNames(r, to).filter((name) => {
    if (kept.has(fold(name))) return false;
    const { type } = fieldOf(r, to, fold(name))!.typed;
    return type.kind === "record" && type.name === owner.name;
  });
}
