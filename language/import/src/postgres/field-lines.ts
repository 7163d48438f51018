/** The lines of an entity's fields, with what becomes of their defaults and of the constraints on one column. */
import { bullet, openEntry, plainLine, quotation, type Statement } from "../document/draft.ts";
import type { Ledger } from "../account/account.ts";
import { feelValueOf } from "../sql/to-feel.ts";
import { choice } from "../document/choice.ts";
import type { ColumnFacts, ConstraintFacts } from "./facts.ts";
import { type Catalog, idOfColumn, idOfSequence } from "./objects.ts";
import { columnsIn, type ImportOptions, type ReferencePlan, type TablePlan } from "./plan-tables.ts";

export interface Lines {
  readonly catalog: Catalog;
  readonly options: ImportOptions;
  readonly ledger: Ledger;
}

export interface FieldLines {
  readonly lines: readonly Statement[];
  readonly about: readonly Statement[];
  /** Constraints and sequences that became part of a line. */
}

export function fieldLines(context: Lines, table: TablePlan): FieldLines {
  const lines: Statement[] = [];
  const about: Statement[] = [];
  for (const column of table.columns) {
    const plan = table.plans.get(column.number)!;
    const id = idOfColumn(table.facts, column.name);
    if (plan.kind === "open") about.push(openColumn(context, column, id, plan.reason));
    else if (plan.kind === "identity") continue;
    else if (plan.kind === "reference") lines.push(...referenceLines(context, table, plan.reference, column, about));
    else if (column.generated) (computedLine(context, table, column, plan.name, id) ?? quotedFormula(context, column, id)).forEachTo(lines, about);
    else lines.push(fieldLine(context, table, column, id, about));
  }
  for (const reference of table.composite) lines.push(...referenceLines(context, table, reference, null, about));
  return { lines, about };
}

function openColumn({ ledger }: Lines, column: ColumnFacts, id: string, reason: string): Statement {
  ledger.open(id, reason);
  if (hasDefault(column)) ledger.open(`${id} default`, "its column is open");
  if (column.comment !== null) ledger.quoted(`${id} comment`);
  return { sources: [id], text: openEntry(`column \`${column.name}\` (${column.typeText})${column.comment === null ? "" : ` (${column.comment})`}`, reason) };
}

const hasDefault = (column: ColumnFacts): boolean => !column.generated && (column.default !== null || column.identity);

/** A line, or a quotation that stands above the lines. */
interface Placed {
  forEachTo(lines: Statement[], about: Statement[]): void;
}

function computedLine({ ledger, options }: Lines, table: TablePlan, column: ColumnFacts, name: string, id: string): Placed | null {
  const plan = table.plans.get(column.number)!;
  const feel = plan.kind === "field" && !options.refused.has(`${id} formula`) ? feelValueOf(column.default ?? "", columnsIn(table)) : null;
  if (feel === null || plan.kind !== "field") return null;
  ledger.line(id);
  return {
    forEachTo: (lines, about) => {
      const sources = [id];
      const remark = remarkOf({ ledger, options }, column, id, sources, about);
      lines.push({ sources, parts: ["formula"], text: bullet(name, [`${plan.type.parts[0]!} = \`${feel}\``], remark) });
    },
  };
}

function quotedFormula({ ledger }: Lines, column: ColumnFacts, id: string): Placed {
  ledger.quoted(id);
  if (column.comment !== null) ledger.quoted(`${id} comment`);
  const what = `Column \`${column.name}\` (${column.typeText}), which the database computes${column.comment === null ? "" : ` (${column.comment.replace(/\s+/g, " ")})`}`;
  return { forEachTo: (_, about) => void about.push({ sources: [id], text: quotation(what, (column.default ?? "").replace(/\s+/g, " ")) }) };
}

function fieldLine(context: Lines, table: TablePlan, column: ColumnFacts, id: string, about: Statement[]): Statement {
  const { ledger } = context;
  const plan = table.plans.get(column.number)!;
  if (plan.kind !== "field") throw new Error(`${id} is no field`);
  ledger.line(id);
  const sources = [id];
  const parts = [...plan.type.parts];
  if (column.required && !plan.isOwn) parts.push("required");
  if (plan.type.check) {
    const check = context.catalog.idOfConstraint(plan.type.check);
    ledger.line(check);
    sources.push(check);
    if (plan.type.check.comment !== null) ledger.quoted(`${check} comment`);
    if (plan.type.check.comment !== null) about.push({ sources: [`${check} comment`], text: `> - \`${column.name}\`: ${plainLine(plan.type.check.comment)}` });
  }
  const unique = plan.isOwn ? [] : uniqueOf(context, table, column);
  for (const one of unique) ledger.line(one);
  sources.push(...unique);
  if (unique.length > 0) parts.push("unique");
  if (hasDefault(column)) parts.push(...defaultPart(context, column, id, plan.type.parts[0]!, plan.isOwn, sources, about));
  const remark = remarkOf(context, column, id, sources, about);
  return { sources, text: bullet(plan.name, parts, remark) };
}

/** The column's comment, as the prose at the end of its line; above the lines where the checker would read something else in it. */
function remarkOf({ ledger, options }: Pick<Lines, "ledger" | "options">, column: ColumnFacts, id: string, sources: string[], about: Statement[]): string | null {
  if (column.comment === null) return null;
  ledger.quoted(`${id} comment`);
  if (options.refused.has(`${id} comment`)) about.push({ sources: [`${id} comment`], text: `> - \`${column.name}\`: ${plainLine(column.comment)}` });
  else sources.push(`${id} comment`);
  return options.refused.has(`${id} comment`) ? null : column.comment;
}

/** The constraints and indexes that make the column alone unique. */
function uniqueOf({ catalog, options }: Lines, table: TablePlan, { number }: ColumnFacts): readonly string[] {
  const constraints = table.constraints.filter(
    ({ kind, columns, definition }) => (kind === "p" || kind === "u") && columns!.length === 1 && columns![0] === number && !/NULLS NOT DISTINCT/i.test(definition),
  );
  const indexes = catalog
    .indexes()
    .filter(
      (one) => one.table === table.facts.oid && one.unique && one.predicate === null && one.keys === 1 && one.columns[0] === number && !/NULLS NOT DISTINCT/i.test(one.definition),
    );
  return [...constraints.map((one) => catalog.idOfConstraint(one)), ...indexes.map((one) => catalog.idOfIndex(one))].filter((id) => !options.refused.has(id));
}

const nowTexts =
  /^(?:now\(\)|current_timestamp|transaction_timestamp\(\)|statement_timestamp\(\)|clock_timestamp\(\)|\(?now\(\)|timezone\('utc'::text, now\(\)\)\)?|localtimestamp)(?: AT TIME ZONE '[^']*'(?:::text)?\)?)?(?:::timestamp with(?:out)? time zone)?\)?$/i;

/** The attribute of a default; one that can't be said is quoted, and sets nothing. */
function defaultPart(context: Lines, column: ColumnFacts, id: string, type: string, isOwn: boolean, sources: string[], about: Statement[]): readonly string[] {
  const { ledger, options } = context;
  const refused = options.refused.get(`${id} default`);
  const text = refused === undefined ? defaultOf(column.default ?? "", type) : null;
  if (text !== null) {
    ledger.line(`${id} default`);
    sources.push(`${id} default`);
    return isOwn || text === "" ? [] : [`default ${text}`];
  }
  const reason = column.identity || (column.default ?? "").startsWith("nextval(") ? "whether the product goes on counting isn't shown" : (refused ?? null);
  if (reason === null) ledger.quoted(`${id} default`);
  else ledger.open(`${id} default`, reason);
  const formula = column.default ?? "generated as identity";
  about.push({
    sources: [`${id} default`],
    text: reason === null ? quotation(`Default of \`${column.name}\``, formula.replace(/\s+/g, " ")) : openEntry(`the default of \`${column.name}\`, ${formula}`, reason),
  });
  return [];
}

/** "" where the notation needs no word for it; null where it has none. */
export function defaultOf(text: string, type: string): string | null {
  const bare = text.replace(/^\((.*)\)$/s, "$1");
  if (/^NULL(?:::.*)?$/i.test(bare)) return "";
  if (type === "date and time" && nowTexts.test(bare)) return "`now()`";
  if (type === "date" && (/^(?:current_date|\('now'::text\)::date|now\(\)::date|\(?now\(\)\)?::date)$/i.test(bare) || nowTexts.test(bare))) return "`today()`";
  const literal = /^'((?:[^']|'')*)'(?:::[\w". ]+(?:\(\d+(?:,\d+)?\))?(?:\[\])?)?$/.exec(bare)?.[1]?.replaceAll("''", "'");
  const number =
    /^\(?(-?\d+(?:\.\d+)?)\)?(?:::[\w ]+(?:\(\d+(?:,\d+)?\))?)?$/.exec(bare)?.[1] ?? (literal !== undefined && /^-?\d+(?:\.\d+)?$/.test(literal) ? literal : undefined);
  if (type === "integer" || type === "number") return number ?? null;
  if (type === "yes/no") return /^(?:true|'t(?:rue)?'::boolean)$/i.test(bare) ? "yes" : /^(?:false|'f(?:alse)?'::boolean)$/i.test(bare) ? "no" : null;
  if (literal === undefined) return null;
  if (type === "date" || type === "date and time") return type === "date" && /^\d{4}-\d\d-\d\d$/.test(literal) ? literal : null;
  if (type.startsWith("one of (")) return choice(literal);
  if (type !== "text" && type !== "long text") return type.startsWith("list of ") && literal === "{}" ? "" : null;
  return literal === "" ? "" : /["\n\r`{}\\]/.test(literal) ? null : `"${literal}"`;
}

function referenceLines(context: Lines, table: TablePlan, reference: ReferencePlan, column: ColumnFacts | null, about: Statement[]): readonly Statement[] {
  const { ledger, catalog, options } = context;
  const id = catalog.idOfConstraint(reference.constraint);
  const columnId = column && idOfColumn(table.facts, column.name);
  const sources = columnId ? [columnId, id] : [id];
  ledger.line(...sources);
  const parts = [reference.target.entity, ...(reference.required ? ["required"] : [])];
  const unique = column ? uniqueOf(context, table, column) : [];
  ledger.line(...unique);
  sources.push(...unique);
  if (unique.length > 0) parts.push("unique");
  const remark = column && columnId ? remarkOf(context, column, columnId, sources, about) : null;
  if (column && hasDefault(column)) {
    ledger.quoted(`${columnId} default`);
    about.push({ sources: [`${columnId} default`], text: quotation(`Default of \`${column.name}\``, (column.default ?? "generated as identity").replace(/\s+/g, " ")) });
  }
  const deleted = reference.constraint.onDelete === "c" ? "delete too" : reference.constraint.onDelete === "n" ? "empty it" : null;
  const rule = `${id} on delete`;
  const whenDeleted = deleted !== null && !options.refused.has(rule) ? [{ sources: [rule], text: `- When ${reference.name} is deleted: ${deleted}` }] : [];
  if (deleted !== null && whenDeleted.length === 0)
    about.push({ sources: [rule], text: quotation(`Foreign key \`${reference.constraint.name}\``, reference.constraint.definition) });
  return [{ sources, text: bullet(reference.name, parts, remark) }, ...whenDeleted];
}

/** A row's own key: its source is the heading, because a record has its identity without a line. */
export function identityOf({ ledger, catalog }: Lines, table: TablePlan, about: Statement[]): readonly string[] {
  const column = table.columns.find(({ number }) => table.plans.get(number)?.kind === "identity");
  if (!column) return [];
  const id = idOfColumn(table.facts, column.name);
  const own = table.constraints
    .filter(({ kind, columns }) => (kind === "p" || kind === "u") && columns!.length === 1 && columns![0] === column.number)
    .map((one: ConstraintFacts) => catalog.idOfConstraint(one));
  const sources = [id, ...own, `${id} default`];
  ledger.line(...sources);
  const name = /^nextval\('([^']+)'/.exec(column.default ?? "")?.[1];
  const isOwn = (one: { readonly schema: string; readonly name: string }): boolean =>
    name === undefined
      ? column.identity && one.schema === table.facts.schema && one.name === `${table.facts.name}_${column.name}_seq`
      : [`${one.schema}.${one.name}`, one.name].includes(name.replaceAll('"', ""));
  const sequence = catalog.facts.sequences.find(isOwn);
  if (sequence && !ledger.outcomes.has(idOfSequence(sequence))) {
    ledger.line(idOfSequence(sequence));
    sources.push(idOfSequence(sequence));
  }
  if (column.comment !== null) {
    ledger.quoted(`${id} comment`);
    about.push({ sources: [`${id} comment`], text: `> - \`${column.name}\`: ${plainLine(column.comment)}` });
  }
  return sources;
}
