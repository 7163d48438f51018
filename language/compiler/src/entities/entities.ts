/** Point 3: each entity with its fields and attributes. */
import { linesOfEntity } from "../incremental/lines.ts";
import { fold } from "@nonet/feel";
import { type Entity, type EntityEvent, type Field, type InitialRecord, kebab, snake } from "@nonet/model";
import type { Block, Bullet, Section, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { entityNames } from "../resolve/names.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { bracketed } from "../syntax/entities/bracketed-field.ts";
import { entityAttribute, isEntityAttribute, isInitial, isProse } from "../syntax/entities/entity-attributes.ts";
import { isFieldGroup, rawFieldsOf } from "../syntax/entities/bullet-fields.ts";
import { isFieldTable } from "../syntax/entities/field-table.ts";
import { article, capital } from "../text/english.ts";
import { type Attributes, readAttribute } from "./attributes.ts";
import { checkFieldTable } from "./field-table.ts";
import { buildField, userField } from "./field.ts";
import { formerRivals, checkFormerEntity, checkFormerFields } from "./former-names.ts";
import { checkFieldIdentifiers } from "./identifiers.ts";
import { readInitial } from "./initial-records.ts";
import { shownByDefault } from "./shown-as.ts";

/** Without prose and events, so that they stay the same objects when only prose changes. */
export function compileEntities(ctx: PointCompiler): Entity[] {
  const drafts = [...ctx.drafts.values()];
  const rivals = formerRivals(drafts);
  const depends = (draft: EntityDraft): readonly unknown[] => [rivals.get(draft.name), ...draft.further.map((machine) => machine.section.title)];
  return [...ctx.each("entity", drafts, { of: (draft) => linesOfEntity(ctx, draft), depends }, (draft) => compileEntity(ctx, draft, rivals.get(draft.name)))];
}

/** The entities with their events and prose. */
export function wholeEntities(ctx: PointCompiler, bare: readonly Entity[], eventsOf: (entity: Entity) => readonly EntityEvent[]): readonly Entity[] {
  const text = ({ name }: Entity): string => proseIn(ctx.drafts.get(fold(name))?.section ?? null);
  const formerly = new Map(bare.flatMap(({ name, was }) => (was === null ? [] : [[name, was.toLowerCase()] as const])));
  const wasOfWhole = ({ partOf }: Entity): string | undefined => (partOf ? formerly.get(partOf.entity) : undefined);
  const depends = (entity: Entity): readonly unknown[] => [eventsOf(entity), text(entity), wasOfWhole(entity)];
  return ctx.each("whole entity", bare, { of: (entity) => entity, depends }, (entity) => ({
    ...followWhole(entity, wasOfWhole(entity)),
    events: eventsOf(entity),
    prose: text(entity),
  }));
}

/** A part's reference that no line defines is named after the whole, so it is renamed with the whole. */
function followWhole(entity: Entity, was: string | undefined): Entity {
  if (was === undefined) return entity;
  return { ...entity, fields: entity.fields.map((f) => (f.name === entity.partOf!.field && f.source === entity.source ? { ...f, was } : f)) };
}

const proses = new WeakMap<Section, string>();

function proseIn(section: Section | null): string {
  if (!section) return "";
  const known = proses.get(section) ?? proseOf(section.blocks);
  proses.set(section, known);
  return known;
}

/** `rival`: another entity with the same former name. */
function compileEntity(ctx: PointCompiler, draft: EntityDraft, rival: string | undefined): Entity {
  const blocks = draft.section?.blocks ?? [];
  if (draft.section) ctx.markEnforced(draft.section.title.span);
  if (draft.wholeName && !draft.whole && ctx.drafts.has(fold(draft.wholeName.text))) reportPartCycle(ctx, draft, draft.wholeName);
  else if (draft.wholeName && (!draft.whole || fold(draft.whole.entity) !== fold(draft.wholeName.text)))
    ctx.report(
      "unknown-entity",
      draft.wholeName.span,
      `${draft.name} is part of "${draft.wholeName.text}", but there is no such entity.${didYouMean(draft.wholeName.text, entityNames(ctx))}`,
    );
  const attributes: Attributes = {
    shownAs: null,
    unique: [],
    sort: [],
    lockedWhile: null,
    deleting: { allowed: "always", notWhile: null, onlyWhile: null, source: null },
    erasing: [],
    was: null,
    history: true,
    comments: null,
    whenDeleted: new Map(),
  };
  const seen = new Set<string>();
  const fields = [...(draft.name === "User" ? builtInFields(draft) : []), ...draft.raw.map((one) => buildField(ctx, draft, one, seen)).filter((f) => f !== null)];
  checkFieldIdentifiers(ctx, draft, fields);
  checkFormerFields(ctx, draft);
  checkFormerEntity(ctx, draft, rival);
  const initialRecords: InitialRecord[] = [];
  blocks.forEach((block, i) => readBlock(ctx, draft, attributes, fields, block, blocks[i - 1], initialRecords));
  return {
    name: draft.name,
    plural: draft.plural,
    table: snake(draft.name),
    path: kebab(draft.plural),
    prose: "",
    fields: fields.map((f) => (attributes.whenDeleted.has(f.name) ? { ...f, whenDeleted: attributes.whenDeleted.get(f.name)! } : f)),
    partOf: draft.whole && { ...draft.whole },
    shownAs: attributes.shownAs ?? shownByDefault(ctx, draft, fields),
    unique: attributes.unique,
    sort: attributes.sort,
    lockedWhile: attributes.lockedWhile,
    deleting: attributes.deleting,
    erasing: attributes.erasing,
    initialRecords,
    events: [],
    history: attributes.history,
    ...(attributes.comments ? { comments: attributes.comments } : {}),
    builtIn: draft.name === "User",
    was: attributes.was,
    source: draft.span,
  };
}

function reportPartCycle(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): void {
  const whole = ctx.drafts.get(fold(words.text))!.name;
  ctx.report(
    "part-circle",
    words.span,
    whole === draft.name
      ? `${capital(article(draft.name))} can't be part of itself.`
      : `${capital(article(draft.name))} can't be part of ${article(whole)} that is part of ${article(draft.name)}.`,
    {
      hint: "Keep `part of` on only one of them. To link records of the same entity, use a reference.",
    },
  );
}

const builtInFields = (draft: EntityDraft): Field[] =>
  ["name", "email", "roles", "active"].filter((name) => !draft.raw.some((one) => fold(one.name) === name)).map((name) => userField(draft.fields.get(name)!));

export const proseOf = (blocks: readonly Block[]): string => blocks.flatMap((block) => (isProse(block) && "words" in block ? [block.words.text] : [])).join("\n\n");

function readBlock(
  ctx: PointCompiler,
  draft: EntityDraft,
  attributes: Attributes,
  fields: readonly Field[],
  block: Block,
  before: Block | undefined,
  initial: InitialRecord[],
): void {
  if (isInitial(block)) {
    if (block.kind === "paragraph") ctx.markEnforced(block.words.span);
    if (block.kind === "bullet") ctx.markEnforced(block.span);
  } else if (block.kind === "bullet") readBullet(ctx, draft, attributes, block);
  else if (block.kind === "table" && isInitial(before)) initial.push(...readInitial(ctx, draft, fields, block));
  else if (block.kind === "table" && isFieldTable(block)) checkFieldTable(ctx, block);
  else if (block.kind === "table")
    ctx.report("unreadable-table", block.span, `This isn't a table of fields, because it has no columns Name and Type, and it doesn't follow "Initial records:".`);
}

/** The form of the attribute of which a sentence seems to speak. */
const attributeIn = (text: string): string =>
  /\bunique\b/i.test(text)
    ? "For fields that are unique together, write `- Unique: FIELD, FIELD`. "
    : /\b(?:archiv|delet)/i.test(text)
      ? "For what happens to records that are deleted, write `- Deleting: archives`, or `- Deleting: not allowed while CONDITION`. "
      : "";

/** `weight (kg)`: the field with a colon, if its type were known. */
function withColon(words: TextSpan): { readonly fixes?: readonly PlannedFix[] } {
  const parts = bracketed(words);
  if (!parts || parts.rest.text !== "" || parts.name.text.split(" ").length > 4 || entityAttribute(parts.name.text) !== null) return {};
  const text = `${parts.name.text}: not shown <!-- ${parts.inside.text} -->`;
  return { fixes: [{ title: "Write it as a field whose type isn't known yet", edits: [{ span: words.span, text }] }] };
}

function readBullet(ctx: PointCompiler, draft: EntityDraft, attributes: Attributes, bullet: Bullet): void {
  if (isFieldGroup(bullet)) {
    for (const child of bullet.children) if (child.kind === "bullet") readBullet(ctx, draft, attributes, child);
    return;
  }
  if (!bullet.label || !bullet.value) {
    if (rawFieldsOf(bullet).length > 0) return ctx.markEnforced(bullet.span);
    ctx.report("unreadable-line", bullet.words.span, `This is neither a field (\`name: type\` or \`name = EXPRESSION\`) nor an attribute of ${draft.name}.`, {
      hint: `${attributeIn(bullet.words.text)}If it is prose, write it as a paragraph.`,
      ...withColon(bullet.words),
    });
    return;
  }
  if (isEntityAttribute(bullet.label.text, bullet.value.text)) {
    readAttribute(ctx, draft, attributes, bullet, bullet.label, bullet.value);
    ctx.markEnforced(bullet.span);
  } else ctx.markEnforced(bullet.span);
}
