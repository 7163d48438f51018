/** Values that agree with what the form holds already, as the document's rules want it. */
import type { FieldData } from "@nonet/screens";
import type { Side } from "./agreements.ts";
import type { Choice, Writing } from "./writing.ts";

type Values = Readonly<Record<string, unknown>>;

interface Suitable {
  /** The only value that fits; undefined if nothing decides it. */
  readonly value: unknown;
  /** Whether a record to choose from fits. */
  choice(choice: Choice): boolean;
}

export const idOf = (value: unknown): unknown => (value !== null && typeof value === "object" && "id" in value ? value.id : value);

export function suitable(entity: string, field: FieldData, values: Values, { agreements, choices, chance, whole }: Writing): Suitable {
  const known = new Map([...choices.values()].flat().map((choice) => [choice.id, choice]));
  const at = ({ list, path: [first, second] }: Side): unknown => {
    const from = list === null && whole ? whole.values : values;
    const value = idOf(from[first!]);
    return second === undefined || value === undefined ? value : idOf(known.get(String(value))?.[second]);
  };
  const [holder, list] = whole ? [whole.entity, whole.list] : [entity, null];
  const about = agreements.flatMap(({ entity: name, sides }) =>
    sides
      .flatMap((side, i) => (name === holder && side.list === list && side.path[0] === field.key ? [{ side, other: at(sides[1 - i]!) }] : []))
      .filter(({ other }) => other !== undefined && other !== null),
  );
  const same = about.find(({ side }) => side.path.length === 1);
  return {
    value: same ? same.other : copied(field, values, known, chance.happens(mostlyCopied)),
    choice: (choice) => about.every(({ side: { path }, other }) => path.length === 1 || idOf(choice[path[1]!]) === other),
  };
}

/** How often an invoice's line has the price of the line that was ordered. */
const mostlyCopied = 0.85;

/** A number that a chosen record has under the same name. */
function copied({ key, control }: FieldData, values: Values, known: ReadonlyMap<string, Choice>, wanted: boolean): unknown {
  if (!wanted || !["number", "integer", "money"].includes(control)) return undefined;
  const from = Object.values(values).map((value) => known.get(String(value))?.[key]);
  return from.find((value) => value !== undefined && value !== null);
}
