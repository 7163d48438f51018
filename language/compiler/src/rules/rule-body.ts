/** What must hold: an expression, `unique F, G among …`, or `no overlap of [A..B] per F among …`. */
import { describe, type Expression, fold } from "@nonet/feel";
import { ruleBodyForms, type SlotTests } from "@nonet/forms";
import type { RuleBody } from "@nonet/model";
import { codeOf as code, type TextSpan, trim } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Use } from "../context/context.ts";
import { inOneOf } from "../context/compile-expression.ts";
import { binary } from "../expressions/build.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { fieldName } from "../resolve/names.ts";
import { isPeriod, samePeriod } from "./per-period.ts";
import { type FormLine, readByForm, tryForm } from "../resolve/read-by-form.ts";
import { isNameList, nameList } from "../text/name-list.ts";
import { conditionAmong } from "./among.ts";
import { readConditional } from "./conditional-rule.ts";
import { after, bare, cut, findTop, slice } from "../text/split.ts";
import { reportEither, reportEitherGiven, reportLastDay, reportNoOther, reportNoTwo } from "./unclear-rules.ts";
import { stretchApart, stretchOfTime } from "./stretch.ts";
import { withUncounted } from "./uncounted.ts";
import { article } from "../text/english.ts";
import { isStatementLong } from "../text/statement-length.ts";

/** `at most one plot`. */
const numberWords: ReadonlyMap<string, number> = new Map(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].map((word, i) => [word, i + 1]));

/** `200 kg`: numbers have no such units. */
const measure = /^(\d[\d.,]*)\s*(kg|g|mg|t|km|m|cm|mm|l|ml|litres?|liters?|kilos?|kilograms?|grams?|tonnes?|tons?|met(?:re|er)s?|miles?)$/i;

type Slots = FormLine<string>["slots"];

/** The tests of what stands in the slots. */
function testsOf(ctx: PointCompiler, draft: EntityDraft, written: TextSpan, use: Use): SlotTests {
  const isField = (name: string): boolean => isFieldOf(draft, name);
  const tests: SlotTests = {
    fields: (text) => isNameList(text, (name) => isField(name) || isPeriod(draft, name)),
    period: (text) => endsOf({ text, span: written.span }, isField) !== null,
    range: isRange,
    // A comma outside of brackets is in no number, which is quickly seen of a long list.
    number: (text) =>
      numberWords.has(text.toLowerCase()) ||
      measure.test(text) ||
      (!findTop({ text, span: written.span }, /,(?!\d)/) &&
        ctx.tryExpression({ text: code({ text, span: written.span }).text, span: written.span }, { ...use, expect: { kind: "number" } }) !== null),
    // `at most 40 hours per week` isn't about a number of records.
    count: (text) =>
      tests.number!(text) &&
      !measure.test(text) &&
      (numberWords.has(text.toLowerCase()) || ctx.tryExpression({ text: code({ text, span: written.span }).text, span: written.span }, use)!.type.kind === "number"),
    field: isField,
    // What can be added up.
    amount: (text) => isField(text) && !["yes/no", "text", "choice", "reference", "date"].includes(draft.fields.get(fold(bareName(text)))?.type.kind ?? ""),
    length: (text) => ctx.tryExpression(code({ text, span: written.span }), use)?.type.kind.endsWith("duration") === true,
    // A yes/no field stands for the records that have it, like a state.
    states: (text) => draft.fields.get(fold(text))?.type.kind === "yes/no" || isNameList(text, (name) => draft.states.some((state) => fold(state) === fold(name))),
    entity: (text) => [draft.name, draft.plural, "records", "entries"].some((name) => fold(name) === fold(text)),
  };
  return tests;
}

/** Whether the words compare several records and name the entity, whatever is wrong with them otherwise. */
export function comparesSeveral(ctx: PointCompiler, draft: EntityDraft, written: TextSpan, use: Use): boolean {
  const words = withPeriods(written);
  const entity = tryForm(ruleBodyForms, words, testsOf(ctx, draft, words, use))?.slots.entity;
  return entity !== undefined && [draft.name, draft.plural].some((name) => fold(name) === fold(entity.text));
}

/** `at most 3 Visits for the same child in the same week`: per child and week. Each character stays at its place. */
function withPeriods(words: TextSpan): TextSpan {
  if (!/^(?:the\s+)?(?:at most|no more than|not more than|up to|max|maximum|sum|total)\s/i.test(words.text) || !/\s(?:per|same|each|every)\s/i.test(words.text)) return words;
  const text = words.text.replace(/\s(?:in|on|at)\s+(?:the\s+same|one|a)\s+(?=(?:day|week|month|year)\b)/gi, (found) => " and".padEnd(found.length));
  return text === words.text ? words : { ...words, text };
}

/** `one open Visit (planned or confirmed) at a time`: the states stand before the entity; `open`, where it is no state, is what they are called together. */
function withStates(draft: EntityDraft, words: TextSpan): TextSpan {
  const isState = (text: string): boolean => draft.states.some((state) => fold(state) === fold(text));
  for (const found of words.text.matchAll(inParentheses)) {
    const before = words.text.slice(0, found.index);
    const entity = [draft.plural, draft.name].find((name) => fold(before).endsWith(` ${fold(name)}`));
    if (entity === undefined) continue;
    const listed = found[1]!;
    const called = calledTogether.exec(before.slice(0, -entity.length))?.[1];
    if ((called !== undefined && isState(called)) || !isNameList(listed, isState)) return words;
    const from = before.length - entity.length - (called === undefined ? 0 : called.length + 1);
    const to = found.index + found[0].length;
    return { ...words, text: `${words.text.slice(0, from)}${`${listed} ${before.slice(-entity.length)}`.padEnd(to - from)}${words.text.slice(to)}` };
  }
  return words;
}

const inParentheses = /\s\((\p{L}[\p{L}\d ,/-]{0,120})\)/gu;
const calledTogether = /(?<=\s)(open|active|current|running|unfinished)\s$/i;

/** What must hold. Without it, an error says why. */
export function readBody(ctx: PointCompiler, draft: EntityDraft, cell: TextSpan, use: Use): RuleBody | null {
  const before = ctx.findings.diagnostics.length;
  const body = readWritten(ctx, draft, cell, use);
  if (body === null && ctx.findings.diagnostics.length === before) unreadable(ctx, draft, code(cell), testsOf(ctx, draft, cell, use));
  return body;
}

function readWritten(ctx: PointCompiler, draft: EntityDraft, cell: TextSpan, use: Use): RuleBody | null {
  const written = withStates(draft, withPeriods(withUncounted(draft, cell)));
  if (written.text === "") {
    ctx.report("empty-cell", written.span, "The row has no condition.");
    return null;
  }
  const tests = testsOf(ctx, draft, written, use);
  const isField = (name: string): boolean => isFieldOf(draft, name);
  const read = [written, code(written)].map((words) => tryForm(ruleBodyForms, words, tests)).find((found) => found !== null);
  const line = read?.name === "stretch" && !stretchOfTime(draft) ? undefined : read;
  const body = line ? builders[line.name](ctx, draft, line.slots, use) : null;
  // The words made of `at most N per F` are longer than the line.
  if (line) return body?.kind === "expression" ? { ...body, expression: { ...body.expression, span: code(written).span } } : body;
  const some = requiredForSome(draft, code(written));
  if (some) return readBody(ctx, draft, some, use);
  const conditional = readConditional(ctx, written, { ...use, expect: { kind: "boolean" } }, (demand) => readBody(ctx, draft, demand, use));
  if (conditional) return conditional;
  // What begins as one of these conditions is one, with a mistake in it.
  const words = code(written);
  if (reportEitherGiven(ctx, draft, words) || reportNoTwo(ctx, draft, words) || reportNoOther(ctx, draft, words) || reportAtMost(ctx, draft, words, use)) return null;
  const misspelt = /^(?:no\s+)?(\p{L}{4,})(?=\s)/u.exec(words.text);
  const meant = misspelt && nearest(misspelt[1]!, /^no\s/i.test(words.text) ? ["overlap"] : ["unique"]);
  if (misspelt && meant && !/^(?:overlap|unique)$/i.test(misspelt[1]!) && !isField(misspelt[1]!)) {
    const word = slice(words, misspelt[0].length - misspelt[1]!.length, misspelt[0].length);
    ctx.report("unreadable-value", word.span, `"${word.text}" isn't understood here. Did you mean "${meant}"?`, {
      fixes: [{ title: `Write ${meant}`, edits: [{ span: word.span, text: meant }] }],
    });
    return null;
  }
  if (reportUniquePair(ctx, draft, words)) return null;
  if (/^no\s+overlap\b|^unique\s+(?!\()/i.test(words.text)) return unreadable(ctx, draft, words, tests);
  const condition = withElse(written);
  const boolean = { ...use, expect: { kind: "boolean" } } as const;
  // A yes/no field may be called `deposit required`.
  const given = asGiven(condition);
  const isAsWritten = given !== condition && ctx.tryExpression(condition, boolean) !== null;
  return { kind: "expression", expression: ctx.expression(isAsWritten ? condition : given, boolean) };
}

/** `reason is required`: in a rule, that it is given. Each character stays at its place. */
function asGiven(words: TextSpan): TextSpan {
  const end = /(?:\s(?:is|are))?\s(?:required|mandatory|compulsory|needed)$/i.exec(words.text)?.[0];
  return end === undefined ? words : { ...words, text: `${words.text.slice(0, -end.length)}${" is given".padEnd(end.length)}` };
}

/** `reason required for confidential Loans`: where the yes/no field holds, or in the state, `if confidential then reason is given`. */
function requiredForSome(draft: EntityDraft, words: TextSpan): TextSpan | null {
  const found =
    /^(?:an?\s+|the\s+)?(\S[^`"]*?)\s(?:(?:is|are|must be)\s)?(?:required|mandatory|compulsory|needed)\s+(?:for|on|in|of|with)\s+(?:all\s|every\s|each\s|an?\s)?\s*(\S[^`"]*)$/i.exec(
      words.text,
    );
  if (!found || !isFieldOf(draft, found[1]!)) return null;
  const of = [draft.name, draft.plural].find((name) => fold(found[2]!).endsWith(` ${fold(name)}`));
  const kind = of && fold(found[2]!).slice(0, -of.length).trim();
  const state = draft.states.find((one) => fold(one) === kind);
  const field = kind === undefined ? undefined : draft.fields.get(kind);
  const when = state !== undefined ? `state = "${state}"` : field?.type.kind === "yes/no" ? field.name : null;
  return when === null ? null : { ...words, text: `if ${when} then ${found[1]!} is given` };
}

/** `if A then B` without `else`: where A doesn't hold, nothing is demanded. */
function withElse(written: TextSpan): TextSpan {
  const words = code(written);
  return /^if\b.*\bthen\b/is.test(words.text) && !/\b(?:else|otherwise)\b/i.test(words.text) ? { ...words, text: `${words.text.replace(/\.$/, "")} else true` } : written;
}

/** `[A..B]`, whose ends may contain calls. */
const isRange = (text: string): boolean => text.includes("..") && /^`?[[(](?:[^()[\]]|\([^()]*\)|\[[^\]]*\])*[\])]`?$/.test(text);

type Builder = (ctx: PointCompiler, draft: EntityDraft, slots: Slots, use: Use) => RuleBody | null;

const builders: Readonly<Record<keyof typeof ruleBodyForms.forms, Builder>> = {
  unique: readUnique,
  "unique combination": readUnique,
  "no two": readUnique,
  "no other": readUnique,
  overlap: readOverlap,
  "no two overlap": readOverlap,
  stretch: readStretch,
  apart: readApart,
  "at most": readAtMost,
  "at most of each": readAtMost,
  sum: readSum,
  "sum of entity": readSum,
};

/** `at most 3 per guest`: `count(Booking[guest = this.guest]) <= 3`. */
function readAtMost(ctx: PointCompiler, draft: EntityDraft, slots: Slots, use: Use): RuleBody | null {
  return limited(ctx, slots, `count(${alike(ctx, draft, slots)})`, use);
}

/** `sum of hours per guest at most 12`: `sum(Shift[guest = this.guest].hours) <= 12`. */
function readSum(ctx: PointCompiler, draft: EntityDraft, slots: Slots, use: Use): RuleBody | null {
  return limited(ctx, slots, `sum(${alike(ctx, draft, slots)}.${bareName(slots.field!.text)})`, use);
}

/** The records that count: those with the same values, in the states and for which the condition holds. */
function alike(ctx: PointCompiler, draft: EntityDraft, { fields, per, states, condition }: Slots): string {
  const names = [fields!, ...(per ? [per] : [])].flatMap((list) => nameList(list, (name) => isFieldOf(draft, name) || isPeriod(draft, name)));
  const same = names.flatMap((words) => {
    const period = isFieldOf(draft, words.text) ? null : samePeriod(ctx, draft, words);
    const name = period ?? fieldName(ctx, draft, words);
    return name === null ? [] : [period ?? `${name} = this.${name}`];
  });
  const selected = condition && conditionAmong(ctx, condition, draft.name);
  const among = [states, selected].flatMap((words) => (words ? [`(${inOneOf(draft.states, code(words).text) ?? code(words).text})`] : []));
  return `${draft.name}[${[...same, ...among].join(" and ")}]`;
}

function limited(ctx: PointCompiler, { number: limit, fields, field, condition }: Slots, total: string, use: Use): RuleBody | null {
  const found = measure.exec(limit!.text);
  // `weight in kg` has its unit in its name.
  if (found && !fold(field?.text ?? "").endsWith(` ${fold(found[2]!)}`)) {
    ctx.report("unreadable-value", limit!.span, `"${limit!.text}" has a unit, and a number has none.`, {
      hint: `Write \`${found[1]!}\`. A field can have its unit in its name, as in \`${bareName(field?.text ?? "weight")} in ${found[2]!}\`.`,
      fixes: [{ title: `Write ${found[1]!}`, edits: [{ span: limit!.span, text: found[1]! }] }],
    });
    return null;
  }
  const number = found ? slice(limit!, 0, found[1]!.length) : limit;
  const words: TextSpan = {
    text: `${total} <= ${numberWords.get(code(number!).text.toLowerCase()) ?? code(number!).text}`,
    span: { ...number!.span, to: Math.max(number!.span.to, (condition ?? fields)!.span.to) },
  };
  return { kind: "expression", expression: ctx.expression(words, { ...use, expect: { kind: "boolean" } }) };
}

function readUnique(ctx: PointCompiler, draft: EntityDraft, { per, fields, condition }: Slots, use: Use): RuleBody | null {
  if (
    reportEither(
      ctx,
      fields!,
      nameList(fields!, (name) => isFieldOf(draft, name)),
    )
  )
    return null;
  const period = [per, fields]
    .flatMap((words) => (words ? nameList(words, (name) => isFieldOf(draft, name)) : []))
    .find(({ text }) => !isFieldOf(draft, text) && isPeriod(draft, text));
  if (period) {
    ctx.report("unreadable-value", period.span, `"${period.text}" isn't a field, so nothing can be unique in it.`, { hint: `Write \`at most 1 per FIELD and ${period.text}\`.` });
    return null;
  }
  return { kind: "unique", fields: [...(per ? namesOf(ctx, draft, per) : []), ...namesOf(ctx, draft, fields!)], among: readAmong(ctx, condition, use) };
}

const namesOf = (ctx: PointCompiler, draft: EntityDraft, words: TextSpan): readonly string[] =>
  nameList(words, (name) => isFieldOf(draft, name)).flatMap((name) => fieldName(ctx, draft, name) ?? []);

const isFieldOf = (draft: EntityDraft, name: string): boolean => (fold(name) === "state" && draft.states.length > 0) || draft.fields.has(fold(bareName(name)));
const bareName = (name: string): string => bare({ text: name, span: { file: 0, from: 0, to: name.length } }).text;

const readAmong = (ctx: PointCompiler, words: TextSpan | undefined, use: Use): Expression | null =>
  words ? ctx.expression(conditionAmong(ctx, words, use.self), { ...use, expect: { kind: "boolean" } }) : null;

/** ``[A..B] per F, G among EXPR``, the range in backticks or not. */
function readOverlap(ctx: PointCompiler, draft: EntityDraft, { range: written, fields, condition }: Slots, use: Use): RuleBody | null {
  const ends = endsOf(written!, (name) => isFieldOf(draft, name));
  if (ends) return readPeriod(ctx, draft, { ...ends, fields, condition }, use);
  const range = code(written!);
  const inner = slice(range, 1, range.text.length - 1);
  const dots = findTop(inner, /\.\./);
  if (!dots) return reportRange(ctx, range);
  if (range.text.startsWith("(")) {
    ctx.report("unreadable-value", range.span, "The range must include its start.", {
      hint: "Write `[start..end]`, or `[start..end)` to exclude the end.",
      fixes: [{ title: "Include the start", edits: [{ span: { ...range.span, to: range.span.from + 1 }, text: "[" }] }],
    });
    return null;
  }
  const low = ctx.expression(slice(inner, 0, dots.index), use);
  const high = ctx.expression(slice(inner, dots.index + 2), use);
  if (!areRangeBounds(low, high)) return reportBounds(ctx, range.span, low, high);
  const highClosed = range.text.endsWith("]");
  if (highClosed && low.type.kind === "date and time" && high.type.kind === "date and time") reportTouching(ctx, draft, range);
  return { kind: "no overlap", low, high, highClosed, per: fields ? namesOf(ctx, draft, fields) : [], among: readAmong(ctx, condition, use) };
}

/** With `]`, what ends at 11:00 overlaps what begins at 11:00. */
function reportTouching(ctx: PointCompiler, draft: EntityDraft, range: TextSpan): void {
  const closing = { ...range.span, from: range.span.to - 1 };
  ctx.report("range-includes-end", range.span, `The range includes its end, so ${article(draft.name)} can't begin at the moment when another one ends.`, {
    hint: `Write \`${range.text.slice(0, -1)})\` if one may begin when another one ends.`,
    fixes: [{ title: "Exclude the end", edits: [{ span: closing, text: ")" }] }],
  });
}

/** `no two Bookings of the same room overlap`: moments that touch don't. */
function readStretch(ctx: PointCompiler, draft: EntityDraft, { fields, states, condition, entity }: Slots, use: Use): RuleBody | null {
  const { from, to } = stretchOfTime(draft)!;
  const kept = states && readAmong(ctx, { ...states, text: inOneOf(draft.states, code(states).text) ?? states.text }, use);
  const among = readAmong(ctx, condition, use);
  const [low, high] = [from, to].map((text) => ctx.expression({ ...entity!, text }, use)) as [Expression, Expression];
  return {
    kind: "no overlap",
    low,
    high,
    highClosed: false,
    per: fields ? namesOf(ctx, draft, fields) : [],
    among: kept && among ? binary("and", kept, among, kept.span) : (kept ?? among),
  };
}

/** `at least 11 hours between two Shifts of the same person`: the next one can't begin in the hours behind the end. */
function readApart(ctx: PointCompiler, draft: EntityDraft, { fields, condition, entity, length }: Slots, use: Use): RuleBody | null {
  const per = namesOf(ctx, draft, fields!);
  const place = { ...entity!.span, from: Math.min(length!.span.from, entity!.span.from), to: Math.max(length!.span.to, fields!.span.to) };
  const range = stretchApart(ctx, draft, code(length!), ` per ${per.join(", ")}`, place);
  return range === null ? null : readOverlap(ctx, draft, { range: { text: range, span: place }, fields, condition }, use);
}

/** The two fields of a period in words; a field can be called `to`. */
function endsOf(words: TextSpan, isField: (name: string) => boolean): Record<"start" | "end", TextSpan> | null {
  if (isStatementLong(words.text)) return null;
  for (const { index, 0: link } of words.text.matchAll(/\s+(?:to|until|till|and|–)(?=\s)/gi)) {
    const ends = { start: slice(words, 0, index), end: trim(slice(words, index + link.length)) };
    if (isField(ends.start.text) && isField(ends.end.text)) return ends;
  }
  return null;
}

/** `starts at to ends at`: two moments that touch don't overlap. With days, the last one may belong to the period or not. */
function readPeriod(ctx: PointCompiler, draft: EntityDraft, { start, end, fields, condition }: Record<"start" | "end", TextSpan> & Slots, use: Use): RuleBody | null {
  const [low, high] = [start, end].map((name) => ctx.expression(name, use)) as [Expression, Expression];
  const place = { ...start.span, to: end.span.to };
  if (!areRangeBounds(low, high)) return reportBounds(ctx, place, low, high);
  if (/^(?:date and time|time|any)$/.test(low.type.kind) || low.kind === "hole")
    return { kind: "no overlap", low, high, highClosed: false, per: fields ? namesOf(ctx, draft, fields) : [], among: readAmong(ctx, condition, use) };
  reportLastDay(ctx, place, `${code(start).text}..${code(end).text}`);
  return null;
}

function reportBounds(ctx: PointCompiler, place: TextSpan["span"], low: Expression, high: Expression): null {
  ctx.report("unreadable-value", place, `A range can't go from ${describe(low.type)} to ${describe(high.type)}.`, {
    hint: "Both ends must be dates, times, instants or numbers, and of the same kind.",
  });
  return null;
}

/** A number or a field in `at most N per F` that isn't known. */
function reportAtMost(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, use: Use): boolean {
  const start = after(words, /(?:at most|maximum|max|no more than|not more than|up to)\s+(?:of\s+)?/i);
  const sides = start && cut(start, /\s+(?:per|for)\s+(?:(?:each|every|the\s+same)\s+)?/i);
  if (!sides) return false;
  const before = ctx.findings.diagnostics.length;
  const noun = [draft.name, draft.plural].find((name) => fold(sides.before.text).endsWith(` ${fold(name)}`))?.length ?? 0;
  const number = slice(sides.before, 0, /^`[^`]*`/.exec(sides.before.text)?.[0].length ?? sides.before.text.length - noun);
  ctx.expression(number, { ...use, expect: { kind: "number" } });
  const fields = slice(sides.after, 0, findTop(sides.after, /\s(?:among|where)\s/i)?.index);
  for (const name of nameList(fields, (text) => isFieldOf(draft, text))) if (!isPeriod(draft, name.text)) fieldName(ctx, draft, name);
  return ctx.findings.diagnostics.length > before;
}

/** `the pair of tnak and rank is unique`: the names that aren't fields. */
function reportUniquePair(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): boolean {
  const before = /^(?:the\s+)?(?:pair|combination)\s+(?:of\s+)?/i.exec(words.text)?.[0];
  const end = findTop(words, /\s(?:is|are|must be)\s+unique(?:\s+together)?$/i);
  if (before === undefined || !end) return false;
  const names = nameList(slice(words, before.length, end.index), (name) => isFieldOf(draft, name));
  return names.filter((name) => fieldName(ctx, draft, name) === null).length > 0;
}

function reportRange(ctx: PointCompiler, words: TextSpan): null {
  ctx.report("unreadable-value", words.span, `"${words.text}" is not a range.`, { hint: "Write `no overlap of [start..end] per F`." });
  return null;
}

const areRangeBounds = (low: Expression, high: Expression): boolean =>
  low.kind === "hole" ||
  high.kind === "hole" ||
  low.type.kind === "any" ||
  high.type.kind === "any" ||
  (low.type.kind === high.type.kind && /^(?:date|time|date and time|number|days and time duration|years and months duration)$/.test(low.type.kind));

/** Reports the fields that aren't there, the range that isn't one, or the form that is nearest. */
function unreadable(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, tests: SlotTests): null {
  const isField = (name: string): boolean => isFieldOf(draft, name);
  const whole = slice(words, 0, findTop(words, /\s(?:among|amongst|where)\s/i)?.index);
  const listed = after(whole, /unique\s+/i) ?? cut(whole, /\s+(?:per|by)\s+/i)?.after;
  const unknown = listed ? nameList(listed, isField).filter((name) => !isField(name.text)) : [];
  for (const name of unknown) fieldName(ctx, draft, name);
  if (unknown.length > 0) return null;
  const range = after(whole, /no\s+overlap\s+(?:of|in|for)\s+/i);
  const found = range && slice(range, 0, findTop(range, /\s+(?:per|by)\s+/i)?.index);
  if (found && !isRange(found.text)) return reportRange(ctx, found);
  readByForm(ctx, ruleBodyForms, words, tests, { code: "unreadable-value" });
  return null;
}
