/** The state behind a context: what was declared, the findings so far, and the scope that expressions are compiled in. */
import { type Expression, fold, type Typed } from "@nonet/feel";
import type { Layout, ReadTree, TextSpan, Tree } from "@nonet/notation";
import { declareBusiness } from "../declare/callables.ts";
import type { Declared, DeclaredField } from "../declare/declared.ts";
import type { EntityDraft, EntityDrafts } from "../declare/drafts.ts";
import { recordFields } from "../expressions/field-type.ts";
import { noFindings } from "../incremental/findings.ts";
import type { Memory } from "../incremental/memory.ts";
import type { ConditionLine } from "../syntax/roles/condition-line.ts";
import type { Recorder } from "../incremental/remember.ts";
import { declaresOf, forgetEntityTexts } from "./declared-digest.ts";
import { type ConditionLines, declareConditions, withConditions } from "./declare-conditions.ts";
import { allHoldersOf, withRoles } from "./role-holders.ts";
import type { World } from "./scope.ts";

export interface ContextState {
  readonly tree: Tree;
  readonly layout: Layout;
  readonly memory: Memory;
  /** Where findings go: the whole check, or the unit that is being compiled. */
  readonly recorder: Recorder;
  readonly world: World;
  /** By the entity's defined name. */
  readonly drafts: ReadonlyMap<string, EntityDraft>;
  /** By role, everyone who has it. */
  readonly holders: ReadonlyMap<string, readonly string[]>;
  /** By the call of a decision table, the one result that is read of it. */
  readonly resultsRead: WeakMap<Expression, string>;
  /** By the words of computed fields, what they compiled to before it was known which of them are never null. */
  readonly firstResults: Map<TextSpan, Expression>;
  /** The named conditions of point 6, and what they compiled to. */
  readonly conditions: ConditionLines;
  readonly compiledConditions: Map<ConditionLine, Expression | "being compiled">;
  /** The names of conditions that are defined by themselves. */
  readonly circles: Set<string>;
  /** While above 0, findings aren't recorded. */
  silenced: number;
  /** How many errors weren't recorded. */
  unheard: number;
  /** The computed fields that are never null, as `Entity.field`. */
  neverNull: ReadonlySet<string>;
  /** Applies what is now known of `neverNull`. */
  settle(neverNull: ReadonlySet<string>): void;
  /** Sets what is known of a field whose type follows from its expression. */
  setInferred(entity: string, field: DeclaredField): void;
}

export function makeState({ tree, layout }: ReadTree, declared: Declared, entities: EntityDrafts, memory: Memory): ContextState {
  const drafts = new Map([...entities.drafts.values()].map((draft) => [draft.name, draft]));
  const fields = new Map<string, ReadonlyMap<string, Typed>>();
  const business = declareBusiness(tree);
  const conditions = declareConditions(tree, drafts);
  let common: readonly string[] | null = null;
  const state: ContextState = {
    tree,
    layout,
    memory,
    recorder: { findings: noFindings(), world: { common: [], entities: new Map() }, published: new Map() },
    world: { declared, business, fieldsOf },
    drafts,
    holders: allHoldersOf(tree, declared.roles),
    resultsRead: new WeakMap(),
    firstResults: new Map(),
    conditions,
    compiledConditions: new Map(),
    circles: new Set(),
    silenced: 0,
    unheard: 0,
    neverNull: new Set(),
    setInferred(entity, field) {
      drafts.get(entity)!.fields.set(fold(field.name), field);
      fields.delete(entity);
      forgetEntityTexts(entities.drafts);
    },
    settle(neverNull) {
      for (const name of neverNull) if (!state.neverNull.has(name)) fields.delete(name.slice(0, name.indexOf(".")));
      state.neverNull = neverNull;
      if (!memory.isKept) return;
      state.recorder.world = memory.world(declaresOf(memory, tree, declared, entities.drafts, business, neverNull, common));
      common = state.recorder.world.common;
    },
  };
  return state;

  function fieldsOf(name: string): ReadonlyMap<string, Typed> | undefined {
    const draft = drafts.get(name);
    memory.recordRead(name);
    if (draft && !fields.has(name)) {
      const typed = recordFields(draft, (field) => !state.neverNull.has(`${name}.${field}`));
      fields.set(name, withConditions(withRoles(name, typed, declared.roles), conditions.get(name)));
    }
    return fields.get(name);
  }
}

/** Runs without recording findings. */
export function silently<T>(state: ContextState, work: () => T): T {
  state.silenced++;
  try {
    return work();
  } finally {
    state.silenced--;
  }
}

/** Whether the work reports no error. Its findings aren't recorded. */
export function isSound(state: ContextState, work: () => unknown): boolean {
  const before = state.unheard;
  silently(state, work);
  return state.unheard === before;
}
