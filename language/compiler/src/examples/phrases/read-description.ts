/** The description after a record's name: values, states, parts and prepositional phrases, in every way that it can be read. */
import { article } from "../../text/english.ts";
import { type Entity, type Field, namesRecords } from "@nonet/model";
import { nearest } from "@nonet/source";
import { bindPrepositions, type Preposition } from "./bind-prepositions.ts";
import { entityNamed, givable, mistake, onceForAll, otherStates, partNames, statesOf } from "../scope/example-scope.ts";
import { definiteRecords, describesRecord } from "./definite-records.ts";
import { partTitles } from "./part-title.ts";
import { sequenceFits } from "../scope/sequence-text.ts";
import type { PartReading, ValueOf } from "../scope/phrase-readings.ts";
import { afterArticle, choiceNames, expected, fieldNames, type Found, foldName, isArticle, list, namesAt, phraseAt, type Scan, selected, wordAt } from "./scan.ts";
import { prepositions, type ReadRecord, valuesAt } from "./read-value.ts";

/** What is described: a record to create, or one that is there (`isThere`). `asks` is the input of the action that a person runs. */
export interface Described {
  readonly entity: Entity;
  readonly isThere: boolean;
  readonly asks: readonly Field[];
  /** Fields that a name in quotation marks has set. */
  readonly taken: ReadonlySet<string>;
  readonly readRecord: ReadRecord;
}

export interface Description {
  readonly values: readonly ValueOf[];
  readonly asked: readonly ValueOf[];
  readonly parts: readonly PartReading[];
  readonly state: string | null;
}

interface Draft extends Description {
  /** The part to which the next values may belong. */
  readonly part: number | null;
  readonly phrases: readonly Preposition[];
}

const nothing: Draft = { values: [], asked: [], parts: [], state: null, part: null, phrases: [] };
/** Steps are short; a step that could be read in more ways isn't one that a person can read either. */
const mostReadings = 400;

/** Every description that begins at a token, the empty one included. */
export function descriptionsAt(s: Scan, at: number, d: Described): Found<Description>[] {
  const found: Found<Draft>[] = [];
  const queue: (Found<Draft> & { readonly after: "name" | "item" })[] = [{ value: nothing, at, cost: 0, after: "name" }];
  while (queue.length > 0 && found.length < mostReadings) {
    const next = queue.pop()!;
    found.push(next);
    for (const item of itemsAfter(s, next, d)) queue.push({ ...item, cost: next.cost + item.cost, after: "item" });
  }
  return found.flatMap(({ value, at: to, cost }) =>
    bindPrepositions(s, d, value.phrases, new Set([...d.taken, ...value.values.map((v) => v.field)])).map((bound) => ({
      value: { values: byField([...value.values, ...bound.value]), asked: byField(value.asked), parts: value.parts, state: value.state },
      at: to,
      cost: cost + bound.cost,
    })),
  );
}

/** In one order, so that two ways to read the same values aren't two readings. */
const byField = (values: readonly ValueOf[]): readonly ValueOf[] => values.toSorted((a, b) => (a.field < b.field ? -1 : 1));

/** The items that can follow: after a comma, `and` or `with`, or straight after what came before. */
function itemsAfter(s: Scan, { value: draft, at, after }: Found<Draft> & { readonly after: "name" | "item" }, d: Described): Found<Draft>[] {
  let from = at;
  let isJoined = false;
  while (from < s.tokens.length && (s.tokens[from]!.kind === "comma" || wordAt(s, from, /^(?:and|;)$/i))) {
    from++;
    isJoined = true;
  }
  const isLed = wordAt(s, from, /^(?:with|having|has|whose|where|which|that|who|being|its|named|called|and)$/i);
  // Unless a field is called so: `which documents`.
  const isField = (i: number): boolean => holders(s, draft, d).some(({ fields }) => namesAt(s, i, fieldNames(fields)).length > 0);
  while (wordAt(s, from, /^(?:with|having|has|whose|where|which|that|who|being|is|are|its)$/i) && !isField(from) && !isAsked(s, from)) from++;
  if (from >= s.tokens.length) {
    if (from > at) expected(s, from, 1, () => void mistake(s.story, "unreadable-step", s.words.span, `There is nothing after "${s.tokens.at(-1)!.text}".`));
    return [];
  }
  const isLoose = !isJoined && !isLed;
  const found = [
    ...stateItems(s, from, draft, d),
    ...partItems(s, from, draft, d),
    ...fieldItems(s, from, draft, d),
    // `of kind Tour`; but `of Member "Ada"` says Ada's role, even if a field is called so.
    ...(wordAt(s, from, /^of$/i) ? fieldItems(s, from + 1, draft, d, "plain") : []),
    ...spokenOfItems(s, from, draft, d),
    ...amountItems(s, from, draft, d),
    ...choiceItems(s, from, draft, d),
    // `deletes the Animal "Rex" and the Kennel "D1"` is about two records.
    ...(d.isThere && isJoined && !isLed && draft.values.length + draft.phrases.length === 0 ? [] : definiteItems(s, from, draft, d)),
  ].map((one) => (isLoose && after === "name" ? { ...one, cost: one.cost + 0.5 } : one));
  // `with "Dr. Weiss"`: a text behind `with` is bound to a field, as after `of`.
  const isNamed = from > 0 && s.tokens[from]!.kind === "quoted" && wordAt(s, from - 1, /^with$/i);
  const phrases = prepositionItems(s, isNamed ? from - 1 : from, draft, d, isNamed);
  if (isLed || (isJoined && found.length === 0 && phrases.length === 0)) expected(s, from, d.isThere ? (isLed ? 1 : 0) : isLed ? 3 : 2, () => unknownItem(s, from, draft, d));
  return [...phrases, ...found];
}

/** `with which papers …`: the second word belongs to a name. */
const isAsked = (s: Scan, at: number): boolean => wordAt(s, at, /^(?:which|that|who|whose|where)$/i) && wordAt(s, at - 1, /^(?:with|having)$/i);

const noStates: ReadonlyMap<string, string> = new Map();

/** By entity, its states by their folded names. */
const stateNames = onceForAll((story) => new Map(story.entities.map(({ name }) => [name, new Map(statesOf(story, name).map((state) => [foldName(state), state]))])));

/** By entity, its parts by their folded names. */
const foldedParts = onceForAll(
  (story) => new Map(story.entities.map((entity) => [entity.name, new Map([...partNames(story, entity)].map(([name, part]) => [foldName(name), part]))])),
);

const set = (draft: Draft, value: ValueOf, where: "values" | "asked"): Draft | null =>
  draft[where].some((v) => v.field === value.field) ? null : { ...draft, [where]: [...draft[where], value] };

function withPart(draft: Draft, value: ValueOf): Draft | null {
  const part = draft.parts[draft.part!]!;
  if (part.values.some((v) => v.field === value.field)) return null;
  return { ...draft, parts: draft.parts.with(draft.part!, { ...part, values: [...part.values, value] }) };
}

export const endsItem = (s: Scan, at: number): boolean =>
  at >= s.tokens.length || s.tokens[at]!.kind === "comma" || wordAt(s, at, /^(?:and|but|with|both|is|has|on|by|for|of|from|to|in|at|can|can't|cannot|confirming)$/i);

/** `approved`, `in state approved`, `not insured`: a state, the state of a further machine, or a yes/no field. */
function stateItems(s: Scan, at: number, draft: Draft, d: Described): Found<Draft>[] {
  const named = wordAt(s, at, /^in$/i) && wordAt(s, at + 1, /^state$/i) ? at + 2 : wordAt(s, at, /^(?:state|still|now|already)$/i) ? at + 1 : at;
  const from = named > at && wordAt(s, named, /^(?:=|==|:|is)$/i) ? named + 1 : named;
  const found: Found<Draft>[] = [];
  const states = stateNames(s.story).get(d.entity.name) ?? noStates;
  const [written] = namesAt(s, from, states);
  // The longest name is meant: with a state `planned` and a field `planned for`, `planned for 2026-05-05` is the field.
  const [field] = namesAt(s, from, fieldNames(d.entity.fields));
  const state = written && field && field.length > written.length ? undefined : written;
  if (state && draft.state === null && endsItem(s, from + state.length)) found.push({ value: { ...draft, state: state.value }, at: from + state.length, cost: 0 });
  for (const { field, state: name } of otherStates(s.story, d.entity.name)) {
    const [other] = namesAt(s, from, new Map([[foldName(name), name]]));
    const words = other && phraseAt(s, from, from + other.length);
    const value = words && set(draft, { field, value: { kind: "choice", choice: name, words } }, "values");
    if (other && value && endsItem(s, from + other.length)) found.push({ value, at: from + other.length, cost: 1 });
  }
  const not = wordAt(s, at, /^not$/i) ? 1 : 0;
  for (const { fields, put } of holders(s, draft, d)) {
    const [flag] = namesAt(s, at + not, fieldNames(selected(fields, "yes/no", (f) => f.type.kind === "yes/no")));
    if (!flag || !endsItem(s, at + not + flag.length)) continue;
    const to = at + not + flag.length;
    const value = put({ field: flag.value.name, value: { kind: "truth", truth: not === 0, words: phraseAt(s, at, to) } });
    if (value) found.push({ value, at: to, cost: 0 });
  }
  return found;
}

interface Holder {
  readonly fields: readonly Field[];
  put(value: ValueOf): Draft | null;
}

/** Where a field can belong: the part before, then what the action asks for, then the record. */
function holders(s: Scan, draft: Draft, d: Described): Holder[] {
  const own = d.isThere ? d.entity.fields : givable(d.entity);
  const part = draft.part === null ? null : entityNamed(s.story, draft.parts[draft.part]!.entity);
  return [
    ...(part ? [{ fields: d.isThere ? part.fields : givable(part), put: (value: ValueOf) => withPart(draft, value) }] : []),
    { fields: d.asks, put: (value: ValueOf) => set(draft, value, "asked") },
    { fields: d.taken.size === 0 ? own : selected(own, `without ${[...d.taken].join()}`, (f) => !d.taken.has(f.name)), put: (value: ValueOf) => set(draft, value, "values") },
  ];
}

/** `F V`, `a F of V`, `F: V`. The nearest holder that has the field takes it. */
function fieldItems(s: Scan, at: number, draft: Draft, d: Described, kinds: "all" | "plain" = "all"): Found<Draft>[] {
  for (const from of new Set([at, afterArticle(s, at)]))
    for (const { fields, put } of holders(s, draft, d)) {
      const found = namesAt(s, from, fieldNames(kinds === "all" ? fields : selected(fields, "plain", (f) => f.type.kind !== "reference"))).flatMap(({ value: field, length }, i) =>
        fieldValues(s, from + length, field, put, d).map((one) => ({ ...one, cost: one.cost + i * 5 + (describesRecord(s, at, field, from + length) ? 10 : 0) })),
      );
      if (found.length > 0) return found;
    }
  return [];
}

function fieldValues(s: Scan, at: number, field: Field, put: Holder["put"], d: Described): Found<Draft>[] {
  let from = at;
  while (from > at - 1 && (wordAt(s, from, /^(?:of|is|are|=|==|:|set)$/i) || (from > at && wordAt(s, from, /^to$/i)))) from++;
  expected(s, from, 4, () => void mistake(s.story, "unreadable-step", s.words.span, `"${field.name}" has no value here.`, `Write it after the name: ${field.name} …`));
  return valuesAt(s, field, from, d.readRecord).flatMap((value) => {
    const draft = put({ field: field.name, value: value.value });
    if (!draft) expected(s, value.at, 5, () => void mistake(s.story, "unreadable-step", phraseAt(s, at - 1, at).span, `${field.name} appears twice.`));
    return draft ? [{ value: draft, at: value.at, cost: value.cost }] : [];
  });
}

/** `with the Pick-up slot`: bound to a field once the whole description is known, like what a preposition takes. */
const definiteItems = (s: Scan, at: number, draft: Draft, d: Described): Found<Draft>[] =>
  definiteRecords(s, at, d.isThere ? d.entity.fields : givable(d.entity), d.readRecord).map(({ phrase, at: to }) => ({
    value: { ...draft, phrases: [...draft.phrases, phrase] },
    at: to,
    cost: 0,
  }));

/** `with this tray`: the record that the example spoke of last, in the reference of that name. */
function spokenOfItems(s: Scan, at: number, draft: Draft, d: Described): Found<Draft>[] {
  if (!wordAt(s, at, /^(?:this|that)$/i)) return [];
  for (const { fields, put } of holders(s, draft, d)) {
    const [named] = namesAt(s, at + 1, fieldNames(selected(fields, "references", (f) => f.type.kind === "reference")));
    if (!named || named.value.type.kind !== "reference" || !s.story.spokenOf.includes(named.value.type.entity)) continue;
    const value = put({ field: named.value.name, value: { kind: "records", records: [{ entity: named.value.type.entity, name: null, having: [], isSpokenOf: true }] } });
    if (value) return [{ value, at: at + 1 + named.length, cost: 0 }];
  }
  return [];
}

/** `500 pages`: a number before the name of its field. */
function amountItems(s: Scan, at: number, draft: Draft, d: Described): Found<Draft>[] {
  const number = s.tokens[at];
  if (number?.kind !== "word" || !/^\d/.test(number.text)) return [];
  for (const { fields, put } of holders(s, draft, d)) {
    const [named] = namesAt(s, at + 1, fieldNames(selected(fields, "amounts", ({ type }) => type.kind === "integer" || type.kind === "number")));
    const value = named && put({ field: named.value.name, value: { kind: "words", words: phraseAt(s, at, at + 1) } });
    if (value) return [{ value, at: at + 1 + named.length, cost: 1 }];
  }
  return [];
}

/** A choice by itself, as in `dogs` or `in the dog house`: the value of the field that has it. */
function choiceItems(s: Scan, at: number, draft: Draft, d: Described): Found<Draft>[] {
  const from = afterArticle(s, wordAt(s, at, /^in$/i) ? at + 1 : at);
  const own = d.isThere ? d.entity.fields : givable(d.entity);
  return [...own, ...d.asks].flatMap((field) => {
    if (field.type.kind !== "one of" || d.taken.has(field.name)) return [];
    const [choice] = namesAt(s, from, choiceNames(field.type.choices));
    const value = choice && set(draft, { field: field.name, value: { kind: "choice", choice: choice.value, words: phraseAt(s, from, from + choice.length) } }, "values");
    // A state of the same name is meant rather than a choice.
    return choice && value ? [{ value, at: from + choice.length, cost: 2 }] : [];
  });
}

/** `a line "Chair"`, `2 of "OJ-M"`. */
function partItems(s: Scan, at: number, draft: Draft, d: Described): Found<Draft>[] {
  const names = foldedParts(s.story).get(d.entity.name)!;
  const from = afterArticle(s, at);
  return [
    ...amountOfPart(s, at, draft, d, new Set(names.values())),
    ...namesAt(s, from, names).flatMap(({ value: entity, length }) => {
      const title = s.tokens[from + length]?.kind === "quoted" ? s.tokens[from + length]! : null;
      const named = title ? partTitles(s, from + length, entity, d.isThere) : [{ name: null, values: [], cost: 0 }];
      return named.map(({ name, values, cost }) => ({
        value: { ...draft, parts: [...draft.parts, { entity: entity.name, list: entity.partOf!.list, values, name }], part: draft.parts.length },
        at: from + length + (title ? 1 : 0),
        cost: cost + (from > at && !title && d.isThere && wordAt(s, at, /^the$/i) ? 2 : 0),
      }));
    }),
  ];
}

/** `2 of "OJ-M"`: a part that has one reference and one number. */
function amountOfPart(s: Scan, at: number, draft: Draft, d: Described, parts: ReadonlySet<Entity>): Found<Draft>[] {
  const [number, of] = [s.tokens[at], at + 1];
  if (d.isThere || number?.kind !== "word" || !/^\d/.test(number.text) || !(wordAt(s, of, /^(?:of|x|×)$/i) && s.tokens[of + 1]?.kind === "quoted")) return [];
  return [...parts].flatMap((entity) => {
    const free = givable(entity).filter((f) => f.name !== entity.partOf!.field && f.readOnly !== true);
    const references = free.filter((f) => f.type.kind === "reference");
    const numbers = free.filter((f) => f.type.kind === "number" || f.type.kind === "integer");
    if (references.length !== 1 || numbers.length !== 1) return [];
    const [reference, amount] = [references[0]!, numbers[0]!];
    return valuesAt(s, reference, of + 1, d.readRecord).map((value) => ({
      value: {
        ...draft,
        parts: [
          ...draft.parts,
          {
            entity: entity.name,
            list: entity.partOf!.list,
            name: null,
            values: [
              { field: reference.name, value: value.value },
              { field: amount.name, value: { kind: "words" as const, words: phraseAt(s, at, at + 1) } },
            ],
          },
        ],
        part: draft.parts.length,
      },
      at: value.at,
      cost: value.cost,
    }));
  });
}

/** `of "Beamer"`, `from 2026-03-02`: bound to a field once the whole description is known. */
function prepositionItems(s: Scan, at: number, draft: Draft, d: Described, isNamed = false): Found<Draft>[] {
  if (!isNamed && (!wordAt(s, at, prepositions) || (wordAt(s, at, /^as$/i) && wordAt(s, at + 1, /^well$/i)))) return [];
  const own = d.isThere ? d.entity.fields.filter((f) => f.type.kind !== "inverse") : givable(d.entity);
  const values = own
    .filter(
      (field) => field.type.kind !== "file" && field.type.kind !== "yes/no" && !(d.isThere && field.type.kind === "sequence" && !sequenceFits(field, s.tokens[at + 1]?.text ?? "")),
    )
    .flatMap((field) => valuesAt(s, field, at + 1, d.readRecord).map((value) => ({ field, ...value, cost: value.cost + (isText(field) ? 8 : 0) })))
    .filter(({ cost }) => cost < 14);
  const phrase = (to: number) => phraseAt(s, at + 1, to);
  const word = s.tokens[at]!.text.toLowerCase();
  if (values.length === 0)
    expected(
      s,
      at + 1,
      3,
      () =>
        void (at + 1 >= s.tokens.length
          ? mistake(s.story, "unreadable-step", s.words.span, `There is nothing after "${word}".`)
          : mistake(
              s.story,
              "unreadable-step",
              phrase(at + 2).span,
              `No field of ${d.entity.name} can take ${phrase(at + 2).text} after "${word}".`,
              "Name the field: `with FIELD VALUE`.",
            )),
    );
  return [...new Set(values.map((v) => v.at))].map((to) => ({
    value: { ...draft, phrases: [...draft.phrases, { word, phrase: phrase(to), candidates: values.filter((v) => v.at === to) }] },
    at: to,
    cost: 0,
  }));
}

/** Any text would do as its value, so that a preposition hardly ever means it. */
const isText = ({ type }: Field): boolean => namesRecords(type) || ["texts", "any of", "secret link", "secret key", "random text"].includes(type.kind);

function unknownItem(s: Scan, at: number, draft: Draft, d: Described): void {
  let to = at + 1;
  while (to < s.tokens.length && s.tokens[to]!.kind === "word" && to < at + 3) to++;
  const phrase = phraseAt(s, at, to);
  const from = isArticle(s, at) ? at + 1 : at;
  const [computed] = namesAt(s, from, fieldNames(d.entity.fields.filter((f) => f.computed !== null)));
  if (computed && !d.isThere) {
    const { name, computed: expression } = computed.value;
    return void mistake(s.story, "unreadable-step", phrase.span, `${name} of ${d.entity.name} is ${expression?.kind === "hole" ? "not shown" : "computed"}, so it can't be given.`);
  }
  const [given] = namesAt(s, from, fieldNames(d.entity.fields.filter(({ name }) => d.taken.has(name))));
  if (given)
    return void mistake(
      s.story,
      "unreadable-step",
      phrase.span,
      `${given.value.name} of the ${d.entity.name} is given already: it is the text after "${d.entity.name}".`,
      `Leave it out, or write ${article(d.entity.name)} \`with\` ${otherNameOf(d.entity, given.value)}, without a text behind "${d.entity.name}".`,
    );
  const part = draft.part === null ? null : entityNamed(s.story, draft.parts[draft.part]!.entity);
  for (const { name, fields } of part ? [part, d.entity] : [d.entity]) {
    const [generated] = d.isThere ? [] : namesAt(s, from, fieldNames(fields.filter(({ type }) => ["secret key", "secret link", "random text"].includes(type.kind))));
    if (!generated) continue;
    const { value: field } = generated;
    return void mistake(s.story, "unreadable-step", phrase.span, `${field.name} of ${name} is generated, so it can't be given.`, "Leave it out.");
  }
  const names = [...statesOf(s.story, d.entity.name), ...holders(s, draft, d).flatMap(({ fields }) => fields.map((f) => f.name))];
  const near = nearest(s.tokens[from]?.text ?? "", names);
  mistake(
    s.story,
    "unreadable-step",
    phrase.span,
    `"${phrase.text}" is neither a field nor a state of ${d.entity.name}${part ? ` or of its ${part.name}` : ""}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    `It has ${list([...new Set(names)].slice(0, 12))}.`,
  );
}

/** `name "…" and its other fields`: the text that the author most likely put behind the entity's name. */
function otherNameOf({ fields }: Entity, given: Field): string {
  const called = fields.find((field) => field !== given && field.computed === null && field.type.kind === "text" && /^(?:(?:full|last) )?(?:name|title)$/i.test(field.name));
  return called ? `\`${called.name} "…"\` and its other fields` : "its fields";
}
