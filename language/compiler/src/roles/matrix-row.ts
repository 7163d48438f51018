/** Point 6: the grants of one row of the matrix. */
import { type Expression, fold } from "@nonet/feel";
import type { Grant, Permissions } from "@nonet/model";
import type { Row, TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { entityNames } from "../resolve/names.ts";
import { actionsOf } from "../resolve/published.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { bare, isNothing, isNotShown, slice } from "../text/split.ts";
import type { CellPlace } from "./cell-entries.ts";
import { isRefusal, readCell } from "./cell.ts";

/** A row of an entity, of a screen, or of neither. */
export interface RowRead {
  readonly source: Span;
  readonly place: { readonly entity: string; readonly field: string | null; readonly action: string | null; readonly history: boolean } | null;
  readonly grants: readonly Grant[];
  /** The screen, and the roles that may open it. */
  readonly screen: { readonly name: string; readonly roles: readonly string[] } | null;
}

/** The conditions that cells can name. */
export interface Conditions {
  /** By entity. */
  readonly own: ReadonlyMap<string, Expression>;
  readonly named: ReadonlyMap<string, Permissions["named"]>;
}

/** `roles`: by the row's cells. */
export function readRow(ctx: PointCompiler, row: Row, roles: readonly (string | null)[], conditions: Conditions): RowRead {
  const nothing: RowRead = { source: row.span, place: null, grants: [], screen: null };
  const head = row.cells[0];
  if (!head) return nothing;
  const plain = bare(head);
  if (isNotShown(head)) {
    ctx.notShown("the entity of a row in point 6", head.span);
    return nothing;
  }
  if (/^screen\b/i.test(plain.text)) return { ...nothing, screen: readScreenRow(ctx, row, plain, roles) };
  const place = placeOf(ctx, head, plain);
  if (!place) return nothing;
  const entity = place.draft.name;
  const of = { ...place, own: conditions.own.get(entity) ?? null, named: conditions.named.get(entity) ?? [] };
  const grants = ctx.stableValue(
    `rights ${head.span.file} ${head.span.from}`,
    row.cells.flatMap((cell, i) => readOne(ctx, of, roles[i] ?? null, head, cell)),
  );
  return { ...nothing, place: { entity, field: place.field, action: place.action, history: place.history }, grants };
}

function readOne(ctx: PointCompiler, place: Omit<CellPlace, "role">, role: string | null, head: TextSpan, cell: TextSpan): Grant[] {
  if (!role || isNothing(cell) || isRefusal(cell)) return [];
  if (isNotShown(cell)) {
    ctx.notShown(`what ${role} may do with ${head.text}`, cell.span);
    return [];
  }
  if (role === "bearer" && !hasLink(place.draft) && !reachedByLink(ctx, place.draft.partOf)) {
    ctx.report("no-bearer", cell.span, `${place.draft.name} has no secret link, so nobody can be its bearer.`);
    return [];
  }
  return readCell(ctx, { ...place, role }, cell);
}

const hasLink = (draft: EntityDraft): boolean => [...draft.fields.values()].some((field) => field.type.kind === "secret link");

function reachedByLink(ctx: PointCompiler, whole: string | null): boolean {
  const draft = whole === null ? undefined : ctx.drafts.get(fold(whole));
  return draft !== undefined && hasLink(draft);
}

/** `Screen "Loans" | – | ✅ | read`: the only roles that may open it. */
function readScreenRow(ctx: PointCompiler, row: Row, head: TextSpan, roles: readonly (string | null)[]): RowRead["screen"] {
  const name = bare(slice(head, /^screen\s*:?\s*/i.exec(head.text)![0].length)).text.replace(/^[“”"]|[“”"]$/g, "");
  const screen = ctx.declared.screens.get(fold(name));
  if (!screen) {
    ctx.report(
      "unknown-screen",
      head.span,
      `There is no screen "${name}".${didYouMean(
        name,
        [...ctx.declared.screens.values()].map((one) => one.name),
      )}`,
    );
    return null;
  }
  const may: string[] = [];
  row.cells.forEach((cell, i) => {
    const role = roles[i];
    if (!role || isNothing(cell) || isRefusal(cell)) return;
    if (isNotShown(cell)) ctx.notShown(`whether ${role} may open "${screen.name}"`, cell.span);
    else if (/^(all|✅|✔|yes|y|allow|allowed|x|read|reads|see|sees|view|views|open|opens)$/i.test(cell.text)) may.push(role);
    else ctx.report("unknown-verb", cell.span, `"${cell.text}" doesn't apply to a screen: a role may open it or not.`, { hint: "Write `read` or `–`." });
  });
  return { name: screen.name, roles: may };
}

/** `Loan`, `Loan: borrower`, `Loan: Hand out`, `Loan: history`. */
function placeOf(ctx: PointCompiler, head: TextSpan, plain: TextSpan): Omit<CellPlace, "role" | "own" | "named"> | null {
  const at = plain.text.indexOf(":");
  const name = at < 0 ? plain.text : plain.text.slice(0, at).trim();
  const draft = ctx.drafts.get(fold(name)) ?? [...ctx.drafts.values()].find((one) => fold(one.plural) === fold(name));
  if (!draft) {
    ctx.report("unknown-entity", head.span, `There is no entity "${name}".${didYouMean(name, entityNames(ctx))}`);
    return null;
  }
  const actions = ctx.lookUp<readonly string[]>(actionsOf(draft.name)) ?? [];
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
    `${draft.name} has no field or action "${part}".${didYouMean(part, [...[...draft.fields.values()].map((f) => f.name), ...actions])}`,
  );
  return null;
}
