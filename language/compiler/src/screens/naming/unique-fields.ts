/** The unique fields of an entity, which can stand as parameters in routes. */
import { fold } from "@nonet/feel";
import { camel } from "@nonet/model";
import type { Section, TextSpan, Tree } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import { rawFieldsOf } from "../../declare/fields.ts";
import { sameWord } from "../../text/same-word.ts";
import { bare, split } from "../../text/split.ts";
import { fieldNames } from "./paths.ts";

/** The field that a parameter names. `:shortName` is what the API calls `short name`. */
export function fieldOfParameter(context: Context, entity: string, parameter: string): string | undefined {
  const fields = fieldNames(context, entity);
  return sameWord(parameter, fields) ?? fields.find((name) => camel(name) === parameter);
}

export function isUnique(context: Context, entity: string, name: string): boolean {
  const field = context.declared.entities.get(fold(entity))?.fields.get(fold(name));
  return (
    (entity === "User" && name === "email") || (field !== undefined && (["sequence", "random text"].includes(field.type.kind) || saysUnique(context.tree, entity, field.name)))
  );
}

export function uniqueFields(context: Context, entity: string): string[] {
  const fields = [...(context.declared.entities.get(fold(entity))?.fields.values() ?? [])];
  const always = entity === "User" ? ["email"] : [];
  return [...always, ...fields.filter((field) => ["sequence", "random text"].includes(field.type.kind) || saysUnique(context.tree, entity, field.name)).map((field) => field.name)];
}

/** Whether point 3 declares the field unique, with an attribute or `Unique: FIELD`. */
function saysUnique(tree: Tree, entity: string, field: string): boolean {
  const blocks = (sectionsByEntity(tree).get(fold(entity)) ?? []).flatMap((section) => section.blocks);
  const isIt = (words: TextSpan): boolean => fold(bare(words).text) === fold(field);
  const alone = blocks.some(
    (block) => block.kind === "bullet" && /^unique$/i.test(block.label?.text ?? "") && split(block.value!, ";").some((group) => split(group, ",/").every(isIt)),
  );
  return alone || rawFieldsOf(blocks).some((raw) => isIt(raw.name) && raw.attributes.some(({ kind }) => kind === "unique" || kind === "made unique"));
}

/** Made once for a document. */
const bySubject = new WeakMap<Tree, ReadonlyMap<string, Section[]>>();

function sectionsByEntity(tree: Tree): ReadonlyMap<string, Section[]> {
  const known = bySubject.get(tree);
  if (known) return known;
  const found = new Map<string, Section[]>();
  for (const section of tree.points[2]!.sections) {
    const key = fold(section.title.text.replace(/\s*\(.*$/, ""));
    found.set(key, [...(found.get(key) ?? []), section]);
  }
  bySubject.set(tree, found);
  return found;
}
