/** Point 6: the grants of one row of the matrix. */
import { type Expression, fold } from "@nonet/feel";
import type { Grant, Permissions } from "@nonet/model";
import type { Row, TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { entityCalled, entityNames } from "../resolve/names.ts";
import { actionsOf } from "../resolve/published.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { bare, cut, isNothing, isNotShown, slice, split } from "../text/split.ts";
import type { CellPlace } from "./cells/cell-entries.ts";
import { reportNoBearer } from "./bearers.ts";
import { isRefusal, readCell } from "./cells/cell.ts";

/** A row of an entity, of a screen, or of neither. */
export interface RowRead {
  readonly source: Span;
  /** Several names may share a row: `Programme, Closed day`, `Report: reporter name, reporter email`. */
  readonly places: readonly { readonly entity: string; readonly field: string | null; readonly action: string | null; readonly history: boolean }[];
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
  const nothing: RowRead = { source: row.span, places: [], grants: [], screen: null };
  const head = row.cells[0];
  if (!head) return nothing;
  const plain = bare(head);
  if (plain.text === "" && row.cells.some((cell) => cell.text !== "")) {
    ctx.report("empty-cell", row.span, "The row doesn't say what its rights are about.", {
      hint: "Write an entity, one of its fields or actions (`Loan: fee`), or a screen in the first cell.",
    });
    return nothing;
  }
  if (isNotShown(head)) {
    ctx.notShown("the entity of a row in point 6", head.span);
    return nothing;
  }
  if (/^screen\b/i.test(plain.text)) return { ...nothing, screen: readScreenRow(ctx, row, plain, roles) };
  const places = placesOf(ctx, head, plain);
  const of = places.map((place) => ({ ...place, own: conditions.own.get(place.draft.name) ?? null, owns: conditions.own, named: conditions.named.get(place.draft.name) ?? [] }));
  const grants = ctx.stableValue(
    `rights ${head.span.file} ${head.span.from}`,
    of.flatMap((place) => row.cells.flatMap((cell, i) => readOne(ctx, place, roles[i] ?? null, head, cell))),
  );
  return { ...nothing, places: places.map(({ draft, field, action, history }) => ({ entity: draft.name, field, action, history })), grants };
}

function readOne(ctx: PointCompiler, place: Omit<CellPlace, "role">, role: string | null, head: TextSpan, cell: TextSpan): Grant[] {
  if (!role || isNothing(cell) || isRefusal(cell)) return [];
  if (isNotShown(cell)) {
    ctx.notShown(`what ${role} may do with ${head.text}`, cell.span);
    return [];
  }
  if (role === "bearer" && reportNoBearer(ctx, place.draft, cell.span)) return [];
  return readCell(ctx, { ...place, role }, cell);
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

type Place = Omit<CellPlace, "role" | "own" | "named">;

/** `Loan`, `Loan: borrower`, `Loan: Hand out`, `Loan: history`; each name may be a list: `Programme, Closed day`, `Loan: borrower, from`, `Loan, Item: history`. */
function placesOf(ctx: PointCompiler, head: TextSpan, plain: TextSpan): readonly Place[] {
  const draft = draftOf(ctx, plain.text);
  if (draft) return [whole(ctx, draft)];
  const at = plain.text.indexOf(":");
  if (at < 0) return namesIn(plain, (name) => draftOf(ctx, name.text) !== undefined).flatMap((name) => entityPlace(ctx, head, name) ?? []);
  const before = slice(plain, 0, at);
  return namesIn(before, (name) => draftOf(ctx, name.text) !== undefined).flatMap((name) => partsOf(ctx, head, name, slice(plain, at + 1)));
}

function partsOf(ctx: PointCompiler, head: TextSpan, name: TextSpan, parts: TextSpan): readonly Place[] {
  const entity = entityPlace(ctx, head, name);
  if (!entity) return [];
  return namesIn(parts, (name) => partOf(entity, name.text) !== null).flatMap((name) => {
    const place = partOf(entity, name.text);
    if (place) return [place];
    const names = [...[...entity.draft.fields.values()].map((f) => f.name), ...entity.actions];
    ctx.report("unknown-field", name.span, `${entity.draft.name} has no field or action "${name.text}".${didYouMean(name.text, names)}`);
    return [];
  });
}

/** The names of a list, unless the whole of it is one name. */
function namesIn(words: TextSpan, isOne: (words: TextSpan) => boolean): readonly TextSpan[] {
  if (isOne(bare(words))) return [bare(words)];
  return split(words, ",/;").flatMap((part) => {
    const parted = isOne(bare(part)) ? null : cut(part, /\s+and\s+|^and\s+/i);
    return (parted ? [parted.before, parted.after] : [part]).map((name) => bare(name)).filter((name) => name.text !== "");
  });
}

const draftOf = (ctx: PointCompiler, name: string): EntityDraft | undefined => entityCalled(ctx.drafts, name);

const whole = (ctx: PointCompiler, draft: EntityDraft): Place => ({
  draft,
  actions: ctx.lookUp<readonly string[]>(actionsOf(draft.name)) ?? [],
  field: null,
  action: null,
  history: false,
});

function entityPlace(ctx: PointCompiler, head: TextSpan, name: TextSpan): Place | null {
  const draft = draftOf(ctx, bare(name).text);
  if (draft) return whole(ctx, draft);
  const semicolon = /^([^;:]+);\s*(?=\S)/.exec(head.text);
  if (semicolon && draftOf(ctx, semicolon[1]!.trim())) {
    const at = { ...head.span, from: head.span.from + semicolon[1]!.length, to: head.span.from + semicolon[1]!.length + 1 };
    ctx.report("unknown-entity", head.span, `There is no entity "${name.text}".`, {
      hint: "Write `ENTITY: FIELD`, with a colon.",
      fixes: [{ title: "Write a colon", edits: [{ span: at, text: ":" }] }],
    });
    return null;
  }
  ctx.report("unknown-entity", head.text.includes(",") ? name.span : head.span, `There is no entity "${name.text}".${didYouMean(name.text, entityNames(ctx))}`);
  return null;
}

function partOf(entity: Place, part: string): Place | null {
  const { draft, actions } = entity;
  const key = fold(part).replace(/^(?:its|the) /, "");
  const field = key === "state" && draft.states.length > 0 ? "state" : draft.fields.get(key)?.name;
  if (field !== undefined) return { ...entity, field };
  if (key === "history") return { ...entity, history: true };
  const action = actions.find((a) => fold(a) === key);
  return action === undefined ? null : { ...entity, action };
}
