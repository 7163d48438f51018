/** A scope for tests of units: orders with payments, each in its own currency. */
import { fold, type Scope, type Symbol } from "../src/types/scope.ts";
import { type Type, type Typed } from "../src/types/type.ts";

const typed = (type: Type, nullable = false): Typed => ({ type, nullable });
const record = (name: string): Type => ({ kind: "record", name });
const several = (name: string): Type => ({ kind: "list", of: record(name) });
const amount: Type = { kind: "number", unitIn: ".currency" };

const fields: Readonly<Record<string, ReadonlyMap<string, Typed>>> = {
  Order: new Map<string, Typed>([
    ["currency", typed({ kind: "string" })],
    ["amount", typed(amount)],
    ["paid", typed(amount)],
    ["limit", typed({ kind: "number", unit: "EUR" })],
    ["rate", typed({ kind: "number" })],
    ["tax", typed({ kind: "number", unit: "%" })],
    ["pieces", typed({ kind: "number", integer: true })],
    ["parent", typed(record("Order"), true)],
    ["payments", typed(several("Payment"))],
    ["side", typed({ kind: "string", choices: ["EUR", "USD"] })],
    ["side amount", typed({ kind: "number", unitIn: ".side" })],
  ]),
  Payment: new Map<string, Typed>([
    ["currency", typed({ kind: "string" })],
    ["amount", typed(amount)],
    ["order", typed(record("Order"))],
  ]),
};

const symbols = new Map<string, Symbol>();
for (const [field, of] of fields.Order!) symbols.set(fold(field), { kind: "field", of: { name: "this", type: record("Order") }, field, ...of });
const defined: readonly (Symbol & { readonly name: string })[] = [
  { kind: "variable", name: "this", ...typed(record("Order")) },
  { kind: "variable", name: "old", ...typed(record("Order")) },
  { kind: "variable", name: "asked", ...typed({ kind: "context", entries: { amount, currency: { kind: "string" } } }) },
  { kind: "global", name: "Payment", ...typed(several("Payment")) },
  { kind: "global", name: "fee", ...typed({ kind: "function", parameters: [{ name: "gross", type: { kind: "number", unit: "EUR" } }], result: { kind: "number", unit: "EUR" } }) },
  {
    kind: "global",
    name: "rest",
    ...typed({ kind: "function", parameters: [{ name: "of", type: record("Order") }], result: { kind: "number", unitIn: "of.currency" } }),
  },
];
for (const symbol of defined) symbols.set(fold(symbol.name), symbol);

export const money: Scope = { lookup: (name) => symbols.get(name), names: () => [...fields.Order!.keys(), ...defined.map(({ name }) => name)], fieldsOf: (name) => fields[name] };
