/** A pattern as a graph of nodes, each with what follows it, so that a match needs no closures. */
import { flagOf, type Item, type Sequence } from "../patterns/pattern.ts";
import type { Expected } from "./expected.ts";

export interface LiteralNode {
  readonly kind: "literal";
  readonly spellings: readonly string[];
  readonly next: Node;
  readonly expected: Expected;
  /** The number of the node in its pattern. */
  readonly id: number;
}

export interface SlotNode {
  readonly kind: "slot";
  readonly name: string;
  readonly of: string;
  readonly next: Node;
  readonly expected: Expected;
  readonly id: number;
}

export interface GroupNode {
  readonly kind: "group";
  readonly branches: readonly Node[];
  /** What follows if the group is left out; null if it can't be. */
  readonly skip: Node | null;
  readonly id: number;
}

/** The end of a branch, with the flag that the branch sets. */
export interface LeaveNode {
  readonly kind: "leave";
  readonly flag: string | null;
  readonly next: Node;
  readonly id: number;
}

export interface EndNode {
  readonly kind: "end";
  readonly id: number;
}

export type Node = LiteralNode | SlotNode | GroupNode | LeaveNode | EndNode;

export interface CompiledPattern {
  readonly start: Node;
  /** The number of nodes. */
  readonly size: number;
}

const compiled = new WeakMap<Sequence, CompiledPattern>();

export function compiledPattern(sequence: Sequence): CompiledPattern {
  const known = compiled.get(sequence);
  if (known) return known;
  let size = 0;
  const nodeOf = (item: Item, next: Node): Node => {
    switch (item.kind) {
      case "literal":
        return { kind: "literal", spellings: item.spellings, next, expected: { words: item.spellings }, id: size++ };
      case "slot":
        return { kind: "slot", name: item.name, of: item.of, next, expected: { slot: item.name, of: item.of }, id: size++ };
      case "group": {
        const branches = item.branches.map((branch) => chain(branch, { kind: "leave", flag: flagOf(branch), next, id: size++ }));
        return { kind: "group", branches, skip: item.isOptional ? next : null, id: size++ };
      }
    }
  };
  const chain = (items: Sequence, last: Node): Node => items.reduceRight((next, item) => nodeOf(item, next), last);
  const start = chain(sequence, { kind: "end", id: size++ });
  const made = { start, size };
  compiled.set(sequence, made);
  return made;
}

/** The words and marks with which what follows can go on; null if it can be a slot. */
export interface Beginnings {
  readonly words: ReadonlySet<string>;
  /** Whether the line can end here. */
  readonly canEnd: boolean;
}

const beginnings = new WeakMap<Node, { readonly of: Beginnings | null }>();

export function beginningsOf(node: Node): Beginnings | null {
  const known = beginnings.get(node);
  if (known) return known.of;
  const words = new Set<string>();
  const canEnd = collect(node, words);
  const of = canEnd === null ? null : { words, canEnd };
  beginnings.set(node, { of });
  return of;
}

/** Adds the words; whether the line can end here, or null if a slot can follow. */
function collect(node: Node, words: Set<string>): boolean | null {
  switch (node.kind) {
    case "literal":
      for (const word of node.spellings) words.add(word);
      return false;
    case "slot":
      return null;
    case "leave":
      return collect(node.next, words);
    case "end":
      return true;
    case "group": {
      let canEnd = false;
      for (const next of node.skip ? [...node.branches, node.skip] : node.branches) {
        const found = collect(next, words);
        if (found === null) return null;
        canEnd ||= found;
      }
      return canEnd;
    }
  }
}
