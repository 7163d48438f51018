/** The texts by which a record is known: those of its `Shown as`, or else its name, title, number or code. */
import { fold, type Type } from "@nonet/feel";
import type { PointTree } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import type { DeclaredField } from "../../declare/declared.ts";
import { entityAttribute } from "../../syntax/entities/entity-attributes.ts";

export function textsBehind(context: Context, type: Type): readonly string[] {
  const entity = type.kind === "record" ? context.declared.entities.get(fold(type.name)) : undefined;
  const texts = [...(entity?.fields.values() ?? [])].filter((field) => field.type.kind === "text" || field.type.kind === "sequence");
  const shown = entity ? shownAs(context, entity.name) : "";
  const inShown = texts.filter(({ name }) => new RegExp(`(?<![\\p{L}\\p{N}.])${name}(?![\\p{L}\\p{N}.])`, "iu").test(shown));
  if (inShown.length > 0) return inShown.map(({ name }) => name);
  const one = names.map((name) => texts.find((field) => isCalled(field, name))).find((field) => field !== undefined) ?? texts[0];
  return one ? [one.name] : [];
}

const names = ["name", "title", "number", "code"];
const isCalled = (field: DeclaredField, name: string): boolean => fold(field.name).split(" ").includes(name);

/** The value of the entity's `Shown as`, as it is written; empty without one. */
const shownAs = ({ tree }: Context, entity: string): string => (tree.points[2] ? linesOf(tree.points[2]).get(fold(entity)) : undefined) ?? "";

/** All lines `Shown as` of point 3, as one text: what depends on them is read again when it changes. */
export function allShownAs(point: PointTree | undefined): string {
  if (!point) return "";
  const known = allByPoint.get(point) ?? [...linesOf(point)].join("\n");
  allByPoint.set(point, known);
  return known;
}
const allByPoint = new WeakMap<PointTree, string>();

/** By entity. Cached by point. */
function linesOf(point: PointTree): ReadonlyMap<string, string> {
  const known = byPoint.get(point);
  if (known) return known;
  const found = new Map<string, string>();
  for (const { title, blocks } of point.sections)
    for (const block of blocks)
      if (block.kind === "bullet" && block.label && block.value && entityAttribute(block.label.text) === "shown as")
        found.set(fold(title.text.split(/[:(]/)[0]!), block.value.text);
  byPoint.set(point, found);
  return found;
}

const byPoint = new WeakMap<PointTree, ReadonlyMap<string, string>>();
