/** Point 6: the matrix, its rows and columns in either direction. */
import { fold } from "@nonet/feel";
import type { Grant, Permissions } from "@nonet/model";
import type { Row, Table, TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { grouped } from "../resolve/grouped-rights.ts";
import { roleOf } from "../resolve/roles.ts";
import { bare } from "../text/split.ts";
import { readRow, type RowRead } from "./matrix-row.ts";

type Draft<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };
export type PermissionDraft = Draft<Permissions>;

/** The grants of all matrices, and those in words. A row for a field, an action or the history overrides the entity's row, in whichever table. */
export function readMatrices(ctx: PointCompiler, out: PermissionDraft, tables: readonly Table[], inWords: readonly Grant[]): void {
  const ownRows = tables.flatMap((table) => readMatrix(ctx, out, table));
  out.grants.push(...inWords.filter((grant) => !reportReplaced(ctx, ownRows, grant)));
  replaceByOwnRows(out, ownRows);
  replaceByFieldRows(ctx, out, ownRows);
}

/** Entities are rows and roles are columns. A table in the other orientation is transposed. */
function readMatrix(ctx: PointCompiler, out: PermissionDraft, written: Table): readonly OwnRow[] {
  const table = isTurned(ctx, written) ? turned(written) : written;
  const roles = columnRoles(ctx, table);
  const conditions = { own: new Map(out.own.toReversed().map((own) => [own.entity, own.condition])), named: grouped(out.named) };
  const stated = [roles.join(), ctx.stableList("own conditions", out.own), ctx.stableList("named conditions", out.named)];
  // In the orientation of the document.
  for (const row of written.rows) ctx.markEnforced(row.span);
  const rows = ctx.each(`rights ${written.span.file} ${written.span.from}`, table.rows, { of: (row) => row, depends: () => stated }, (row) => readRow(ctx, row, roles, conditions));
  const ownRows: OwnRow[] = [];
  const met = new Set<string>();
  for (const { places, screen, grants, source } of rows) {
    if (screen) joinScreen(out, screen, source);
    for (const { entity, field, action, history } of places) {
      // The second of two rows for the same place is ignored, as with columns.
      const key = JSON.stringify([entity, field, action, history]);
      if (met.has(key)) {
        ctx.report("doubled-name", source, `This table already has a row for ${[entity, field ?? action ?? (history ? "history" : [])].flat().join(": ")}.`, {
          hint: "Merge the two rows.",
        });
        continue;
      }
      met.add(key);
      if (field !== null) ownRows.push({ entity, field, from: source });
      if (field !== null && !out.fieldRows.some((row) => row.entity === entity && row.field === field)) out.fieldRows.push({ entity, field, source });
      if (history) {
        ownRows.push({ entity, verb: "history", from: source });
        out.historyRows = [...(out.historyRows ?? []), entity];
      }
      if (action !== null) ownRows.push({ entity, verb: { action }, from: source });
      for (const grant of grants) if (isFor(grant, { entity, field, action, history })) out.grants.push(grant);
    }
  }
  return ownRows;
}

type Place = RowRead["places"][number];

/** Whether the grant of a row is for this one of its places. */
const isFor = ({ entity, verb, fields }: Grant, place: Place): boolean =>
  entity === place.entity &&
  (place.field === null || fields?.[0] === place.field) &&
  (place.action === null || (typeof verb === "object" && verb.action === place.action)) &&
  (!place.history || verb === "history");

/** The role of each column. The second of two columns for a role is ignored: together they would grant more than either shows. */
function columnRoles(ctx: PointCompiler, table: Table): readonly (string | null)[] {
  const met = new Set<string>();
  return table.headers.map((header, i) => {
    const role = i === 0 ? null : roleOf(ctx, header);
    if (role === null) return null;
    if (role === "system")
      ctx.report("unknown-role", header.span, "The system needs no rights, so it can't have a column.", { hint: "Restrict what it does with Who in point 4, or with a guard." });
    if (role === "system") return null;
    if (met.has(role)) ctx.report("doubled-column", header.span, `This table already has a column for ${role}.`, { hint: "Merge the two columns." });
    return met.has(role) || !met.add(role) ? null : role;
  });
}

/** Reports a right in words that a row of the matrix replaces, so that it would grant nothing. */
function reportReplaced(ctx: PointCompiler, ownRows: readonly OwnRow[], { entity, verb, fields, text, source }: Grant): boolean {
  const row = ownRows.find((one) => one.entity === entity && ("field" in one ? fields?.includes(one.field) : isSame(one.verb, verb) && !/^all\b/.test(text)));
  if (!row) return false;
  const what = "field" in row ? row.field : typeof row.verb === "string" ? row.verb : row.verb.action;
  ctx.report("unreadable-right", source, `The matrix has a row "${entity}: ${what}", which replaces this line.`, { hint: "Grant the right in that row." });
  return true;
}

/** A field with its own row isn't granted by the entity's row, even if a cell there names it. */
function replaceByFieldRows(ctx: PointCompiler, out: PermissionDraft, ownRows: readonly OwnRow[]): void {
  const rows = grouped(ownRows.filter((row) => "field" in row));
  out.grants = out.grants.map((g) => {
    const mine = g.fields === null ? undefined : rows.get(g.entity);
    if (!mine || g.fields === null || (g.fields.length === 1 && mine.some((row) => isWithin(g.source, row.from)))) return g;
    const others = g.fields.filter((field) => !mine.some((row) => row.field === field));
    for (const row of mine) if ("field" in row && g.fields.includes(row.field)) reportUngranted(ctx, out, g, row);
    return others.length === g.fields.length ? g : { ...g, fields: others };
  });
}

/** A cell that names a field, and whose role the field's own row leaves out. */
function reportUngranted(ctx: PointCompiler, { grants, roles }: PermissionDraft, grant: Grant, { field, from }: { readonly field: string; readonly from: Span }): void {
  const { role, entity, verb, text, source } = grant;
  const held = [...(roles.find(({ name }) => name === role)?.includes ?? [role]), "everyone", "anyone"];
  const isGranted = grants.some(
    (one) => one.entity === entity && isSame(one.verb, verb) && held.includes(one.role) && one.fields?.includes(field) === true && isWithin(one.source, from),
  );
  if (isGranted || grant.by !== undefined || !isAmongWords(field, text)) return;
  ctx.report("unusable-grant", source, `${role} can't use "${text}" for ${field}: the row "${entity}: ${field}" replaces this cell there, and doesn't grant it to them.`, {
    hint: `Grant it to ${role} in the row "${entity}: ${field}", or leave ${field} out here.`,
  });
}

/** Whether the cell names the field, and not as one that it leaves out. */
const isAmongWords = (field: string, text: string): boolean =>
  ` ${fold(text)} `.split(/[^\p{L}\p{N} ]+/u).some((part) => part.trim() === fold(field)) && !/\b(?:except|without|but not)\b/i.test(text);

const isWithin = (source: Span, row: Span): boolean => source.file === row.file && source.from >= row.from && source.to <= row.to;

/** A row of a field, of an action or of the history. */
type OwnRow = { readonly entity: string; readonly from: Span } & ({ readonly field: string } | { readonly verb: Grant["verb"] });

const isSame = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);

/** A row for an action or the history overrides the entity's row. */
function replaceByOwnRows(out: PermissionDraft, ownRows: readonly OwnRow[]): void {
  const rows = ownRows.filter((row) => "verb" in row);
  for (const row of rows)
    out.grants = out.grants.filter(
      (g) => g.entity !== row.entity || !isSame(g.verb, row.verb) || rows.some((r) => r.entity === g.entity && isSame(r.verb, g.verb) && isWithin(g.source, r.from)),
    );
}

/** A row of a screen names the only roles that may open it. */
function joinScreen(out: PermissionDraft, { name, roles }: NonNullable<RowRead["screen"]>, source: Span): void {
  const isKnown = out.screens.some((one) => one.screen === name);
  for (const role of roles) out.screens.push({ screen: name, role, source });
  if (roles.length === 0 && !isKnown) out.screens.push({ screen: name, role: "", source });
}

/** Whether roles are in the first column and entities in the headers. */
function isTurned(ctx: PointCompiler, table: Table): boolean {
  const role = (words: TextSpan): boolean =>
    ctx.silently(() => ctx.declared.roles.has(fold(bare(words).text))) || /^(anyone|everyone|public|all users|bearer)$/i.test(bare(words).text);
  const entity = (words: TextSpan): boolean => ctx.drafts.has(fold(bare(words).text.split(":")[0]!)) || /^screen\b/i.test(bare(words).text);
  return table.headers.length > 1 && table.rows.length > 0 && table.headers.slice(1).every(entity) && table.rows.every((row) => role(row.cells[0]!));
}

function turned(table: Table): Table {
  const headers = [table.headers[0]!, ...table.rows.map((row) => row.cells[0]!)];
  const rows = table.headers.slice(1).map((head, i): Row => ({ cells: [head, ...table.rows.map((row) => row.cells[i + 1]!)], span: head.span }));
  return { ...table, headers, rows };
}
