/**
 * What a checker remembers from one check to the next, so that after an edit only what the edit touches is compiled anew.
 *
 * A unit is the compiling of one statement: an entity, a machine, a rule's row, a screen. What it makes hangs on the lines
 * that it is written in, which are the same objects as long as they haven't changed (notation's tree reader), on what it is
 * told to depend on, and on the world: what the document declares (world.ts). Of the world every unit knows the names; of
 * the entities' fields, states and actions, those of which it has read something, which is noted while it is compiled; and
 * so is what it asks by name of what others have made (`tells`, `asks`): an entity's fields as they are, its rights.
 * Where all three are what they were, the unit gives what it gave, and all that it found is said again. So a check from
 * memory comes to exactly what one from nothing comes to, which test/checker.test.ts holds it to, edit by edit.
 */
import type { Findings } from "./findings.ts";

/** What the document declares, in words. */
export interface Declares {
  /** Names, roles, constants: what any unit may read. */
  readonly common: readonly string[];
  /** By an entity's name: its fields with their types, its states and actions. */
  readonly entities: ReadonlyMap<string, string>;
}

/** Stands for all that is declared: the same object as long as it is the same, and the same `common` as long as that is. */
export interface WorldKey extends Declares {}

/** What a unit has read besides what it is written in. */
export interface Noted {
  /** The entities of whose declaration it has read something. */
  readonly entities: Set<string>;
  /** What it has asked for by name, with what it was told. */
  readonly asked: Map<string, unknown>;
}

export interface Remembered {
  readonly world: WorldKey;
  readonly noted: Noted;
  readonly depends: readonly unknown[];
  readonly value: unknown;
  readonly findings: Findings;
}

export interface Memory {
  /** Stands for a list of things: the same object as the last time where each of them is the same. */
  same(what: string, things: () => readonly unknown[]): object;
  /** The list itself that was given the last time, where it holds the same. */
  sameList<T>(what: string, list: readonly T[]): readonly T[];
  /** The value that was told of the same the last time, where this one says nothing else: so what hangs on it needn't be made again. */
  alike<T>(what: string, value: T): T;
  world(declares: Declares): WorldKey;
  /** Notes that the unit that is being compiled reads what the entity declares. */
  reads(entity: string): void;
  /** Notes that it has asked for something, and what it was told. */
  asks(name: string, told: unknown): void;
  /** Notes from here on for a unit; gives back what ends it. */
  begin(): () => Noted;
  /** What a unit that isn't compiled anew had noted. */
  notes(noted: Noted): void;
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
  const kept = new Map<string, readonly unknown[]>();
  const told = new Map<string, { readonly text: string; readonly value: unknown }>();
  let last = 0;
  const outside = nothingNoted();
  let noting = outside;
  return {
    same(what, of) {
      const known = lists.get(what);
      const things = of();
      if (known && isSame(known.things, things)) return known;
      const made = { things };
      lists.set(what, made);
      return made;
    },
    sameList<T>(what: string, list: readonly T[]): readonly T[] {
      const known = kept.get(what);
      if (known && isSame(known, list)) return known as readonly T[];
      kept.set(what, list);
      return list;
    },
    alike<T>(what: string, value: T): T {
      const text = JSON.stringify(value);
      const known = told.get(what);
      if (known?.text === text) return known.value as T;
      told.set(what, { text, value });
      return value;
    },
    world({ common, entities: said }) {
      // The same text is the same string, so that comparing it again costs nothing.
      const entities = new Map([...said].map(([name, text]) => [name, worlds[0]?.entities.get(name) === text ? worlds[0].entities.get(name)! : text]));
      const alike = worlds.filter((one) => one.common === common || isSame(one.common, common));
      const known = alike.find((one) => isSameMap(one.entities, entities)) ?? { common: alike[0]?.common ?? common, entities };
      worlds = [known, ...worlds.filter((one) => one !== known)].slice(0, mostWorlds);
      return known;
    },
    reads: (entity) => void noting.entities.add(entity),
    asks: (name, told) => void noting.asked.set(name, told),
    begin() {
      const outer = noting;
      const mine = (noting = nothingNoted());
      return () => {
        noting = outer;
        addNoted(outer, mine);
        return mine;
      };
    },
    notes(noted) {
      if (noting !== outside) addNoted(noting, noted);
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

const nothingNoted = (): Noted => ({ entities: new Set(), asked: new Map() });

function addNoted(to: Noted, noted: Noted): void {
  for (const entity of noted.entities) to.entities.add(entity);
  for (const [name, told] of noted.asked) to.asked.set(name, told);
}

/** For a check that none follows: nothing is looked up, nothing kept. */
export const noMemory: Memory = {
  same: () => ({}),
  sameList: (_, list) => list,
  alike: (_, value) => value,
  world: (declares) => declares,
  reads: () => {},
  asks: () => {},
  begin: () => nothingNoted,
  notes: () => {},
  idOf: () => 0,
  recall: () => undefined,
  keep: () => {},
};

function isSameMap(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const key of a.keys()) if (a.get(key) !== b.get(key)) return false;
  return true;
}

export function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
