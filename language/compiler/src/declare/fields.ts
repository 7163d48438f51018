/** Declares the fields of every entity in point 3. */
import { fold } from "@nonet/feel";
import type { Block, Section } from "@nonet/notation";
import { isEntityAttribute } from "../syntax/entities/entity-attributes.ts";
import { readTyped } from "../syntax/entities/field-attributes.ts";
import { isFieldTable, rawFieldRow } from "../syntax/entities/field-table.ts";
import type { FieldType } from "@nonet/model";
import type { TypeNames } from "../syntax/entities/field-type.ts";
import { rawFieldsOf as rawFieldsOfBullet } from "../syntax/entities/bullet-fields.ts";
import type { RawField } from "../syntax/entities/field.ts";
import { bare, isNotShown, spaced } from "../text/split.ts";
import type { DeclaredField } from "./declared.ts";
import type { EntityDraft, FieldDraft } from "./drafts.ts";
import { headingOf } from "./entity-headings.ts";
import { userFields } from "./user-fields.ts";

/** What every record has anyway; a line for it defines nothing. */
const ofEveryRecord: ReadonlySet<string> = new Set(["created at", "created by", "updated at"]);

export function declareFields(draft: EntityDraft, names: TypeNames): void {
  if (draft.name === "User") for (const [key, field] of userFields()) draft.fields.set(key, field);
  for (const { key, draft: made, declared } of draft.section ? declarationsIn(draft.section, names) : []) {
    draft.raw.push(made);
    if (ofEveryRecord.has(key)) continue;
    if (declared && (!draft.fields.has(key) || draft.name === "User")) draft.fields.set(key, declared);
  }
}

/** A declared field; `declared` is null if its type can't be read. */
interface FieldDeclaration {
  readonly among: string;
  readonly key: string;
  readonly draft: FieldDraft;
  readonly declared: DeclaredField | null;
}

const declarationsBy = new WeakMap<Section, { readonly among: string; readonly all: readonly FieldDeclaration[] }>();

/** Cached by section, for the names that types could refer to. */
function declarationsIn(section: Section, names: TypeNames): readonly FieldDeclaration[] {
  const known = declarationsBy.get(section);
  if (known?.among === names.all) return known.all;
  const entity = headingOf(section).name.text;
  const all = rawFieldsOf(section.blocks).map((raw) => fieldOf(entity, raw, names));
  declarationsBy.set(section, { among: names.all, all });
  return all;
}

/** A list of the records that refer to this one by a field is not shown if the type of that field isn't. */
export function declareOpenLists(drafts: ReadonlyMap<string, EntityDraft>): void {
  for (const draft of drafts.values())
    for (const [key, field] of draft.fields) {
      const by = field.type.kind === "inverse" ? drafts.get(fold(field.type.entity))?.fields.get(fold(field.type.by)) : undefined;
      if (by?.open !== undefined && !by.inferred) draft.fields.set(key, { ...field, type: { kind: "text", form: "plain" }, computed: true, open: by.open });
    }
}

/** Cached by field, for the names that types could refer to. */
const declaredFields = new WeakMap<RawField, FieldDeclaration>();

function fieldOf(entity: string, written: RawField, names: TypeNames): FieldDeclaration {
  const known = declaredFields.get(written);
  if (known?.among === names.all) return known;
  const { raw, reading } = readTyped(written, names);
  const name = spaced(bare(raw.name).text);
  const required = raw.attributes.some((a) => a.kind === "required");
  const declared: DeclaredField | null =
    "inferred" in reading
      ? inferredField(name, openType(entity, name), raw.name.span)
      : "type" in reading
        ? { name, type: reading.type, required, span: raw.name.span, computed: raw.computed !== null, readOnly: raw.attributes.some((a) => a.kind === "read-only") }
        : isNotShown(raw.type)
          ? { name, type: { kind: "text" as const, form: "plain" as const }, required: false, span: raw.name.span, computed: true, open: openType(entity, name) }
          : null;
  const made: FieldDeclaration = { among: names.all, key: fold(name), draft: { name, raw, reading }, declared };
  declaredFields.set(written, made);
  return made;
}

/** A computed field whose type isn't known yet. */
export const inferredField = (name: string, open: string, span: DeclaredField["span"]): DeclaredField => ({
  name,
  type: { kind: "text", form: "plain" },
  required: false,
  span,
  computed: true,
  open,
  inferred: true,
});

/** Cached by bullet or table. */
const rawFields = new WeakMap<Block, readonly RawField[]>();

/** Every field that a section defines, in bullets or tables. */
export function rawFieldsOf(blocks: readonly Block[]): RawField[] {
  return blocks.flatMap((block): readonly RawField[] => {
    const known = rawFields.get(block) ?? rawFieldsIn(block);
    rawFields.set(block, known);
    return known;
  });
}

function rawFieldsIn(block: Block): readonly RawField[] {
  if (block.kind === "bullet") {
    if (block.label && block.value && isEntityAttribute(block.label.text, block.value.text)) return [];
    return rawFieldsOfBullet(block);
  }
  if (block.kind !== "table" || !isFieldTable(block)) return [];
  return block.rows.map((row) => rawFieldRow(block, row)).filter((raw) => raw !== null);
}

/** Writes the path to an amount's currency (`money in order.currency`) in the names as they are defined. What isn't found stays as written. */
export function declareCurrencyPaths(drafts: ReadonlyMap<string, EntityDraft>): void {
  for (const draft of drafts.values())
    for (const [key, field] of draft.fields) {
      const path = field.type.kind === "money" ? field.type.currencyField : undefined;
      const found = path?.includes(".") ? currencyPath(drafts, draft, path) : null;
      if (found !== null && found !== path) draft.fields.set(key, { ...field, type: { kind: "money", currency: null, currencyField: found } });
    }
}

/** The path in defined names; null if it doesn't lead over references to a field that can hold a currency. */
export function currencyPath(drafts: ReadonlyMap<string, EntityDraft>, draft: EntityDraft, path: string): string | null {
  let owner: EntityDraft | undefined = draft;
  const names: string[] = [];
  const steps = path.split(".");
  for (const [i, step] of steps.entries()) {
    const field: DeclaredField | undefined = owner?.fields.get(fold(step));
    if (!field) return null;
    names.push(field.name);
    if (i < steps.length - 1) owner = field.type.kind === "reference" ? drafts.get(fold(field.type.entity)) : undefined;
    else if (!holdsCurrency(field.type)) return null;
  }
  return names.join(".");
}

/** Whether a field of the type can hold a currency. */
export const holdsCurrency = (type: FieldType): boolean =>
  (type.kind === "formatted" && type.format === "currency") || type.kind === "text" || (type.kind === "one of" && type.choices.every((choice) => /^[A-Z]{3}$/.test(choice)));

/** The name of a field's type in the list of what is not shown. */
export const openType = (entity: string, field: string): string => `the type of ${entity}.${field}`;
