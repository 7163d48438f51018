/** The first walk: finds every entity, field, state, action, role and call that the document defines, before any expression is read. */
import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import { type Block, type Bullet, codeOf as code, type Section, type Tree, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { type Memory, noMemory } from "../incremental/memory.ts";
import { isEntityAttribute } from "../syntax/entity-attributes.ts";
import { readTyped } from "../syntax/field-attributes.ts";
import type { TypeNames } from "../syntax/field-type.ts";
import { isFieldTable, type RawField, rawField, rawFieldRow } from "../syntax/field.ts";
import { statementsOf } from "../syntax/lines.ts";
import { isChosen, isStateName, rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { pluralOf } from "../text/english.ts";
import { bare, isNotShown, slice, spaced, spacedWords, split } from "../text/split.ts";
import type { DeclaredField, EntityDraft, EntityDrafts, FieldDraft, FurtherMachine } from "./drafts.ts";
import { notedDrafts } from "./tracked-drafts.ts";
import { currencyOf, openType, userFields } from "./user-fields.ts";

/** By the lines that they are written in. */
const declarations = new WeakMap<object, EntityDrafts>();

/** Entities with their fields and states; the built-in `User` is always among them, first. As long as their lines are the same, the same ones. */
export function declareEntities(tree: Tree, memory: Memory): EntityDrafts {
  const lines = memory.same("what is declared", () => [currencyOf(tree), statementsOf(memory, tree, 3), statementsOf(memory, tree, 4)]);
  const known = declarations.get(lines);
  const declared = known ?? noted(declaredIn(tree), memory);
  if (known) renewSections(tree, known);
  else declarations.set(lines, declared);
  return declared;
}

function noted(declared: EntityDrafts, memory: Memory): EntityDrafts {
  return memory === noMemory ? declared : { ...declared, drafts: notedDrafts(declared.drafts, memory) };
}

/** Sections with other prose take the places of those that the drafts were made of. */
function renewSections(tree: Tree, { drafts }: EntityDrafts): void {
  const sections = new Map([...tree.points[2]!.sections, ...tree.points[3]!.sections].map((section) => [section.title, section]));
  const now = (section: Section): Section => sections.get(section.title) ?? section;
  for (const draft of drafts.values()) {
    draft.section &&= now(draft.section);
    draft.machines.forEach((section, i) => (draft.machines[i] = now(section)));
    draft.further.forEach((machine, i) => (draft.further[i] = { ...machine, section: now(machine.section) }));
  }
}

function declaredIn(tree: Tree): EntityDrafts {
  const drafts = new Map<string, EntityDraft>();
  const doubled: Section[] = [];
  drafts.set("user", draftOf("User", "Users", null, null));
  for (const section of tree.points[2]?.sections ?? []) {
    const { name, whole, plural } = headingOf(section);
    const key = fold(name.text);
    const before = drafts.get(key);
    if (before?.section) doubled.push(section);
    else drafts.set(key, draftOf(before?.name ?? name.text, plural ?? pluralAttribute(section) ?? pluralOf(name.text), section, whole));
  }
  const names = typeNames(drafts, currencyOf(tree));
  for (const draft of drafts.values()) declareFields(draft, names);
  declareOpenLists(drafts);
  for (const draft of drafts.values()) declareWhole(draft, drafts);
  for (const draft of drafts.values()) if (isPartOfItself(draft, drafts)) leaveWhole(draft);
  declareMachines(tree, drafts);
  return { drafts, names, doubled };
}

function draftOf(name: string, plural: string, section: Section | null, wholeName: TextSpan | null): EntityDraft {
  return {
    name,
    plural,
    fields: new Map(),
    raw: [],
    section,
    wholeName,
    whole: null,
    machines: [],
    states: [],
    actions: new Map(),
    further: [],
    partOf: null,
    span: section?.title.span ?? null,
  };
}

/** `Order line (part of Order, plural Lines)`. */
function headingOf(section: Section): { name: TextSpan; whole: TextSpan | null; plural: string | null } {
  const match = /^(.*?)\s*\(([^()]*)\)$/.exec(section.title.text);
  if (!match || !/\b(part of|plural)\b/i.test(match[2]!)) return { name: spacedWords(bare(section.title)), whole: null, plural: null };
  const inner = slice(section.title, section.title.text.lastIndexOf("(") + 1, section.title.text.length - 1);
  const parts = split(inner, ",;");
  const whole = parts.find((part) => /^part of\s/i.test(part.text));
  const plural = parts.find((part) => /^plural\s/i.test(part.text));
  return { name: spacedWords(slice(section.title, 0, match[1]!.length)), whole: whole ? slice(whole, 8) : null, plural: plural ? spaced(plural.text.slice(7).trim()) : null };
}

function pluralAttribute(section: Section): string | null {
  const bullet = section.blocks.find((block): block is Bullet => block.kind === "bullet" && fold(block.label?.text ?? "") === "plural");
  return bullet?.value?.text ? spaced(bare(bullet.value).text) : null;
}

/** What the words of a type may refer to, once the entities are known. */
function typeNames(drafts: ReadonlyMap<string, EntityDraft>, currency: string | null): TypeNames {
  const plurals = new Map([...drafts.values()].map((draft) => [fold(draft.plural), draft.name]));
  const all = `${currency}|${[...drafts.values()].map((draft) => `${draft.name}|${draft.plural}`).join("|")}`;
  return { currency, all, entity: (name) => drafts.get(fold(name))?.name ?? plurals.get(fold(name)) };
}

function declareFields(draft: EntityDraft, names: TypeNames): void {
  if (draft.name === "User") for (const [key, field] of userFields()) draft.fields.set(key, field);
  for (const { key, draft: made, declared } of draft.section ? declarationsIn(draft.section, names) : []) {
    draft.raw.push(made);
    if (declared && (!draft.fields.has(key) || draft.name === "User")) draft.fields.set(key, declared);
  }
}

/** A field as it is declared; null where its type isn't understood. */
interface FieldDeclaration {
  readonly among: string;
  readonly key: string;
  readonly draft: FieldDraft;
  readonly declared: DeclaredField | null;
}

const declarationsBy = new WeakMap<Section, { readonly among: string; readonly all: readonly FieldDeclaration[] }>();

/** By the section, as its fields were read among these names. */
function declarationsIn(section: Section, names: TypeNames): readonly FieldDeclaration[] {
  const known = declarationsBy.get(section);
  if (known?.among === names.all) return known.all;
  const entity = headingOf(section).name.text;
  const all = rawFieldsOf(section.blocks).map((raw) => fieldOf(entity, raw, names));
  declarationsBy.set(section, { among: names.all, all });
  return all;
}

/** What lists others by a field of theirs is as open as that is. */
function declareOpenLists(drafts: ReadonlyMap<string, EntityDraft>): void {
  for (const draft of drafts.values())
    for (const [key, field] of draft.fields) {
      const by = field.type.kind === "inverse" ? drafts.get(fold(field.type.entity))?.fields.get(fold(field.type.by)) : undefined;
      if (by?.open !== undefined) draft.fields.set(key, { ...field, type: { kind: "text", form: "plain" }, computed: true, open: by.open });
    }
}

/** By the field, as it was read among these names. */
const declaredFields = new WeakMap<RawField, FieldDeclaration>();

function fieldOf(entity: string, written: RawField, names: TypeNames): FieldDeclaration {
  const known = declaredFields.get(written);
  if (known?.among === names.all) return known;
  const { raw, reading } = readTyped(written, names);
  const name = spaced(bare(raw.name).text);
  const required = raw.attributes.some((a) => a.kind === "required");
  const declared =
    "type" in reading
      ? { name, type: reading.type, required, span: raw.name.span, computed: raw.computed !== null, readOnly: raw.attributes.some((a) => a.kind === "read-only") }
      : isNotShown(raw.type)
        ? { name, type: { kind: "text" as const, form: "plain" as const }, required: false, span: raw.name.span, computed: true, open: openType(entity, name) }
        : null;
  const made: FieldDeclaration = { among: names.all, key: fold(name), draft: { name, raw, reading }, declared };
  declaredFields.set(written, made);
  return made;
}

/** By the bullet or table that they stand in. */
const rawFields = new WeakMap<Block, readonly RawField[]>();

/** Every field that a section defines, in bullets or tables. */
export function rawFieldsOf(blocks: readonly Block[]): RawField[] {
  return blocks.flatMap((block): readonly RawField[] => {
    const known = rawFields.get(block) ?? rawFieldsIn(block);
    rawFields.set(block, known);
    return known;
  });
}

function rawFieldsIn(block: Block): RawField[] {
  if (block.kind === "bullet") {
    const raw = rawField(block);
    return raw && !isEntityAttribute(raw.name.text, raw.type.text) ? [raw] : [];
  }
  if (block.kind !== "table" || !isFieldTable(block)) return [];
  return block.rows.map((row) => rawFieldRow(block, row)).filter((raw) => raw !== null);
}

/** Joins a part to its whole: adds the reference and the list where no field names them. */
function declareWhole(part: EntityDraft, drafts: ReadonlyMap<string, EntityDraft>): void {
  // A misspelt whole is said where it stands; what hangs on it is read as if it stood there right.
  const whole =
    part.wholeName &&
    (drafts.get(fold(part.wholeName.text)) ??
      drafts.get(
        fold(
          nearest(
            part.wholeName.text,
            [...drafts.values()].map((draft) => draft.name),
          ) ?? "",
        ),
      ));
  if (!whole || whole === part) return;
  (part as { partOf: string | null }).partOf = whole.name;
  const reference = [...part.fields.values()].find((f) => f.type.kind === "reference" && f.type.entity === whole.name && !f.computed);
  const field = reference?.name ?? whole.name.toLowerCase();
  if (!reference) {
    const type: FieldType = { kind: "reference", entity: whole.name };
    part.fields.set(fold(field), { name: field, type, required: true, span: null });
    part.raw.unshift({ name: field, raw: null, reading: { type } });
  }
  const listed = [...whole.fields.values()].find((f) => f.type.kind === "inverse" && f.type.entity === part.name);
  const list = listed?.name ?? part.plural.toLowerCase();
  if (!listed) {
    const type: FieldType = { kind: "inverse", entity: part.name, by: field };
    whole.fields.set(fold(list), { name: list, type, required: true, span: null });
    whole.raw.push({ name: list, raw: null, reading: { type } });
  }
  part.whole = { entity: whole.name, field, list };
}

/** Through whatever wholes. */
function isPartOfItself(part: EntityDraft, drafts: ReadonlyMap<string, EntityDraft>): boolean {
  const met = new Set<string>();
  for (let name = part.partOf; name !== null && !met.has(name); name = drafts.get(fold(name))?.partOf ?? null) {
    if (name === part.name) return true;
    met.add(name);
  }
  return false;
}

/** It is said where it is written; nothing goes round in circles then. */
function leaveWhole(part: EntityDraft): void {
  (part as { partOf: string | null }).partOf = null;
  part.whole = null;
}

/** The heading of a machine: `Loan`, or `Loan: payment` for a second one. */
export function machineHeading(section: Section): { readonly entity: string; readonly field: string | null } {
  const at = section.title.text.indexOf(":");
  const title = bare(section.title).text;
  return at < 0 ? { entity: title, field: null } : { entity: title.slice(0, at).trim(), field: spaced(title.slice(at + 1).trim()) };
}

function declareMachines(tree: Tree, drafts: ReadonlyMap<string, EntityDraft>): void {
  for (const section of tree.points[3]?.sections ?? []) {
    const { entity, field } = machineHeading(section);
    const draft = drafts.get(fold(entity));
    if (!draft) continue;
    if (field === null) draft.machines.push(section);
    const read = statesAndActions(section, field === null ? draft.states : []);
    for (const [key, action] of read.actions) if (!draft.actions.has(key)) draft.actions.set(key, action);
    if (field === null) draft.states = read.states;
    else declareFurther(draft, { field, section, ...read });
  }
}

/** A second machine's state is a field of the entity, which needs no other definition. */
function declareFurther(draft: EntityDraft, machine: FurtherMachine): void {
  const key = fold(machine.field);
  const known = draft.fields.get(key);
  const name = known?.name ?? machine.field;
  const type: FieldType = { kind: "one of", choices: machine.states };
  draft.further.push({ ...machine, field: name });
  draft.fields.set(key, { name, type, required: true, span: known?.span ?? null, machine: true });
  if (!draft.raw.some((one) => fold(one.name) === key)) draft.raw.push({ name, raw: null, reading: { type } });
}

interface StatesAndActions {
  readonly states: string[];
  readonly actions: ReadonlyMap<string, { readonly name: string }>;
}

/** By the section; what it adds to states that are there already isn't kept. */
const statesIn = new WeakMap<Section, StatesAndActions>();

function statesAndActions(section: Section, known: readonly string[]): StatesAndActions {
  const read = (known.length === 0 ? statesIn.get(section) : undefined) ?? readStates(section, known);
  if (known.length === 0) statesIn.set(section, read);
  return read;
}

function readStates(section: Section, known: readonly string[]): StatesAndActions {
  const states = new Map(known.map((state) => [fold(state), state]));
  const actions = new Map<string, { readonly name: string }>();
  const add = (name: string): void => {
    if (isStateName(name) && !states.has(fold(name))) states.set(fold(name), spaced(name));
  };
  for (const state of listed(section, "starts as")) add(state.replace(/\s+(?:when|if|where(?=\s*`))\s.*$/s, "").replace(/^else\s+/i, ""));
  for (const table of transitionTables(section)) {
    for (const row of rawTransitions(table).rows) {
      row.from.forEach((state) => add(state.text));
      add(row.to.text);
      for (const trigger of row.triggers)
        if (!trigger.automatic && trigger.words.text !== "" && !isNotShown(trigger.words) && !actions.has(fold(trigger.words.text)))
          actions.set(fold(trigger.words.text), { name: spaced(trigger.words.text) });
    }
  }
  const ends = listed(section, "ends as");
  ends.forEach(add);
  // The order in which people meet them: those on the way first, the ends last, as the document lists them.
  return {
    states: [...[...states].filter(([key]) => !ends.some((end) => fold(end) === key)).map(([, name]) => name), ...ends.map((end) => states.get(fold(end)) ?? spaced(end))],
    actions,
  };
}

/** The names in a section's attribute. */
function listed(section: Section, label: string): string[] {
  return section.blocks.flatMap((block) => {
    if (block.kind !== "bullet" || !block.value || !labelMeans(block.label?.text ?? "", label)) return [];
    const value = code(block.value);
    return isChosen(value.text) || isNotShown(value) ? [] : split(value, ",/").map((w) => bare(w).text);
  });
}

const labelMeans = (written: string, label: string): boolean =>
  fold(written) === label ||
  (label === "starts as" && /^(start|initial) states?$|^starts in$/.test(fold(written))) ||
  (label === "ends as" && /^(end|final) states?$|^ends in$/.test(fold(written)));
