/** Point 5: validation rules, with the fields that each reads. */
import { type Expression, fold } from "@nonet/feel";
import { comparedFields, expressionsOfRule, type Rule, type RuleBody } from "@nonet/model";
import { type Block, type Bullet, canonicalHeader, columnsOf, type Row, type Table, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { compiledField } from "../resolve/published.ts";
import { bare, isNotShown, slice, spaced, split } from "../text/split.ts";
import { readsOf } from "../trees/reads.ts";
import { walk } from "../trees/walk.ts";
import { checkProseRules, rulesInProse } from "./prose-rules.ts";
import { reportRuleSentence } from "./rule-sentence.ts";
import { deniedDoing } from "./sentence-moment.ts";
import { isReadable, type RuleCells, readSentenceRow } from "./sentence-row.ts";
import { readBody } from "./rule-body.ts";
import { cellsByEntity, inputOfMoment, readSubject, reportCompared, reportEntities } from "./rule-moment.ts";
import { markRefusal, readRefusal } from "./rule-refusal.ts";

const columnNames = ["Rule", "Entity", "Must hold", "Otherwise"] as const;

/** A rule as written, with the columns of its table. */
interface RawRule {
  readonly row: Row | Bullet;
  readonly order: string;
  readonly cell: (name: string) => TextSpan | null;
  /** The cell Entity as written, if it names several entities. */
  readonly several?: TextSpan;
}

export function compileRules(ctx: PointCompiler): Rule[] {
  const point = ctx.tree.points[4];
  const blocks = [...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)];
  const written = blocks.flatMap((block) => {
    if (block.kind === "bullet") return readBullet(ctx, block);
    return block.kind === "table" ? readTable(ctx, block) : [];
  });
  const given = new Set(written.map(({ cell }) => codeOf(cell("Otherwise"))));
  const isGiven = (code: string): boolean => given.has(code);
  const inProse = blocks.flatMap((block) => (block.kind === "paragraph" ? readParagraph(ctx, block, isGiven) : []));
  const raws = [...written, ...inProse].flatMap((raw) => byEntity(ctx, raw));
  checkNames(ctx, raws);
  const rules = ctx.each("whole rule", raws, { of: ({ row }) => row, depends: ({ order }) => [order] }, ({ row, order, cell, several }) => {
    const read = ctx.unit("rule", row, [order], () => readRow(ctx, row, (name) => cell(name) ?? { text: "", span: row.span }, several));
    return read && ctx.stableValue(`rule ${row.span.file} ${row.span.from} ${read.entity}`, withReads(ctx, read));
  });
  const made = rules.filter((rule) => rule !== null);
  checkProseRules(ctx, blocks, made, isGiven);
  return made;
}

/** By the row, the rows that stand for it, one for each entity that it names. */
const rowsByEntity = new WeakMap<object, Map<string, Row | Bullet>>();

/** `Measure, Compensation; on create`: one rule for each. */
function byEntity(ctx: PointCompiler, raw: RawRule): readonly RawRule[] {
  const several = raw.cell("Entity");
  const cells = several ? cellsByEntity(ctx, several) : [];
  if (!several || cells.length < 2) return [raw];
  const known = rowsByEntity.get(raw.row) ?? new Map<string, Row | Bullet>();
  rowsByEntity.set(raw.row, known);
  return cells.map((entity) => {
    const row = known.get(entity.text) ?? { ...raw.row };
    known.set(entity.text, row);
    return { ...raw, row, several, cell: (name) => (name === "Entity" ? entity : raw.cell(name)) };
  });
}

/** Errors cite a rule by name, and upgrades identify it by name. */
function checkNames(ctx: PointCompiler, raws: readonly RawRule[]): void {
  const met = new Set<string>();
  for (const { row, cell } of raws) {
    const name = bare(cell("Rule") ?? { text: "", span: row.span });
    if (name.text === "") ctx.report("empty-cell", name.span, "The rule has no name.");
    const entity = split(cell("Entity") ?? name, ",")[0]?.text ?? "";
    const key = JSON.stringify([fold(name.text), fold(entity)]);
    if (isNotShown(name)) continue;
    if (name.text !== "" && met.has(key))
      ctx.report("doubled-name", name.span, `${entity} already has a rule "${name.text}".`, { hint: "Errors cite a rule by its name: give each rule its own name." });
    met.add(key);
  }
}

function readTable(ctx: PointCompiler, table: Table): RawRule[] {
  const columns = columnsOf(table, columnNames);
  for (const header of columns.unknown)
    ctx.report("unknown-column", header.span, `The table of rules can't have a column "${header.text}".`, { hint: "Its columns are Rule, Entity, Must hold and Otherwise." });
  for (const header of columns.doubled) ctx.report("doubled-column", header.span, `"${header.text}" has the same meaning as an earlier column.`);
  const missing = columnNames.filter((name) => !columns.positions.has(name));
  if (missing.length > 0) {
    if (columns.unknown.length === 0) ctx.report("missing-column", table.span, `The table of rules lacks the column ${missing.join(", ")}.`);
    return [];
  }
  const order = [...columns.positions].join();
  return table.rows.map((row) => ({ row, order, cell: (name) => columns.cell(row, name as (typeof columnNames)[number]) }));
}

/** A rule as a bullet with its name, and the other columns as bullets below it. */
function readBullet(ctx: PointCompiler, bullet: Bullet): RawRule[] {
  const cells = new Map<string, TextSpan>([["Rule", bare(slice(bullet.words, 0, /\s*:?\**$/.exec(bullet.words.text)?.index))]]);
  for (const child of bullet.children) {
    const name = child.kind === "bullet" && child.label ? canonicalHeader(bare(child.label).text, columnNames) : undefined;
    if (child.kind === "bullet" && child.value && name !== undefined && !cells.has(name)) cells.set(name, child.value);
    else
      ctx.report("unreadable-line", "words" in child ? child.words.span : child.span, "This line isn't part of a rule.", {
        hint: "A rule has the attributes Entity, Must hold and Otherwise, each once.",
      });
  }
  const missing = columnNames.filter((name) => !cells.has(name));
  if (missing.length === 0) return [{ row: bullet, order: "", cell: (name) => cells.get(name) ?? null }];
  if (bullet.children.length === 0) {
    const reading = ctx.unit("rule in words", bullet, [], () => readSentenceRow(ctx, bullet.words));
    if (reading.kind === "row") return [ofSentence(bullet, reading.cells)];
    reportRuleSentence(ctx, bullet, reading);
  } else ctx.report("missing-column", bullet.words.span, `The rule "${cells.get("Rule")!.text}" lacks ${missing.join(", ")}.`, { hint: `Add \`- ${missing[0]!}: …\` below it.` });
  return [];
}

/** What its cells say depends on what the document names, so they are part of what its unit depends on. */
const ofSentence = (row: Row | Bullet, cells: RuleCells): RawRule => ({
  row,
  order: JSON.stringify(Object.values(cells).map(({ text }) => text)),
  cell: (name) => cells[name as keyof RuleCells] ?? null,
});

const codeOf = (otherwise: TextSpan | null): string => /[A-Za-z][A-Za-z0-9_]*`?$/.exec((otherwise?.text ?? "").replace(/\s+at\s.*$/i, ""))?.[0] ?? "";

/** By the paragraph, what stands for the row of each of its sentences, so that each stays the same object from check to check. */
const sentenceRows = new WeakMap<Block, Map<number, Row>>();

/** The sentences of a paragraph that are rules. */
function readParagraph(ctx: PointCompiler, block: Block, isGiven: (code: string) => boolean): RawRule[] {
  if (block.kind !== "paragraph") return [];
  const known = sentenceRows.get(block) ?? new Map<number, Row>();
  sentenceRows.set(block, known);
  return rulesInProse(ctx, block, isGiven).map(({ sentence, cells }) => {
    const row = known.get(sentence.span.from) ?? { cells: [], span: sentence.span };
    known.set(sentence.span.from, row);
    return ofSentence(row, cells);
  });
}

/** Its reads depend on computed fields of other entities as well. */
function withReads(ctx: PointCompiler, read: Rule): Rule {
  const draft = ctx.drafts.get(fold(read.entity))!;
  return { ...read, reads: ruleReads(ctx, read.holds, draft, read.moment.kind === "while") };
}

function readRow(ctx: PointCompiler, row: Row | Bullet, cell: (name: string) => TextSpan, several?: TextSpan): Rule | null {
  ctx.markEnforced(row.span);
  const unnamed = isNotShown(cell("Rule"));
  const code = codeOf(cell("Otherwise"));
  // It still refuses changes, and is then identified by its code.
  const name = unnamed ? bare({ ...cell("Otherwise"), text: code }).text : spaced(bare(cell("Rule")).text);
  const open = (["Entity", "Must hold", "Otherwise"] as const).map(cell).filter(isNotShown);
  if (unnamed) ctx.notShown(`the name of the rule that gives ${name}`, cell("Rule").span);
  for (const words of open) ctx.notShown(openRule(name, words === cell("Otherwise")), words.span);
  if (isNotShown(cell("Entity"))) {
    // The rest of the row is still used: its code counts as used.
    markRefusal(ctx, cell("Otherwise"));
    return null;
  }
  const place = readSubject(ctx, cell("Entity"));
  if (!place) return null;
  const { draft } = place;
  const denied = deniedIn(ctx, place, cell("Must hold"));
  const { moment } = denied ?? place;
  // A record that is created has no previous version.
  const use: Use = {
    what: `rule "${name}"`,
    self: draft.name,
    old: isOfExisting(moment) ? true : "maybe",
    // Only a rule on an action knows its input.
    asked: inputOfMoment(ctx, draft.name, moment),
  };
  if (several && !fitsEach(ctx, { several, entity: cell("Entity"), must: cell("Must hold") }, draft, use)) return null;
  const holds = isNotShown(cell("Must hold")) ? null : readBody(ctx, draft, denied?.must ?? cell("Must hold"), use);
  const otherwise = readRefusal(ctx, draft, cell("Otherwise"), { asked: use.asked ?? [], rule: name });
  // If the condition is open, nothing is checked, as if the whole point were open.
  if (isNotShown(cell("Must hold"))) return null;
  if (!holds || !otherwise) return null;
  if (several && holds.kind !== "expression") return reportCompared(ctx, several);
  return {
    name,
    entity: draft.name,
    moment,
    holds,
    code: otherwise.code,
    warns: otherwise.warns,
    field: otherwise.field,
    reads: [],
    source: row.span,
  };
}

/** `a Loan may not be approved unless …`, in a row for Loans or for that action: what must hold on it. */
function deniedIn(
  ctx: PointCompiler,
  { draft, moment }: Pick<Rule, "moment"> & { readonly draft: EntityDraft },
  must: TextSpan,
): (Pick<Rule, "moment"> & { readonly must: TextSpan }) | null {
  for (const one of deniedDoing(ctx, must)) {
    const place = ctx.silently(() => readSubject(ctx, one.entity));
    const isSame = place?.draft === draft && (moment.kind === "always" || JSON.stringify(moment) === JSON.stringify(place.moment));
    if (place && isSame && isReadable(ctx, one)) return { moment: place.moment, must: one.must };
  }
  return null;
}

/** Whether the condition of a row for several entities can be read for this one, where it can be for the first. */
function fitsEach(ctx: PointCompiler, { several, entity, must }: Readonly<Record<"several" | "entity" | "must", TextSpan>>, draft: EntityDraft, use: Use): boolean {
  const [first] = cellsByEntity(ctx, several);
  if (isNotShown(must) || !first || first.text === entity.text) return true;
  const isSound = (of: EntityDraft): boolean => {
    const body = ctx.silently(() => readBody(ctx, of, must, { ...use, self: of.name }));
    return body !== null && expressionsOfRule(body).every((one) => !hasHole(one));
  };
  const other = readSubject(ctx, first)?.draft;
  if (isSound(draft)) return true;
  if (other && isSound(other)) reportEntities(ctx, several, must, () => `This condition is about ${other.name} and can't be read for ${draft.name}, which the row names too.`);
  return false;
}

function hasHole(expression: Expression): boolean {
  let found = false;
  walk(expression, ({ kind }) => (found ||= kind === "hole"));
  return found;
}

/** Whether every record that is checked was there before, or comes by an action. */
const isOfExisting = (moment: Rule["moment"]): boolean =>
  moment.kind === "action" || moment.kind === "change" || (moment.kind === "events" && moment.events.every((event) => event.kind !== "create"));

/** Without its error, only the error is open; without any other part, the whole rule is open. */
const openRule = (name: string, isError: boolean): string => (isError ? `Otherwise of rule "${name}"` : `rule "${name}"`);

/** `standing`: entering one of the states is checked as well. */
function ruleReads(ctx: PointCompiler, body: RuleBody, draft: EntityDraft, standing: boolean): string[] {
  const named = comparedFields(body).map((field) => `${draft.name}.${field}`);
  return readsOf(expressionsOfRule(body), standing ? [...named, `${draft.name}.state`] : named, (entity, field) => compiledField(ctx, entity, field));
}
