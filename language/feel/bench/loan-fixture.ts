/** A scope and an environment for benchmarks: a loan with its lines, as plain objects. */
import { Decimal, type Value } from "../src/values/value.ts";
import { type Environment } from "../src/values/environment.ts";
import { fold, type Scope, type Symbol } from "../src/types/scope.ts";
import { readDate, readDuration } from "../src/values/temporal-text.ts";
import { type Type, type Typed } from "../src/types/type.ts";

const typed = (type: Type): Typed => ({ type, nullable: false });
const fields: Readonly<Record<string, ReadonlyMap<string, Typed>>> = {
  Loan: new Map([
    ["start date", typed({ kind: "date" })],
    ["end date", typed({ kind: "date" })],
    ["days", typed({ kind: "number", integer: true })],
    ["total", typed({ kind: "number", unit: "EUR" })],
    ["retired", typed({ kind: "boolean" })],
    ["state", typed({ kind: "string", choices: ["requested", "approved", "out", "returned"] })],
    ["item", typed({ kind: "record", name: "Item" })],
    ["lines", typed({ kind: "list", of: { kind: "record", name: "Line" } })],
  ]),
  Item: new Map([["name", typed({ kind: "string" })]]),
  Line: new Map([["price", typed({ kind: "number", unit: "EUR" })]]),
};

const symbols = new Map<string, Symbol>([
  ["longest loan", { kind: "global", name: "longest loan", ...typed({ kind: "number", integer: true }) }],
  ["vat rate", { kind: "global", name: "vat rate", ...typed({ kind: "number", unit: "%" }) }],
  ["this", { kind: "variable", name: "this", ...typed({ kind: "record", name: "Loan" }) }],
]);
for (const [field, of] of fields.Loan!) symbols.set(fold(field), { kind: "field", of: { name: "this", type: { kind: "record", name: "Loan" } }, field, ...of });

export const benchScope: Scope = { lookup: (name) => symbols.get(name), names: () => symbols.keys(), fieldsOf: (name) => fields[name] };

type Data = { readonly record: string; readonly id: string; readonly [field: string]: unknown };
const line = (n: number): Data => ({ record: "Line", id: `l${n}`, price: new Decimal(n * 7.5) });
const loan: Data = {
  record: "Loan",
  id: "1",
  "start date": readDate("2026-03-01"),
  "end date": readDate("2026-03-08"),
  days: new Decimal(8),
  total: new Decimal("123.45"),
  retired: false,
  state: "approved",
  item: { record: "Item", id: "i", name: "Beamer" },
  lines: [1, 2, 3, 4, 5].map(line),
};
const globals: Readonly<Record<string, Value>> = { "longest loan": new Decimal(14), "vat rate": new Decimal("0.19"), notice: readDuration("P14D") };

export const benchEnvironment: Environment = {
  variable: () => loan as Value,
  global: (name) => globals[name] ?? null,
  field: (of, name) => (of as Data)[name] as Value,
  now: Date.UTC(2026, 2, 1),
  zone: "Europe/Berlin",
};
