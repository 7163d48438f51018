/**
 * What a checker remembers from one check to the next, so that after an edit only what the edit touches is compiled anew.
 *
 * A unit is the compiling of one statement: an entity, a machine, a rule's row, a screen. What it makes hangs on the lines
 * that it is written in, which are the same objects as long as they haven't changed (notation's tree reader), on what it is
 * told to depend on, and on the world: every name and type that the document declares (world.ts). Where all three are what
 * they were, the unit gives what it gave, and all that it found is said again. So a check from memory comes to exactly what
 * one from nothing comes to, which test/checker.test.ts holds it to, edit by edit.
 */
import { addFindings, noFindings, type Findings } from "../findings.ts";

/** Stands for everything that the document declares: the same object as long as it is the same. */
export interface WorldKey {
  readonly declares: readonly string[];
}

interface Remembered {
  readonly world: WorldKey;
  readonly depends: readonly unknown[];
  readonly value: unknown;
  readonly findings: Findings;
}

export interface Memory {
  /** Stands for a list of things: the same object as the last time where each of them is the same. */
  same(what: string, things: () => readonly unknown[]): object;
  world(declares: readonly string[]): WorldKey;
  /** A number for an object, the same each time. */
  idOf(object: object): number;
  recall(unit: string, of: object): Remembered | undefined;
  keep(unit: string, of: object, remembered: Remembered): void;
}

/** More worlds than one check goes through: an edit taken back finds the former. */
const mostWorlds = 12;

export function makeMemory(): Memory {
  let worlds: readonly WorldKey[] = [];
  const units = new WeakMap<object, Map<string, Remembered>>();
  const ids = new WeakMap<object, number>();
  const lists = new Map<string, { readonly things: readonly unknown[] }>();
  let last = 0;
  return {
    same(what, of) {
      const known = lists.get(what);
      const things = of();
      if (known && isSame(known.things, things)) return known;
      const made = { things };
      lists.set(what, made);
      return made;
    },
    world(declares) {
      const known = worlds.find((one) => isSame(one.declares, declares)) ?? { declares };
      worlds = [known, ...worlds.filter((one) => one !== known)].slice(0, mostWorlds);
      return known;
    },
    idOf(object) {
      const known = ids.get(object) ?? ++last;
      ids.set(object, known);
      return known;
    },
    recall: (unit, of) => units.get(of)?.get(unit),
    keep(unit, of, remembered) {
      const known = units.get(of);
      if (known) known.set(unit, remembered);
      else units.set(of, new Map([[unit, remembered]]));
    },
  };
}

/** Where a unit's findings go, and the world that it is compiled in. */
export interface Recorder {
  findings: Findings;
  world: WorldKey;
}

/** For a check that none follows: nothing is looked up, nothing kept. */
export const noMemory: Memory = { same: () => ({}), world: (declares) => ({ declares }), idOf: () => 0, recall: () => undefined, keep: () => {} };

/** What the unit makes, from memory where it may be. `of`: the lines that it is written in. */
export function remember<T>(memory: Memory, recorder: Recorder, unit: string, of: object, depends: readonly unknown[], make: () => T): T {
  if (memory === noMemory) return make();
  const known = memory.recall(unit, of);
  if (known && known.world === recorder.world && isSame(known.depends, depends)) {
    addFindings(recorder.findings, known.findings);
    return known.value as T;
  }
  const { findings: outer, world } = recorder;
  const findings = (recorder.findings = noFindings());
  try {
    const value = make();
    memory.keep(unit, of, { world, depends, value, findings });
    return value;
  } finally {
    recorder.findings = outer;
    addFindings(outer, findings);
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
