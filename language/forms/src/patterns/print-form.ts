/** Prints forms: a line in its canonical pattern, the pattern for people, and a sample of each alternative. */
import type { Form } from "./form.ts";
import { parsePattern } from "./parse-pattern.ts";
import { flagOf, type Item, type Sequence, slotsOf } from "./pattern.ts";

/** The line in the form's canonical pattern. `slots` are the texts by name; optional groups stand where their slots or flags are given. */
export function printForm(form: Form, slots: Readonly<Record<string, string>>, flags: ReadonlySet<string> = new Set()): string {
  const printed = (sequence: Sequence): string => joined(sequence.map(item));
  const item = (one: Item): string => {
    if (one.kind === "literal") return one.spellings[0]!;
    if (one.kind === "slot") return slots[one.name] ?? "";
    const branch = one.branches.find((each) => isGiven(each, slots, flags)) ?? (one.isOptional ? undefined : one.branches[0]);
    return branch ? printed(branch) : "";
  };
  return printed(parsePattern(form.pattern));
}

function isGiven(sequence: Sequence, slots: Readonly<Record<string, string>>, flags: ReadonlySet<string>): boolean {
  const flag = flagOf(sequence);
  return flag === null ? slotsOf(sequence).some(({ name }) => slots[name] !== undefined) : flags.has(flag);
}

/** The pattern as messages and the reference show it: `send CALL [to PEOPLE] [when CONDITION]`. */
export function describePattern(pattern: string): string {
  const printed = (sequence: Sequence): string => joined(sequence.map(item));
  const item = (one: Item): string => {
    if (one.kind === "literal") return one.spellings[0]!;
    if (one.kind === "slot") return one.name.toUpperCase();
    const inner = one.branches.map(printed).join(" | ");
    return one.isOptional ? `[${inner}]` : `(${inner})`;
  };
  return printed(parsePattern(pattern));
}

/** Lines that a pattern matches, one for each alternative of each group, with `fill` for the slots. */
export function samplesOf(pattern: string, fill: (slot: string, of: string) => string): readonly string[] {
  const expand = (sequence: Sequence): string[] => {
    let lines = [""];
    for (const one of sequence) {
      const texts =
        one.kind === "literal" ? [...one.spellings] : one.kind === "slot" ? [fill(one.name, one.of)] : [...(one.isOptional ? [""] : []), ...one.branches.flatMap(expand)];
      // Each alternative stands once: with all combinations, long patterns would give thousands of lines.
      lines = texts.flatMap((text, i) => (i === 0 ? lines : lines.slice(0, 1)).map((line) => joined([line, text])));
    }
    return lines;
  };
  return expand(parsePattern(pattern));
}

/** Joins parts by blanks; marks that close what comes before them, and slashes, stand without one. */
const joined = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== "")
    .join(" ")
    .replace(/ (?=[:,;.])/g, "")
    .replaceAll(" / ", "/");
