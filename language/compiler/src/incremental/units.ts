/** Compiles many statements of one kind. Each is a unit, and so is each group of neighbors, so that an edit elsewhere compares few units. */
import { type Memory } from "./memory.ts";
import { type Recorder, remember } from "./remember.ts";

/** After an edit every group is compared, and every statement only in the group that the edit affects. */
const groupSize = 16;

/** What identifies a statement's unit. */
export interface UnitKey<S> {
  /** The lines that it is written in. */
  of(one: S): object;
  depends?(one: S): readonly unknown[];
}

/** The result for each statement, in order. `make` must have no effect except its result and its findings. `what` is unique in the document. */
export function eachUnit<S, T>(memory: Memory, recorder: Recorder, what: string, list: readonly S[], { of, depends = none }: UnitKey<S>, make: (one: S) => T): readonly T[] {
  if (!memory.isKept) return list.map((one) => make(one));
  const made: T[] = [];
  for (let from = 0; from < list.length; from += groupSize) {
    const group = list.slice(from, from + groupSize);
    const lines = memory.identityOf(`${what} from ${from}`, () => group.map(of));
    const whole = remember(memory, recorder, `group of ${what}`, lines, group.flatMap(depends), () =>
      group.map((one) => remember(memory, recorder, what, of(one), depends(one), () => make(one))),
    );
    for (const one of whole) made.push(one);
  }
  return made;
}

const none = (): readonly unknown[] => [];
