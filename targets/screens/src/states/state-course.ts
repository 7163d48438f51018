/**
 * The course that a state machine takes where nothing goes wrong, read from the order of its table: which action leads
 * further from each state, and what each state means for the work (default 170).
 */
import { type Action, isFinal, type Machine, type Transition } from "@nonet/model";

/** `waiting`: where records begin. `active`: on the course. `aside`: off it, and not at an end. `done`: the course's end. `stopped`: any other end. `ended`: an end where the course has none, so that it is neither good nor bad. */
export type StateTone = "waiting" | "active" | "aside" | "done" | "stopped" | "ended";

export interface Course {
  /** The states on the course, in its order. */
  readonly way: readonly string[];
  /** The transition that leads further from each state. */
  readonly further: ReadonlyMap<string, Transition>;
  /** The tone of each state. */
  readonly tones: Readonly<Record<string, StateTone>>;
}

export function courseOf(machine: Machine): Course {
  if (isMadeComplete(machine))
    return { way: [], further: new Map(), tones: Object.fromEntries(machine.states.map(({ name }) => [name, isFinal(machine, name) ? "ended" : "active"])) };
  const further = new Map<string, Transition>();
  const course = new Set<string>();
  const goOn = (from: string): string | null | undefined => {
    const next = leadingFurther(machine, from, course);
    if (next) further.set(from, next);
    return next?.to;
  };
  for (let at: string | null | undefined = beginnings(machine)[0]; at && !course.has(at); at = goOn(at)) course.add(at);
  for (const { name } of machine.states) {
    const next = further.get(name) ?? leadingFurther(machine, name);
    if (next) further.set(name, next);
  }
  const begins = new Set(beginnings(machine));
  const courseEnds = [...course].some((state) => isFinal(machine, state));
  const toneOf = (state: string): StateTone => {
    if (begins.has(state)) return isFinal(machine, state) ? "done" : "waiting";
    if (!isFinal(machine, state)) return course.has(state) ? "active" : "aside";
    if (course.has(state)) return "done";
    return courseEnds || machine.transitions.some((t) => t.to === state && endsAnywhere(machine, t)) ? "stopped" : "ended";
  };
  return { way: [...course], further, tones: Object.fromEntries(machine.states.map(({ name }) => [name, toneOf(name)])) };
}

/** Whether an action makes a record in one state, and all that is left is one end: the entry of a book that is reversed, or a notice that is taken down. Nothing says then whether the end is good. */
function isMadeComplete(machine: Machine): boolean {
  const { startsAs, endsAs, states, transitions } = machine;
  const begins = new Set(transitions.filter(({ from }) => from === null).map(({ to }) => to));
  const ends = transitions.some(({ from, to }) => from !== null && to !== null && from !== to && isFinal(machine, to));
  return startsAs.length === 0 && endsAs.length === 0 && states.length === 2 && begins.size === 1 && ends;
}

/** Where records begin: without `Starts as`, where the rows from `(new)` lead. */
export const beginnings = ({ startsAs, transitions }: Machine): readonly string[] =>
  startsAs.length > 0 ? startsAs.map(({ state }) => state) : transitions.flatMap(({ from, to }) => (from === null && to !== null ? [to] : []));

/** The first row that leads to another state and from there to an end; one that ends the record, or leads nowhere but back, only if no other does. `passed`: the states of the course so far, to which nothing leads further. */
function leadingFurther(machine: Machine, from: string, passed: ReadonlySet<string> = new Set()): Transition | undefined {
  const leaving = machine.transitions.filter((t) => t.from === from && t.to !== null && t.to !== from);
  const further = leaving.filter((t) => !endsAnywhere(machine, t));
  return (
    further.find((t) => !isFinal(machine, t.to!) && !passed.has(t.to!) && endsWithout(machine, from, t.to!)) ??
    further.find((t) => isFinal(machine, t.to!)) ??
    further[0] ??
    leaving[0]
  );
}

/** Whether its row ends a record from all states alike, earlier and later ones, where there is another end: a death or a loss, not the aim of the work. */
function endsAnywhere(machine: Machine, { row, to }: Transition): boolean {
  const others = machine.states.filter(({ name }) => !isFinal(machine, name)).map(({ name }) => name);
  const hasAnotherEnd = machine.states.some(({ name }) => name !== to && isFinal(machine, name));
  const hasSteps = machine.transitions.some((t) => t.from !== null && t.to !== null && t.to !== t.from && !isFinal(machine, t.to));
  const from = new Set(machine.transitions.filter((t) => t.row === row).map((t) => t.from));
  return to !== null && isFinal(machine, to) && hasAnotherEnd && hasSteps && others.every((name) => from.has(name));
}

/** Whether another state leads to an end without the first. Where it leads back, an end that nobody chooses for it doesn't count: it is an interruption that was never resumed. */
function endsWithout(machine: Machine, first: string, over: string): boolean {
  const leaving = machine.transitions.filter((t) => t.from === over && t.to !== null);
  const leadsBack = leaving.some((t) => t.to === first);
  const onward = leadsBack ? leaving.filter((t) => !isFinal(machine, t.to!) || (t.trigger.kind === "action" && !endsAnywhere(machine, t))) : leaving;
  return isFinal(machine, over) || onward.some((t) => reachesEnd(machine, t.to!, new Set([first, over])));
}

function reachesEnd(machine: Machine, state: string, seen: Set<string>): boolean {
  if (seen.has(state)) return false;
  seen.add(state);
  return isFinal(machine, state) || machine.transitions.some((t) => t.from === state && t.to !== null && reachesEnd(machine, t.to, seen));
}

/** The states from which the action leads further. */
export const statesLeadingFurther = (course: Course, action: Action): readonly string[] =>
  [...course.further].filter(([, { trigger }]) => trigger.kind === "action" && trigger.action === action.name).map(([state]) => state);

/** Whether the action always deletes its record or ends it off the course. */
export function stopsRecords(machine: Machine, course: Course, action: Action): boolean {
  const transitions = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name && t.from !== null);
  return transitions.length > 0 && transitions.every((t) => t.to === null || course.tones[t.to] === "stopped");
}
