/** All things that a product names, by the words with which a text can mention them. */
import { fold } from "@nonet/feel";
import type { Entity, Product } from "@nonet/model";
import { oncePer } from "../document/checked-document.ts";
import { keyOfThing, type Thing, type ThingKind } from "./thing.ts";

/** A name as a text can have it: a thing's own name, or the plural of an entity. */
export interface Mention {
  readonly thing: Thing;
  /** The name as it is declared, the plural of an entity, or what somebody does: `hands out`. */
  readonly text: string;
  readonly form: "own" | "plural" | "third person";
  /** The folded words of the name. */
  readonly words: readonly string[];
}

export interface Vocabulary {
  readonly things: readonly Thing[];
  /** By its key, as `keyOfThing` makes it. */
  readonly byKey: ReadonlyMap<string, Thing>;
  /** By the first word of the mention, the longest first. */
  readonly byFirstWord: ReadonlyMap<string, readonly Mention[]>;
}

export const vocabularyOf: (product: Product) => Vocabulary = oncePer((product: Product): Vocabulary => {
  const byKey = new Map<string, Thing>();
  for (const thing of thingsOf(product)) if (!byKey.has(keyOfThing(thing))) byKey.set(keyOfThing(thing), thing);
  const things = [...byKey.values()];
  const byFirstWord = new Map<string, Mention[]>();
  for (const mention of [...things.map(ownMention), ...product.entities.map(pluralMention), ...things.filter(({ kind }) => kind === "action").map(doneMention)]) {
    const first = mention.words[0];
    if (first === undefined) continue;
    const known = byFirstWord.get(first);
    if (known) known.push(mention);
    else byFirstWord.set(first, [mention]);
  }
  for (const list of byFirstWord.values()) list.sort((a, b) => b.words.length - a.words.length);
  return { things, byKey, byFirstWord };
});

const ownMention = (thing: Thing): Mention => ({ thing, text: thing.name, form: "own", words: wordsOf(thing.name) });
const pluralMention = (entity: Entity): Mention => ({
  thing: { kind: "entity", name: entity.name, entity: null },
  text: entity.plural,
  form: "plural",
  words: wordsOf(entity.plural),
});

/** `Hand out` → `Hands out`, `Carry` → `Carries` */
export function thirdPerson(name: string): string {
  const [verb = "", ...rest] = name.split(" ");
  const ending = /[^aeiou]y$/i.test(verb) ? `${verb.slice(0, -1)}ies` : /(s|x|z|ch|sh|o)$/i.test(verb) ? `${verb}es` : `${verb}s`;
  return [ending, ...rest].join(" ");
}

const doneMention = (thing: Thing): Mention => ({ thing, text: thirdPerson(thing.name), form: "third person", words: wordsOf(thirdPerson(thing.name)) });

/** The words of a name, folded: what stands between letters and digits separates them. */
export const wordsOf = (text: string): readonly string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function thingsOf(product: Product): readonly Thing[] {
  const named = (kind: ThingKind, names: readonly string[], entity: string | null = null): Thing[] => names.map((name) => ({ kind, name, entity }));
  return [
    ...named(
      "entity",
      product.entities.map(({ name }) => name),
    ),
    ...product.entities.flatMap(({ name, fields }) =>
      named(
        "field",
        fields.map((field) => field.name),
        name,
      ),
    ),
    ...product.machines.flatMap(({ entity, states, actions }) => [
      ...named(
        "state",
        states.map((state) => state.name),
        entity,
      ),
      ...named(
        "action",
        actions.map((action) => action.name),
        entity,
      ),
      ...actions.flatMap(({ asks }) =>
        named(
          "field",
          asks.flatMap(({ field, own }) => (own ? [] : [field.name])),
          entity,
        ),
      ),
    ]),
    ...named(
      "role",
      product.permissions.roles.map(({ name }) => name),
    ),
    ...product.permissions.named.map(({ name, entity }): Thing => ({ kind: "condition", name, entity })),
    ...named(
      "call",
      product.calls.map(({ name }) => name),
    ),
    ...named(
      "screen",
      product.screens.map(({ name }) => name),
    ),
    ...named(
      "code",
      product.errors.map(({ code }) => code),
    ),
    ...named(
      "constant",
      product.constants.map(({ name }) => name),
    ),
    ...named(
      "function",
      [...product.functions, ...product.tables].map(({ name }) => name),
    ),
    ...named(
      "calendar",
      product.calendars.flatMap(({ name }) => name ?? []),
    ),
  ];
}
