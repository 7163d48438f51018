/** Makes the context that every point's compiler works in. */
import { fold } from "@nonet/feel";
import type { ReadTree } from "@nonet/notation";
import type { Declared } from "../declare/declared.ts";
import type { EntityDrafts } from "../declare/drafts.ts";
import type { Memory } from "../incremental/memory.ts";
import { remember } from "../incremental/remember.ts";
import { eachUnit } from "../incremental/units.ts";
import { checkType, compileExpression, compileTemplate, compileTests, tryExpression } from "./compile-expression.ts";
import { type ContextState, isSound, makeState, silently } from "./context-state.ts";
import type { PointCompiler } from "./point-compiler.ts";
import { recordAffected, recordNotShown, recordTests, recordUsedName, reporter } from "./record-findings.ts";

export function makeContext(read: ReadTree, declared: Declared, entities: EntityDrafts, memory: Memory): PointCompiler {
  const state = makeState(read, declared, entities, memory);
  const { recorder, world } = state;
  return {
    tree: read.tree,
    layout: read.layout,
    declared,
    drafts: entities.drafts,
    business: world.business,
    typeNames: entities.names,
    get findings() {
      return recorder.findings;
    },
    report: reporter(state),
    expression: (words, use) => compileExpression(state, words, use),
    template: (words, use) => compileTemplate(state, words, use),
    tests: (words, input, use) => compileTests(state, words, input, use),
    tryExpression: (words, use) => tryExpression(state, words, use),
    checkType: (value, expected) => checkType(state, value, expected),
    affects: (on, what, source) => recordAffected(state, on, what, source),
    notShown: (what, span) => recordNotShown(state, what, span),
    markUsed: (kind, name, of) => recordUsedName(state, kind, name, of),
    recordTests: (tests, use) => recordTests(state, tests, use),
    markCodeUsed(name, span) {
      recorder.findings.usedCodes.push([fold(name), span]);
      return declared.codes.get(fold(name))?.name ?? name;
    },
    markEnforced(span) {
      if (state.silenced === 0) recorder.findings.enforced.push(span);
    },
    ...unitsOf(state),
    setNeverNull: state.settle,
    setInferred: state.setInferred,
    silently: (work) => silently(state, work),
    isSound: (work) => isSound(state, work),
  };
}

/** Compiles in units that a memory can keep, and passes values between them by name. */
function unitsOf(state: ContextState) {
  const { memory, recorder } = state;
  const nameOf = (what: string): string => (state.silenced > 0 ? `${what}, quietly` : what);
  return {
    unit: (what, of, depends, make) => remember(memory, recorder, nameOf(what), of, depends, make),
    each: (what, list, kept, make) => eachUnit(memory, recorder, nameOf(what), list, kept, make),
    identityOf: memory.identityOf,
    stableList: memory.stableList,
    stableValue: memory.stableValue,
    isIncremental: memory.isKept,
    publish: (name, value) => void recorder.published.set(name, value),
    lookUp<T>(name: string): T | undefined {
      const value = recorder.published.get(name) as T | undefined;
      memory.recordLookUp(name, value);
      return value;
    },
  } satisfies Partial<PointCompiler>;
}
