/** Records that are there: `the Loan of "Ada"`, `the second Item`, `"Beamer"`, `Clerk "Ida"`, `it`, `the item of the Loan`. */
import type { Entity } from "@nonet/model";
import { nearest } from "@nonet/source";
import { article } from "../../text/english.ts";
import { pluralOf } from "../../text/plural.ts";
import { entityNamed, givable, isKnown, learn, mistake, namingField, onceForAll, otherStates, partNames, statesOf, type Story } from "../scope/example-scope.ts";
import { rolesOf } from "./role-names.ts";
import { isCalledByReference, partTitles } from "./part-title.ts";
import type { RecordReading, ValueOf } from "../scope/phrase-readings.ts";
import { afterArticle, choiceNames, expected, fieldNames, type Found, foldName, isArticle, namesAt, onceAt, phraseAt, type Scan, selected, wordAt } from "./scan.ts";
import { isOwnBehind, ownersByPronoun } from "./their-own.ts";
import { descriptionsAt } from "./read-description.ts";
import { sequenceFits } from "../scope/sequence-text.ts";
import { numberAt } from "./read-value.ts";

export type RecordFound = Found<RecordReading>;

/** Every record that can be meant from a token on; `target`: of one entity. */
export function recordsFrom(s: Scan, at: number, target?: string): RecordFound[] {
  return at >= s.tokens.length ? [] : onceAt(s, `record ${at} ${target ?? ""}`, () => readRecords(s, at, target));
}

function readRecords(s: Scan, at: number, target?: string): RecordFound[] {
  const found = [...spokenOfAt(s, at), ...ownedAt(s, at), ...titledAt(s, at, target), ...personAt(s, at), ...possessiveAt(s, at), ...namedAt(s, at, target), ...throughAt(s, at)];
  return target === undefined ? found : found.filter(({ value }) => value.entity === target);
}

const ofEntity = (s: Scan, at: number, entity: string): RecordFound[] => recordsFrom(s, at, entity);

/** `it`: the record that the example spoke of last, among those of which the rest of the step makes sense. */
function spokenOfAt(s: Scan, at: number): RecordFound[] {
  if (!wordAt(s, at, /^(?:it|this|that|them|they)$/i)) return [];
  // `on that day` is the Shooting day that the example spoke of last.
  const called = wordAt(s, at, /^(?:this|that)$/i)
    ? [...s.story.spokenOf, ...s.story.entities.map(({ name }) => name)].filter((entity) => {
        const words = foldName(entity).split(" ");
        return words.length > 1 && foldName(s.tokens[at + 1]?.text ?? "") === words.at(-1);
      })
    : [];
  if (called.length > 0) return called.slice(0, 1).map((entity) => ({ value: { entity, name: null, having: [], isSpokenOf: true }, at: at + 2, cost: 0 }));
  return s.story.spokenOf.map((entity, i) => ({ value: { entity, name: null, having: [], isSpokenOf: true }, at: at + 1, cost: i * 0.3 }));
}

/** `its item`: through a reference of the record that the example spoke of last. */
function ownedAt(s: Scan, at: number): RecordFound[] {
  if (!wordAt(s, at, /^(?:its|their)$/i)) return [];
  return s.story.spokenOf.flatMap((entity, i) =>
    referencesAt(s, at + 1, entity).map(({ field, target, at: to }) => ({
      value: { entity: target, name: null, having: [], through: { record: { entity, name: null, having: [], isSpokenOf: true as const }, field } },
      at: to,
      cost: 1 + i * 0.3,
    })),
  );
}

/** The references of an entity whose names stand at a token. */
export function referencesAt(s: Scan, at: number, entity: string): { readonly field: string; readonly target: string; readonly at: number }[] {
  const references = selected(entityNamed(s.story, entity).fields, "references", (f) => f.type.kind === "reference");
  return namesAt(s, at, fieldNames(references)).flatMap(({ value, length }) =>
    value.type.kind === "reference" ? [{ field: value.name, target: value.type.entity, at: at + length }] : [],
  );
}

/** `the item of the Loan`. */
function throughAt(s: Scan, at: number): RecordFound[] {
  const from = afterArticle(s, at);
  const found: RecordFound[] = [];
  if (!namesAt(s, from, everyReference(s.story)).some(({ length }) => wordAt(s, from + length, /^of$/i))) return found;
  for (const entity of s.story.entities)
    for (const step of referencesAt(s, from, entity.name)) {
      if (!wordAt(s, step.at, /^of$/i)) continue;
      for (const record of recordsFrom(s, step.at + 1, entity.name))
        found.push({ value: { entity: step.target, name: null, having: [], through: { record: record.value, field: step.field } }, at: record.at, cost: record.cost + 1 });
    }
  return found;
}

/** The references of all entities by their folded names. */
const everyReference = onceForAll((story) => new Map(story.entities.flatMap(({ fields }) => [...fieldNames(selected(fields, "references", (f) => f.type.kind === "reference"))])));

/** `"Beamer"`: of each entity that has a record with this name. */
function titledAt(s: Scan, at: number, target?: string): RecordFound[] {
  const token = s.tokens[at];
  if (token?.kind !== "quoted") return [];
  const entities = s.story.entities.filter((entity) => isKnown(s.story, entity.name, token.text) || hasNumber(entity, token.text));
  if (entities.length === 0 && target === undefined)
    expected(
      s,
      at,
      2,
      () =>
        void mistake(s.story, "unreadable-step", phraseAt(s, at, at + 1).span, `"${token.text}" needs the name of an entity before it.`, `Write \`the ENTITY "${token.text}"\`.`),
    );
  return entities.flatMap((entity) => described(s, at + 1, { entity: entity.name, name: token.text, having: [] }));
}

const hasNumber = (entity: Entity, text: string): boolean => entity.fields.some((f) => f.type.kind === "sequence" && sequenceFits(f, text));

/** `Clerk "Ida"`. */
function personAt(s: Scan, at: number): RecordFound[] {
  const from = afterArticle(s, at);
  return namesAt(s, from, rolesOf(s.story)).flatMap(({ value: role, length }) => {
    const token = s.tokens[from + length];
    if (token?.kind !== "quoted") return [];
    const having: ValueOf[] = [{ field: "roles", value: { kind: "choice", choice: role, words: phraseAt(s, from, from + length) } }];
    // `the Member "Ada"` is rather a Member, where an entity is called like the role.
    return [{ value: { entity: "User", name: token.text, having }, at: from + length + 1, cost: entityNames(s.story).has(foldName(role)) ? 1 : 0 }];
  });
}

/** `Ann's booking`: the record whose only reference to a person leads to Ann. */
function possessiveAt(s: Scan, at: number): RecordFound[] {
  const token = s.tokens[at];
  const name = token?.kind === "word" ? /^(.+)['’]s$/.exec(token.text)?.[1] : undefined;
  if (name === undefined || !isKnown(s.story, "User", name)) return [];
  return headsAt(s, at + 1, false).flatMap(({ entity, having, at: after, cost }) => {
    const [owner, other] = entity.fields.filter((f) => f.type.kind === "reference" && f.type.entity === "User" && f.computed === null);
    if (!owner || other) return [];
    const person: ValueOf = { field: owner.name, value: { kind: "records", records: [{ entity: "User", name, having: [] }] } };
    return described(s, after, { entity: entity.name, name: null, having: [...having, person] }).map((one) => ({ ...one, cost: one.cost + cost }));
  });
}

const ordinals: readonly (readonly [RegExp, number | "last"])[] = [
  [/^(?:first|1st|oldest)$/i, 0],
  [/^(?:second|2nd)$/i, 1],
  [/^(?:third|3rd)$/i, 2],
  [/^(?:fourth|4th)$/i, 3],
  [/^(?:fifth|5th)$/i, 4],
  [/^(?:last|latest|newest|new)$/i, "last"],
];

/** `the approved Loan "X" of "Ada"`, `the vaccination of "Shadow"`. */
function namedAt(s: Scan, at: number, target?: string): RecordFound[] {
  let from = isArticle(s, at) || wordAt(s, at, /^(?:this|that|each|every|its|both)$/i) ? at + 1 : at;
  if (isOwnBehind(s, at)) from++;
  const ordinal = ordinals.find(([word]) => wordAt(s, from, word));
  if (ordinal) from++;
  const heads = headsAt(s, from, false)
    .filter(({ entity }) => target === undefined || entity.name === target)
    .flatMap((head) => ownersByPronoun(s, at, head.entity).map((owner) => ({ ...head, having: [...head.having, ...owner] })));
  if (heads.length === 0 && target === undefined) expected(s, from, 1, () => unknownEntity(s, at, from));
  return heads.flatMap(({ entity, having, at: after, cost }) => {
    const quoted = s.tokens[after]?.kind === "quoted" ? s.tokens[after]!.text : null;
    const isReferred = quoted !== null && isCalledByReference(s.story, entity, quoted);
    const numbered = quoted === null ? numberAt(s, after, entity) : [];
    const titles = isReferred ? partTitles(s, after, entity, true) : [{ name: quoted, values: [], cost: 0 }];
    const byNumber = numbered.flatMap((number) =>
      described(s, after + 1, { entity: entity.name, name: null, having: [...having, number] }).map((one) => ({ ...one, cost: one.cost + cost })),
    );
    const named = titles.flatMap((title) =>
      described(s, after + (quoted === null ? 0 : 1), {
        entity: entity.name,
        name: title.name,
        having: [...having, ...title.values],
        ...(ordinal ? { pick: ordinal[1] } : {}),
      }).map((one) => ({ ...one, cost: one.cost + cost })),
    );
    return [...byNumber, ...named];
  });
}

/** The record with each description that can follow. */
function described(s: Scan, at: number, record: RecordReading): RecordFound[] {
  const entity = entityNamed(s.story, record.entity);
  const taken = new Set(record.having.map((v) => v.field));
  return descriptionsAt(s, at, { entity, isThere: true, asks: [], taken, readRecord: ofEntity }).map(({ value, at: to, cost }) => ({
    value: {
      ...record,
      having: [
        ...record.having,
        ...value.values,
        ...value.parts.map((part): ValueOf => ({ field: part.list, value: { kind: "records", records: [{ entity: part.entity, name: part.name, having: part.values }] } })),
        ...(value.state === null ? [] : [stateOf(value.state, s, at, to)]),
      ],
    },
    at: to,
    // Of two readings the one that leaves a word to the rest of the step is the less likely one.
    cost: cost + 0.1 * (value.values.length + value.parts.length),
  }));
}

export const stateOf = (state: string, s: Scan, from: number, to: number): ValueOf => ({ field: "state", value: { kind: "choice", choice: state, words: phraseAt(s, from, to) } });

export interface Head {
  readonly entity: Entity;
  /** What adjectives and a choice in the place of the name say. */
  readonly having: readonly ValueOf[];
  readonly state: string | null;
  readonly at: number;
  readonly cost: number;
}

/** The entity's name, with adjectives before it, or a choice that stands for it: `an approved Loan`, `a vaccination`. */
export const headsAt = (s: Scan, at: number, isNew: boolean): readonly Head[] => onceAt(s, `head ${at} ${isNew}`, () => readHeads(s, at, isNew));

function readHeads(s: Scan, at: number, isNew: boolean): Head[] {
  const direct = entitiesAt(s, at);
  const adjectives = s.story.entities.flatMap((entity) =>
    adjectivesAt(s, at, entity).flatMap((one) =>
      entitiesAt(s, one.at)
        .filter((head) => head.entity === entity)
        .map((head) => join(one, head, s)),
    ),
  );
  if (direct.length > 0 || adjectives.length > 0) return [...direct, ...adjectives];
  return s.story.entities.flatMap((entity) => choiceHeads(s, at, entity, isNew));
}

function join(adjective: Adjective, head: Head, s: Scan): Head {
  const isState = adjective.field === null;
  const words = phraseAt(s, adjective.from, adjective.at);
  const value: ValueOf = isState
    ? { field: "state", value: { kind: "choice", choice: adjective.text, words } }
    : adjective.isFlag
      ? { field: adjective.field!, value: { kind: "truth", truth: true, words } }
      : { field: adjective.field!, value: { kind: "choice", choice: adjective.text, words } };
  return { ...head, having: [value, ...head.having], state: isState ? adjective.text : null, cost: 1 };
}

interface Adjective {
  readonly field: string | null;
  readonly isFlag: boolean;
  readonly text: string;
  readonly from: number;
  readonly at: number;
}

type Said = Pick<Adjective, "field" | "isFlag" | "text">;

/** The states, choices and flags of each entity, which can stand before its name. */
const adjectivesOf = onceForAll((story) => new Map(story.entities.map((entity) => [entity.name, saidOf(story, entity)])));

function saidOf(story: Story, entity: Entity): ReadonlyMap<string, Said> {
  const names = new Map<string, Said>();
  for (const field of entity.fields) {
    if (field.type.kind === "one of") for (const choice of field.type.choices) names.set(foldName(choice), { field: field.name, isFlag: false, text: choice });
    if (field.type.kind === "yes/no" && field.computed === null) names.set(foldName(field.name), { field: field.name, isFlag: true, text: field.name });
  }
  for (const { field, state } of otherStates(story, entity.name)) names.set(foldName(state), { field, isFlag: false, text: state });
  for (const state of statesOf(story, entity.name)) names.set(foldName(state), { field: null, isFlag: false, text: state });
  return names;
}

const adjectivesAt = (s: Scan, from: number, entity: Entity): Adjective[] =>
  namesAt(s, from, adjectivesOf(s.story).get(entity.name)!).map(({ value, length }) => ({ ...value, from, at: from + length }));

function entitiesAt(s: Scan, at: number): Head[] {
  const named = namesAt(s, at, entityNames(s.story)).slice(0, 1);
  const found = named.length === 0 && wordAt(s, at - 1, /^(?:the|this|that|its)$/i) ? namesAt(s, at, shortNames(s.story)).slice(0, 1) : named;
  return found.map(({ value: entity, length }) => ({ entity, having: [], state: null, at: at + length, cost: found === named ? 0 : 1 }));
}

/** `the order` is a Repair order, where only one entity's name ends so. */
const shortNames = onceForAll((story): ReadonlyMap<string, Entity> => {
  const last = ({ name }: Entity): string => foldName(name).split(" ").at(-1)!;
  return new Map(
    story.entities
      .filter((entity) => foldName(entity.name) !== last(entity) && story.entities.filter((other) => last(other) === last(entity)).length === 1)
      .map((entity) => [last(entity), entity]),
  );
});

/** Entities in the singular and plural, and parts by their short names. */
export const entityNames = onceForAll((story): ReadonlyMap<string, Entity> => {
  const names = new Map<string, Entity>();
  for (const entity of story.entities) names.set(foldName(entity.name), entity);
  for (const entity of story.entities) for (const plural of [entity.plural, pluralOf(entity.name)]) if (!names.has(foldName(plural))) names.set(foldName(plural), entity);
  for (const whole of story.entities) for (const [name, part] of partNames(story, whole)) if (!names.has(foldName(name))) names.set(foldName(name), part);
  return names;
});

/** `a vaccination`: a choice of a required field stands for the record, if no other entity has it. */
function choiceHeads(s: Scan, at: number, entity: Entity, isNew: boolean): Head[] {
  const fields = selected(isNew ? givable(entity) : entity.fields, "required choices", (f) => f.type.kind === "one of" && f.required === true);
  return fields.flatMap((field) => {
    if (field.type.kind !== "one of") return [];
    const [found] = namesAt(s, at, choiceNames(field.type.choices));
    if (!found) return [];
    const words = phraseAt(s, at, at + found.length);
    return [
      {
        entity,
        having: [{ field: field.name, value: { kind: "choice" as const, choice: found.value, words } }],
        state: null,
        at: at + found.length,
        cost: 3 + (namingField(entity) ? 1 : 0),
      },
    ];
  });
}

const ordinal = /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th))$/i;

/** Reports that the words name no entity. */
export function unknownEntity(s: Scan, at: number, from: number): void {
  const token = s.tokens[from];
  if (!token) return void mistake(s.story, "unreadable-step", s.words.span, "The step ends without a record.");
  if (token.kind === "quoted") return;
  const every = /^(?:all|every|each)$/i.test(token.text) ? namesAt(s, from + 1, entityNames(s.story))[0]?.value : undefined;
  if (every)
    return void mistake(
      s.story,
      "unreadable-step",
      phraseAt(s, from, from + 1).span,
      "A step is about one record, or about a number of records.",
      `Write \`Then there are 3 ${every.plural} that are …\`, or \`Then there isn't ${article(every.name)} that is …\`.`,
    );
  const numbered = ordinal.test(token.text) ? namesAt(s, from + 1, entityNames(s.story))[0]?.value : undefined;
  if (numbered)
    return void mistake(
      s.story,
      "unreadable-step",
      phraseAt(s, from, from + 1).span,
      `A step doesn't count records, so "${token.text}" names none.`,
      `Name the record in a step of Given, as in \`Given ${article(numbered.name)} "A"\`, and write \`"A"\` here.`,
    );
  const near = nearest(
    token.text,
    s.story.entities.flatMap((e) => [e.name, e.plural]),
  );
  mistake(
    s.story,
    "unreadable-step",
    phraseAt(s, Math.max(at, from), from + 1).span,
    `"${token.text}" is not an entity of point 3.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
  );
}

/** The names in the record's description become known to the steps after. */
export function learnRecord(story: Story, record: RecordReading): void {
  if (record.name !== null) learn(story, record.entity, record.name);
  for (const { value } of record.having) if (value.kind === "records") for (const one of value.records) learnRecord(story, one);
  if (record.through) learnRecord(story, record.through.record);
}
