/** What a list shows because of its condition (default 268): the fields that the condition names and the money, no column that is the same in every row, and no New for records that it never holds. */
import type { Expression } from "@nonet/feel";
import { type Condition, type Entity, machineOf, type Product } from "@nonet/model";
import { beginnings } from "../states/state-course.ts";
import { valuesWhere } from "./values-where.ts";

interface Column {
  readonly key: string;
  readonly path: string;
  readonly control: string;
  /** Where an amount's currency stands. */
  readonly currencyKey?: string | null;
}

interface Columns<C extends Column> {
  readonly fields: readonly C[];
  /** The state, unless it is among the fields. */
  readonly state: readonly C[];
  /** How many fields have room. */
  readonly most: number;
}

const mostAmounts = 2;

/** In the order of the document, the state last. */
export function columnsOfWork<C extends Column>(product: Product, { name: entity }: Entity, { expression }: Condition, { fields, state, most }: Columns<C>): C[] {
  const named = fieldsNamed(expression);
  const fixed = new Set(conjuncts(expression).map(fieldThatIsOneValue));
  const varies = fields.filter((c) => !fixed.has(c.path));
  const amounts = varies.filter((c) => c.control === "money").slice(0, mostAmounts);
  const currencies = new Set(amounts.map((c) => c.currencyKey));
  // The first field is the one by which people know the record.
  const ranked = [...new Set([...varies.slice(0, 1), ...varies.filter((c) => named.has(c.path)), ...amounts, ...varies.filter((c) => !currencies.has(c.key))])];
  const chosen = new Set(ranked.slice(0, most));
  return [...varies.filter((c) => chosen.has(c)), ...(statesIn(product, entity, { expression }).length === 1 ? [] : state)];
}

/** Whether a new record is in no state that the condition selects, also after what happens by itself at once, so that it would never be in the list. */
export function neverNew(product: Product, { name: entity }: Entity, where: Condition | null): boolean {
  const machine = machineOf(product, entity);
  if (where === null || machine?.field !== "state") return false;
  const possible = statesIn(product, entity, where);
  const states = new Set([...beginnings(machine), ...machine.transitions.flatMap(({ from, to }) => (from === null && to !== null ? [to] : []))]);
  for (const state of states) for (const { from, trigger, to } of machine.transitions) if (from === state && trigger.kind === "when" && to !== null) states.add(to);
  return states.size > 0 && possible.every((state) => !states.has(state));
}

const statesIn = (product: Product, entity: string, where: Pick<Condition, "expression">): readonly string[] =>
  valuesWhere(where, ["state"], machineOf(product, entity)?.states.map(({ name }) => name) ?? []);

const conjuncts = (e: Expression): readonly Expression[] => (e.kind === "binary" && e.operator === "and" ? [...conjuncts(e.left), ...conjuncts(e.right)] : [e]);

/** The field that must equal something that doesn't depend on the record, such as `assignee = me`. */
function fieldThatIsOneValue(e: Expression): string | null {
  if (e.kind !== "binary" || e.operator !== "=") return null;
  const [left, right] = [fieldOfThis(e.left), fieldOfThis(e.right)];
  const other = left === null ? e.left : e.right;
  return [...namesIn(other)].length > 0 ? null : (left ?? right);
}

const fieldOfThis = (e: Expression): string | null => (e.kind === "path" && e.of.kind === "variable" && e.of.name === "this" ? e.field : null);

const fieldsNamed = (e: Expression): ReadonlySet<string> => new Set(namesIn(e));

/** The record's fields in any part of the expression; types and places in the document are passed by. */
function* namesIn(value: unknown): Generator<string> {
  if (value === null || typeof value !== "object") return;
  const name = "kind" in value && value.kind === "path" ? fieldOfThis(value as Expression) : null;
  if (name !== null) yield name;
  for (const [key, inner] of Object.entries(value)) if (key !== "type" && key !== "span" && key !== "source") yield* namesIn(inner);
}
