/**
 * Imports again: brings what has changed in the source into a document that people have edited since. A three-way merge by
 * statement: what nobody has touched follows the source, and what somebody has touched stays as it is. Where both have
 * changed, the document stays and the difference is reported.
 */
import { type Unit, unitsOf } from "./units.ts";

export interface Merged {
  readonly text: string;
  /** Statements that came, changed or went with the source. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Statements that people have changed or removed, and that stay so. */
  readonly kept: number;
  readonly conflicts: readonly Conflict[];
}

/** A statement that was changed by hand and in the source. */
export interface Conflict {
  readonly source: string;
  /** null: it was deleted by hand. */
  readonly written: string | null;
  /** null: the source no longer has it. */
  readonly imported: string | null;
}

/** `base`: as it was imported the last time; `written`: as it is now; `imported`: as it would be imported now. */
export function mergeImports(base: string, written: string, imported: string): Merged {
  const [before, now, next] = [keyed(unitsOf(base)), unitsOf(written), unitsOf(imported)];
  const after = keyed(next);
  const present = new Set(now.map(({ key }) => key));
  const result: Placed[] = [];
  const conflicts: Conflict[] = [];
  const counts = { added: 0, changed: 0, removed: 0, kept: 0 };
  for (const unit of now) {
    const { key } = unit;
    const [old, fresh] = key === null ? [undefined, undefined] : [before.get(key), after.get(key)];
    const isTouched = old === undefined || !same(old, unit);
    if (key === null || (old === undefined && fresh === undefined)) result.push({ ...unit });
    else if (!isTouched && fresh) {
      if (!same(fresh, unit) && !isStructure(key)) counts.changed++;
      result.push({ ...unit, lines: fresh.lines });
    } else if (!isTouched) {
      // A heading stays while somebody's own lines are below it.
      if (holdsOwn(now, unit, before)) result.push({ ...unit });
      else if (!isStructure(key)) counts.removed++;
    } else {
      counts.kept++;
      result.push({ ...unit });
      if (!fresh || (old && !same(old, fresh) && !same(fresh, unit)) || (!old && !same(fresh, unit)))
        conflicts.push({ source: key, written: textOf(unit), imported: fresh ? textOf(fresh) : null });
    }
  }
  for (const [key, old] of before) {
    const fresh = after.get(key);
    if (present.has(key) || isStructure(key)) continue;
    counts.kept++;
    if (fresh && !same(old, fresh)) conflicts.push({ source: key, written: null, imported: textOf(fresh) });
  }
  for (const [i, unit] of next.entries()) {
    if (unit.key === null || present.has(unit.key) || before.has(unit.key) || isGone(unit, present, before)) continue;
    insert(result, next, i);
    if (!isStructure(unit.key)) counts.added++;
  }
  return { text: printed(result), ...counts, conflicts };
}

type Placed = Unit;

const keyed = (units: readonly Unit[]): ReadonlyMap<string, Unit> => new Map(units.flatMap((unit) => (unit.key === null ? [] : [[unit.key, unit] as const])));
const textOf = ({ lines }: Unit): string => lines.join("\n");
const same = (a: Unit, b: Unit): boolean => a.lines.length === b.lines.length && a.lines.every((line, i) => line.trimEnd() === b.lines[i]!.trimEnd());
const isStructure = (key: string): boolean => /^(?:title|origin|point \d|table \d|not shown \d)$/.test(key);

/** Whether its section was deleted by hand. */
const isGone = ({ parent }: Unit, present: ReadonlySet<string | null>, before: ReadonlyMap<string, Unit>): boolean => parent !== null && before.has(parent) && !present.has(parent);

/** Whether a heading has lines of a person's own below it, or lines that a person has changed. */
function holdsOwn(now: readonly Unit[], { key, lines }: Unit, before: ReadonlyMap<string, Unit>): boolean {
  if (!lines[0]!.startsWith("##")) return false;
  return now.some((unit) => unit.parent === key && (unit.key === null || !before.has(unit.key) || !same(before.get(unit.key)!, unit)));
}

/** After the nearest statement before it that is there, in the same section where there is one. */
function insert(result: Placed[], next: readonly Unit[], at: number): void {
  const unit = next[at]!;
  for (let i = at - 1; i >= 0; i--) {
    const found = result.findIndex(({ key }) => key !== null && key === next[i]!.key);
    if (found < 0) continue;
    const end = isHeading(unit) ? endOfSection(result, found) : found + 1;
    result.splice(end, 0, { ...unit });
    return;
  }
  result.push({ ...unit });
}

const isHeading = ({ lines }: Unit): boolean => lines[0]!.startsWith("##");

/** A new section comes after the whole section of its neighbour. */
function endOfSection(units: readonly Placed[], from: number): number {
  let end = from + 1;
  while (end < units.length && !isHeading(units[end]!)) end++;
  return end;
}

function printed(units: readonly Placed[]): string {
  const lines: string[] = [];
  for (const [i, unit] of units.entries()) {
    const before = units[i - 1];
    const gap = Math.max(unit.gap, isHeading(unit) || (before !== undefined && isHeading(before)) ? 1 : 0);
    if (i > 0) lines.push(...Array.from({ length: gap }, () => ""));
    lines.push(...unit.lines);
  }
  return `${lines.join("\n")}\n`;
}
