/** Declares the states and actions of every machine in point 4. */
import { fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import { codeOf as code, type Section, type Tree } from "@nonet/notation";
import { machineForm, machineLines, statesNamed } from "../syntax/machine-lines.ts";
import { isConditionalState, isStateName, rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { bare, isNotShown, spaced, split } from "../text/split.ts";
import type { EntityDraft, FurtherMachine } from "./drafts.ts";

/** The heading of a machine: `Loan`, or `Loan: payment` for a further one. */
export function machineHeading(section: Section): { readonly entity: string; readonly field: string | null } {
  const at = section.title.text.indexOf(":");
  const title = bare(section.title).text;
  return at < 0 ? { entity: title, field: null } : { entity: title.slice(0, at).trim(), field: spaced(title.slice(at + 1).trim()) };
}

export function declareMachines(tree: Tree, drafts: ReadonlyMap<string, EntityDraft>): void {
  for (const section of tree.points[3]?.sections ?? []) {
    const { entity, field } = machineHeading(section);
    const draft = drafts.get(fold(entity));
    if (!draft) continue;
    if (field === null) draft.machines.push(section);
    const read = statesAndActions(section, field === null ? draft.states : []);
    for (const [key, action] of read.actions) if (!draft.actions.has(key)) draft.actions.set(key, action);
    if (field === null) draft.states = read.states;
    else declareFurther(draft, { field, section, ...read });
    // A line for the state of a machine defines nothing.
    if (draft.states.length > 0) draft.fields.delete("state");
  }
}

/** The state of a further machine is a field of the entity, which needs no other definition. */
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

/** Cached by section, but only if it adds to no existing states. */
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
  for (const state of listed(section, "starts")) add(state.replace(/\s+(?:when|if|where(?=\s*`))\s.*$/s, "").replace(/^else\s+/i, ""));
  for (const table of transitionTables(section)) {
    for (const row of rawTransitions(table).rows) {
      row.from.forEach((state) => add(state.text));
      add(row.to.text);
      for (const trigger of row.triggers)
        if (!trigger.automatic && trigger.words.text !== "" && !isNotShown(trigger.words) && !actions.has(fold(trigger.words.text)))
          actions.set(fold(trigger.words.text), { name: spaced(trigger.words.text) });
    }
  }
  const ends = listed(section, "ends");
  ends.forEach(add);
  // The order in which people meet them: intermediate states first, end states last, each in the order of the document.
  return {
    states: [...[...states].filter(([key]) => !ends.some((end) => fold(end) === key)).map(([, name]) => name), ...ends.map((end) => states.get(fold(end)) ?? spaced(end))],
    actions,
  };
}

/** The states in which records of these machines start. */
export function startStates(machines: readonly Section[]): readonly string[] {
  const named = machines.flatMap((section) => listed(section, "starts").map((state) => state.replace(/\s+(?:when|if|where(?=\s*`))\s.*$/s, "").replace(/^else\s+/i, "")));
  if (named.length > 0) return named;
  const rows = machines.flatMap((section) => transitionTables(section).flatMap((table) => rawTransitions(table).rows));
  const made = rows.filter((row) => row.from.some((state) => !isStateName(state.text) && /new|none|\*/i.test(state.text)) && isStateName(row.to.text));
  return [...new Set(made.length > 0 ? made.map((row) => row.to.text) : rows.slice(0, 1).flatMap((row) => row.from.slice(0, 1).map((state) => state.text)))];
}

/** The names in a section's attribute. */
const listed = (section: Section, form: "starts" | "ends"): string[] =>
  machineLines(section).flatMap(({ words, read }) => {
    const line = read ?? machineForm(words);
    const value = line?.name === form ? (line.slots["start"] ?? line.slots["states"]!) : null;
    if (!value || isNotShown(code(value)) || isConditionalState(code(value).text)) return [];
    return (form === "ends" ? statesNamed(section, value) : split(code(value), ",/").map(bare)).map((name) => name.text);
  });
