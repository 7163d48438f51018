/** The state of reading one example: the document's definitions, and the names that the steps have introduced. */
import { type Expression, fold } from "@nonet/feel";
import { type Action, type Call, type Entity, type Field, fieldOf, type Grant, isShownByDefault, type Machine, namesRecords, type Step } from "@nonet/model";
import type { Fix, Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { Code } from "../../diagnostics/catalogue.ts";
import type { ActorReading } from "./phrase-readings.ts";

export interface Parts {
  readonly entities: readonly Entity[];
  readonly machines: readonly Machine[];
  readonly calls: readonly Call[];
  readonly codes: readonly string[];
  readonly roles: readonly string[];
  readonly grants: readonly Grant[];
  readonly screens: readonly string[];
  readonly constants: readonly string[];
  /** The role and all that it includes. */
  includes(role: string): readonly string[];
}

export interface Story extends Parts {
  readonly ctx: PointCompiler;
  readonly title: string;
  /** Names of records by entity, folded: given, initial, or created by a step. */
  known: ReadonlyMap<string, ReadonlySet<string>>;
  /** Fields that named a person, by the person's folded name. */
  namedBy: ReadonlyMap<string, readonly string[]>;
  /** The entities of the records that the steps spoke of, the last one first. */
  spokenOf: readonly string[];
  /** The step before. */
  lastStep: Step | null;
  /** Who acted last. */
  lastActor: ActorReading | null;
  /** Whether a step before wasn't understood, so that it isn't known what `it` is. */
  isSubjectLost: boolean;
  /** The words of the current step. */
  step: string;
  /** True after a diagnostic about the current step: one mistake gives one diagnostic. */
  failed: boolean;
  /** Whether the mistake was that there are two readings. */
  isAmbiguous: boolean;
  /** Whether a form was found for the clause and what it says was refused, so that other ways to cut the step explain less. */
  isRefused: boolean;
  /** Whether a part of a step is only tried: why it can't be read isn't needed. */
  isTrial: boolean;
  /** Whether a phrase has a reading, by its kind and text; for as long as the story's names and subjects are the same. */
  readings: Map<string, boolean>;
}

export function startStory(ctx: PointCompiler, parts: Parts, title: string): Story {
  return {
    ...parts,
    ctx,
    title,
    known: initialNames(parts.entities),
    namedBy: new Map(),
    spokenOf: [],
    lastStep: null,
    lastActor: null,
    isSubjectLost: false,
    step: "",
    failed: false,
    isAmbiguous: false,
    isRefused: false,
    isTrial: false,
    readings: new Map(),
  };
}

function initialNames(entities: readonly Entity[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Map<string, Set<string>>();
  for (const { name, initialRecords } of entities)
    for (const record of initialRecords)
      for (const value of Object.values(record.values))
        if (value.kind === "literal" && typeof value.value === "string") known.set(name, (known.get(name) ?? new Set<string>()).add(fold(value.value)));
  return known;
}

export function learn(story: Story, entity: string, name: string): void {
  if (isKnown(story, entity, name)) return;
  story.known = new Map(story.known).set(entity, new Set(story.known.get(entity)).add(fold(name)));
  story.readings = new Map();
}

/** A field or role has named the person. */
export function nameBy(story: Story, person: string, by: readonly string[]): void {
  const key = fold(person);
  story.namedBy = new Map(story.namedBy).set(key, [...(story.namedBy.get(key) ?? []), ...by]);
}

export function actBy(story: Story, actor: ActorReading): void {
  story.lastActor = actor;
  story.readings = new Map();
}

export const isKnown = (story: Story, entity: string, name: string): boolean => story.known.get(entity)?.has(fold(name)) === true;

/** Whether the name is known only for other entities. */
export const isKnownElsewhere = (story: Story, entity: string, name: string): boolean => [...story.known].some(([other, names]) => other !== entity && names.has(fold(name)));

/** The steps now speak of a record of this entity. */
export function speakOf(story: Story, entity: string): void {
  if (story.spokenOf[0] === entity) return;
  story.spokenOf = [entity, ...story.spokenOf.filter((one) => one !== entity)];
  story.readings = new Map();
}

export function mistake(story: Story, code: Code, span: Span, message: string, hint?: string, fixes: readonly Fix[] = []): null {
  if (!story.failed && !followsMistake(story)) story.ctx.report(code, span, message, { ...(hint === undefined ? {} : { hint }), ...(fixes.length === 0 ? {} : { fixes }) });
  story.isAmbiguous ||= !story.failed && code === "ambiguous-step";
  story.failed = true;
  return null;
}

/** Whether the step is about a record of a step that isn't understood: correcting that one corrects this one. */
export const followsMistake = ({ isSubjectLost, step }: Story): boolean => isSubjectLost && /\b(?:its?|they|them|their)\b/i.test(step);

export const entityNamed = (story: Story, name: string): Entity => byName(story).get(name)!;
const byName = onceForAll((story) => new Map(story.entities.toReversed().map((entity) => [entity.name, entity])));
export const machineNamed = (story: Story, entity: string): Machine | undefined => story.machines.find((m) => m.entity === entity && m.field === "state");
export const statesOf = (story: Story, entity: string): readonly string[] => machineNamed(story, entity)?.states.map((s) => s.name) ?? [];
/** The states of the entity's further machines, each with its field. */
export const otherStates = (story: Story, entity: string): readonly { readonly field: string; readonly state: string }[] =>
  story.machines.filter((m) => m.entity === entity && m.field !== "state").flatMap((m) => m.states.map((s) => ({ field: m.field, state: s.name })));
export const actionsNamed = onceForAll((story): readonly { readonly entity: string; readonly action: Action }[] =>
  story.machines.flatMap((m) => m.actions.map((action) => ({ entity: m.entity, action }))),
);

/** What is the same for all examples of a document: each check makes a new list of entities. */
export function onceForAll<T>(make: (story: Story) => T): (story: Story) => T {
  const made = new WeakMap<Story["entities"], T>();
  return (story) => {
    const known = made.get(story.entities) ?? make(story);
    made.set(story.entities, known);
    return known;
  };
}

/** Stored fields: an example can give their values. */
export function givable(entity: Entity): readonly Field[] {
  const known = givableFields.get(entity) ?? entity.fields.filter((f) => f.computed === null && !["inverse", "secret key", "secret link", "random text"].includes(f.type.kind));
  givableFields.set(entity, known);
  return known;
}

const givableFields = new WeakMap<Entity, readonly Field[]>();

/**
 * The field that a quoted name after the entity sets: the title field, otherwise a unique text, `name` or `title`, or
 * the first text. Fields that only effects set are left out.
 */
export function namingField(entity: Entity): Field | null {
  const all = entity.fields.filter((f) => f.computed === null && (f.readOnly !== true || f.unique || !isShownByDefault(entity)) && namesRecords(f.type));
  const title = fieldsIn(entity.shownAs);
  // With `Shown as: {name} ({species})`, a name is no chip number that an animal needn't have.
  const isLoose = (f: Field): boolean => f.unique && f.required !== true && !title.includes(f.name);
  const texts = all.some(({ name }) => title.includes(name)) ? all.filter((f) => !isLoose(f)) : all;
  const shown = entity.shownAs.kind === "path" && entity.shownAs.of.kind === "variable" ? fieldOf(entity, entity.shownAs.field) : undefined;
  const field =
    (entity.name === "User" ? texts.find((f) => fold(f.name) === "name") : undefined) ??
    texts.find((f) => f === shown) ??
    texts.find((f) => f.unique && f.type.kind !== "sequence" && f.type.kind !== "formatted") ??
    texts.find((f) => ["name", "title"].includes(fold(f.name)) && f.type.kind !== "sequence") ??
    texts.find((f) => f.unique && f.type.kind !== "sequence") ??
    texts.find((f) => f.required === true && f.type.kind === "text") ??
    null;
  return field;
}

/** The record's own fields that occur in the expression. */
function fieldsIn(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  const one = node as Expression;
  return one.kind === "path" && one.of.kind === "variable" ? [one.field] : Object.values(node).flatMap(fieldsIn);
}

/** The parts of a whole, by entity name and by the singular of the list: `a line "Chair"`. */
export function partNames(story: Story, whole: Entity): ReadonlyMap<string, Entity> {
  const names = new Map<string, Entity>();
  for (const part of story.entities) {
    if (part.partOf?.entity !== whole.name) continue;
    names.set(part.name, part);
    names.set(singular(part.partOf.list), part);
  }
  // `a line` is the only part whose name ends so: an Order line.
  const last = (name: string): string => fold(name).split(" ").at(-1)!;
  const parts = new Set(names.values());
  for (const part of parts) if ([...parts].filter((one) => last(one.name) === last(part.name)).length === 1 && !names.has(last(part.name))) names.set(last(part.name), part);
  return names;
}

const singular = (list: string): string => (/ies$/i.test(list) ? list.replace(/ies$/i, "y") : /(ss|x|ch|sh)es$/i.test(list) ? list.replace(/es$/i, "") : list.replace(/s$/i, ""));
