/** Identities of lines: the same object as long as the lines are the same, so that results can be kept by it. */
import type { PointNumber, PointTree, Section, Tree } from "@nonet/notation";
import { isProse } from "../syntax/entities/entity-attributes.ts";
import type { StableValues } from "./memory.ts";

/** All lines of a point. */
export function linesOf(memory: StableValues, tree: Tree, number: PointNumber): object {
  const point = pointOf(tree, number);
  return once(lines, point, () => memory.identityOf(`point ${number}`, () => [point.state, point.span, ...point.blocks, ...point.sections]));
}

/** Looked up many times in one check. */
const lines = new WeakMap<PointTree, object>();
const statements = new WeakMap<PointTree, object>();

function once(known: WeakMap<PointTree, object>, point: PointTree, make: () => object): object {
  const made = known.get(point) ?? make();
  known.set(point, made);
  return made;
}

/** The headings and statements of a point's sections, without the text of the prose between them. */
export function statementsOf(memory: StableValues, tree: Tree, number: PointNumber): object {
  const point = pointOf(tree, number);
  return once(statements, point, () => memory.identityOf(`statements of point ${number}`, () => point.sections.map((section) => sectionStates(memory, section))));
}

const sections = new WeakMap<Section, object>();

/** The same for one section. */
export function sectionStates(memory: StableValues, section: Section): object {
  const known = sections.get(section) ?? memory.identityOf(`section ${section.title.span.file} ${section.title.span.from}`, () => stated(section));
  sections.set(section, known);
  return known;
}

/** The position of prose counts, because a table belongs to the line before it. Its text doesn't. */
const stated = (section: Section): readonly unknown[] => [section.title, ...section.blocks.map((block) => (isProse(block) ? "prose" : block))];

const pointOf = (tree: Tree, number: PointNumber): PointTree => tree.points[number - 1]!;

/** Stands for the lines of a built-in User that the document doesn't define. */
const unwritten = {};

/** The lines of an entity; the same object as long as its section is the same. */
export const linesOfEntity = (memory: StableValues, { section }: { readonly section: Section | null }): object => (section ? sectionStates(memory, section) : unwritten);
