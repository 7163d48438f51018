/** A scope and an environment for tests: loans of items to people. */
import { Decimal, type Value } from "../src/values/value.ts";
import { type Environment } from "../src/values/environment.ts";
import { fold, type Scope, type Symbol } from "../src/types/scope.ts";
import { readDate, readDateTime, readDuration } from "../src/values/temporal-text.ts";
import { type Type, type Typed } from "../src/types/type.ts";

const typed = (type: Type, nullable = false): Typed => ({ type, nullable });
const record = (name: string): Type => ({ kind: "record", name });

export const fields: Readonly<Record<string, ReadonlyMap<string, Typed>>> = {
  Loan: new Map<string, Typed>([
    ["item", typed(record("Item"))],
    ["borrower", typed(record("Person"))],
    ["start date", typed({ kind: "date" })],
    ["due date", typed({ kind: "date" }, true)],
    ["state", typed({ kind: "string", choices: ["open", "out", "returned"] })],
    ["fee", typed({ kind: "number", unit: "EUR" })],
    ["created", typed({ kind: "date and time", zoned: true })],
    ["notes", typed({ kind: "string" }, true)],
  ]),
  Item: new Map<string, Typed>([
    ["name", typed({ kind: "string" })],
    ["daily fee", typed({ kind: "number", unit: "EUR" })],
    ["loans", typed({ kind: "list", of: record("Loan") })],
    ["terms and conditions", typed({ kind: "string" })],
  ]),
  Person: new Map<string, Typed>([
    ["name", typed({ kind: "string" })],
    ["loan", typed(record("Loan"), true)],
  ]),
};

const symbols = new Map<string, Symbol>();
for (const [field, of] of fields.Loan!) symbols.set(fold(field), { kind: "field", of: { name: "this", type: record("Loan") }, field, ...of });
const defined: readonly [string, Symbol][] = [
  ["this", { kind: "variable", name: "this", ...typed(record("Loan")) }],
  ["me", { kind: "variable", name: "me", ...typed(record("Person")) }],
  ["Loan", { kind: "global", name: "Loan", ...typed({ kind: "list", of: record("Loan") }) }],
  ["Person", { kind: "global", name: "Person", ...typed({ kind: "list", of: record("Person") }) }],
  ["longest loan", { kind: "global", name: "longest loan", ...typed({ kind: "days and time duration" }) }],
  ["net price", { kind: "global", name: "net price", ...typed({ kind: "function", parameters: [{ name: "gross", type: { kind: "number" } }], result: { kind: "number" } }) }],
  ["payment address", { kind: "open", name: "payment address" }],
];
for (const [name, symbol] of defined) symbols.set(fold(name), symbol);
// Inside a filter of people, `loan` also means the outer record, like any entity's name in lower case.
export const hiding: Scope = { ...makeScope(), lookup: (name) => (name === "loan" ? { kind: "variable", name: "this", ...typed(record("Loan")) } : symbols.get(name)) };

function makeScope(): Scope {
  return { lookup: (name) => symbols.get(name), names: () => [...fields.Loan!.keys(), ...defined.map(([name]) => name)], fieldsOf: (name) => fields[name] };
}
export const scope: Scope = makeScope();

type Data = { readonly record: string; readonly id: string; readonly [field: string]: Value | string };
const beamer: Data = { record: "Item", id: "beamer", name: "Beamer", "daily fee": new Decimal("2.50") };
const tent: Data = { record: "Item", id: "tent", name: "Tent", "daily fee": new Decimal(4) };
const ada: Data = { record: "Person", id: "ada", name: "Ada", loan: null };
const loan = (id: string, item: Data, state: string, fee: string, start: string, due: string | null): Data => ({
  record: "Loan",
  id,
  item,
  borrower: ada,
  state,
  fee: new Decimal(fee),
  "start date": readDate(start),
  "due date": due === null ? null : readDate(due),
  created: readDateTime("2026-03-28T11:30:00Z"),
  notes: null,
});
const loans = [
  loan("1", beamer, "out", "12.50", "2026-03-01", "2026-03-15"),
  loan("2", tent, "returned", "8", "2026-02-01", null),
  loan("3", beamer, "open", "0.10", "2026-04-01", "2026-04-08"),
];

/** The current time is 2026-03-28 12:00 in Berlin, the day before the clocks go forward. */
export const environment: Environment = {
  variable: (name) => (name === "this" ? loans[0]! : ada),
  global: (name) => (name === "Loan" ? loans : name === "Person" ? [ada] : name === "longest loan" ? readDuration("P14D") : null),
  field: (of, name) => (of as Data)[name] as Value,
  now: Date.UTC(2026, 2, 28, 11, 0, 0),
  zone: "Europe/Berlin",
};
