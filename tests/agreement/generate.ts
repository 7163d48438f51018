/** Makes expressions at random, as trees that can be shrunk. */
import { leaves } from "./leaves.ts";
import { wholes } from "./templates.ts";
import type { Random } from "./random.ts";

export interface Node {
  readonly kind: string;
  readonly parts: readonly (string | Node)[];
}

const roots = [
  "number",
  "number",
  "money",
  "boolean",
  "boolean",
  "boolean",
  "string",
  "date",
  "time",
  "instant",
  "days",
  "months",
  "Maker",
  "Thing",
  "list of number",
  "list of string",
  "list of date",
  "list of boolean",
  "list of Maker",
  "list of Thing",
  "list of Line",
] as const;
const placeholder = /\{([A-Za-z]+(?: of [A-Za-z]+)?)\}/g;

export function generate(random: Random, depth = 1 + random.below(4)): Node {
  return make(random, random.pick(roots), depth);
}

function make(random: Random, kind: string, depth: number): Node {
  const ends = leaves[kind];
  const template = random.pick(ends && (depth <= 0 || random.chance(0.15)) ? ends : (wholes[kind] ?? ends)!);
  return filled(kind, template, (inner) => make(random, inner, depth - 1));
}

function filled(kind: string, template: string, fill: (kind: string) => Node): Node {
  const parts: (string | Node)[] = [];
  let from = 0;
  for (const found of template.matchAll(placeholder)) {
    if (!(found[1]! in wholes)) continue;
    parts.push(template.slice(from, found.index), fill(found[1]!));
    from = found.index + found[0].length;
  }
  return { kind, parts: [...parts, template.slice(from)] };
}

/** Each production once, its places filled with ends: what is rare is met too. */
export function everyProduction(random: Random): Node[] {
  return Object.entries(wholes).flatMap(([kind, templates]) => templates.map((template) => filled(kind, template, (inner) => make(random, inner, 0))));
}

export function textOf(node: Node): string {
  return node.parts.map((part) => (typeof part === "string" ? part : textOf(part))).join("");
}

/** Smaller expressions of the same kind: a part of it in its place, or one of its parts made smaller. */
export function smaller(node: Node): Node[] {
  const found: Node[] = inside(node).filter((each) => each.kind === node.kind);
  for (const end of (leaves[node.kind] ?? []).slice(0, 30)) if (end.length < textOf(node).length) found.push({ kind: node.kind, parts: [end] });
  node.parts.forEach((part, i) => {
    if (typeof part === "string") return;
    for (const each of smaller(part)) found.push({ kind: node.kind, parts: node.parts.with(i, each) });
  });
  return found;
}

function inside(node: Node): Node[] {
  return node.parts.flatMap((part) => (typeof part === "string" ? [] : [part, ...inside(part)]));
}
