/** Returns a unit's result from memory if nothing that it depends on has changed, and compiles it otherwise. */
import { addFindings, type Findings, noFindings } from "./findings.ts";
import { isSame, type Memory, type Reads, type Remembered, type WorldKey } from "./memory.ts";

/** Where a unit's findings go, and the world that it is compiled in. */
export interface Recorder {
  findings: Findings;
  world: WorldKey;
  /** Values by name. Each is published once in a check, before it is looked up. */
  readonly published: Map<string, unknown>;
}

/** The unit's result, from memory if possible. `of`: the lines that it is written in. */
export function remember<T>(memory: Memory, recorder: Recorder, unit: string, of: object, depends: readonly unknown[], make: () => T): T {
  if (!memory.isKept) return make();
  const known = memory.recall(unit, of);
  if (known && isSame(known.depends, depends) && holdsIn(recorder, known)) {
    addFindings(recorder.findings, known.findings);
    memory.addReads(known.reads);
    return known.value as T;
  }
  const { findings: outer, world } = recorder;
  const findings = (recorder.findings = noFindings());
  const end = memory.begin();
  let reads: Reads | null = null;
  try {
    const value = make();
    reads = end();
    memory.keep(unit, of, { world, reads, depends, value, findings });
    return value;
  } finally {
    if (!reads) end();
    recorder.findings = outer;
    addFindings(outer, findings);
  }
}

/** Whether all that the unit has read is unchanged. */
function holdsIn({ world, published }: Recorder, known: Remembered): boolean {
  for (const [name, was] of known.reads.lookedUp) if (published.get(name) !== was) return false;
  if (known.world === world) return true;
  if (known.world.common !== world.common) return false;
  const changed = changedFrom(known.world, world);
  for (const entity of known.reads.entities) if (changed.has(entity)) return false;
  return true;
}

/** By two worlds, the entities whose declarations differ. */
const changes = new WeakMap<WorldKey, WeakMap<WorldKey, ReadonlySet<string>>>();

function changedFrom(before: WorldKey, now: WorldKey): ReadonlySet<string> {
  const from = changes.get(before) ?? new WeakMap<WorldKey, ReadonlySet<string>>();
  changes.set(before, from);
  const known = from.get(now) ?? new Set([...before.entities.keys(), ...now.entities.keys()].filter((name) => before.entities.get(name) !== now.entities.get(name)));
  from.set(now, known);
  return known;
}
