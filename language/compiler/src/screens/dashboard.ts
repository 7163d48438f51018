/** A dashboard: numbers, charts, lists and text, in the document's order. A page has the same numbers, charts and lists. */
import { type Expression, fold } from "@nonet/feel";
import { chartForms, listForms } from "@nonet/forms";
import { type Aggregate, type Condition, type DashboardElement, type FieldPath, isValueElement, type ValueElement } from "@nonet/model";
import { type Attribute, before, codeOf, slice, type TextSpan, trim } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { readByForm, tryForm } from "../resolve/read-by-form.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import type { Details } from "./attributes.ts";
import { entityNamed, findEntity } from "./naming/names.ts";
import { renameVariable } from "../trees/rename-variable.ts";
import { canAggregate, compileGroup, fieldNames, listOf, stepsOf } from "./naming/paths.ts";
import { columnsOf, listElement, withoutListAttributes } from "./record.ts";
import { amountOf } from "./elements/amount-of.ts";
import { type ElementLines, elementLines } from "./elements/element-lines.ts";
import { lengthOf, type ListSelection, type Ordered, selectionIn } from "./elements/list-selection.ts";
import { plainText } from "./plain-text.ts";
import { plainName } from "./naming/plain-name.ts";
import { isPath, slotTests } from "./naming/slot-tests.ts";
import { aggregates, wordTests } from "./naming/word-tests.ts";
import { sameWord } from "../text/same-word.ts";
import { walk } from "../trees/walk.ts";

export function compileDashboard(context: Context, screen: string, details: Details): DashboardElement[] {
  return details.all.flatMap(({ name, attribute }) => {
    const element = compilers[name]?.(context, screen, attribute);
    return element ? [element] : [];
  });
}

/** A number, chart or list; null if it has a mistake, or is something else. */
export function compileValueElement(context: Context, screen: string, name: string, attribute: Attribute): ValueElement | null {
  const element = compilers[name]?.(context, screen, attribute) ?? null;
  return element && isValueElement(element) ? element : null;
}

const compilers: Readonly<Record<string, (context: Context, screen: string, attribute: Attribute) => DashboardElement | null>> = {
  Number(context, screen, attribute) {
    const title = attribute.title!.text;
    const { value: words, sees, for: forWhom } = elementLines(context, attribute, "number", `Number "${title}" of ${screen}`);
    const value = context.expression(inFigures(context, withoutArticle(words), null), { what: `Number "${title}" of ${screen}` });
    const { kind } = value.type;
    if (!hasMistake(value) && !["number", "any", "open", "days and time duration", "years and months duration"].includes(kind))
      context.report("unsuitable-field", words.span, "This is not a number.", { hint: "Use `count(…)` to count records." });
    return { kind: "number", title, value, sees, for: forWhom, source: attribute.bullet.span };
  },
  Chart: compileChart,
  List(context, screen, attribute) {
    const lines = elementLines(context, attribute, "list", `List "${attribute.title?.text ?? ""}" of ${screen}`);
    const selection = selectionIn(context, lines.value, (text) => isPath(context, text));
    const value = selection.rest;
    const line = tryForm(recordForms, withoutListAttributes(context, value), slotTests(context));
    if (!line && entityNamed(context, withoutListOf(value)) !== null) readByForm(context, recordForms, value, slotTests(context), { code: "unknown-entity-shown" });
    if (!line) return null;
    const entity = findEntity(context, plainName(line.slots["entity"]!).text)!;
    const where = line.slots["condition"] ?? null;
    const [title, source] = [attribute.title?.text ?? entity, attribute.bullet.span];
    return {
      kind: "list",
      ...listElement(context, { title, entity, field: null, where, ...withBullets(context, selection, columnsOf(line), lines), tab: null, source, screen }),
      for: lines.for,
    };
  },
  Text: (context, screen, attribute) => ({
    kind: "text",
    title: attribute.title?.text ?? "",
    text: plainText(context, attribute.value, "The text of a dashboard"),
    for: elementLines(context, attribute, "text", `Text of ${screen}`).for,
    source: attribute.bullet.span,
  }),
};

/** The columns, the order and the length, which may also stand in bullets below the list. */
function withBullets(
  context: Context,
  { order, most }: ListSelection,
  columns: readonly TextSpan[],
  lines: ElementLines,
): { readonly columns: readonly TextSpan[]; readonly order: Ordered | null; readonly most: number | null } {
  const twice = (words: TextSpan | null, isSaid: boolean): void => {
    if (words && isSaid) context.report("doubled-attribute", words.span, "The line above says it already.", { hint: "Keep one of the two." });
  };
  twice(lines.columns, columns.length > 0);
  twice(lines.sort, order !== null);
  twice(lines.most, most !== null);
  const length = lines.most && lengthOf(lines.most);
  if (lines.most && length === null) context.report("unreadable-value", lines.most.span, "Such a list can have 1 to 200 records.");
  return {
    columns: lines.columns ? listOf(lines.columns) : columns,
    order: lines.sort ? { of: lines.sort, aged: null } : order,
    most: length ?? most,
  };
}

/** What is wrong in the expression has been reported. */
function hasMistake(value: Expression): boolean {
  let found = false;
  walk(value, (part) => void (found ||= part.kind === "hole"));
  return found;
}

const recordForms = { ...listForms, forms: { records: listForms.forms.records } };

/** The name in `list of Laon where …`. */
function withoutListOf(words: TextSpan): TextSpan {
  const [, start, name] = /^((?:(?:list|table)\s+of\s+)?(?:all\s+)?)(.*?)(?:\s+where\s.*|,.*)?$/is.exec(words.text)!;
  return slice(words, start!.length, start!.length + name!.length);
}

const chartKinds: Readonly<Record<string, "bars" | "line" | "area" | "pie">> = { b: "bars", c: "bars", l: "line", a: "area", p: "pie", d: "pie" };

/** ``bars of `count(Loan)` by month of start date``. */
function compileChart(context: Context, screen: string, attribute: Attribute): DashboardElement | null {
  const title = attribute.title!.text;
  const what = `Chart "${title}" of ${screen}`;
  const tests = { ...slotTests(context), ...wordTests };
  const { value: written, sees, for: forWhom } = elementLines(context, attribute, "chart", what);
  const line = tryForm(chartForms, written, tests);
  if (!line && !reportForm(context, written)) readByForm(context, chartForms, written, tests, { code: "unreadable-chart" });
  if (!line) return null;
  const { form, value, group } = line.slots;
  const amount = amountOf(context, withoutArticle(trim(value!)));
  if (!amount) return null;
  const words = inFigures(context, amount, trim(group!));
  const measured = measure(context, context.expression(words, { what }), words, what);
  if (!measured) return null;
  const by = compileGroup(context, trim(group!), measured.entity, what);
  return by && { kind: "chart", title, form: chartKinds[form!.text.toLowerCase().charAt(0)]!, ...measured, by, sees, for: forWhom, source: attribute.bullet.span };
}

/** `sum of people`, `number of Bookings`, `Bookings`, `mean of fee of Loan` as the expression that says the same. Without an entity, the only one with the fields. */
function inFigures(context: Context, words: TextSpan, group: TextSpan | null): TextSpan {
  const described = /^(?:(?:number|count)\s+of|how\s+many)\s+(?:all\s+)?(.+?)\s+(?:(?:that|which)\s+)?(?:are|is)\s+(.+)$/i.exec(words.text);
  const ofThose = described && findEntity(context, described[1]!);
  if (ofThose) return { ...words, text: `${`count(${ofThose} that are `.padEnd(words.text.length - described[2]!.length)}${described[2]})` };
  const counted = /^(?:(?:(?:number|count)\s+of|how\s+many)\s+)?(?:all\s+)?(.+?)(?:\s+where\s+`?(.+?)`?)?$/i.exec(words.text);
  const entity = counted && findEntity(context, counted[1]!);
  // What the condition says stands where it is written, so that a mistake in it is reported there.
  const filtered = (begin: string, name: string, where: string | undefined): string =>
    where === undefined ? `${begin}${name}` : `${`${begin}${name}[`.padEnd(words.text.indexOf(where, words.text.search(/\swhere\s/i)))}${where}]`;
  if (entity) return { ...words, text: `${filtered("count(", entity, counted[2])})` };
  // `sum(hours) of Assignment` is `sum of hours of Assignment`.
  const spelt = words.text.replace(/^(\p{L}+\s*)\(([\p{L}\p{N} .]+)\)(?=\s+(?:of|in|over)\s)/u, "$1 $2 ");
  const total = /^(\p{L}+)\s+(?:of\s+)?(?:the\s+)?([\p{L}\p{N} .]+?)(?:\s+(?:of|in|over)\s+(?:all\s+)?([\p{L}\p{N} ]+?))?(?:\s+where\s+`?(.+?)`?)?$/iu.exec(spelt);
  const name = total && aggregates[fold(total[1]!)];
  if (!name) return words;
  // `average of Session.rating` names the entity itself.
  const [head, ...tail] = total[2]!.split(".");
  const owner = total[3] === undefined && tail.length > 0 && /^\p{Lu}/u.test(head!) ? findEntity(context, head!) : null;
  const of = total[3] === undefined ? null : recordsIn(context, total[3]);
  // The words behind the entity are part of the value: no other entity is taken in its place.
  if (total[3] !== undefined && of === null) return words;
  if (of && of.which !== "") return { ...words, text: `${name}((${filtered("", of.entity, total[4])} ${of.which}).${total[2]!})` };
  const named = owner ?? of?.entity ?? null;
  const path = owner === null ? total[2]! : tail.join(".");
  const grouped = group
    ? [
        codeOf(group)
          .text.replace(/^.*\s+of\s+/i, "")
          .replace(/,?\s+(?:by|per)\s+\p{L}+$/iu, "")
          .split(".")[0]!,
      ]
    : [];
  // A group that the named entity lacks is reported where it stands.
  const fields = [path.split(".")[0]!, ...(named === null ? grouped : [])];
  const has = (one: string): boolean => fields.every((field) => sameWord(field, fieldNames(context, one)) !== undefined);
  const fitting = named !== null ? [named] : [...context.declared.entities.values()].map((one) => one.name).filter(has);
  return fitting.length === 1 && has(fitting[0]!) ? { ...words, text: `${filtered(`${name}(`, fitting[0]!, total[4])}.${path})` } : words;
}

/** `the Orders`, `Orders that are late`, `Orders refused`. */
function recordsIn(context: Context, text: string): { readonly entity: string; readonly which: string } | null {
  const words = text.replace(/^the\s+/i, "").split(/\s+/);
  // A name of more words doesn't exist, and a line can be very long.
  for (let length = Math.min(words.length, 12); length > 0; length--) {
    const entity = findEntity(context, words.slice(0, length).join(" "));
    if (entity === null) continue;
    const which = words.slice(length).join(" ");
    const isState = context.declared.entities.get(fold(entity))!.states.some((state) => fold(state) === fold(which));
    if (which === "" || isState) return { entity, which: which && `that are ${which}` };
    return /^(?:that|which)\s+(?:are|is)\s/i.test(which) ? { entity, which } : null;
  }
  return null;
}

/** A chart of an unknown form: `brs of …`. */
function reportForm(context: Context, words: TextSpan): boolean {
  const first = before(words, /\s|$/.exec(words.text)!.index);
  if (!/^\p{L}+$/u.test(first.text) || wordTests["chart form"]!(first.text)) return false;
  if (/^(?:sum|total|count|number|average|mean|min|max|minimum|maximum|median)$/i.test(first.text)) {
    context.report("unreadable-chart", words.span, "The chart doesn't say its form: bars, line, area or pie.", {
      fixes: [
        { title: "Write bars of …", edits: [{ span: { ...words.span, to: words.span.from }, text: "bars of " }] },
        { title: "Write line of …", edits: [{ span: { ...words.span, to: words.span.from }, text: "line of " }] },
      ],
    });
    return true;
  }
  reportNearest(context, "unreadable-chart", first, `"${first.text}" is not a form of chart`, ["bars", "line", "area", "pie"]);
  return true;
}

const withoutArticle = (words: TextSpan): TextSpan => (/^the\s/i.test(words.text) ? slice(words, 4, words.text.length) : words);

function refuseChart(context: Context, words: TextSpan, message: string): null {
  context.report("unreadable-chart", words.span, message);
  return null;
}

interface Measure {
  readonly entity: string;
  readonly where: Condition | null;
  readonly value: Aggregate;
}

/** `count(Loan[…])`, `sum(Loan[…].fee)` as an aggregate that the database can group. */
function measure(context: Context, expression: Expression, words: TextSpan, what: string): Measure | null {
  if (expression.kind === "hole") return null;
  const name = expression.kind === "call" ? expression.function : "";
  if (expression.kind !== "call" || !["count", "sum", "mean", "min", "max"].includes(name))
    return refuseChart(context, words, "A chart must count or add up records, as in `count(Loan)` or `sum(Loan.fee)`.");
  const { extent, steps } = unlist(expression.arguments[0]);
  // Already reported.
  if (extent?.kind === "hole") return null;
  const filter = extent?.kind === "filter" ? extent : null;
  const records = filter ? filter.of : extent;
  if (records?.kind !== "global" || (name !== "count" && steps.length === 0))
    return refuseChart(context, words, "A chart must use the records of one entity, as in `count(Loan)` or `sum(Loan[…].fee)`.");
  const entity = context.declared.entities.get(fold(records.name))?.name;
  if (entity === undefined) return refuseChart(context, words, `"${records.name}" is not an entity.`);
  const where = filter && { expression: renameVariable(filter.condition, filter.item, "this"), source: filter.condition.span };
  return aggregate(context, name as Aggregate["function"], entity, steps, where, words, what);
}

function aggregate(
  context: Context,
  name: Aggregate["function"],
  entity: string,
  steps: readonly string[],
  where: Condition | null,
  words: TextSpan,
  what: string,
): Measure | null {
  if (name === "count") return { entity, where, value: { function: name, of: null, label: "Count" } };
  const of = pathOf(context, codeOf(words), entity, steps, what);
  if (!of || !canAggregate(context, name, of.expression.type, words)) return null;
  return { entity, where, value: { function: name, of, label: `${name[0]!.toUpperCase()}${name.slice(1)} of ${steps.join(" ")}` } };
}

/** The same path for one record instead of all records. */
function pathOf(context: Context, words: TextSpan, entity: string, steps: readonly string[], what: string): FieldPath | null {
  const expression = context.expression({ text: steps.join("."), span: words.span }, { what, self: entity });
  const path = stepsOf(expression);
  return path && { path, expression, label: path.join(" ") };
}

/** `Loan[…].item.fee` as its records and the steps from each. */
function unlist(expression: Expression | undefined): { readonly extent: Expression | undefined; readonly steps: readonly string[] } {
  if (expression?.kind !== "path") return { extent: expression, steps: [] };
  const before = unlist(expression.of);
  return { extent: before.extent, steps: [...before.steps, expression.field] };
}
