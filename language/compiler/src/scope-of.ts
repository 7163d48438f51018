/** The scope of one expression: variables first, then the record's fields, then what the whole document knows. */
import { fold, type Scope, type Symbol, type Type, type Typed } from "@nonet/feel";
import type { Declared, Use } from "./context.ts";
import { askedType, listOf, record } from "./type-of.ts";

/** Stands for an entity's first letter where its extent is meant, so that `Loan` and `loan` are two names of one length. */
const mark = "ƪ";

export interface World {
  readonly declared: Declared;
  fieldsOf(record: string): ReadonlyMap<string, Typed> | undefined;
}

export function scopeOf(world: World, use: Use): Scope {
  const symbols = new Map<string, Symbol>();
  const names = new Map<string, string>();
  const add = (name: string, symbol: Symbol, key = fold(name)): void => {
    if (symbols.has(key)) return;
    symbols.set(key, symbol);
    names.set(key, name);
  };
  const variable = (name: string, type: Type, nullable = false, key?: string): void => add(name, { kind: "variable", name, type, nullable }, key);
  for (const [name, type] of Object.entries(use.variables ?? {})) variable(name, type, type.kind === "any");
  if (use.self !== undefined) {
    const type = record(use.self);
    for (const [field, typed] of world.fieldsOf(use.self) ?? []) add(field, { kind: "field", of: { name: "this", type }, field, ...typed });
    add("this", { kind: "variable", name: "this", type, nullable: false });
    add(use.self.toLowerCase(), { kind: "variable", name: "this", type, nullable: false });
    if (use.old) variable("old", type);
  }
  variable("me", record("User"));
  if (use.asked) variable("asked", askedType(use.asked));
  for (const constant of world.declared.constants.values()) {
    if (constant.open) add(constant.name, { kind: "open", name: constant.name });
    else add(constant.name, { kind: "global", name: constant.name, type: constant.type, nullable: false });
  }
  for (const entity of world.declared.entities.values()) {
    const extent: Symbol = { kind: "global", name: entity.name, type: listOf(record(entity.name)), nullable: false };
    add(entity.name, extent);
    symbols.set(markedKey(entity.name), extent);
  }
  return { lookup: (name) => symbols.get(name), names: () => names.values(), fieldsOf: (name) => world.fieldsOf(name) };
}

const markedKey = (name: string): string => fold(mark + name.slice(1));

/** Marks each entity name written as it was defined (`Loan[…]`), so that it isn't taken for the record or a field (`loan.borrower`). Lengths stay. */
export function markExtents(text: string, world: World, use: Use): string {
  const own = new Set(use.self === undefined ? [] : world.fieldsOf(use.self)?.keys());
  const entities = [...world.declared.entities.values()].map((e) => e.name).filter((name) => /^\p{Lu}/u.test(name) && !own.has(name));
  if (entities.length === 0) return text;
  const alternatives = entities.sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`"(?:[^"\\\\]|\\\\.)*"|(?<![\\p{L}\\p{N}_.])(?:${alternatives.join("|")})(?![\\p{L}\\p{N}_])`, "gu");
  return text.replace(pattern, (found) => (found.startsWith('"') ? found : mark + found.slice(1)));
}

/** Gives a message its entity names back. */
export function unmark(text: string, world: World): string {
  if (!text.includes(mark)) return text;
  for (const entity of world.declared.entities.values()) text = text.replaceAll(mark + entity.name.slice(1), entity.name).replaceAll(mark + entity.name.slice(1).toLowerCase(), entity.name);
  return text.replaceAll(mark, "");
}
