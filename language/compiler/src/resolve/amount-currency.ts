/** The currency that an amount must have for a field whose currency is another field of the record. */
import { type Expression, fold, pathOf, type Type } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import { codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import { currenciesOf } from "../context/currency-fields.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { typeOf } from "../expressions/field-type.ts";
import { after, bare, cut } from "../text/split.ts";

/**
 * For a new record: the currency that is set on it. `valueFor`: the words given for another field of the record. If the
 * currency isn't known, the unit of the type stays a path from the record, which no amount with a currency's code fits.
 */
export function typeOnCreate(ctx: PointCompiler, draft: EntityDraft, type: FieldType, valueFor: ((field: string) => TextSpan | null) | null, use: Use): Type {
  const read = typeOf(type, draft);
  if (read.kind !== "number" || read.unitIn === undefined || type.kind !== "money") return read;
  const currency = type.currencyField!;
  if (currency.includes(".")) return amountOver(ctx, currency, valueFor, use, read);
  const given = valueFor?.(currency);
  if (given && given.text !== "") return amountInCurrency(ctx, given, use, read);
  const usual = currenciesOf(draft).find(({ name }) => fold(name) === fold(currency))?.defaultValue;
  return usual ? amountInCurrency(ctx, usual, { what: use.what, self: draft.name }, read) : read;
}

/** The currency is that of a record to which the new one refers: the record that is given for the reference. */
function amountOver(ctx: PointCompiler, currency: string, valueFor: ((field: string) => TextSpan | null) | null, use: Use, otherwise: Type): Type {
  const [reference, ...rest] = currency.split(".");
  const given = valueFor?.(reference!);
  const value = given && given.text !== "" ? ctx.tryExpression(given, use) : null;
  const path = value ? pathOf(value) : undefined;
  return path === undefined ? otherwise : { kind: "number", unitIn: [path, ...rest].join(".") };
}

/** For an existing record: the record's currency, or the one that it is set to in the same statements. */
export function typeOnSet(ctx: PointCompiler, target: Expression & { kind: "path" }, type: FieldType, scene: Use & { readonly siblings?: readonly TextSpan[] }): Type {
  if (type.kind !== "money" || type.currencyField === undefined || target.type.kind !== "number") return target.type;
  const currency = fold(type.currencyField);
  for (const words of scene.siblings ?? []) {
    const guarded = cut(words, /\s+(?:when|if)\s+/i);
    const set = after(guarded ? guarded.before : words, /set\s+/i);
    const sides = set && (cut(set, /\s*=\s*/) ?? cut(set, /\s+to\s+/i));
    if (!sides || !fold(code(sides.before).text).endsWith(currency)) continue;
    const other = ctx.tryExpression(isCode(sides.before) ? code(sides.before) : sides.before, scene);
    const same = other?.kind === "path" && fold(other.field) === currency && pathOf(other.of) !== undefined && pathOf(other.of) === pathOf(target.of);
    if (!same) continue;
    const relative: Type = { kind: "number", unitIn: `.${type.currencyField}` };
    return guarded ? relative : amountInCurrency(ctx, sides.after, scene, relative);
  }
  return target.type;
}

/** The filter of a list as a condition on each element, by its name in the loop. */
export function givenOfEach(of: Expression, name: string, use: Use): Pick<Use, "given"> {
  if (of.kind !== "filter") return {};
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (value === null || typeof value !== "object") return value;
    const node = value as { readonly kind?: string; readonly name?: string };
    if (node.kind === "variable" && node.name === of.item) return { ...node, name };
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, key === "type" || key === "span" ? inner : named(inner)]));
  };
  return { given: [...(use.given ?? []), named(of.condition) as Expression] };
}

/** An amount in the currency that the words give, a code or a path to one; otherwise the given type. */
function amountInCurrency(ctx: PointCompiler, words: TextSpan, use: Use, otherwise: Type): Type {
  const plain = /^"?([A-Z]{3})"?$/.exec(bare(words).text)?.[1];
  if (plain !== undefined) return { kind: "number", unit: plain };
  const value = ctx.tryExpression(words, use);
  if (value?.kind === "literal" && typeof value.value === "string") return { kind: "number", unit: value.value };
  const path = value?.kind === "path" && !value.listed ? pathOf(value) : undefined;
  return path === undefined ? otherwise : { kind: "number", unitIn: path };
}
