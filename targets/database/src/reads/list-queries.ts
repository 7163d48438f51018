/** Lists of records and their counts, restricted to what the reader may see. */
import { conditionallyChangeable, type Condition, type Entity, type Product, type Template } from "@nonet/model";
import { displayText } from "../expressions/display-text.ts";
import { notShownIn } from "../expressions/supported.ts";
import { RowColumns } from "../rows/row-columns.ts";
import { textValue } from "../rows/row-value.ts";
import { condition } from "../scope/compile.ts";
import { joining, joinsOf } from "../scope/joined-references.ts";
import { asWrittenByReader, fromTable, ofDocument, type Scope } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and, or } from "../sql/sql-text.ts";
import { cachedStatement } from "../sql/statement-cache.ts";
import { groupLabel } from "./group-labels.ts";
import type { ListOptions, Search } from "./list-request.ts";
import { recordInColumns } from "./record-json.ts";
import { wordsOf } from "./search-words.ts";
import { listScope } from "./list-scope.ts";
import { fieldOperation, operationPredicate } from "../visibility/predicates.ts";
import { shownText } from "./row-scope.ts";
import { afterCursor, type Key, orderBy, sortKeys } from "./sort-keys.ts";

/** Rows `{id, version, record, keys}`. Pass the limit plus one to know whether there are more. */
export function listQuery(product: Product, reader: Reader, ask: ListOptions): Query {
  return cachedList(product, "list", reader, ask, listOf);
}

function listOf(product: Product, reader: Reader, ask: ListOptions): Query {
  const { s, entity, where } = listScope(product, reader, ask);
  const keys = sortKeys(product, asWrittenByReader(s), entity, ask);
  const limit = Math.max(0, Math.trunc(ask.limit));
  const skip = ask.skip ? ` offset ${Math.trunc(ask.skip)}` : "";
  const withJoins = joining(s, "r");
  const columns = new RowColumns("r");
  const mayUpdate = ask.editable ? and([operationPredicate(s, entity, "r", "update"), isUnlocked(s, entity), isChangeable(s, entity)]) : "true";
  const record = recordInColumns(columns, withJoins, entity, "r", ask.fields, [
    ...(ask.highlight?.length ? [{ key: "_highlight", value: textValue(highlighted(s, ask.highlight)) }] : []),
    ...(mayUpdate === "true" ? [] : [{ key: "_editable", value: { sql: `coalesce(${mayUpdate}, false)`, form: "boolean" as const } }]),
    ...(ask.refusals?.length ? [{ key: "_refused", value: textValue(refused(s, ask.refusals)) }] : []),
    ...(ask.group ? [{ key: "_group", value: textValue(groupLabel(asWrittenByReader(s), ask.group)) }] : []),
  ]);
  const readRow = columns.reader(
    record,
    keys.map((key) => columns.add(keyText(key))),
  );
  const joins = joinsOf(withJoins);
  const order = inOrder(keys, (k) => k.sql);
  const page = (more: string, behind: string): string => {
    const rows = `from ${fromTable(entity, "r")} where ${and([...where, behind])} order by ${order} limit ${limit}${skip}`;
    // The page is selected first, and joins are made for its rows only.
    return joins === "" ? `select ${columns.list}${more} ${rows}` : `select ${columns.list}${more} from (select r.* ${rows}) r${joins} order by ${order}`;
  };
  const stretches = ask.after ? afterCursor(s, keys, ask.after) : ["true"];
  if (stretches.length === 1) return { ...s.params.query(page("", stretches[0]!)), readRow };
  const typed = keys.map((k, i) => `, ${k.sql} as o${i}`).join("");
  const names = columns.names.map((name) => `x.${name}`).join(", ");
  const query = s.params.query(
    `select ${names} from (${stretches.map((behind, n) => `(${page(`, ${n} as stretch${typed}`, behind)})`).join(" union all ")}) x order by x.stretch, ${inOrder(keys, (_, i) => `x.o${i}`)} limit ${limit}`,
  );
  return { ...query, readRow };
}

/** In the form of a record's own column, which then holds the key too. */
const keyText = ({ sql, type }: Key): string => (type === "date" ? `(${sql})::date` : type === "uuid" ? sql : `(${sql})::text`);

const inOrder = (keys: readonly Key[], sql: (k: Key, i: number) => string): string => keys.map((k, i) => orderBy(k, sql(k, i))).join(", ");

function isUnlocked(s: Scope, { lockedWhile }: Entity): string {
  return lockedWhile ? unless(s, lockedWhile) : "true";
}

/** Whether some field that the reader may set isn't `read-only when C` now. */
function isChangeable(s: Scope, entity: Entity): string {
  const fields = conditionallyChangeable(s.product, entity, ({ name }) => fieldOperation(s, entity, "r", name, "update") !== "false");
  return fields ? or(fields.map(({ readOnlyWhen }) => unless(s, readOnlyWhen))) : "true";
}

const unless = (s: Scope, { expression }: Condition): string => (notShownIn(s.product, expression) === null ? `(${condition(ofDocument(s), expression)}) is not true` : "true");

function highlighted(s: Scope, highlight: NonNullable<ListOptions["highlight"]>): string {
  const cases = highlight.map((h) => `when ${condition(ofDocument(s), h.when)} then ${s.params.bind(h.colour, "text")}`);
  return `case ${cases.join(" ")} end`;
}

/** A value of the message that the reader may not read is left out. */
function refused(s: Scope, refusals: NonNullable<ListOptions["refusals"]>): string {
  const written = asWrittenByReader(s);
  const textOf = (message: Template): string =>
    message
      .map((part) =>
        typeof part === "string" ? s.params.bind(part, "text") : `coalesce(${part.type.kind === "record" ? shownText(written, part) : displayText(written, part)}, '')`,
      )
      .join(" || ");
  const cases = refusals.map(({ when, message }) => `when ${condition(ofDocument(s), when)} then ${textOf(message)}`);
  return `case ${cases.join(" ")} end`;
}

/** One row `{count: string}`. */
export const countQuery = (product: Product, reader: Reader, ask: ListOptions): Query => cachedCount(product, "count", reader, ask, countOf);

/** Up to how many records a screen counts (default 262): PostgreSQL reads every record that it counts. */
export const largestBoundedCount = 10_000;

/** The same, counting at most one record more than `largestBoundedCount`. */
export const boundedCountQuery = (product: Product, reader: Reader, ask: ListOptions): Query => cachedCount(product, "bounded count", reader, ask, boundedCountOf);

function cachedCount(product: Product, what: string, reader: Reader, ask: ListOptions, make: (product: Product, reader: Reader, ask: ListOptions) => Query): Query {
  return cachedList(
    product,
    what,
    reader,
    { ...ask, sort: [], limit: 0, skip: 0, fields: [], highlight: [], editable: false, refusals: [], after: undefined, group: undefined } as ListOptions,
    make,
  );
}

/** The shape of a list is everything but the compared values. A condition of the request itself keeps the statements that it is in. */
function cachedList(product: Product, what: string, reader: Reader, ask: ListOptions, make: (product: Product, reader: Reader, ask: ListOptions) => Query): Query {
  // A position in the list is written into the statement, like its limit: as a parameter it would mislead the planner.
  if (ask.skip) return unprepared(make(product, reader, ask));
  const equals = ask.equals ?? [];
  const bounds = ask.bounds ?? [];
  const oneOf = ask.oneOf ?? [];
  const searches = [...(ask.search ? [ask.search] : []), ...(ask.containing ?? [])].map((search) => ({ ...search, words: wordsOf(search.text) }));
  const after = ask.after?.map((v) => v ?? null);
  const key = [
    what,
    ask.entity,
    ask.screenWhere,
    ask.among?.map(({ condition: holds }) => holds),
    ask.labelled?.map(({ group }) => [group.expression, group.period]),
    equals.map(({ path, value }) => [path, value === ""]),
    bounds.map(({ path, side, isDay }) => [path, side, isDay]),
    oneOf.map(({ path, values }) => [path, values.map((value) => value === "")]),
    ask.present,
    searches.map(({ words, paths, similar }) => [words.length, paths, similar]),
    ask.search !== undefined,
    ask.group && [ask.group.expression, ask.group.period, ask.group.descending],
    ask.sort?.map((s) => [s.expression, s.descending]),
    ask.limit,
    after?.map((v) => v === null),
    ask.fields,
    ask.editable,
    ask.highlight?.map(({ colour, when }) => [colour, when]),
    ask.refusals?.map(({ when, message }) => [when, message]),
    ask.inList && [ask.inList.entity, ask.inList.field],
    ask.holding,
  ];
  const values = {
    ...Object.fromEntries([
      ...equals.map(({ value }, i) => [`= ${i}`, value]),
      ...bounds.map(({ value }, i) => [`bound ${i}`, value]),
      ...oneOf.flatMap(({ values }, i) => values.map((value, j) => [`one of ${i} ${j}`, value])),
      ...searches.flatMap(({ words }, i) => words.map((word, j) => [`word ${i} ${j}`, word])),
      ...(after ?? []).map((v, i) => [`after ${i}`, v]),
      ...(ask.labelled ?? []).map(({ label }, i) => [`label ${i}`, label]),
    ]),
    of: ask.inList?.id,
  };
  const query = cachedStatement(ask.where ?? product, key, { reader, variables: ask.variables ?? {}, values }, (to) => {
    const slot = (name: string): string => (to.values as Record<string, unknown>)[name] as string;
    const searchAt = ({ words, ...search }: (typeof searches)[number], i: number): Search => ({ ...search, text: words.map((_, j) => slot(`word ${i} ${j}`)) });
    const slottedSearches = searches.map(searchAt);
    return make(product, to.reader, {
      ...ask,
      variables: to.variables,
      ...(ask.equals ? { equals: equals.map(({ path, value }, i) => ({ path, value: value === "" ? "" : slot(`= ${i}`) })) } : {}),
      ...(ask.bounds ? { bounds: bounds.map((bound, i) => ({ ...bound, value: slot(`bound ${i}`) })) } : {}),
      ...(ask.oneOf ? { oneOf: oneOf.map(({ path, values }, i) => ({ path, values: values.map((value, j) => (value === "" ? "" : slot(`one of ${i} ${j}`))) })) } : {}),
      ...(ask.search ? { search: slottedSearches[0]! } : {}),
      ...(ask.containing ? { containing: slottedSearches.slice(ask.search ? 1 : 0) } : {}),
      ...(after ? { after: after.map((v, i) => (v === null ? null : slot(`after ${i}`))) } : {}),
      ...(ask.labelled ? { labelled: ask.labelled.map(({ group }, i) => ({ group, label: slot(`label ${i}`) })) } : {}),
      ...(ask.inList ? { inList: { ...ask.inList, id: slot("of") } } : {}),
    });
  });
  return ask.where ? unprepared(query) : query;
}

/** A statement that isn't prepared by name. */
const unprepared = (query: Query): Query => ({ ...query, name: "" });

function countOf(product: Product, reader: Reader, ask: ListOptions): Query {
  const { s, entity, where } = listScope(product, reader, ask);
  return s.params.query(`select count(*)::text as count from ${fromTable(entity, "r")} where ${and(where)}`);
}

function boundedCountOf(product: Product, reader: Reader, ask: ListOptions): Query {
  const { s, entity, where } = listScope(product, reader, ask);
  return s.params.query(`select count(*)::text as count from (select from ${fromTable(entity, "r")} where ${and(where)} limit ${largestBoundedCount + 1}) r`);
}
