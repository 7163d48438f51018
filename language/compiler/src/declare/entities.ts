/** Declares every entity with its fields, states and actions, before any expression is compiled. */
import { fold } from "@nonet/feel";
import type { Section, TextSpan, Tree } from "@nonet/notation";
import { statementsOf } from "../incremental/lines.ts";
import { type Memory } from "../incremental/memory.ts";
import type { TypeNames } from "../syntax/entities/field-type.ts";
import { pluralOf } from "../text/plural.ts";
import { currencyOf } from "./currency.ts";
import type { EntityDraft, EntityDrafts } from "./drafts.ts";
import { headingOf, pluralAttribute } from "./entity-headings.ts";
import { declareCurrencyPaths, declareFields, declareOpenLists } from "./fields.ts";
import { declareMachines } from "./machines.ts";
import { declareWhole, isPartOfItself, detachPart } from "./parts.ts";
import { trackedDrafts } from "./tracked-drafts.ts";

/** Cached by the lines that define them. */
const declarations = new WeakMap<object, EntityDrafts>();

/** The entities with their fields and states. The built-in `User` is always the first. They are the same objects as long as their lines are the same. */
export function declareEntities(tree: Tree, memory: Memory, roles: readonly string[]): EntityDrafts {
  const lines = memory.identityOf("what is declared", () => [currencyOf(tree), roles.join("|"), statementsOf(memory, tree, 3), statementsOf(memory, tree, 4)]);
  const known = declarations.get(lines);
  const declared = known ?? noted(declaredIn(tree, roles), memory);
  if (known) renewSections(tree, known);
  else declarations.set(lines, declared);
  return declared;
}

function noted(declared: EntityDrafts, memory: Memory): EntityDrafts {
  return memory.isKept ? { ...declared, drafts: trackedDrafts(declared.drafts, memory) } : declared;
}

/** Replaces the sections of the drafts by the current ones, whose prose may differ. */
function renewSections(tree: Tree, { drafts }: EntityDrafts): void {
  const sections = new Map([...tree.points[2]!.sections, ...tree.points[3]!.sections].map((section) => [section.title, section]));
  const now = (section: Section): Section => sections.get(section.title) ?? section;
  for (const draft of drafts.values()) {
    draft.section &&= now(draft.section);
    draft.machines.forEach((section, i) => (draft.machines[i] = now(section)));
    draft.further.forEach((machine, i) => (draft.further[i] = { ...machine, section: now(machine.section) }));
  }
}

function declaredIn(tree: Tree, roles: readonly string[]): EntityDrafts {
  const drafts = new Map<string, EntityDraft>();
  const duplicates: Section[] = [];
  drafts.set("user", draftOf("User", "Users", null, null));
  for (const section of tree.points[2]?.sections ?? []) {
    const { name, whole, plural } = headingOf(section);
    const key = fold(name.text);
    const before = drafts.get(key);
    if (before?.section) duplicates.push(section);
    else drafts.set(key, draftOf(before?.name ?? name.text, plural ?? pluralAttribute(section) ?? pluralOf(name.text), section, whole));
  }
  const names = typeNames(drafts, currencyOf(tree), roleNames(roles));
  for (const draft of drafts.values()) declareFields(draft, names);
  declareOpenLists(drafts);
  for (const draft of drafts.values()) declareWhole(draft, drafts);
  for (const draft of drafts.values()) if (isPartOfItself(draft, drafts)) detachPart(draft);
  declareCurrencyPaths(drafts);
  declareMachines(tree, drafts);
  return { drafts, names, duplicates };
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

/** The roles by their names and their plurals. */
const roleNames = (roles: readonly string[]): ReadonlyMap<string, string> => new Map(roles.flatMap((name) => [[fold(pluralOf(name)), name] as const, [fold(name), name] as const]));

/** The names that a type can refer to, once the entities are known. */
function typeNames(drafts: ReadonlyMap<string, EntityDraft>, currency: string | null, roles: ReadonlyMap<string, string>): TypeNames {
  const plurals = new Map([...drafts.values()].map((draft) => [fold(draft.plural), draft.name]));
  const all = `${currency}|${[...drafts.values()].map((draft) => `${draft.name}|${draft.plural}`).join("|")}|${[...roles.keys()].join("|")}`;
  return { currency, all, role: (name) => roles.get(fold(name)), entity: (name) => drafts.get(fold(name))?.name ?? plurals.get(fold(name)) };
}
