/** Point 9: business constants and limits. */
import { reportConditional } from "./conditional-value.ts";
import { describe, type Expression, fold, join, readValue, valuesAgree, whyNoValue } from "@nonet/feel";
import type { Constant } from "@nonet/model";
import { type Block, columnsOf, isCode, isNotShown, type Section, type TextSpan } from "@nonet/notation";
import type { Fix } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { constantType } from "../declare/constants.ts";
import { checkColumns } from "../resolve/columns.ts";
import { isCalendarLine, isCalendarSection, isHolidayLabel, isHolidaySection, isHolidayWords, linesOf } from "../syntax/constants/calendars.ts";
import { constantBlocks, constantColumns, constantsIn, constantOf, constantTable, type RawConstant, type RawValue, rawValues } from "../syntax/constants/constant-rows.ts";
import { isDecisionSection } from "../syntax/constants/decision-tables.ts";
import { functionBullet, functionRow } from "../syntax/constants/functions.ts";
import { isCount, limitOf } from "../syntax/constants/limits.ts";
import { withUnitMeant } from "../syntax/constants/remarks.ts";
import { replaceIn } from "../syntax/prose-lines.ts";
import { isNothing, split } from "../text/split.ts";
import { reportSecondUnit, reportUnitWords } from "./unit-words.ts";
import { checkLimit } from "./check-limit.ts";

export function compileConstants(context: PointCompiler): Constant[] {
  const point = context.tree.points[8]!;
  point.blocks.forEach((block, i) => {
    if (block.kind === "table" && isHolidayLabel(point.blocks[i - 1])) checkColumns(context, block, columnsOf(block, ["Date", "Name"]), ["Date", "Name"], ["Date"]);
    else checkBlock(context, block);
  });
  for (const section of point.sections) checkSection(context, section);
  for (const block of constantBlocks(context.tree)) {
    const found = block.kind === "table" ? constantTable(block) : null;
    if (found) checkColumns(context, found.table, found.columns, constantColumns, []);
  }
  const seen = new Set<string>();
  return constantsIn(context.tree).flatMap((raw) => {
    const constant = compileConstant(context, raw, seen);
    return constant ? [constant] : [];
  });
}

function checkBlock(context: Context, block: Block): void {
  if (linesOf(block).some(isCalendarLine) || (block.kind === "bullet" && functionBullet(block))) return;
  if (block.kind === "bullet" && !block.label && !constantOf(block)) {
    const equals = /^([\p{L}][^=:(]*?)(\s*=\s*)\S/u.exec(block.words.text);
    const at = equals?.[1]?.length ?? 0;
    context.report("unreadable-line", block.words.span, "This is not a constant, a function or a calendar.", {
      hint: "Write `- name: value`, or `- name(parameter: type) = expression`.",
      fixes: equals ? [{ title: "Write a colon", edits: [replaceIn(block.words, at, at + equals[2]!.length, ": ")] }] : [],
    });
  }
  if (block.kind === "table" && !constantTable(block)) checkColumns(context, block, columnsOf(block, constantColumns), constantColumns, ["Name", "Value"]);
}

/** Decision tables, calendars and holidays; a section of plain constants is read as such. */
function checkSection(context: Context, section: Section): void {
  const tables = section.blocks.filter((block) => block.kind === "table");
  if (isDecisionSection(section)) return;
  if (isCalendarSection(section) || isHolidaySection(section)) return checkCalendarSection(context, section);
  if (tables.every((table) => constantTable(table) !== null)) return section.blocks.filter((b) => b.kind !== "table").forEach((b) => checkBlock(context, b));
  context.report("unreadable-table", section.title.span, `The table of "${section.title.text}" is neither a table of constants nor a decision table.`, {
    hint: "A table of constants has the columns Name and Value. In a decision table the headers of the last columns are `→ result`.",
  });
}

function checkCalendarSection(context: Context, section: Section): void {
  const isHoliday = (words: TextSpan): boolean => isHolidaySection(section) && isHolidayWords(words);
  for (const block of section.blocks) {
    if (block.kind === "table") checkColumns(context, block, columnsOf(block, ["Date", "Name"]), ["Date", "Name"], ["Date"]);
    else if (block.kind === "bullet" && !isCalendarLine(block.words) && !isHoliday(block.words))
      context.report("unreadable-line", block.words.span, "A calendar can have only `Working time` and `Holidays`.");
  }
}

function compileConstant(context: PointCompiler, raw: RawConstant, seen: Set<string>): Constant | null {
  if (functionRow(raw)) return null;
  context.markEnforced(raw.span);
  const name = raw.name.text;
  if (name === "") return refuse(context, "missing-cell", raw, "The constant has no name.");
  if (seen.has(fold(name))) return refuse(context, "duplicate-constant", raw, `"${name}" appears twice.`);
  seen.add(fold(name));
  const limit = limitOf(name);
  if (limit === null) checkName(context, raw);
  const open = isNotShown(raw.value);
  for (const [column, words] of raw.open) {
    context.notShown(`${column} of ${name}`, words.span);
    if (column === "Unit") context.affects(`Unit of ${name}`, name, raw.span);
  }
  const values = open ? null : compileValues(context, raw);
  const type = values && context.business.computed.has(fold(name)) ? values.map((v) => v.value.type).reduce(join) : constantType(raw);
  const unit = raw.unit && !isNotShown(raw.unit) && !isNothing(raw.unit) ? raw.unit.text : unitBehind(raw);
  const meaning = isNotShown({ ...raw.value, text: raw.meaning }) ? "" : raw.meaning;
  const constant: Constant = { name, type, values, ...(unit ? { unit } : {}), meaning: withRemarks(raw, meaning), limit, source: raw.span };
  if (values) reportSecondUnit(context, raw, values);
  if (limit !== null && values) checkLimit(context, constant, raw);
  return constant;
}

/** `120 seats`: the unit that is written behind the value. */
const unitBehind = (raw: RawConstant): string | undefined => rawValues(raw).find(({ remarked }) => remarked?.unit)?.remarked?.unit;

/** `10 EUR (a year)`: what is written behind the values is a part of the meaning. */
const withRemarks = (raw: RawConstant, meaning: string): string =>
  [...new Set([...rawValues(raw).flatMap(({ remarked }) => remarked?.remark ?? []), ...(meaning === "" ? [] : [meaning])])].join("; ");

function refuse(context: Context, code: "missing-cell" | "duplicate-constant", raw: RawConstant, message: string): null {
  context.report(code, raw.name.text === "" ? raw.span : raw.name.span, message);
  return null;
}

/** Alone, these are values. */
const literals = /^(?:null|true|false)$/i;

/** Names that expressions can't use are refused where they are defined, with a suggestion. */
function checkName(context: Context, { name }: RawConstant): void {
  if (isNotShown(name))
    return context.report("bad-name", name.span, "The name of a constant can't be `not shown`, because expressions refer to it by name.", {
      hint: "Give it a name. Its value can be `not shown`.",
    });
  const bad = /^\d/.test(name.text) || literals.test(name.text) || /[%+*/=<>()[\]{}"`,;:.?!|&]/.test(name.text);
  if (!bad) return;
  const works = name.text
    .replace(/%/g, " percent")
    .replace(/[^\p{L}\p{N}\s_-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const text = /^\d/.test(works) || literals.test(works) ? `the ${works}` : works;
  context.report("bad-name", name.span, `Expressions can't use the name "${name.text}".`, { fixes: [{ title: `Rename it to "${text}"`, edits: [{ span: name.span, text }] }] });
}

function compileValues(context: PointCompiler, raw: RawConstant): NonNullable<Constant["values"]> {
  const parts = rawValues(raw);
  if (parts.length === 0) context.report("missing-cell", raw.span, `"${raw.name.text}" has no value.`, { hint: "Write `not shown` if it isn't known." });
  const commas = parts.find(isCommaed);
  if (commas) {
    context.report("ambiguous-commas", raw.value.span, `Separate the values of "${raw.name.text}" over time with \`;\`.`, {
      fixes: [{ title: "Separate them with ;", edits: [{ span: raw.value.span, text: raw.value.text.replace(/,\s+/g, "; ") }] }],
    });
    return [{ from: null, value: placeholder(raw.value.span) }];
  }
  checkOrder(context, raw, parts);
  const first = parts.find((part) => part.read)?.read?.type;
  return parts.map((part, i) => {
    if (i > 0 && isUndated(part)) return { from: null, value: placeholder(part.words.span) };
    const value = valueOf(context, raw, part);
    if (part.read && first && !valuesAgree(first, part.read.type))
      context.report("values-differ", part.words.span, `"${part.words.text}" is ${describe(part.read.type)}, but the first value is ${describe(first)}.`);
    return { from: part.from?.text ?? null, value };
  });
}

function valueOf(context: PointCompiler, raw: RawConstant, part: RawValue): Expression {
  const span = part.words.span;
  if (part.read) return { kind: "literal", value: part.read.value, type: part.read.type, nullable: part.read.value === null, span };
  const use = { what: `constant "${raw.name.text}"`, workingDays: true };
  if (/^`.*`$/s.test(part.words.text) || context.tryExpression(part.words, use)) {
    const expression = context.expression(part.words, use);
    context.business.computed.set(fold(raw.name.text), context.business.computed.get(fold(raw.name.text)) ?? { kind: "any" });
    return expression;
  }
  if (reportConditional(context, raw.name.text, part.words)) return placeholder(span);
  const counted = /^([\d.,]+)\s+\p{L}+$/u.exec(part.words.text);
  const limit = limitOf(raw.name.text);
  const why = isNotShown(part.words) ? "A value can't be `not shown` from a date on. Write only `not shown`." : whyNoValue(part.words.text);
  if (counted && limit && isCount(limit)) {
    context.report("unreadable-value", span, `"${limit}" must be a plain number without a unit.`, {
      fixes: [{ title: `Write ${counted[1]}`, edits: [{ span, text: counted[1]! }] }],
    });
    return { kind: "hole", open: null, type: { kind: "any" }, nullable: true, span };
  }
  // A value that begins with a number or a currency was hardly meant as a text.
  const isAmount = /^[-+]?(?:\d|[£€$]\s*\d|[A-Z]{3}\s*\d)/.test(part.words.text);
  const meant = isAmount ? withUnitMeant(part.words.text) : undefined;
  if (why === undefined && !meant && reportUnitWords(context, raw, part)) return placeholder(span);
  const isEnvironment = /^(?:env(?:ironment)?(?:\s+variable)?[\s.:]+|process\.env\.|\$\{?)[A-Z][A-Z0-9_]*\}?$/.test(part.words.text);
  if (why !== undefined) context.report("unreadable-value", span, why);
  else if (isEnvironment)
    context.report("unreadable-value", span, "A constant can't come from the environment: the document says its value.", {
      hint: 'Write the value, such as `"https://example.com"`. Only secrets come from the environment, where a call names them: `bearer secret NAME`.',
    });
  else
    context.report("unreadable-value", span, `The value ${part.words.text} is not understood.${meant ? ` Did you mean ${meant}?` : ""}`, {
      hint: isAmount ? "Write it as `12`, `14 days`, `250 EUR`, `5 %`, `10 MB`, `2026-03-01` or `08:30`." : "Write a text in quotation marks.",
      fixes: meant
        ? [{ title: `Write ${meant}`, edits: [{ span, text: meant }] }]
        : isAmount
          ? []
          : [{ title: "Add quotation marks", edits: [{ span, text: `"${part.words.text.replace(/"/g, "'")}"` }] }],
    });
  return { kind: "hole", open: null, type: { kind: "any" }, nullable: true, span };
}

/** `19 %, 20 % from 2027-01-01`: two values separated by a comma instead of `;`. */
const isCommaed = (part: RawValue): boolean =>
  part.read === undefined && part.from !== null && !isCode(part.words) && split(part.words, ",").length > 1 && split(part.words, ",").every(({ text }) => readValue(text));

/** `450 EUR from 2027`: a value with an invalid date, which is the only thing reported. */
const isUndated = (part: RawValue): boolean => part.from === null && part.read === undefined && /\sfrom\s+\S/i.test(part.words.text);

function checkOrder(context: Context, raw: RawConstant, parts: readonly RawValue[]): void {
  parts.forEach((part, i) => {
    if (part.from && !isDate(part.from.text)) context.report("unreadable-value", part.from.span, `"${part.from.text}" is not a date.`);
    else if (i === 0 && part.from)
      context.report("values-out-of-order", part.from.span, `The first value of "${raw.name.text}" can't have a date, because it applies from the start.`);
    else if (i > 0 && !part.from)
      context.report("values-out-of-order", part.words.span, `The value ${part.words.text} has no date from which it applies.`, {
        hint: "Write `20 % from 2027-01-01`.",
        fixes: fromFirstDay(part.words),
      });
    else if (i > 1 && part.from && part.from.text <= (parts[i - 1]?.from?.text ?? ""))
      context.report("values-out-of-order", part.from.span, `${part.from.text} is not later than the date before it.`);
  });
}

/** `450 EUR from 2027`, `… from 2027-03`: from the first day of the year or month. */
function fromFirstDay(words: TextSpan): readonly Fix[] {
  const found = /^(.*\sfrom\s+)(\d{4}(?:-(?:0[1-9]|1[0-2]))?)$/is.exec(words.text);
  if (!found) return [];
  const day = `${found[2]}${found[2]!.length === 4 ? "-01" : ""}-01`;
  return [{ title: `Write from ${day}`, edits: [{ span: words.span, text: `${found[1]}${day}` }] }];
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
