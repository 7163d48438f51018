/** Point 5: validation rules, with the fields that each reads. */
import { describe, type Expression, fold } from "@nonet/feel";
import { comparedFields, expressionsOfRule, type Rule, type RuleBody } from "@nonet/model";
import { codeOf as code, columnsOf, type Row, type Table, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { entityNames, fieldName, stateNames } from "../resolve/names.ts";
import { inputOf, compiledField, compiledFields } from "../resolve/published.ts";
import { reportMissing, didYouMean } from "../resolve/report-nearest.ts";
import { after, bare, cut, findTop, isNotShown, slice, spaced, split } from "../text/split.ts";
import { readsOf } from "../trees/reads.ts";
import { fittingField } from "./error-field.ts";

const columnNames = ["Rule", "Entity", "Must hold", "Otherwise"] as const;

/** A rule as written, with the columns of its table. */
interface RawRule {
  readonly row: Row;
  readonly order: string;
  readonly cell: (name: string) => TextSpan | null;
}

export function compileRules(ctx: PointCompiler): Rule[] {
  const point = ctx.tree.points[4];
  const blocks = [...(point?.blocks ?? []), ...(point?.sections ?? []).flatMap((s) => s.blocks)];
  const raws = blocks.flatMap((block) => {
    if (block.kind === "bullet") ctx.report("unreadable-line", block.words.span, "Write rules in a table with the columns Rule, Entity, Must hold and Otherwise.");
    return block.kind === "table" ? readTable(ctx, block) : [];
  });
  checkNames(ctx, raws);
  const rules = ctx.each("whole rule", raws, { of: ({ row }) => row, depends: ({ order }) => [order] }, ({ row, order, cell }) => {
    const read = ctx.unit("rule", row, [order], () => readRow(ctx, row, (name) => cell(name) ?? { text: "", span: row.span }));
    return read && ctx.stableValue(`rule ${row.span.file} ${row.span.from}`, withReads(ctx, read));
  });
  return rules.filter((rule) => rule !== null);
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

/** Its reads depend on computed fields of other entities as well. */
function withReads(ctx: PointCompiler, read: Rule): Rule {
  const draft = ctx.drafts.get(fold(read.entity))!;
  const field = read.field ?? fittingField(read.holds, compiledFields(ctx, draft.name));
  return { ...read, field, reads: ruleReads(ctx, read.holds, draft, read.moment.kind === "while") };
}

function readRow(ctx: PointCompiler, row: Row, cell: (name: string) => TextSpan): Rule | null {
  ctx.markEnforced(row.span);
  const unnamed = isNotShown(cell("Rule"));
  const code = /[A-Za-z][A-Za-z0-9_]*`?$/.exec(cell("Otherwise").text.replace(/\s+at\s.*$/i, ""))?.[0] ?? "";
  // It still refuses changes, and is then identified by its code.
  const name = unnamed ? bare({ ...cell("Otherwise"), text: code }).text : spaced(bare(cell("Rule")).text);
  const open = (["Entity", "Must hold", "Otherwise"] as const).map(cell).filter(isNotShown);
  if (unnamed) ctx.notShown(`the name of the rule that gives ${name}`, cell("Rule").span);
  for (const words of open) ctx.notShown(openRule(name, words === cell("Otherwise")), words.span);
  if (isNotShown(cell("Entity"))) {
    // The rest of the row is still used: its code counts as used.
    readCode(ctx, cell("Otherwise"));
    return null;
  }
  const place = readEntity(ctx, cell("Entity"));
  if (!place) return null;
  const { draft, moment } = place;
  // A record that is created has no previous version.
  const use: Use = {
    what: `rule "${name}"`,
    self: draft.name,
    old: moment.kind === "action" ? true : "maybe",
    // Only a rule on an action knows its input.
    asked: moment.kind === "action" ? inputOf(ctx, draft.name, moment.action) : [],
  };
  const holds = isNotShown(cell("Must hold")) ? null : readBody(ctx, draft, cell("Must hold"), use);
  const otherwise = readOtherwise(ctx, draft, cell("Otherwise"));
  // If the condition is open, nothing is checked, as if the whole point were open.
  if (isNotShown(cell("Must hold"))) return null;
  if (!holds || !otherwise) return null;
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

/** Without its error, only the error is open; without any other part, the whole rule is open. */
const openRule = (name: string, isError: boolean): string => (isError ? `Otherwise of rule "${name}"` : `rule "${name}"`);

function readEntity(ctx: PointCompiler, words: TextSpan): { draft: EntityDraft; moment: Rule["moment"] } | null {
  const [first, ...rest] = split(words, ",");
  const name = first ? bare(first).text : "";
  const draft = ctx.drafts.get(fold(name));
  if (!draft || !first) {
    ctx.report("unknown-entity", words.span, name === "" ? "The row has no entity." : `There is no entity "${name}".${didYouMean(name, entityNames(ctx))}`);
    return null;
  }
  if (rest.length === 0) return { draft, moment: { kind: "always" } };
  const condition = slice(words, words.text.indexOf(rest[0]!.text, first.text.length));
  const moment = readMoment(ctx, draft, condition);
  return moment && { draft, moment };
}

/** `on create`, `on ACTION`, `while STATE, STATE`, and both together in either order. */
function readMoment(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Rule["moment"] | null {
  const second = cut(words, /(?:,|\s+and)\s+(?=(?:on|while)\s)/i);
  const parts = second ? [second.before, second.after] : [words];
  const on = parts.map((part) => after(part, /on\s+/i)).find((part) => part !== null);
  const standing = parts.map((part) => after(part, /while\s+/i)).find((part) => part !== null);
  if ((!on && !standing) || (second && (!on || !standing || cut(second.after, /(?:,|\s+and)\s+(?=(?:on|while)\s)/i)))) {
    ctx.report("unreadable-value", words.span, `"${words.text}" doesn't say when the rule is checked.`, {
      hint: second ? "A rule can have one `on …` and one `while …`. For several actions, write a row for each." : "Write `on create`, `on ACTION` or `while STATE`.",
    });
    return null;
  }
  const states = standing && split(standing, ",/").flatMap((w) => stateNames(ctx, draft, w));
  if (!on) return { kind: "while", states: states! };
  const limited = states ? { states } : {};
  if (/^(create|creation)$/i.test(on.text)) return { kind: "create", ...limited };
  const action = draft.actions.get(fold(bare(on).text));
  return action ? { kind: "action", action: action.name, ...limited } : reportMissing(ctx, draft, "action", on);
}

/** `CODE`, `warn CODE`, `CODE at FIELD`; the code in the catalogue's spelling. */
function readCode(ctx: PointCompiler, words: TextSpan): { readonly code: string; readonly warns: boolean; readonly at: string | undefined } | null {
  const match = isNotShown(words) ? null : /^(warn\s+)?`?([A-Za-z][A-Za-z0-9_]*)`?(?:\s+at\s+(.+))?$/i.exec(words.text);
  if (!match) return null;
  const from = words.text.indexOf(match[2]!, match[1]?.length ?? 0);
  return { code: ctx.markCodeUsed(match[2]!, slice(words, from, from + match[2]!.length).span), warns: match[1] !== undefined, at: match[3] };
}

/** A change that breaks a rule with an open error is refused with NOT_SHOWN. */
function readOtherwise(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): { code: string; warns: boolean; field: string | null } | null {
  if (isNotShown(words)) return { code: "NOT_SHOWN", warns: false, field: null };
  const read = readCode(ctx, words);
  if (!read) {
    ctx.report("unreadable-value", words.span, words.text === "" ? "The row has no error." : `"${words.text}" is not \`CODE\`, \`warn CODE\` or \`CODE at FIELD\`.`);
    return null;
  }
  const { code, warns, at } = read;
  return { code, warns, field: at === undefined ? null : fieldName(ctx, draft, slice(words, words.text.length - at.length)) };
}

function readBody(ctx: PointCompiler, draft: EntityDraft, written: TextSpan, use: Use): RuleBody | null {
  const words = /^(?:no overlap of\s|unique\s+(?!\())/i.test(code(written).text) ? code(written) : written;
  const overlap = after(words, /no overlap of\s+/i);
  if (overlap) return readOverlap(ctx, draft, overlap, use);
  const unique = after(words, /unique\s+(?!\()/i);
  if (unique) {
    const { rest, among } = readAmong(ctx, unique, use);
    const names = split(rest, ",/").map((w) => fieldName(ctx, draft, w));
    const fields = names.filter((f) => f !== null);
    // With fewer fields the rule would forbid more.
    return fields.length > 0 && fields.length === names.length ? { kind: "unique", fields, among } : null;
  }
  if (words.text === "") {
    ctx.report("empty-cell", words.span, "The row has no condition.");
    return null;
  }
  return { kind: "expression", expression: ctx.expression(words, { ...use, expect: { kind: "boolean" } }) };
}

function readAmong(ctx: PointCompiler, words: TextSpan, use: Use): { rest: TextSpan; among: Expression | null } {
  const parted = cut(words, /\s+among\s+/i);
  return parted ? { rest: parted.before, among: ctx.expression(parted.after, { ...use, expect: { kind: "boolean" } }) } : { rest: words, among: null };
}

/** ``[A..B] per F, G among EXPR``, the range in backticks or not. */
function readOverlap(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, use: Use): RuleBody | null {
  const { rest, among } = readAmong(ctx, words, use);
  const parted = cut(rest, /\s+per\s+/i);
  const range = code(parted ? parted.before : rest);
  const shape = /^[[(](.*)([\])])$/s.exec(range.text);
  const inner = shape && slice(range, 1, range.text.length - 1);
  const dots = inner && findTop(inner, /\.\./);
  if (!shape || !inner || !dots) {
    ctx.report("unreadable-value", words.span, `"${range.text}" is not a range.`, { hint: "Write `no overlap of [start..end] per F`." });
    return null;
  }
  if (range.text.startsWith("(")) {
    ctx.report("unreadable-value", range.span, "The range must include its start.", { hint: "Write `[start..end]`, or `[start..end)` to exclude the end." });
    return null;
  }
  const low = ctx.expression(slice(inner, 0, dots.index), use);
  const high = ctx.expression(slice(inner, dots.index + 2), use);
  if (!areRangeBounds(low, high)) {
    ctx.report("unreadable-value", range.span, `A range can't go from ${describe(low.type)} to ${describe(high.type)}.`, {
      hint: "Both ends must be dates, times, instants or numbers, and of the same kind.",
    });
    return null;
  }
  const names = parted ? split(parted.after, ",/").map((w) => fieldName(ctx, draft, w)) : [];
  const per = names.filter((f) => f !== null);
  if (per.length < names.length) return null;
  return { kind: "no overlap", low, high, highClosed: shape[2] === "]", per, among };
}

const areRangeBounds = (low: Expression, high: Expression): boolean =>
  low.kind === "hole" ||
  high.kind === "hole" ||
  low.type.kind === "any" ||
  high.type.kind === "any" ||
  (low.type.kind === high.type.kind && /^(?:date|time|date and time|number|days and time duration|years and months duration)$/.test(low.type.kind));

/** `standing`: entering one of the states is checked as well. */
function ruleReads(ctx: PointCompiler, body: RuleBody, draft: EntityDraft, standing: boolean): string[] {
  const named = comparedFields(body).map((field) => `${draft.name}.${field}`);
  return readsOf(expressionsOfRule(body), standing ? [...named, `${draft.name}.state`] : named, (entity, field) => compiledField(ctx, entity, field));
}
