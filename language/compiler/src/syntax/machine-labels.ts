/** The labels of a machine's attributes. */
import { fold } from "@nonet/feel";
import { defineForms, machineForms, readForm } from "@nonet/forms";

const ofMachine = /^(?:(?:starts|ends) (?:as|in)|(?:start|initial|end|final) states?|.+ asks? for|.+ (?:is|are) decided by|.+ confirms?|(?:state )?colou?rs)$/;

const startAndEndForms = defineForms({ ...machineForms, forms: { starts: machineForms.forms.starts, ends: machineForms.forms.ends } });

/** Cached by label. */
const before = new Map<string, boolean>();

/** Whether the label says in which states records start or end. */
export function isStartOrEnd(label: string): boolean {
  const known = before.get(label);
  if (known !== undefined) return known;
  const line = `${label}: state`;
  const reading = readForm(startAndEndForms, line);
  const made = reading.kind === "match" && Object.values(reading.slots).every(({ from, to }) => line.slice(from, to) === "state");
  if (before.size < 2000) before.set(label, made);
  return made;
}

/** `Start`, `Final`: names that fields have too. */
export const isShortLabel = (label: string): boolean => !label.includes(" ") && isStartOrEnd(label);

export const isMachineLabel = (label: string): boolean => ofMachine.test(fold(label)) || isStartOrEnd(label);
