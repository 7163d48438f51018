/** Point 3: each entity with its fields and attributes. */
import { type Expression, fold } from "@nonet/feel";
import { type Condition, type Entity, type EntityEvent, type Field, type InitialRecord, kebab, snake, type SortKey } from "@nonet/model";
import { type Block, type Bullet, isCode, type Section, type Table, type TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { typeAtFirst } from "../context/amount-currency.ts";
import type { Use } from "../context/context.ts";
import { entityNames, fieldName } from "../context/find-name.ts";
import { resolveName, reportMissing, reportNearest } from "../context/report-nearest.ts";
import type { PointCompiler } from "../context/workshop.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { stateIs, thisField } from "../expressions/build.ts";
import { entityAttribute, isEntityAttribute } from "../syntax/entity-attributes.ts";
import { fieldColumns, isFieldTable, notedAttributes, oddFieldColumns, rawFieldRow } from "../syntax/field.ts";
import { isInitial, isProse, sectionStates } from "../syntax/lines.ts";
import { article, capital } from "../text/english.ts";
import { after, bare, isNotShown, split } from "../text/split.ts";
import { valueOf } from "./field-value.ts";
import { buildField, userField } from "./field.ts";
import { formerRivals, judgeFormerEntity, judgeFormerFields } from "./former-names.ts";
import { readHistory, readWhenDeleted } from "./history-and-deletion.ts";
import { judgeFieldIdentifiers } from "./identifiers.ts";
import { templateIn, textTemplate } from "./text-template.ts";

interface Attributes {
  shownAs: Expression | null;
  unique: { fields: string[]; source: Span }[];
  sort: SortKey[];
  lockedWhile: Condition | null;
  deleting: Entity["deleting"];
  was: string | null;
  history: boolean;
  readonly whenDeleted: Map<string, Field["whenDeleted"]>;
}

/** Without their prose, so that they are the same ones as long as nothing but prose changes. */
export function compileEntities(ctx: PointCompiler): Entity[] {
  const drafts = [...ctx.drafts.values()];
  const rivals = formerRivals(drafts);
  const depends = (draft: EntityDraft): readonly unknown[] => [rivals.get(draft.name), ...draft.further.map((machine) => machine.section.title)];
  return [...ctx.each("entity", drafts, { of: (draft) => linesOfEntity(ctx, draft), depends }, (draft) => compileEntity(ctx, draft, rivals.get(draft.name)))];
}

/** Stands for the lines of a User that no line defines. */
const unwritten = {};

export const linesOfEntity = (ctx: PointCompiler, draft: EntityDraft): object => (draft.section ? sectionStates(ctx, draft.section) : unwritten);

/** Entities with their events and with what their sections say besides. */
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

/** What no line names is called by the whole, so it is called otherwise when the whole is. */
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

/** `rival`: another entity that says it was the same. */
function compileEntity(ctx: PointCompiler, draft: EntityDraft, rival: string | undefined): Entity {
  const blocks = draft.section?.blocks ?? [];
  if (draft.section) ctx.enforced(draft.section.title.span);
  if (draft.wholeName && !draft.whole && ctx.drafts.has(fold(draft.wholeName.text))) tellCircle(ctx, draft, draft.wholeName);
  else if (draft.wholeName && (!draft.whole || fold(draft.whole.entity) !== fold(draft.wholeName.text)))
    ctx.report(
      "unknown-entity",
      draft.wholeName.span,
      `${draft.name} is part of "${draft.wholeName.text}", but there is no such entity.${resolveName(draft.wholeName.text, entityNames(ctx))}`,
    );
  const attributes: Attributes = {
    shownAs: null,
    unique: [],
    sort: [],
    lockedWhile: null,
    deleting: { allowed: "always", notWhile: null, source: null },
    was: null,
    history: true,
    whenDeleted: new Map(),
  };
  const seen = new Set<string>();
  const fields = [...(draft.name === "User" ? builtInFields(draft) : []), ...draft.raw.map((one) => buildField(ctx, draft, one, seen)).filter((f) => f !== null)];
  judgeFieldIdentifiers(ctx, draft, fields);
  judgeFormerFields(ctx, draft);
  judgeFormerEntity(ctx, draft, rival);
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
    shownAs: attributes.shownAs ?? shownByDefault(draft, fields),
    unique: attributes.unique,
    sort: attributes.sort,
    lockedWhile: attributes.lockedWhile,
    deleting: attributes.deleting,
    initialRecords,
    events: [],
    history: attributes.history,
    builtIn: draft.name === "User",
    was: attributes.was,
    source: draft.span,
  };
}

function tellCircle(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): void {
  const whole = ctx.drafts.get(fold(words.text))!.name;
  ctx.report(
    "part-circle",
    words.span,
    whole === draft.name
      ? `${capital(article(draft.name))} can't be part of itself.`
      : `${capital(article(draft.name))} can't be part of ${article(whole)} that is part of ${article(draft.name)}.`,
    {
      hint: "Say of one of them only that it is part of the other; where records of one kind hold each other, a reference does.",
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
    if (block.kind === "paragraph") ctx.enforced(block.words.span);
    if (block.kind === "bullet") ctx.enforced(block.span);
  } else if (block.kind === "bullet") readBullet(ctx, draft, attributes, block);
  else if (block.kind === "table" && isInitial(before)) initial.push(...readInitial(ctx, draft, fields, block));
  else if (block.kind === "table" && isFieldTable(block)) judgeFieldTable(ctx, block);
  else if (block.kind === "table")
    ctx.report("unreadable-table", block.span, `This table defines no fields (it has no column for name and type), and "Initial records:" doesn't stand before it.`);
}

function judgeFieldTable(ctx: PointCompiler, table: Table): void {
  const { unknown, doubled } = oddFieldColumns(table);
  for (const header of unknown)
    reportNearest(ctx, "unknown-column", header, header.text === "" ? "A column has no name" : `A table of fields has no column "${header.text}"`, fieldColumns);
  for (const header of doubled) ctx.report("doubled-column", header.span, `"${header.text}" means the same as an earlier column.`);
  for (const { header, cells, isWhole } of notedAttributes(table))
    ctx.report("unread-attribute", cells[0]!.span, `"${cells[0]!.text}" reads as attributes, but the column "${header.text}" is for people to read, so nothing would come of it.`, {
      hint: "Call the column Attributes; what is said of a field besides stands in a column of its own.",
      fixes: isWhole ? [{ title: "Call the column Attributes", edits: [{ span: header.span, text: "Attributes" }] }] : [],
    });
  for (const row of table.rows) {
    ctx.enforced(row.span);
    if (rawFieldRow(table, row) === null) ctx.report("missing-cell", row.span, "A field has a name and a type.", { hint: "Write `not shown` where the type isn't known." });
  }
}

function readBullet(ctx: PointCompiler, draft: EntityDraft, attributes: Attributes, bullet: Bullet): void {
  if (!bullet.label || !bullet.value) {
    ctx.report("unreadable-line", bullet.words.span, `This is neither a field (\`name: type\`) nor an attribute of ${draft.name}.`, {
      hint: "Write it as a paragraph if it is prose.",
    });
    return;
  }
  if (isEntityAttribute(bullet.label.text, bullet.value.text)) {
    readAttribute(ctx, draft, attributes, bullet, bullet.label, bullet.value);
    ctx.enforced(bullet.span);
  } else ctx.enforced(bullet.span);
}

/** Attributes that say one thing of the entity; of the others there may be several. */
const onlyOnce: ReadonlySet<string> = new Set(["shown as", "sort", "locked while", "deleting", "was", "history", "plural"]);
/** Whether a bullet settles what `label` settles: the bullet itself, and another for what is said once. */
const saysAlso = ({ label, value }: Bullet, settled: TextSpan, key: string): boolean =>
  label === settled ||
  (label !== null &&
    value !== null &&
    isEntityAttribute(label.text, value.text) &&
    (onlyOnce.has(key) ? entityAttribute(label.text) === key : key === "when deleted" && fold(label.text) === fold(settled.text)));

function readAttribute(ctx: PointCompiler, draft: EntityDraft, attributes: Attributes, bullet: Bullet, label: TextSpan, value: TextSpan): void {
  const key = entityAttribute(label.text)!;
  const use = { what: `${label.text} of ${draft.name}`, self: draft.name };
  if (draft.section?.blocks.find((block): block is Bullet => block.kind === "bullet" && saysAlso(block, label, key)) !== bullet) {
    ctx.report("doubled-attribute", label.span, `${label.text} of ${draft.name} stands here a second time.`);
    return;
  }
  if (isNotShown(value)) {
    ctx.hole(use.what, value.span);
    return;
  }
  if (key === "shown as") attributes.shownAs = readShownAs(ctx, value, use);
  else if (key === "unique")
    for (const group of split(value, ";")) {
      const names = split(group, ",/").map((w) => fieldName(ctx, draft, w));
      const fields = names.filter((name) => name !== null);
      // Of fewer fields it would forbid more.
      if (fields.length === names.length) attributes.unique.push({ fields, source: group.span });
    }
  else if (key === "sort") attributes.sort = readSort(ctx, draft, value);
  else if (key === "locked while") attributes.lockedWhile = { expression: conditionOrStates(ctx, draft, value, use.what), source: value.span };
  else if (key === "deleting") attributes.deleting = readDeleting(ctx, draft, value, use.what);
  else if (key === "was") attributes.was = bare(value).text;
  else if (key === "history") attributes.history = readHistory(ctx, value);
  else if (key === "when deleted") readWhenDeleted(ctx, draft, label, value, attributes.whenDeleted);
  // Plurals are read with the names, events when machines and calls are known.
  else if (key === "plural" || key === "on create" || key === "event") return;
  else ctx.report("not-supported-yet", label.span, `"${label.text}" can't be enforced yet.`);
}

function readShownAs(ctx: PointCompiler, value: TextSpan, use: Use): Expression {
  const template = templateIn(value);
  return template ? textTemplate(ctx, template, use) : ctx.expression(value, { ...use, expect: { kind: "string" } });
}

const descending = /^(?:(?:latest|newest|highest|largest|greatest|last) first|descending|desc|z to a)$/i;
const ascending = /^(?:(?:earliest|oldest|lowest|smallest|first) first|ascending|asc|a to z)$/i;

export function readSort(ctx: PointCompiler, draft: EntityDraft, value: TextSpan): SortKey[] {
  const keys: SortKey[] = [];
  for (const part of split(value, ",;/")) {
    const last = keys.at(-1);
    if (last && (descending.test(part.text) || ascending.test(part.text))) keys[keys.length - 1] = { ...last, descending: descending.test(part.text) };
    else {
      const direction = /\s+(descending|desc|ascending|asc)$/i.exec(part.text);
      const field = fieldName(ctx, draft, direction ? { ...part, text: part.text.slice(0, direction.index) } : part);
      if (field !== null) keys.push({ field, descending: direction !== null && /^desc/i.test(direction[1]!) });
    }
  }
  return keys;
}

/** `ordered, closed` or a condition in backticks. */
function conditionOrStates(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, what: string): Expression {
  if (isCode(words)) return ctx.expression(words, { what, self: draft.name, expect: { kind: "boolean" } });
  const names = split(words, ",/").map((w) => ({ words: w, state: draft.states.find((s) => fold(s) === fold(bare(w).text)) }));
  if (names.some((one) => one.state !== undefined)) {
    for (const one of names) if (one.state === undefined) reportMissing(ctx, draft, "state", one.words);
    return stateIs(
      draft,
      names.flatMap((one) => (one.state === undefined ? [] : [one.state])),
      words.span,
    );
  }
  return ctx.expression(words, { what, self: draft.name, expect: { kind: "boolean" } });
}

function readDeleting(ctx: PointCompiler, draft: EntityDraft, value: TextSpan, what: string): Entity["deleting"] {
  const condition = after(value, /not allowed (?:while|when|if)\s+/i);
  if (condition) return { allowed: "always", notWhile: { expression: conditionOrStates(ctx, draft, condition, what), source: condition.span }, source: value.span };
  if (/^(not allowed|never|no|forbidden)$/i.test(value.text)) return { allowed: "never", notWhile: null, source: value.span };
  if (/^(allowed|always|yes)$/i.test(value.text)) return { allowed: "always", notWhile: null, source: value.span };
  if (/^(archives?|archive it|archived)$/i.test(value.text)) return { allowed: "archives", notWhile: null, source: value.span };
  ctx.report("unreadable-value", value.span, `"${value.text}" isn't a way of deleting.`, { hint: "Write `not allowed`, `not allowed while …`, `archives` or `allowed`." });
  return { allowed: "never", notWhile: null, source: value.span };
}

function readInitial(ctx: PointCompiler, draft: EntityDraft, fields: readonly Field[], table: Table): InitialRecord[] {
  const columns = table.headers.map((header) => {
    const name = fieldName(ctx, draft, header);
    return fields.find((field) => field.name === name);
  });
  return table.rows.flatMap((row, at) => {
    const use: Use = { what: `initial record ${at + 1} of ${draft.name}` };
    ctx.enforced(row.span);
    const values: Record<string, Expression> = {};
    const cellOf = (name: string): TextSpan | null => row.cells[columns.findIndex((one) => one?.name === name)] ?? null;
    const open = row.cells.flatMap((cell, i) => (isNotShown(cell) ? (columns[i] ?? []) : []));
    row.cells.forEach((cell, i) => {
      const field = columns[i];
      if (field && isNotShown(cell)) {
        ctx.affects(`${field.name} of ${use.what}`, use.what, row.span);
        ctx.hole(`${field.name} of ${use.what}`, cell.span);
        // Not even the default: the line says that the value is another, or none.
        values[field.name] = { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: cell.span };
      } else if (field && cell.text !== "" && !/^[–—-]$/.test(cell.text))
        values[field.name] = valueOf(ctx, field.type, cell, use, true, typeAtFirst(ctx, draft, field.type, cellOf, use));
    });
    // What must have the value can't be made before it is shown.
    return open.some((field) => field.required === true) ? [] : [{ values, source: row.span }];
  });
}

/** Default 6: the first unique or sequence field, else `name` or `title`, else the first text. */
function shownByDefault(draft: EntityDraft, fields: readonly Field[]): Expression {
  const texts = fields.filter((f) => f.computed?.kind !== "hole").filter((f) => f.type.kind === "text" || f.type.kind === "formatted" || f.type.kind === "sequence");
  const by =
    (draft.name === "User" ? texts.find((f) => f.name === "name") : undefined) ??
    texts.find((f) => f.unique || f.type.kind === "sequence") ??
    texts.find((f) => ["name", "title"].includes(fold(f.name))) ??
    texts[0];
  return thisField(draft, by?.name ?? "id", draft.span ?? { file: 0, from: 0, to: 0 });
}
