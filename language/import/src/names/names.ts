/** Gives out names that don't collide: two identifiers may be spelled alike, and some names belong to the product. */
import { snake } from "@nonet/model";

/** What every record has, and words that expressions use. */
const ownFields = new Set(["id", "version", "created_at", "created_by", "updated_at", "archived_at", "state", "this", "me", "old", "asked", "true", "false", "null"]);

export class Names {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set([...taken].map(snake));
  }

  /** The first of the candidates that is free, else the last one with a number. */
  give(...candidates: readonly string[]): string {
    const free = candidates.find((one) => !this.taken.has(snake(one))) ?? this.numbered(candidates.at(-1)!);
    this.taken.add(snake(free));
    return free;
  }

  /** A name that a person gave, whatever else is called so. */
  take(name: string): string {
    this.taken.add(snake(name));
    return name;
  }

  private numbered(name: string): string {
    for (let n = 2; ; n++) if (!this.taken.has(snake(`${name} ${n}`))) return `${name} ${n}`;
  }
}

export const isOwnField = (name: string): boolean => ownFields.has(snake(name));

export const fieldNames = (): Names => new Names(ownFields);
/** `User` is the product's own entity of the people who sign in. */
export const entityNames = (): Names => new Names(["User"]);
