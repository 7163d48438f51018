/** Records that belong to another one, because they refer to it: `their Visits`, `the open Visits of the child`. */
import { fieldNames, fieldOf } from "../syntax/names.ts";
import { type Reader, replaceBy, report, spanSince, within } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildBracket, buildPath, itemFrame } from "../typing/path.ts";
import { subject } from "../parse/records-in-words.ts";

const isPossessive = (r: Reader, at: number): boolean => !r.dynamic && at > 0 && /^(?:its|their)$/i.test(r.tokens[at - 1]!.text);

/** The record that `its` or `their` stands for, if the name at the token follows one of them. */
export const possessor = (r: Reader, at: number, from: number): Expression | undefined => (isPossessive(r, at) ? subject(r, from) : undefined);

/** `their Visits`: of all records of the entity, those that refer to the record. All of them are never meant. */
export function possessed(r: Reader, named: Expression, at: number, from: number): Expression {
  if (named.kind !== "global" || named.type.kind !== "list" || named.type.of.kind !== "record" || !isPossessive(r, at)) return named;
  const owner = subject(r, from);
  const found = owner && recordsOf(r, named, owner);
  if (found) return found;
  const fields = owner?.type.kind === "record" ? fieldsReferring(r, named.type.of, owner.type) : [];
  const place = spanSince(r, r.tokens[at - 1]!.from);
  const entity = named.type.of.name;
  const several = `A ${entity} refers to ${owner ? describe(owner.type) : ""} in several fields: ${fields.join(", ")}.`;
  report(r, "unknown-name", place, fields.length > 0 ? several : `Nothing says which ${entity} records are meant by "${r.tokens[at - 1]!.text}".`, {
    hint: `Write the condition, such as \`${entity}[${fields[0] ?? "FIELD"} = this]\`.`,
    fixes: fields.map((field) => replaceBy(place, `${entity}[${field} = this]`)),
  });
  return named;
}

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

function fieldsReferring(r: Reader, to: Type, owner: Type & { kind: "record" }): readonly string[] {
  return fieldNames(r, to).filter((name) => {
    if (kept.has(fold(name))) return false;
    const { type } = fieldOf(r, to, fold(name))!.typed;
    return type.kind === "record" && type.name === owner.name;
  });
}
