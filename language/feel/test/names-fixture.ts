/** A scope for tests whose names contain the words of the language: animals in a house. */
import { fold, type Scope, type Symbol } from "../src/types/scope.ts";
import { type Type, type Typed } from "../src/types/type.ts";

const number: Type = { kind: "number", integer: true };
const boolean: Type = { kind: "boolean" };
const animal: Type = { kind: "record", name: "Animal" };
const animals: Type = { kind: "list", of: animal };
const pairs: readonly (readonly [string, Type])[] = [
  ["in the house", boolean],
  ["on show", boolean],
  ["in time", boolean],
  ["Every km", number],
  ["every months", number],
  ["number of seats", number],
  ["age in months", number],
  ["Return reason", { kind: "string" }],
  ["starts at", { kind: "date and time", zoned: true }],
  ["starts on and ends on", boolean],
  ["if needed", boolean],
  ["needed", boolean],
  ["for", animal],
  ["not", boolean],
  ["driver's licence", { kind: "string" }],
  ["some", number],
  ["null value", number],
  ["kennel", { kind: "string" }],
  ["friends", animals],
];
const fields = new Map<string, Typed>(pairs.map(([name, type]) => [name, { type, nullable: false }]));

const symbols = new Map<string, Symbol>(
  [...fields].map(([field, typed]): [string, Symbol] => [fold(field), { kind: "field", of: { name: "this", type: animal }, field, ...typed }]),
);
symbols.set("this", { kind: "variable", name: "this", type: animal, nullable: false });
symbols.set("animals", { kind: "global", name: "Animals", type: animals, nullable: false });

export const names: Scope = {
  lookup: (name) => symbols.get(name),
  names: () => [...fields.keys(), "Animals"],
  fieldsOf: (name) => (name === "Animal" ? fields : undefined),
};
