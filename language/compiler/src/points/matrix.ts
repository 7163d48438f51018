/** Point 6: the matrix, its rows and columns in either direction. */
import { fold } from "@nonet/feel";
import type { Grant, Machine, Permissions } from "@nonet/model";
import type { Row, Table, Words } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { EntityDraft } from "../declare.ts";
import type { Workshop } from "../make-context.ts";
import { grouped } from "../checks/may-read.ts";
import { bare, isNotShown, isNothing, slice } from "../words.ts";
import { isRefusal, readCell, type CellPlace } from "./cells.ts";
import { entityNames } from "./entities.ts";
import { meant } from "./report-nearest.ts";
import { roleOf } from "./transitions.ts";

type Draft<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };
export type PermissionDraft = Draft<Permissions>;

/** Entities down and roles across; a table the other way round is turned. */
export function readMatrix(ctx: Workshop, out: PermissionDraft, written: Table, machines: readonly Machine[]): void {
  const table = isTurned(ctx, written) ? turned(written) : written;
  const roles = columnRoles(ctx, table);
  const roleNames = roles.join();
  const places = placesIn(ctx, machines);
  const owns = new Map(out.own.toReversed().map((own) => [own.entity, own.condition]));
  const fieldRows = new Set(out.fieldRows.map(({ entity, field }) => `${entity}: ${field}`));
  const screens = new Set(out.screens.map((one) => one.screen));
  const namedOf = grouped(out.named);
  const ownRows: { entity: string; verb: Grant["verb"]; from: Span }[] = [];
  // As they stand in the document, whichever way round.
  for (const row of written.rows) ctx.enforced(row.span);
  for (const row of table.rows) {
    const head = row.cells[0];
    if (!head) continue;
    const { plain, isScreen } = headOf(head);
    if (isScreen) {
      readScreenRow(ctx, out, row, roles, screens);
      continue;
    }
    const place = placeOf(ctx, head, plain, places);
    if (!place) continue;
    if (place.field !== null && !fieldRows.has(`${place.draft.name}: ${place.field}`)) {
      fieldRows.add(`${place.draft.name}: ${place.field}`);
      out.fieldRows.push({ entity: place.draft.name, field: place.field, source: row.span });
    }
    if (place.history) {
      ownRows.push({ entity: place.draft.name, verb: "history", from: row.span });
      out.historyRows = [...(out.historyRows ?? []), place.draft.name];
    }
    if (place.action !== null) ownRows.push({ entity: place.draft.name, verb: { action: place.action }, from: row.span });
    const own = owns.get(place.draft.name) ?? null;
    const named = namedOf.get(place.draft.name) ?? [];
    const depends = [roleNames, ...row.cells, place.draft.name, place.actions, place.field, place.action, place.history, own, ...named];
    const grants = ctx.unit("rights", head, depends, () =>
      ctx.alike(
        `rights ${head.span.file} ${head.span.from}`,
        row.cells.flatMap((cell, i) => readOne(ctx, { ...place, own, named }, roles[i] ?? null, head, cell)),
      ),
    );
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
  const rows = new Map<string, PermissionDraft["fieldRows"]>();
  for (const row of out.fieldRows) rows.set(row.entity, [...(rows.get(row.entity) ?? []), row]);
  out.grants = out.grants.map((g) => {
    const mine = rows.get(g.entity) ?? [];
    const inFieldRow = g.fields?.length === 1 && mine.some((r) => isWithin(g.source, r.source));
    const hasRow = (field: string): boolean => mine.some((r) => r.field === field);
    return g.fields === null || inFieldRow || !g.fields.some(hasRow) ? g : { ...g, fields: g.fields.filter((field) => !hasRow(field)) };
  });
}

const isWithin = (source: Span, row: Span): boolean => source.file === row.file && source.from >= row.from && source.to <= row.to;

function readOne(ctx: Workshop, place: Omit<CellPlace, "role">, role: string | null, head: Words, cell: Words): Grant[] {
  if (!role || isNothing(cell) || isRefusal(cell)) return [];
  if (isNotShown(cell)) {
    ctx.hole(`what ${role} may do with ${head.text}`, cell.span);
    return [];
  }
  if (role === "bearer" && !hasLink(place.draft) && !reachedByLink(ctx, place.draft.partOf)) {
    ctx.report("no-bearer", cell.span, `Nobody can be the bearer of a ${place.draft.name}: none of its fields is a secret link.`);
    return [];
  }
  return readCell(ctx, { ...place, role }, cell);
}

const hasLink = (draft: EntityDraft): boolean => [...draft.fields.values()].some((field) => field.type.kind === "secret link");

function reachedByLink(ctx: Workshop, whole: string | null): boolean {
  const draft = whole === null ? undefined : ctx.drafts.get(fold(whole));
  return draft !== undefined && hasLink(draft);
}

/** A row for an action or the history stands in the place of what the entity's own row says of it. */
function replaceByOwnRows(out: PermissionDraft, rows: readonly { readonly entity: string; readonly verb: Grant["verb"]; readonly from: Span }[]): void {
  const same = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);
  for (const row of rows)
    out.grants = out.grants.filter(
      (g) => g.entity !== row.entity || !same(g.verb, row.verb) || rows.some((r) => r.entity === g.entity && same(r.verb, g.verb) && isWithin(g.source, r.from)),
    );
}

/** `Screen "Loans" | – | ✅ | read`: who alone may open it. */
function readScreenRow(ctx: Workshop, out: PermissionDraft, row: Row, roles: readonly (string | null)[], known: Set<string>): void {
  const head = bare(row.cells[0]!);
  const name = bare(slice(head, /^screen\s*:?\s*/i.exec(head.text)![0].length)).text.replace(/^[“”"]|[“”"]$/g, "");
  const screen = ctx.declared.screens.get(fold(name));
  if (!screen)
    return void ctx.report(
      "unknown-screen",
      head.span,
      `There is no screen "${name}".${meant(
        name,
        [...ctx.declared.screens.values()].map((one) => one.name),
      )}`,
    );
  const before = out.screens.length;
  row.cells.forEach((cell, i) => {
    const role = roles[i];
    if (!role || isNothing(cell) || isRefusal(cell)) return;
    if (isNotShown(cell)) ctx.hole(`whether ${role} may open "${screen.name}"`, cell.span);
    else if (/^(all|✅|✔|yes|y|allow|allowed|x|read|reads|see|sees|view|views|open|opens)$/i.test(cell.text)) out.screens.push({ screen: screen.name, role, source: row.span });
    else ctx.report("unknown-verb", cell.span, `A screen is opened or not: "${cell.text}" says neither.`, { hint: "Write `read` or `–`." });
  });
  if (out.screens.length === before && !known.has(screen.name)) out.screens.push({ screen: screen.name, role: "", source: row.span });
  known.add(screen.name);
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

/** What the rows' heads may name. */
interface Places {
  /** By folded plural. */
  readonly plurals: ReadonlyMap<string, EntityDraft>;
  /** By entity: what people do with it; the same list while it is the same. */
  readonly actions: ReadonlyMap<string, readonly string[]>;
}

function placesIn(ctx: Workshop, machines: readonly Machine[]): Places {
  const actions = new Map<string, readonly string[]>();
  for (const { entity, actions: all } of machines) actions.set(entity, [...(actions.get(entity) ?? []), ...all.filter((a) => !a.systemOnly).map((a) => a.name)]);
  for (const [entity, names] of actions) actions.set(entity, ctx.sameList(`what people do with ${entity}`, names));
  return { plurals: new Map([...ctx.drafts.values()].toReversed().map((draft) => [fold(draft.plural), draft])), actions };
}

const nothing: readonly string[] = [];

interface Head {
  readonly plain: Words;
  readonly isScreen: boolean;
}

/** By the first cell of a row. */
const heads = new WeakMap<Words, Head>();

function headOf(words: Words): Head {
  const known = heads.get(words);
  if (known) return known;
  const plain = bare(words);
  const head = { plain, isScreen: /^screen\b/i.test(plain.text) };
  heads.set(words, head);
  return head;
}

/** `Loan`, `Loan: borrower`, `Loan: Hand out`, `Loan: history`. */
function placeOf(ctx: Workshop, head: Words, plain: Words, places: Places): Omit<CellPlace, "role" | "own" | "named"> | null {
  const at = plain.text.indexOf(":");
  const name = at < 0 ? plain.text : plain.text.slice(0, at).trim();
  const draft = ctx.drafts.get(fold(name)) ?? places.plurals.get(fold(name));
  if (!draft) {
    ctx.report("unknown-entity", head.span, `There is no entity "${name}".${meant(name, entityNames(ctx))}`);
    return null;
  }
  const actions = places.actions.get(draft.name) ?? nothing;
  const base = { draft, actions, field: null, action: null, history: false };
  if (at < 0) return base;
  const part = slice(plain, at + 1).text;
  const field = fold(part) === "state" && draft.states.length > 0 ? "state" : draft.fields.get(fold(part))?.name;
  if (field !== undefined) return { ...base, field };
  if (fold(part) === "history") return { ...base, history: true };
  const action = actions.find((a) => fold(a) === fold(part));
  if (action !== undefined) return { ...base, action };
  ctx.report(
    "unknown-field",
    slice(plain, at + 1).span,
    `${draft.name} has no field or action "${part}".${meant(part, [...[...draft.fields.values()].map((f) => f.name), ...actions])}`,
  );
  return null;
}
