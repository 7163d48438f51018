/** The values of many records in one statement: those of a record become columns of a record set `u`. */
import { Parameters } from "../sql/sql-text.ts";
import { Slot } from "../sql/statement-cache.ts";
import { plainValue } from "./write-queries.ts";

type Values = Readonly<Record<string, unknown>>;

/** One JSON array of all records: each its own values, and those by name as `v0`, `v1`, … */
export const rowsJson = (names: readonly string[], records: readonly { readonly own: Values; readonly values: Values }[]): string =>
  JSON.stringify(records.map(({ own, values }) => ({ ...own, ...Object.fromEntries(names.map((name, i) => [`v${i}`, plainValue(values[name])])) })));

/** A value of each record, in place of one of the statement. */
export const rowSlot = (name: string): Slot => new Slot(`row ${name}`);
export const rowSlots = (names: readonly string[]): Values => Object.fromEntries(names.map((name, i) => [`v ${name}`, rowSlot(`v${i}`)]));

/** Values of a row become columns of the record set, all others parameters of the statement. A list is a JSON array, everything else a text. */
export class RowParameters extends Parameters {
  readonly #columns = new Map<string, string>();
  readonly #statement: Parameters;

  constructor(statement: Parameters) {
    super();
    this.#statement = statement;
  }

  override bind(value: unknown, type: string): string {
    if (!(value instanceof Slot) || !value.name.startsWith("row ")) return this.#statement.bind(value, type);
    const name = value.name.slice(4);
    const isPlain = !type.endsWith("[]") && type !== "jsonb";
    this.#columns.set(name, isPlain ? "text" : type);
    return isPlain ? `u.${name}::${type}` : `u.${name}`;
  }

  columns(): string {
    return [...this.#columns].map(([name, type]) => `${name} ${type}`).join(", ");
  }
}
