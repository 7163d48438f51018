/** In what an amount must be that is given to a field whose currency another field of the record says. */
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
 * For a record that is made: in what its currency is set to. `valueFor`: the words given for a field beside it. Where
 * nothing says the currency, the type's unit stays a path from the record: an amount in a currency's code doesn't fit then.
 */
export function typeOnCreate(ctx: PointCompiler, draft: EntityDraft, type: FieldType, valueFor: ((field: string) => TextSpan | null) | null, use: Use): Type {
  const read = typeOf(type, draft);
  if (read.kind !== "number" || read.unitIn === undefined || type.kind !== "money") return read;
  const currency = type.currencyField!;
  const given = valueFor?.(currency);
  if (given && given.text !== "") return amountInCurrency(ctx, given, use, read);
  const usual = currenciesOf(draft).find(({ name }) => fold(name) === fold(currency))?.defaultValue;
  return usual ? amountInCurrency(ctx, usual, { what: use.what, self: draft.name }, read) : read;
}

/** For a record that is there: in what its currency is, or what it is set to beside it. */
export function typeOnSet(ctx: PointCompiler, target: Expression & { kind: "path" }, type: FieldType, scene: Use & { readonly beside?: readonly TextSpan[] }): Type {
  if (type.kind !== "money" || type.currencyField === undefined || target.type.kind !== "number") return target.type;
  const currency = fold(type.currencyField);
  for (const words of scene.beside ?? []) {
    const guarded = cut(words, /\s+(?:when|if)\s+/i);
    const set = after(guarded ? guarded.before : words, /set\s+/i);
    const sides = set && (cut(set, /\s*=\s*/) ?? cut(set, /\s+to\s+/i));
    if (!sides || !fold(code(sides.before).text).endsWith(currency)) continue;
    const other = ctx.tries(isCode(sides.before) ? code(sides.before) : sides.before, scene);
    const same = other?.kind === "path" && fold(other.field) === currency && pathOf(other.of) !== undefined && pathOf(other.of) === pathOf(target.of);
    if (!same) continue;
    const relative: Type = { kind: "number", unitIn: `.${type.currencyField}` };
    return guarded ? relative : amountInCurrency(ctx, sides.after, scene, relative);
  }
  return target.type;
}

/** What a filtered list says of each of its elements, by the name that it has in the loop. */
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

/** An amount in what the words say: a currency's code or a path to one; else as it was. */
function amountInCurrency(ctx: PointCompiler, words: TextSpan, use: Use, otherwise: Type): Type {
  const plain = /^"?([A-Z]{3})"?$/.exec(bare(words).text)?.[1];
  if (plain !== undefined) return { kind: "number", unit: plain };
  const value = ctx.tries(words, use);
  if (value?.kind === "literal" && typeof value.value === "string") return { kind: "number", unit: value.value };
  const path = value?.kind === "path" && !value.listed ? pathOf(value) : undefined;
  return path === undefined ? otherwise : { kind: "number", unitIn: path };
}
