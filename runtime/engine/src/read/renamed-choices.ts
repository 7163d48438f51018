/**
 * States and choices that the document calls otherwise from now on are told by their present words in the history too
 * (default 64): what is kept stays what was written. A former word that is a state or choice again is that one.
 */
import { fold } from "@nonet/feel";
import type { Entity, FieldType, Product } from "@nonet/model";

/** By the field's JSON key, then by the former word. */
type Words = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A value as the history kept it, in the words of today. */
export function inPresentWords(product: Product, entity: Entity, key: string, value: unknown): unknown {
  const words = wordsOf(product, entity).get(key);
  const now = (one: unknown): unknown => (typeof one === "string" ? (words?.get(fold(one)) ?? one) : one);
  if (!words) return value;
  return Array.isArray(value) ? value.map(now) : now(value);
}

const known = new WeakMap<Product, Map<string, Words>>();

function wordsOf(product: Product, entity: Entity): Words {
  const ofProduct = known.get(product) ?? new Map<string, Words>();
  known.set(product, ofProduct);
  const words = ofProduct.get(entity.name) ?? findWords(product, entity);
  ofProduct.set(entity.name, words);
  return words;
}

function findWords(product: Product, entity: Entity): Words {
  const keyOf = (name: string): string => entity.fields.find((f) => f.name === name)?.key ?? name;
  const states = product.machines
    .filter((machine) => machine.entity === entity.name)
    .map((machine) => [keyOf(machine.field), machine.states.map((s) => s.name), machine.states.flatMap((s) => (s.was ?? []).map((from) => ({ from, to: s.name })))] as const);
  const choices = entity.fields.map((field) => [field.key, ...choicesOf(field.type)] as const);
  return new Map(
    [...states, ...choices].flatMap(([key, present, renamed]) => {
      const isPresent = new Set(present.map(fold));
      const words = renamed.flatMap(({ from, to }): [string, string][] => (isPresent.has(fold(from)) ? [] : [[fold(from), to]]));
      return words.length > 0 ? [[key, new Map(words)] as const] : [];
    }),
  );
}

const choicesOf = (type: FieldType) => (type.kind === "one of" || type.kind === "any of" ? ([type.choices, type.renamed ?? []] as const) : ([[], []] as const));
