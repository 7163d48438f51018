/** The colours in which screens show the states of a machine: what a state's name says, else what it means for the work (default 170). */
import { isFinal, type Machine, type StateColour } from "@nonet/model";
import { courseOf, type StateTone } from "./state-course.ts";

/** Names that say what a state means, wherever it stands. */
const named: Readonly<Partial<Record<StateColour, readonly string[]>>> = {
  amber: "blocked, due, escalated, late, suspended, unanswered, unpaid, unreported".split(", "),
  green: "accepted, approved, completed, confirmed, done, finished, granted, mended, paid, repaired, resolved, settled, valid".split(", "),
  red: "declined, denied, dismissed, failed, forfeited, lost, missed, no-show, not granted, overdue, refused, rejected, revoked, turned down".split(", "),
  grey: "called off, canceled, cancelled, discarded, ended, void, waived, withdrawn, written off".split(", "),
};

/** Names that ask for attention while the work goes on, and say only that it is over at an end. */
const running = ["expired", "expiring", "lapsed"];

const ofTone: Readonly<Record<StateTone, StateColour>> = { waiting: "grey", active: "blue", aside: "amber", done: "green", stopped: "grey", ended: "grey" };

/** The colour of the second of two states in a row that would have the same. Warnings between them don't count. */
const second: Readonly<Partial<Record<StateColour, StateColour>>> = { blue: "purple", green: "teal" };

/** The colour of each state: the one that the document gives it, else that of its name or of its meaning. */
export function coloursOf(machine: Machine): Readonly<Record<string, StateColour>> {
  const { tones, way } = courseOf(machine);
  const colours: Record<string, StateColour> = {};
  for (const { name, colour } of machine.states)
    colours[name] = colour ?? colourOfName(name, isFinal(machine, name)) ?? (tones[name] === "waiting" && name !== way[0] ? "amber" : ofTone[tones[name]!]);
  const ownColours = new Set(machine.states.filter(({ colour }) => colour).map(({ name }) => name));
  let before: StateColour | undefined;
  for (const name of way) {
    const mine = colours[name]!;
    if (tones[name] === "active" && mine === before && !ownColours.has(name)) colours[name] = second[mine] ?? mine;
    if (mine !== "amber" && mine !== "red") before = colours[name];
  }
  return colours;
}

function colourOfName(state: string, final: boolean): StateColour | undefined {
  const name = state.toLowerCase();
  if (running.includes(name)) return final ? "grey" : "amber";
  return (Object.keys(named) as StateColour[]).find((colour) => named[colour]!.includes(name));
}
