/** Point 6: the matrix, its rows and columns in either direction. */
import { fold } from "@nonet/feel";
import type { Grant, Permissions } from "@nonet/model";
import type { Row, Table, Words } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Workshop } from "../make-context.ts";
import { grouped } from "../checks/may-read.ts";
import { bare } from "../words.ts";
import { readRow, type RowRead } from "./matrix-row.ts";
import { roleOf } from "./transitions.ts";

type Draft<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };
export type PermissionDraft = Draft<Permissions>;

/** Entities down and roles across; a table the other way round is turned. */
export function readMatrix(ctx: Workshop, out: PermissionDraft, written: Table): void {
  const table = isTurned(ctx, written) ? turned(written) : written;
  const roles = columnRoles(ctx, table);
  const conditions = { own: new Map(out.own.toReversed().map((own) => [own.entity, own.condition])), named: grouped(out.named) };
  const stated = [roles.join(), ctx.sameList("own conditions", out.own), ctx.sameList("named conditions", out.named)];
  // As they stand in the document, whichever way round.
  for (const row of written.rows) ctx.enforced(row.span);
  const rows = ctx.each(`rights ${written.span.file} ${written.span.from}`, table.rows, { of: (row) => row, depends: () => stated }, (row) => readRow(ctx, row, roles, conditions));
  const ownRows: OwnRow[] = [];
  for (const { place, screen, grants, source } of rows) {
    if (screen) joinScreen(out, screen, source);
    if (!place) continue;
    const { entity, field, action } = place;
    if (field !== null && !out.fieldRows.some((row) => row.entity === entity && row.field === field)) out.fieldRows.push({ entity, field, source });
    if (place.history) {
      ownRows.push({ entity, verb: "history", from: source });
      out.historyRows = [...(out.historyRows ?? []), entity];
    }
    if (action !== null) ownRows.push({ entity, verb: { action }, from: source });
    for (const grant of grants) out.grants.push(grant);
  }
  replaceByOwnRows(out, ownRows);
  replaceByFieldRows(out);
}

/** Whose each column is. Of two for one role the second counts for nothing: together they would grant what neither reader of one of them sees. */
function columnRoles(ctx: Workshop, table: Table): readonly (string | null)[] {
  const met = new Set<string>();
  return table.headers.map((header, i) => {
    const role = i === 0 ? null : roleOf(ctx, header);
    if (role === null) return null;
    if (met.has(role)) ctx.report("doubled-column", header.span, `What ${role} may stands in this table already.`, { hint: "Put the two together." });
    return met.has(role) || !met.add(role) ? null : role;
  });
}

/** A field that has a row of its own isn't given by its entity's cell, even where the cell names it. */
function replaceByFieldRows(out: PermissionDraft): void {
  const rows = grouped(out.fieldRows);
  out.grants = out.grants.map((g) => {
    const mine = g.fields === null ? undefined : rows.get(g.entity);
    if (!mine || g.fields === null || (g.fields.length === 1 && mine.some((row) => isWithin(g.source, row.source)))) return g;
    const others = g.fields.filter((field) => !mine.some((row) => row.field === field));
    return others.length === g.fields.length ? g : { ...g, fields: others };
  });
}

const isWithin = (source: Span, row: Span): boolean => source.file === row.file && source.from >= row.from && source.to <= row.to;

/** A row of an action or of the history. */
interface OwnRow {
  readonly entity: string;
  readonly verb: Grant["verb"];
  readonly from: Span;
}

/** A row for an action or the history stands in the place of what the entity's own row says of it. */
function replaceByOwnRows(out: PermissionDraft, rows: readonly OwnRow[]): void {
  const same = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);
  for (const row of rows)
    out.grants = out.grants.filter(
      (g) => g.entity !== row.entity || !same(g.verb, row.verb) || rows.some((r) => r.entity === g.entity && same(r.verb, g.verb) && isWithin(g.source, r.from)),
    );
}

/** A row of a screen says who alone may open it. */
function joinScreen(out: PermissionDraft, { name, roles }: NonNullable<RowRead["screen"]>, source: Span): void {
  const isKnown = out.screens.some((one) => one.screen === name);
  for (const role of roles) out.screens.push({ screen: name, role, source });
  if (roles.length === 0 && !isKnown) out.screens.push({ screen: name, role: "", source });
}

/** Roles stand in the first column and entities in the headers. */
function isTurned(ctx: Workshop, table: Table): boolean {
  const role = (words: Words): boolean =>
    ctx.quietly(() => ctx.declared.roles.has(fold(bare(words).text))) || /^(anyone|everyone|public|all users|bearer)$/i.test(bare(words).text);
  const entity = (words: Words): boolean => ctx.drafts.has(fold(bare(words).text.split(":")[0]!)) || /^screen\b/i.test(bare(words).text);
  return table.headers.length > 1 && table.rows.length > 0 && table.headers.slice(1).every(entity) && table.rows.every((row) => role(row.cells[0]!));
}

function turned(table: Table): Table {
  const headers = [table.headers[0]!, ...table.rows.map((row) => row.cells[0]!)];
  const rows = table.headers.slice(1).map((head, i): Row => ({ cells: [head, ...table.rows.map((row) => row.cells[i + 1]!)], span: head.span }));
  return { ...table, headers, rows };
}
