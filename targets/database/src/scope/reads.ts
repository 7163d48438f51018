/**
 * Which fields an expression over a record reads, each with the route that leads there from `this`: references, lists,
 * computed fields and filters. Followed backwards, a route finds the records that a change affects.
 */
import { type Expression, fold, type UnaryTest } from "@nonet/feel";
import type { Entity, Field, Product } from "@nonet/model";
import { conjuncts } from "./walk.ts";

export type Step =
  /** The record that a reference names. Given by its column, because `created by` is no field. */
  | { readonly kind: "refers"; readonly from: Entity; readonly column: string }
  /** The records whose reference names it. */
  | { readonly kind: "listed"; readonly of: Entity; readonly by: Field }
  /** The records in its many-to-many list, and the records whose list holds it. */
  | { readonly kind: "holds"; readonly from: Entity; readonly field: Field }
  | { readonly kind: "held"; readonly of: Entity; readonly by: Field }
  /** The records whose reference names the same record as its own reference. */
  | { readonly kind: "agrees"; readonly from: Entity; readonly ours: Field; readonly of: Entity; readonly theirs: Field };

/** Null: any record of the entity, whatever its relation to the record that reads. */
export type Route = readonly Step[] | null;

/** `field` is folded; `id` stands for the creation and deletion of records. */
export interface Read {
  readonly entity: string;
  readonly field: string;
  readonly route: Route;
}

interface Place {
  readonly entity: Entity;
  readonly route: Route;
}

type Env = ReadonlyMap<string, readonly Place[]>;

/** Longer routes (a tree's level that reads its parent's) count as any record. */
const longest = 12;

/** `alike`: any record of the entity stands for `this`, because all records that are read together have the same result. */
export function readsFrom(product: Product, entity: Entity, expressions: readonly Expression[], paths: readonly string[], alike = false): readonly Read[] {
  const root: Place = { entity, route: [] };
  const walker = new Walker(product, alike ? root : null);
  const env: Env = new Map([
    ["this", [root]],
    ["old", [root]],
  ]);
  for (const e of expressions) walker.places(e, env);
  for (const path of paths) walker.along(root, path);
  return [...walker.found.values()];
}

const keyOf = (step: Step): string => {
  switch (step.kind) {
    case "refers":
      return `${step.from.name}>${step.column}`;
    case "holds":
      return `${step.from.name}>>${step.field.name}`;
    case "agrees":
      return `${step.from.name}.${step.ours.name}=${step.of.name}.${step.theirs.name}`;
    default:
      return `${step.of.name}<${step.kind} ${step.by.name}`;
  }
};
export const routeKey = (route: Route): string => (route === null ? "any" : route.map(keyOf).join(" "));

class Walker {
  readonly #product: Product;
  readonly found = new Map<string, Read>();
  /** By field and route; null while the field is being visited. */
  readonly #computed = new Map<string, readonly Place[] | null>();

  /** The place that stands for every record of its entity. */
  readonly #alike: Place | null;

  constructor(product: Product, alike: Place | null) {
    [this.#product, this.#alike] = [product, alike];
  }

  #entity(name: string): Entity | undefined {
    return this.#product.entities.find((e) => fold(e.name) === fold(name));
  }

  #read({ entity, route }: Place, name: string): void {
    const read: Read = { entity: entity.name, field: fold(name), route };
    this.found.set(`${read.entity}.${read.field} ${routeKey(route)}`, read);
  }

  #next({ route }: Place, entity: Entity, step: Step): Place {
    return { entity, route: route === null || route.length >= longest ? null : [...route, step] };
  }

  /** A field, or a dotted path of names. */
  along(place: Place, path: string): void {
    if (place.entity.fields.some((f) => fold(f.name) === fold(path))) return void this.#field(place, path);
    const [first, ...rest] = path.split(".");
    for (const next of this.#field(place, first!)) if (rest.length > 0) this.along(next, rest.join("."));
  }

  /** Records the read of the field, and returns the places of the records that it leads to. */
  #field(place: Place, name: string): readonly Place[] {
    const { entity } = place;
    const field = entity.fields.find((f) => fold(f.name) === fold(name));
    if (field?.computed) {
      const key = `${entity.name}.${field.name} ${routeKey(place.route)}`;
      const known = this.#computed.get(key);
      if (known !== undefined) return known ?? this.#anywhere(field.computed);
      this.#computed.set(key, null);
      const places = this.places(field.computed, new Map([["this", [place]]]));
      this.#computed.set(key, places);
      return places;
    }
    const type = field?.type;
    if (type?.kind === "inverse") return this.#inverse(place, type.entity, type.by);
    this.#read(place, name);
    if (fold(name) === "created by") return this.#towards(place, "User", "created_by");
    if (type?.kind === "reference") return this.#towards(place, type.entity, field!.column);
    const target = type?.kind === "references" ? this.#entity(type.entity) : undefined;
    if (target) return [this.#next(place, target, { kind: "holds", from: entity, field: field! })];
    if (field) return [];
    const part = this.#product.entities.find((e) => e.partOf?.entity === entity.name && fold(e.partOf.list) === fold(name));
    return part ? this.#inverse(place, part.name, part.partOf!.field) : [];
  }

  #towards(place: Place, name: string, column: string): readonly Place[] {
    const target = this.#entity(name);
    return target ? [this.#next(place, target, { kind: "refers", from: place.entity, column })] : [];
  }

  #inverse(place: Place, name: string, by: string): readonly Place[] {
    const of = this.#entity(name);
    const field = of?.fields.find((f) => fold(f.name) === fold(by));
    if (!of || !field) return [];
    const stands = this.#next(place, of, { kind: field.type.kind === "references" ? "held" : "listed", of, by: field });
    this.#read(stands, "id");
    this.#read(stands, field.name);
    return [stands];
  }

  /** Any records of the types that the expression can have. */
  #anywhere({ type }: Expression): readonly Place[] {
    const name = type.kind === "record" ? type.name : type.kind === "list" && type.of.kind === "record" ? type.of.name : null;
    const entity = name === null ? undefined : this.#entity(name);
    return entity ? [{ entity, route: null }] : [];
  }

  /** The places of the records that the value can hold; every read on the way is recorded. */
  places(e: Expression, env: Env): readonly Place[] {
    const all = (...list: readonly Expression[]): readonly Place[] => list.flatMap((one) => this.places(one, env));
    switch (e.kind) {
      case "variable":
        return env.get(e.name) ?? (suppliedVariables.has(e.name) ? [] : this.#anywhere(e));
      case "global": {
        const places = this.#anywhere(e).map((place) => (place.entity === this.#alike?.entity ? this.#alike : place));
        for (const place of places) this.#read(place, "id");
        return places;
      }
      case "path": {
        const of = all(e.of);
        const type = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
        return type.kind === "record" ? of.flatMap((place) => (place.entity.name === type.name ? this.#field(place, e.field) : [])) : of;
      }
      case "filter": {
        const of = this.#agreeing(e, env) ?? all(e.of);
        this.places(e.condition, new Map([...env, [e.item, of]]));
        return of;
      }
      case "index":
        all(e.index);
        return all(e.of);
      case "if":
        all(e.condition);
        return all(e.then, e.otherwise);
      case "for":
      case "quantified": {
        let inner = env;
        for (const binding of e.bindings) {
          if (binding.to) this.places(binding.to, inner);
          inner = new Map([...inner, [binding.name, this.places(binding.of, inner)]]);
        }
        const places = this.places(
          e.kind === "for" ? e.result : e.condition,
          inner.has("partial") || e.kind !== "for" ? inner : new Map([...inner, ["partial", this.#anywhere(e)]]),
        );
        return e.kind === "for" ? places : [];
      }
      case "list":
        return all(...e.items);
      case "context":
        return all(...e.entries.map((entry) => entry.value));
      case "call":
      case "apply": {
        const values = e.arguments.filter((one) => one.kind !== "function");
        const places = all(...values);
        // A function's parameters can be any of the other arguments.
        for (const one of [...e.arguments, ...(e.kind === "apply" ? [e.function] : [])])
          if (one.kind === "function") this.places(one.body, new Map([...env, ...one.parameters.map((name) => [name, places] as const)]));
          else if (e.kind === "apply" && one === e.function) all(one);
        return mayHoldRecords(e) ? places : [];
      }
      case "function":
        return this.places(e.body, new Map([...env, ...e.parameters.map((name) => [name, []] as const)]));
      case "in":
        all(e.value);
        for (const test of e.tests) this.#test(test, env);
        return [];
      case "binary":
        all(e.left, e.right);
        return [];
      case "between":
        all(e.value, e.low, e.high);
        return [];
      case "range":
        all(...[e.low, e.high].filter((end) => end !== null));
        return [];
      case "negate":
        all(e.of);
        return [];
      case "instance of":
        all(e.value);
        return [];
      case "literal":
      case "hole":
        return [];
    }
  }

  #test(test: UnaryTest, env: Env): void {
    if (test.kind === "not") for (const inner of test.tests) this.#test(inner, env);
    else if (test.kind === "compare") this.places(test.value, env);
    else if (test.kind === "member") this.places(test.of, env);
    else if (test.kind === "condition") this.places(test.condition, new Map([...env, ["?", []]]));
  }

  /**
   * `Booking[room = this]`, `Shift[nurse = this.nurse]`, `Line[order.customer = this]`: only the elements that the
   * condition relates to a record in scope.
   */
  #agreeing(e: Expression & { kind: "filter" }, env: Env): readonly Place[] | null {
    const [of] = e.of.kind === "global" ? this.#anywhere(e.of) : [];
    if (!of || of.entity === this.#alike?.entity) return null;
    for (const one of conjuncts(e.condition)) {
      if (one.kind !== "binary" || one.operator !== "=") continue;
      for (const [theirs, other] of [
        [one.left, one.right],
        [one.right, one.left],
      ] as const) {
        const place = this.#standing(this.#chain(of.entity, theirs, e.item), other, env);
        if (place) return [place];
      }
    }
    return null;
  }

  /** The stored references from an element to the compared record: `order`, `customer` for `item.order.customer`. */
  #chain(entity: Entity, e: Expression, item: string): readonly Link[] {
    if (e.kind !== "path" || e.listed) return [];
    if (e.of.kind === "variable") return e.of.name === item ? linkOf(entity, e.field) : [];
    const before = this.#chain(entity, e.of, item);
    const last = before.at(-1)?.field.type;
    const next = last?.kind === "reference" ? this.#entity(last.entity) : undefined;
    const link = next ? linkOf(next, e.field) : [];
    return link.length > 0 ? [...before, ...link] : [];
  }

  /** From the record in scope back along the chain. */
  #standing(chain: readonly Link[], other: Expression, env: Env): Place | null {
    const nearest = chain.at(-1);
    const at = other.kind === "path" && !other.listed ? other.of : other;
    const [here, ...more] = at.kind === "variable" ? (env.get(at.name) ?? []) : [];
    if (!nearest || !here || more.length > 0) return null;
    const ours = at === other ? null : linkOf(here.entity, (other as Expression & { kind: "path" }).field)[0];
    if (ours === undefined) return null;
    let place = here;
    for (const { of, field } of chain.toReversed()) {
      const isNearest = place === here;
      place = this.#next(place, of, isNearest && ours ? { kind: "agrees", from: here.entity, ours: ours.field, of, theirs: field } : { kind: "listed", of, by: field });
      this.#read(place, "id");
      this.#read(place, field.name);
    }
    return place;
  }
}

/** A stored reference, and the entity that has it. */
interface Link {
  readonly of: Entity;
  readonly field: Field;
}

function linkOf(of: Entity, name: string): readonly Link[] {
  const field = of.fields.find((f) => fold(f.name) === fold(name) && f.type.kind === "reference" && f.computed === null);
  return field ? [{ of, field }] : [];
}

/** Variables that the actor or a call supplies: they are no records of the route. */
const suppliedVariables = new Set(["me", "asked", "body", "header", "path", "query", "answer"]);

const mayHoldRecords = ({ type }: Expression): boolean => ["record", "list", "context", "any"].includes(type.kind);
