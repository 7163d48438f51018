/**
 * All that a statement may learn from elsewhere in the document, as text: names, types, states, roles, and the lines of
 * points 6 and 9. It contains no spans, because no unit reports at a place outside of its own lines.
 */
import type { FieldType } from "@nonet/model";
import type { Block, Tree } from "@nonet/notation";
import type { Business } from "../declare/callables.ts";
import { currencyOf } from "../declare/currency.ts";
import type { Declared } from "../declare/declared.ts";
import type { DeclaredField } from "../declare/declared.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { Declares, Memory } from "../incremental/memory.ts";
import { constantTable } from "../syntax/constants/constant-rows.ts";
import { currenciesOf } from "./currency-fields.ts";

/** `known`: what all units may read, if it is already known from the same check. */
export function declaresOf(
  memory: Memory,
  tree: Tree,
  declared: Declared,
  drafts: ReadonlyMap<string, EntityDraft>,
  business: Business,
  neverNull: ReadonlySet<string>,
  known: readonly string[] | null,
): Declares {
  return { common: known ?? commonOf(memory, tree, declared, drafts, business), entities: entityTexts(drafts, neverNull) };
}

function commonOf(memory: Memory, tree: Tree, declared: Declared, drafts: ReadonlyMap<string, EntityDraft>, business: Business): readonly string[] {
  const ids = (blocks: readonly Block[]): string => blocks.map((block) => memory.idOf(block)).join(" ");
  const names = (of: ReadonlyMap<string, { readonly name: string }>): string => [...of.values()].map((one) => one.name).join("\n");
  const [permissions, constants] = [tree.points[5]!, tree.points[8]!];
  return [
    currencyOf(tree) ?? "",
    ...[...drafts.values()].map((draft) => `${draft.name}|${draft.plural}|${draft.span === null}`),
    names(declared.roles),
    ...[...declared.calls.values()].map((one) => `${one.name} ${one.to}`),
    names(declared.codes),
    names(declared.screens),
    ...[...declared.constants.values()].map((one) => `${one.name} ${one.open} ${one.canBeZero} ${JSON.stringify(one.type)}`),
    JSON.stringify([...business.types, ...business.computed]),
    ids(blocksOf(permissions).filter((block) => block.kind !== "table")),
    ids(blocksOf(constants).filter((block) => block.kind !== "table" || constantTable(block) === null)),
    tree.points.map((point) => point.state).join(),
  ];
}

const blocksOf = (point: Tree["points"][number]): readonly Block[] => [...point.blocks, ...point.sections.flatMap((section) => section.blocks)];

/** Cached by the drafts, which are the same objects as long as their lines are. */
const texts = new WeakMap<object, ReadonlyMap<string, string>>();

function entityTexts(drafts: ReadonlyMap<string, EntityDraft>, neverNull: ReadonlySet<string>): ReadonlyMap<string, string> {
  const known = texts.get(drafts) ?? new Map([...drafts.values()].map((draft) => [draft.name, entityText(draft)]));
  texts.set(drafts, known);
  if (neverNull.size === 0) return known;
  const whole = new Map(known);
  for (const field of neverNull) {
    const entity = field.slice(0, field.indexOf("."));
    whole.set(entity, `${whole.get(entity)}\n${field}`);
  }
  return whole;
}

/** After a field's type has become known. */
export const forgetEntityTexts = (drafts: object): void => void texts.delete(drafts);

function entityText(draft: EntityDraft): string {
  let text = `${draft.partOf}|${draft.whole?.entity}|${draft.whole?.field}|${draft.whole?.list}\n`;
  text += `${draft.states.join("|")}\n`;
  for (const { name } of draft.actions.values()) text += `${name}|`;
  for (const { field, states } of draft.further) text += `\n${field}:${states.join("|")}`;
  for (const field of draft.fields.values()) text += fieldText(field);
  for (const { name, setOnce, defaultValue } of currenciesOf(draft)) text += `\n${name} ${setOnce} ${defaultValue?.text ?? ""}`;
  return text;
}

/** Cached, because most fields are the same objects as before. */
const fieldTexts = new WeakMap<DeclaredField, string>();

function fieldText(field: DeclaredField): string {
  const known =
    fieldTexts.get(field) ??
    `\n${field.name}|${typeText(field.type)}|${field.required ? "r" : ""}${field.computed ? "c" : ""}${field.open ?? ""}${field.readOnly ? "o" : ""}${field.machine ? "m" : ""}${field.span === null ? "" : "s"}`;
  fieldTexts.set(field, known);
  return known;
}

/** Cached, because most types are the same objects as before. */
const typeTexts = new WeakMap<FieldType, string>();

function typeText(type: FieldType): string {
  const known = typeTexts.get(type) ?? JSON.stringify(type);
  typeTexts.set(type, known);
  return known;
}
