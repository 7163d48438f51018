/** A PostgreSQL database as a specification. */
import { type Account, accountOf, Ledger } from "../account/account.ts";
import { type Draft, openEntry, plainLine, proseOf, quotation, type SectionDraft, type Statement } from "../document/draft.ts";
import { capitalized, wordsOf } from "../names/spelling.ts";
import type { PostgresFacts } from "./facts.ts";
import { fieldLines, identityOf, type Lines } from "./field-lines.ts";
import { hintsOf } from "./hints.ts";
import { keyLines } from "./keys.ts";
import { functionNotes, indexNotes, permissionNotes, storageNotes, triggerNotes, viewNotes } from "./notes.ts";
import { Catalog, idOfTable, objectsOf } from "./objects.ts";
import { type ImportOptions, type JoinPlan, planTables, type TablePlan, type TablesPlan } from "./plan-tables.ts";
import { recordTables } from "./record-tables.ts";
import { quoteConstraint, rulesOf, typeNotes } from "./rules.ts";

export interface PostgresImport {
  readonly draft: Draft;
  readonly account: Account;
  readonly records: ReturnType<typeof recordTables>;
}

export function importPostgres(facts: PostgresFacts, options: ImportOptions): PostgresImport {
  const catalog = new Catalog(facts);
  const ledger = new Ledger();
  const context: Lines = { catalog, ledger, options };
  const plan = planTables(catalog, options);
  const sections = plan.entities.map((table) => sectionOf(context, table, plan));
  const lists = plan.joins.map((join) => joinNote(context, join));
  const rules = rulesOf(context, plan);
  const lost = lostTables(context, plan);
  const database = facts.database[0]!;
  ledger.line(`database ${database.name}`);
  if (database.comment !== null) ledger.quoted(`database ${database.name} comment`);
  const views = viewNotes(context);
  const types = typeNotes(context, plan);
  const storage = storageNotes(context);
  const hints = hintsOf(context, plan);
  const draft: Draft = {
    title: capitalized(wordsOf(database.name)),
    origin: `Imported from the PostgreSQL database ${plainLine(database.name)}.`,
    points: {
      1: {
        lines: [{ sources: [`database ${database.name}`], text: `- **Name**: ${capitalized(wordsOf(database.name))}` }],
        notes: database.comment === null ? [] : [{ sources: [`database ${database.name} comment`], text: proseOf(database.comment) }],
      },
      2: { notes: views },
      3: { sections, hints: hints.entities, notes: [...types, ...lists, ...lost] },
      4: { hints: hints.states },
      5: { table: { headers: ["Rule", "Entity", "Must hold", "Otherwise"], rows: rules.rows }, notes: [...rules.notes, ...triggerNotes(context)] },
      6: { notes: permissionNotes(context) },
      7: { notes: functionNotes(context) },
      9: { notes: [...storage, ...indexNotes(context)] },
      8: { table: { headers: ["Code", "Status", "Message"], rows: rules.errors } },
    },
  };
  return { draft, account: accountOf(objectsOf(catalog), ledger), records: recordTables(catalog, plan) };
}

function sectionOf(context: Lines, table: TablePlan, plan: TablesPlan): SectionDraft {
  const { ledger } = context;
  const { comment } = table.facts;
  const identityNotes: Statement[] = [];
  const identity = identityOf(context, table, identityNotes);
  const fields = fieldLines(context, table);
  const lists = plan.joins.filter(({ owner }) => owner === table).map((join) => listLine(context, join));
  const keys = keyLines(context, table);
  ledger.line(table.id);
  if (comment !== null) ledger.quoted(`${table.id} comment`);
  const ties = table.constraints.filter(({ kind, ...one }) => kind === "f" && !ledger.outcomes.has(context.catalog.idOfConstraint({ kind, ...one })));
  const about = [
    ...(comment === null ? [] : [{ sources: [`${table.id} comment`], text: proseOf(comment) }]),
    ...identityNotes,
    ...fields.about,
    ...keys.about,
    ...ties.map((one) => quoteConstraint(context, context.catalog.idOfConstraint(one), one)),
  ];
  for (const tie of table.constraints.filter(({ kind }) => kind === "f")) if (tie.comment !== null) ledger.quoted(`${context.catalog.idOfConstraint(tie)} comment`);
  return { heading: { sources: [table.id, ...identity], text: `### ${table.entity}` }, about, lines: [...fields.lines, ...lists, ...keys.lines] };
}

/** A table that only joins two is a list in the entity of its first column. */
function listLine({ ledger, catalog }: Lines, join: JoinPlan): Statement {
  const columns = join.columns.map((column) => `${join.id}.${column.name}`);
  const keys = catalog.constraints().filter(({ table }) => table === join.facts.oid);
  const sources = [join.id, ...columns, ...keys.map((one) => catalog.idOfConstraint(one))];
  ledger.line(...sources);
  return { sources: [join.id], text: `- ${join.name}: list of ${join.target.entity}` };
}

/** The comments of such a table, and its indexes. */
function joinNote({ ledger, catalog }: Lines, join: JoinPlan): Statement {
  const columns = join.columns.flatMap(({ name, comment }) => (comment === null ? [] : [{ id: `${join.id}.${name}`, comment }]));
  const keys = catalog
    .constraints()
    .filter(({ table }) => table === join.facts.oid)
    .flatMap((one) => (one.comment === null ? [] : [{ id: catalog.idOfConstraint(one), comment: one.comment }]));
  const comments = [...(join.facts.comment === null ? [] : [{ id: join.id, comment: join.facts.comment }]), ...columns, ...keys];
  for (const { id } of comments) ledger.quoted(`${id} comment`);
  const said = comments.map(({ comment }) => plainLine(comment)).join(" ");
  return { sources: [`${join.id} joins`], text: quotation(`table \`${join.id}\` is the list "${join.name}" of ${join.owner.entity}${said === "" ? "" : ` (${said})`}`) };
}

/** Tables that the checker refused, with all that belongs to them. */
function lostTables({ catalog, ledger, options }: Lines, plan: TablesPlan): readonly Statement[] {
  const kept = new Set([...plan.entities, ...plan.joins].map(({ facts }) => facts.oid));
  return catalog.facts.tables
    .filter((table) => catalog.hasColumns(table) && !kept.has(table.oid))
    .map((table) => {
      const id = idOfTable(table);
      const reason = options.refused.get(id) ?? "it isn't read";
      ledger.open(id, reason);
      if (table.comment !== null) ledger.quoted(`${id} comment`);
      for (const column of catalog.facts.columns.filter((one) => one.table === table.oid)) {
        ledger.open(`${id}.${column.name}`, "its table is open");
        if (!column.generated && (column.default !== null || column.identity)) ledger.open(`${id}.${column.name} default`, "its table is open");
        if (column.comment !== null) ledger.open(`${id}.${column.name} comment`, "its table is open");
      }
      for (const one of catalog.constraints().filter(({ table: oid }) => oid === table.oid)) {
        ledger.open(catalog.idOfConstraint(one), "its table is open");
        if (one.comment !== null) ledger.open(`${catalog.idOfConstraint(one)} comment`, "its table is open");
      }
      return { sources: [id], text: openEntry(`table \`${id}\`${table.comment === null ? "" : ` (${plainLine(table.comment)})`}`, reason) };
    });
}
