/** Many statements of one kind: each is a unit, and so are some that stand groupSize, so that an edit elsewhere asks after few of them. */
import { type Memory } from "./memory.ts";
import { type Recorder, remember } from "./remember.ts";

/** How many stand groupSize: after an edit the groups are asked after, and in the group that it touches each of its statements. */
const groupSize = 16;

/** What a statement is kept by. */
export interface UnitKey<S> {
  /** The lines that it is written in. */
  of(one: S): object;
  depends?(one: S): readonly unknown[];
}

/** What is made of each, in order; nothing else may come of it. `what` is the one of its kind in the document. */
export function eachUnit<S, T>(memory: Memory, recorder: Recorder, what: string, list: readonly S[], { of, depends = none }: UnitKey<S>, make: (one: S) => T): readonly T[] {
  if (!memory.isKept) return list.map((one) => make(one));
  const made: T[] = [];
  for (let from = 0; from < list.length; from += groupSize) {
    const group = list.slice(from, from + groupSize);
    const lines = memory.same(`${what} from ${from}`, () => group.map(of));
    const whole = remember(memory, recorder, `group of ${what}`, lines, group.flatMap(depends), () =>
      group.map((one) => remember(memory, recorder, what, of(one), depends(one), () => make(one))),
    );
    for (const one of whole) made.push(one);
  }
  return made;
}

const none = (): readonly unknown[] => [];
