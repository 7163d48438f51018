/** The scope of an expression: variables first, then the record's fields, then the names of the whole document. */
import { fold, type Scope, type Symbol, type Type, type Typed } from "@nonet/feel";
import type { Field } from "@nonet/model";
import { type Business, businessSymbols } from "../declare/callables.ts";
import type { Declared } from "../declare/declared.ts";
import { inputType, listOf, record } from "../expressions/field-type.ts";
import type { Use } from "./context.ts";

/** Replaces an entity's first letter where its extent is meant, so that `Loan` and `loan` are two names of the same length. */
const mark = "ƪ";

export interface World {
  readonly declared: Declared;
  readonly business: Business;
  fieldsOf(record: string): ReadonlyMap<string, Typed> | undefined;
}

/** Names with their symbols, shared by many expressions. */
interface Layer {
  readonly symbols: Map<string, Symbol>;
  readonly names: string[];
}

/** Looks a name up in the layers in order; the first that has it wins. */
export function scopeOf(world: World, use: Use): Scope {
  const own = use.variables || use.asked ? variablesOf(use) : null;
  if (own) return layered(world, use, own);
  // Without variables, all expressions over the same record share a scope.
  const base = use.self === undefined ? personal : recordLayer(world, use.self, use.old);
  const known = scopes.get(base);
  if (known && known.global === globalLayer(world)) return known.scope;
  const scope = layered(world, use, null);
  scopes.set(base, { global: globalLayer(world), scope });
  return scope;
}

const scopes = new WeakMap<Layer, { readonly global: Layer; readonly scope: Scope }>();

function layered(world: World, use: Use, own: Layer | null): Scope {
  const layers: Layer[] = [];
  if (own) layers.push(own);
  if (use.self !== undefined) layers.push(recordLayer(world, use.self, use.old));
  if (use.variables?.["path"]?.kind === "context") layers.push(pathLayer(use.variables["path"]));
  layers.push(personLayer(use), globalLayer(world));
  // What an action asks for is known by its bare name where nothing else has it.
  if (use.asked && use.asked.length > 0) layers.push(inputLayer(use.asked));
  const body = bodyOf(use);
  if (body) layers.push(bodyLayer(body));
  const whole = use.self === undefined ? null : wholeLayer(world, use.self);
  if (whole) layers.push(whole);
  return {
    lookup(name) {
      for (const layer of layers) {
        const symbol = layer.symbols.get(name);
        if (symbol) return symbol;
      }
      return undefined;
    },
    // A field `fee` doesn't hide a call of the table Fee.
    callable(name) {
      const symbol = globalLayer(world).symbols.get(name);
      return symbol?.kind === "open" || symbol?.type.kind === "function" ? symbol : undefined;
    },
    names: () => layers.flatMap((layer) => layer.names),
    fieldsOf: (name) => world.fieldsOf(name),
  };
}

/** `order` is the `repair order` of its line where nothing else is called so. */
function wholeLayer(world: World, self: string): Layer | null {
  const { entities } = world.declared;
  const whole = entities.get(fold(self))?.partOf;
  const fields = whole && world.fieldsOf(self);
  if (!fields) return null;
  const [owner, ...others] = [...fields].filter(([, { type }]) => type.kind === "record" && type.name === whole);
  const word = owner && /\s(\S+)$/.exec(owner[0])?.[1];
  const isTaken = !word || others.length > 0 || entities.has(fold(word)) || [...fields.keys()].filter((name) => fold(name).endsWith(` ${fold(word)}`)).length > 1;
  if (isTaken) return null;
  // It is no name to suggest, so that the whole one is used.
  return { symbols: new Map([[fold(word), { kind: "field", of: { name: "this", type: record(self) }, field: owner[0], ...owner[1] }]]), names: [] };
}

const emptyLayer = (): Layer => ({ symbols: new Map(), names: [] });

function add(layer: Layer, name: string, symbol: Symbol): void {
  const key = fold(name);
  if (layer.symbols.has(key)) return;
  layer.symbols.set(key, symbol);
  layer.names.push(name);
}

const variable = (layer: Layer, name: string, type: Type, nullable = false): void => add(layer, name, { kind: "variable", name, type, nullable });

function variablesOf(use: Use): Layer {
  const layer = emptyLayer();
  for (const [name, type] of Object.entries(use.variables ?? {})) variable(layer, name, type, type.kind === "any");
  return layer;
}

/** `asked` comes after the record's fields. */
function personLayer(use: Use): Layer {
  if (!use.asked) return personal;
  const layer = emptyLayer();
  variable(layer, "me", record("User"));
  variable(layer, "asked", inputType(use.asked));
  return layer;
}

/** The parameters of a call's address are known by their bare names where the record has no field called so. */
function pathLayer(type: Type & { readonly kind: "context" }): Layer {
  const layer = emptyLayer();
  for (const [name, of] of Object.entries(type.entries)) add(layer, name, { kind: "field", of: { name: "path", type }, field: name, type: of, nullable: false });
  return layer;
}

function inputLayer(asked: readonly Field[]): Layer {
  const layer = emptyLayer();
  const type = inputType(asked);
  if (type.kind !== "context") return layer;
  for (const [field, of] of Object.entries(type.entries))
    add(layer, field, { kind: "field", of: { name: "asked", type }, field, type: of, nullable: type.maybe?.includes(field) === true });
  return layer;
}

/** What a received call takes; an offered call has `asked`, and its input as variables. */
const bodyOf = ({ variables }: Use): (Type & { readonly kind: "context" }) | null =>
  variables?.["body"]?.kind === "context" && variables["asked"] === undefined ? variables["body"] : null;

/** `asked.F` and F alone are `body.F` where nothing else has the name. */
function bodyLayer(type: Type & { readonly kind: "context" }): Layer {
  const layer = emptyLayer();
  for (const [name, of] of Object.entries(type.entries))
    add(layer, name, { kind: "field", of: { name: "body", type }, field: name, type: of, nullable: type.maybe?.includes(name) === true });
  add(layer, "asked", { kind: "variable", name: "body", type, nullable: false });
  return layer;
}

const personal: Layer = emptyLayer();
variable(personal, "me", record("User"));

/** Cached by the record's fields, which are a new object when their types change. */
const recordLayers = new WeakMap<ReadonlyMap<string, Typed>, Layer[]>();

function recordLayer(world: World, self: string, old: Use["old"]): Layer {
  const fields = world.fieldsOf(self) ?? new Map<string, Typed>();
  const made = recordLayers.get(fields) ?? [];
  recordLayers.set(fields, made);
  const place = old === "maybe" ? 2 : old ? 1 : 0;
  const known = made[place];
  if (known) return known;
  const layer = emptyLayer();
  const type = record(self);
  for (const [field, typed] of fields) add(layer, field, { kind: "field", of: { name: "this", type }, field, ...typed });
  variable(layer, "this", type);
  add(layer, self.toLowerCase(), { kind: "variable", name: "this", type, nullable: false });
  if (old) variable(layer, "old", type, old === "maybe");
  made[place] = layer;
  return layer;
}

/** The names of the whole document; rebuilt when another type of point 9 is known. */
const globalLayers = new WeakMap<World, { readonly layer: Layer; readonly types: readonly Type[] }>();

function globalLayer(world: World): Layer {
  const { business } = world;
  const known = globalLayers.get(world);
  const count = business.types.size + business.computed.size;
  if (known && known.types.length === count && isSame(known.types, business)) return known.layer;
  const layer = emptyLayer();
  for (const constant of world.declared.constants.values()) {
    if (constant.open) add(layer, constant.name, { kind: "open", name: constant.name });
    else {
      const type = business.computed.get(fold(constant.name)) ?? constant.type;
      add(layer, constant.name, { kind: "global", name: constant.name, type, nullable: false, ...(constant.canBeZero ? { canBeZero: true } : {}) });
    }
  }
  for (const { name, symbol } of businessSymbols(business, world.declared.constants)) add(layer, name, symbol);
  for (const entity of world.declared.entities.values()) {
    const extent: Symbol = { kind: "global", name: entity.name, type: listOf(record(entity.name)), nullable: false };
    add(layer, entity.name, extent);
    layer.symbols.set(markedKey(entity.name), extent);
    // `Visits` with its capital letter; in small letters it could be a list of the record.
    if (!layer.symbols.has(markedKey(entity.plural))) layer.symbols.set(markedKey(entity.plural), extent);
  }
  globalLayers.set(world, { layer, types: [...business.types.values(), ...business.computed.values()] });
  return layer;
}

function isSame(types: readonly Type[], business: Business): boolean {
  let i = 0;
  for (const type of business.types.values()) if (types[i++] !== type) return false;
  for (const type of business.computed.values()) if (types[i++] !== type) return false;
  return true;
}

const markedKey = (name: string): string => fold(mark + name.slice(1));

/** Capitalized entity names by their first word, the longest first. */
const firstWords = new WeakMap<World, ReadonlyMap<string, readonly string[]>>();

function namesByFirstWord(world: World): ReadonlyMap<string, readonly string[]> {
  const known = firstWords.get(world);
  if (known) return known;
  const found = new Map<string, string[]>();
  for (const name of [...world.declared.entities.values()].flatMap((one) => [one.name, one.plural])) {
    const first = /^\p{Lu}[\p{L}\p{N}_]*/u.exec(name)?.[0];
    if (first !== undefined)
      found.set(
        first,
        [...(found.get(first) ?? []), name].sort((a, b) => b.length - a.length),
      );
  }
  firstWords.set(world, found);
  return found;
}

/** A name of several words, folded, and the entity whose field has it; null: known everywhere. */
interface LongName {
  readonly name: string;
  readonly owner: string | null;
}

const longNames = new WeakMap<World, ReadonlyMap<string, readonly LongName[]>>();

/** Names of several words by their first word, among which one may begin with an entity's name: the field `Return reason` where there is an entity Return. */
function longNamesByFirstWord(world: World): ReadonlyMap<string, readonly LongName[]> {
  const known = longNames.get(world);
  if (known) return known;
  const found = new Map<string, LongName[]>();
  const note = (written: string, owner: string | null): void => {
    const name = fold(written);
    const end = name.indexOf(" ");
    if (end < 0) return;
    const first = name.slice(0, end);
    const others = found.get(first);
    if (others) others.push({ name, owner });
    else found.set(first, [{ name, owner }]);
  };
  for (const { name } of world.declared.entities.values()) for (const field of world.fieldsOf(name)?.keys() ?? []) note(field, name);
  for (const { name } of world.declared.constants.values()) note(name, null);
  for (const { name } of world.business.callables.values()) note(name, null);
  longNames.set(world, found);
  return found;
}

/** Marks each entity name that is written as it was defined (`Loan[…]`), so that it isn't read as the record or a field (`loan.borrower`). Lengths stay the same. */
export function markExtents(text: string, world: World, use: Use): string {
  if (!/\p{Lu}/u.test(text)) return text;
  const own = use.self === undefined ? undefined : world.fieldsOf(use.self);
  const names = namesByFirstWord(world);
  const startsLonger = (name: string, at: number): boolean => {
    const start = `${fold(name)} `;
    return (longNamesByFirstWord(world).get(start.slice(0, start.indexOf(" "))) ?? []).some(
      (one) =>
        one.name.startsWith(start) &&
        (one.owner === null || one.owner === use.self || text.includes(one.owner)) &&
        fold(text.slice(at, at + one.name.length)) === one.name &&
        !/^[\p{L}\p{N}_]/u.test(text.slice(at + one.name.length, at + one.name.length + 2)),
    );
  };
  let until = 0;
  return text.replace(/"(?:[^"\\]|\\.)*"|(?<![\p{L}\p{N}_.])\p{Lu}[\p{L}\p{N}_]*/gu, (found, at: number) => {
    if (found.startsWith('"') || at < until) return found;
    const name = names.get(found)?.find((one) => !own?.has(one) && text.startsWith(one, at) && !/^[\p{L}\p{N}_]/u.test(text.slice(at + one.length, at + one.length + 2)));
    if (name === undefined || startsLonger(name, at)) return found;
    until = at + name.length;
    return mark + found.slice(1);
  });
}

/** Restores the entity names in a message. */
export function unmark(text: string, world: World): string {
  if (!text.includes(mark)) return text;
  for (const name of [...world.declared.entities.values()].flatMap((one) => [one.plural, one.name]))
    text = text.replaceAll(mark + name.slice(1), name).replaceAll(mark + name.slice(1).toLowerCase(), name);
  return text.replaceAll(mark, "");
}
