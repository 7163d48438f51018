/**
 * What a checker remembers from one check to the next, so that after an edit only what the edit affects is compiled again.
 *
 * A unit is the compilation of one statement: an entity, a machine, a row of rules, a screen. Its result depends on three
 * things: the lines that it is written in (the same objects as long as they haven't changed: see the notation's tree
 * reader), the dependencies that it is given, and the world, which is all that the document declares (see
 * context/declared-digest.ts). Every unit depends on the names of the world. Of the entities' fields, states and actions it
 * depends on those that it reads, which is recorded while it is compiled; so is each value that it looks up by name
 * (`lookUp`) after another unit has published it (`publish`): an entity's compiled fields, its actions.
 * If all three are unchanged, the unit returns its former value, and its findings are added again. A check from memory
 * gives exactly the result of a check from nothing; test/checker.test.ts proves that edit by edit.
 */
import type { Findings } from "./findings.ts";

/** What the document declares, as text. */
export interface Declares {
  /** Names, roles, constants: what any unit may read. */
  readonly common: readonly string[];
  /** By an entity's name: its fields with their types, its states and actions. */
  readonly entities: ReadonlyMap<string, string>;
}

/** The identity of all that is declared: the same object as long as it is equal, and the same `common` as long as that is equal. */
export interface WorldKey extends Declares {}

/** What a unit has read beyond its own lines. */
export interface Reads {
  /** The entities of whose declaration it has read something. */
  readonly entities: Set<string>;
  /** What it has looked up by name, with the value found. */
  readonly lookedUp: Map<string, unknown>;
}

export interface Remembered {
  readonly world: WorldKey;
  readonly reads: Reads;
  readonly depends: readonly unknown[];
  readonly value: unknown;
  readonly findings: Findings;
}

export interface Memory extends StableValues {
  /** False for a check that no other follows: nothing is looked up and nothing is kept. */
  readonly isKept: boolean;
  world(declares: Declares): WorldKey;
  /** Records that the unit being compiled reads what the entity declares. */
  recordRead(entity: string): void;
  /** Records that it has looked up a value, and which. */
  recordLookUp(name: string, value: unknown): void;
  /** Starts to record for a unit; returns the function that ends it. */
  begin(): () => Reads;
  /** Adds what a unit had recorded that isn't compiled again. */
  addReads(noted: Reads): void;
  /** A number for an object, the same each time. */
  idOf(object: object): number;
  recall(unit: string, of: object): Remembered | undefined;
  keep(unit: string, of: object, remembered: Remembered): void;
  /** A memory that knows all that this one knows now, and whose own results this one doesn't learn. */
  fork(): Memory;
}

/** Returns the object of the last check in place of an equal one, so that what depends on it needn't be compiled again. */
export interface StableValues {
  /** An object that identifies a list: the same one as the last time if each of the things is the same. */
  identityOf(what: string, things: () => readonly unknown[]): object;
  /** The list of the last time if it holds the same things. */
  stableList<T>(what: string, list: readonly T[]): readonly T[];
  /** The value of the last time if its JSON is the same. */
  stableValue<T>(what: string, value: T): T;
}

/** More worlds than one check goes through, so that an undone edit finds the previous one. */
const maxWorlds = 12;

export const makeMemory = (): Memory => memoryOver(null);

/** What a memory knows, for one that is forked from it. */
interface Known {
  readonly worlds: readonly WorldKey[];
  readonly idOf: Memory["idOf"];
  readonly recall: Memory["recall"];
  readonly values: KnownValues;
}

function memoryOver(below: Known | null): Memory {
  let worlds = below?.worlds ?? [];
  const units = new WeakMap<object, Map<string, Remembered>>();
  const ids = new WeakMap<object, number>();
  let last = 0;
  const outside = noReads();
  let noting = outside;
  const values = knownValues(below?.values);
  const idOf =
    below?.idOf ??
    ((object: object): number => {
      const known = ids.get(object) ?? ++last;
      ids.set(object, known);
      return known;
    });
  const recall = (unit: string, of: object): Remembered | undefined => units.get(of)?.get(unit) ?? below?.recall(unit, of);
  return {
    isKept: true,
    ...stableValues(values),
    world(declares) {
      const known = knownWorld(declares, worlds);
      worlds = [known, ...worlds.filter((one) => one !== known)].slice(0, maxWorlds);
      return known;
    },
    recordRead: (entity) => void noting.entities.add(entity),
    recordLookUp: (name, value) => void noting.lookedUp.set(name, value),
    begin() {
      const outer = noting;
      const mine = (noting = noReads());
      return () => {
        noting = outer;
        addReads(outer, mine);
        return mine;
      };
    },
    addReads(noted) {
      if (noting !== outside) addReads(noting, noted);
    },
    idOf,
    recall,
    keep(unit, of, remembered) {
      const known = units.get(of);
      if (known) known.set(unit, remembered);
      else units.set(of, new Map([[unit, remembered]]));
    },
    fork: () => memoryOver({ worlds, idOf, recall, values }),
  };
}

/** For a check that no other follows. */
export const noMemory: Memory = {
  isKept: false,
  identityOf: () => ({}),
  stableList: (_, list) => list,
  stableValue: (_, value) => value,
  world: (declares) => declares,
  recordRead: () => {},
  recordLookUp: () => {},
  begin: () => noReads,
  addReads: () => {},
  idOf: () => 0,
  recall: () => undefined,
  keep: () => {},
  fork: () => noMemory,
};

interface Values<T> {
  get(what: string): T | undefined;
  set(what: string, value: T): void;
}

interface KnownValues {
  readonly identities: Values<{ readonly things: readonly unknown[] }>;
  readonly lists: Values<readonly unknown[]>;
  readonly values: Values<{ readonly text: string; readonly value: unknown }>;
}

function knownValues(below: KnownValues | undefined): KnownValues {
  return { identities: valuesOver(below?.identities), lists: valuesOver(below?.lists), values: valuesOver(below?.values) };
}

function valuesOver<T>(below: Values<T> | undefined): Values<T> {
  const own = new Map<string, T>();
  return { get: (what) => own.get(what) ?? below?.get(what), set: (what, value) => void own.set(what, value) };
}

function stableValues({ identities, lists, values }: KnownValues): StableValues {
  return {
    identityOf(what, of) {
      const known = identities.get(what);
      const things = of();
      if (known && isSame(known.things, things)) return known;
      const made = { things };
      identities.set(what, made);
      return made;
    },
    stableList<T>(what: string, list: readonly T[]): readonly T[] {
      const known = lists.get(what);
      if (known && isSame(known, list)) return known as readonly T[];
      lists.set(what, list);
      return list;
    },
    stableValue<T>(what: string, value: T): T {
      const text = JSON.stringify(value);
      const known = values.get(what);
      if (known?.text === text) return known.value as T;
      values.set(what, { text, value });
      return value;
    },
  };
}

/** The world that is equal to what is declared, or a new one. */
function knownWorld({ common, entities: declared }: Declares, worlds: readonly WorldKey[]): WorldKey {
  // Equal texts become the same string, so that comparing them again costs nothing.
  const entities = new Map([...declared].map(([name, text]) => [name, worlds[0]?.entities.get(name) === text ? worlds[0].entities.get(name)! : text]));
  const alike = worlds.filter((one) => one.common === common || isSame(one.common, common));
  return alike.find((one) => isSameMap(one.entities, entities)) ?? { common: alike[0]?.common ?? common, entities };
}

const noReads = (): Reads => ({ entities: new Set(), lookedUp: new Map() });

function addReads(to: Reads, noted: Reads): void {
  for (const entity of noted.entities) to.entities.add(entity);
  for (const [name, value] of noted.lookedUp) to.lookedUp.set(name, value);
}

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
