/** Builds `a.b`, `a[condition]` and `a[index]`. */
import { nearestName, type Span } from "@nonet/source";
import { keyOf } from "../analysis/null-facts.ts";
import { fieldNames, fieldOf } from "../syntax/names.ts";
import { type Frame, hole, type Reader, replaceBy, report, textOf } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import { buildBuiltin } from "./call.ts";
import type { Expression } from "../types/expression.ts";
import { any, elementOf, isLoose, listOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type, Typed } from "../types/type.ts";
import { properties } from "./arithmetic.ts";
import { checkCondition } from "./logic.ts";
import { unitSource } from "./unit-inference.ts";

/** `of.name`; for a list, the list of its elements' fields. */
export function buildPath(r: Reader, of: Expression, name: string, folded: string, nameSpan: Span, place: Span): Expression {
  if (of.kind === "hole") return hole(place, of.open);
  if (isLoose(of.type)) return { kind: "path", of, field: name, listed: false, type: of.type.kind === "open" ? of.type : any, nullable: of.type.kind !== "open", span: place };
  const listed = of.type.kind === "list";
  const owner = listed ? elementOf(of.type) : of.type;
  if (isLoose(owner)) return { kind: "path", of, field: name, listed, type: listed ? listOf(any) : any, nullable: of.nullable, span: place };
  const field = findMember(r, owner, folded);
  if (!field && of.kind === "apply" && of.function.type.kind === "function" && fold(of.function.type.resultName ?? "") === folded) return of;
  const ago = field || r.dynamic ? undefined : yearsOf(r, of, folded, place);
  if (ago) return ago;
  if (!field) return reportUnknownField(r, of, owner, name, folded, nameSpan, place);
  if (field.typed.type.kind === "open") return hole(place, field.typed.type.name);
  const fieldType = unitSource(r, of, field.typed.type);
  const type = listed ? listOf(fieldType) : fieldType;
  const path: Expression = { kind: "path", of, field: field.name, listed, type, nullable: of.nullable || (!listed && field.typed.nullable), span: place };
  return withFacts(r, path);
}

/** `(today() - born on).years`: the completed years, which days alone don't tell. */
function yearsOf(r: Reader, of: Expression, folded: string, place: Span): Expression | undefined {
  const isDifference = of.kind === "binary" && of.operator === "-" && of.left.type.kind.startsWith("date") && of.right.type.kind.startsWith("date");
  return isDifference && (folded === "years" || folded === "months") ? buildBuiltin(r, `${folded} between`, [{ value: of.right }, { value: of.left }], place, place) : undefined;
}

/** The path, which isn't nullable if a condition to its left excludes null. */
export function withFacts(r: Reader, path: Expression): Expression {
  if (!path.nullable || r.facts.size === 0) return path;
  const key = keyOf(path);
  return key !== undefined && r.facts.has(key) ? { ...path, nullable: false } : path;
}

function findMember(r: Reader, owner: Type, folded: string): { readonly name: string; readonly typed: Typed } | undefined {
  const known = properties[owner.kind];
  if (!known) return fieldOf(r, owner, folded);
  const type = Object.hasOwn(known, folded) ? known[folded] : undefined;
  if (!type) return undefined;
  const isEnd = owner.kind === "range" && (folded === "start" || folded === "end");
  return { name: folded, typed: { type: isEnd ? (owner as Type & { kind: "range" }).of : type, nullable: folded === "time offset" || folded === "timezone" } };
}

function reportUnknownField(r: Reader, of: Expression, owner: Type, name: string, folded: string, nameSpan: Span, place: Span): Expression {
  if (r.dynamic) return { kind: "path", of, field: name, listed: of.type.kind === "list", type: any, nullable: true, span: place };
  const names = properties[owner.kind] ? Object.keys(properties[owner.kind]!) : fieldNames(r, owner);
  // `this.order` of an Order is the record itself, not its `ordered by`.
  const isItself = owner.kind === "record" && fold(owner.name) === folded && of.kind === "variable" && of.name === "this";
  const suggestion = isItself ? undefined : (nearestName(name, names) ?? names.find((each) => fold(each).startsWith(folded)));
  const whose = describe(owner).replace(/^./, (first) => first.toUpperCase());
  const nested = of.type.kind === "list" && of.type.of.kind === "list" && findMember(r, of.type.of.of, folded);
  if (nested) {
    const form = `flatten(${textOf(r, of.span)})`;
    report(r, "unknown-field", nameSpan, `\`${textOf(r, of.span)}\` is a list of lists, so it has no field \`${name}\`.`, {
      hint: `Flatten it: \`${form}.${name}\`.`,
      fixes: [replaceBy(of.span, form)],
    });
    return hole(place);
  }
  const none = names.length === 0 ? `${whose} has no fields.` : `${whose} has no field \`${name}\`.`;
  report(r, "unknown-field", nameSpan, suggestion === undefined ? none : `${none} Did you mean \`${suggestion}\`?`, {
    ...(suggestion === undefined && names.length > 0 && names.length <= 20 ? { hint: `It has ${names.map((each) => `\`${each}\``).join(", ")}.` } : {}),
    fixes: suggestion === undefined ? [] : [replaceBy(nameSpan, suggestion)],
  });
  return hole(place);
}

/** The frame for the condition of a filter. */
export function itemFrame(r: Reader, of: Expression): Frame & { kind: "item" } {
  r.items++;
  return { kind: "item", variable: `item#${r.items}`, type: of.type.kind === "null" || of.type.kind === "open" ? any : elementOf(of.type) };
}

/** `of[inside]`: a number is an index, anything else is a condition. */
export function buildBracket(r: Reader, of: Expression, item: string, inside: Expression, place: Span): Expression {
  const element = elementOf(of.type);
  if (inside.type.kind === "number" && !r.dynamic && JSON.stringify(inside).includes(`"name":"${item}"`)) {
    const written = textOf(r, inside.span);
    report(r, "hidden-by-element", inside.span, `A position can't depend on the element, but \`${written}\` is a field of the element.`, {
      hint: `Write \`this.${written}\` for the outer record's.`,
      fixes: inside.kind === "path" && inside.of.kind === "variable" ? [replaceBy(inside.span, `this.${written}`)] : [],
      severity: "error",
    });
    return hole(place);
  }
  if (inside.type.kind === "number") return { kind: "index", of, index: inside, type: isLoose(of.type) ? any : element, nullable: true, span: place };
  const condition = checkCondition(r, inside, "in the filter");
  if (of.kind === "hole") return hole(place, of.open);
  return {
    kind: "filter",
    of,
    item,
    condition,
    type: isLoose(inside.type) && inside.kind !== "hole" ? (element.kind === "any" ? any : listOf(element)) : listOf(element),
    nullable: isLoose(inside.type) && inside.kind !== "hole" && of.nullable,
    span: place,
  };
}
