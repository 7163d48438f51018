/** Reads the cell Shows: the kind of screen, its entity, and further words. */
import { fold } from "@nonet/feel";
import { after, before, findTop, isNotShown, splitAtWord, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { compileAction, entityNamed, findEntity } from "./names.ts";

/** The cell as it is read, before its fields are. */
export type RawShows =
  | { readonly kind: "list"; readonly entity: string; readonly where: TextSpan | null }
  | { readonly kind: "board"; readonly entity: string; readonly by: TextSpan; readonly where: TextSpan | null }
  | { readonly kind: "calendar"; readonly entity: string; readonly from: TextSpan; readonly to: TextSpan | null; readonly where: TextSpan | null }
  | { readonly kind: "timeline"; readonly entity: string; readonly by: TextSpan; readonly from: TextSpan; readonly to: TextSpan; readonly where: TextSpan | null }
  | { readonly kind: "tree"; readonly entity: string; readonly by: TextSpan }
  | { readonly kind: "record"; readonly entity: string }
  | { readonly kind: "form"; readonly entity: string; readonly action: string | null }
  | { readonly kind: "call form"; readonly call: string }
  | { readonly kind: "dashboard" }
  | { readonly kind: "report"; readonly entity: string; readonly by: TextSpan; readonly where: TextSpan | null }
  | { readonly kind: "page" }
  | { readonly kind: "open" };

/** Null if the cell isn't understood, which is reported. */
export function readShows(context: Context, words: TextSpan): RawShows | null {
  if (isNotShown(words)) return { kind: "open" };
  if (/^dashboard$/i.test(words.text)) return { kind: "dashboard" };
  if (/^page$/i.test(words.text)) return { kind: "page" };
  const start = /^(?:an?\s+)?(list|table|board|calendar|timeline|tree|report|form)\s+(?:of|for)\s+/i.exec(words.text);
  if (!start) return readEntity(context, words);
  const kind = start[1]!.toLowerCase();
  const rest = after(words, start[0].length);
  if (kind === "form") return readForm(context, rest);
  const filtered = splitAtWord(rest, "where");
  const of = filtered?.before ?? rest;
  const where = filtered?.after ?? null;
  if (kind === "list" || kind === "table") return withEntity(context, of, (entity) => ({ kind: "list", entity, where }));
  if (kind === "calendar") return readCalendar(context, of, where);
  if (kind === "timeline") return readTimeline(context, of, where);
  const by = splitAtWord(of, "by");
  if (!by) return unreadable(context, words, `A ${kind} needs \`by\`: ${kind} of ENTITY by FIELD`);
  if (kind === "tree")
    return where
      ? unreadable(context, where, "A tree shows every record under its parent, so it can't have a `where`")
      : withEntity(context, by.before, (entity) => ({ kind: "tree", entity, by: by.after }));
  return withEntity(context, by.before, (entity) => ({ kind: kind as "board" | "report", entity, by: by.after, where }));
}

function withEntity(context: Context, words: TextSpan, make: (entity: string) => RawShows): RawShows | null {
  const entity = entityNamed(context, words);
  return entity === null ? null : make(entity);
}

function unreadable(context: Context, words: TextSpan, message: string): null {
  context.report("unknown-kind", words.span, `${message}.`);
  return null;
}

function readEntity(context: Context, words: TextSpan): RawShows | null {
  const entity = findEntity(context, words.text);
  if (entity !== null) return { kind: "record", entity };
  const names = [...context.declared.entities.values()].map((one) => one.name);
  reportNearest(context, "unknown-kind", words, `A screen can't show "${words.text}"`, [
    "dashboard",
    "page",
    ...names,
    ...names.flatMap((name) => [`list of ${name}`, `form for ${name}`]),
  ]);
  return null;
}

function readCalendar(context: Context, of: TextSpan, where: TextSpan | null): RawShows | null {
  const from = splitAtWord(of, "from");
  if (!from) return unreadable(context, of, "A calendar needs `from`: calendar of ENTITY from FIELD to FIELD");
  const to = splitAtWord(from.after, "to");
  return withEntity(context, from.before, (entity) => ({ kind: "calendar", entity, from: to?.before ?? from.after, to: to?.after ?? null, where }));
}

/** ``timeline of Loan by item from start date to end date``; `by` may also come after the dates. */
function readTimeline(context: Context, of: TextSpan, where: TextSpan | null): RawShows | null {
  const form = "A timeline needs `by`, `from` and `to`: timeline of ENTITY by FIELD from FIELD to FIELD";
  const from = splitAtWord(of, "from");
  const to = from && splitAtWord(from.after, "to");
  if (!from || !to) return unreadable(context, of, form);
  const by = splitAtWord(from.before, "by");
  const behind = by ? null : splitAtWord(to.after, "by");
  if (!by && !behind) return unreadable(context, of, form);
  return withEntity(context, by?.before ?? from.before, (entity) => ({
    kind: "timeline",
    entity,
    by: by?.after ?? behind!.after,
    from: to.before,
    to: behind?.before ?? to.after,
    where,
  }));
}

function readForm(context: Context, words: TextSpan): RawShows | null {
  const colon = findTop(words.text, /:\s/);
  const name = colon ? before(words, colon.index) : words;
  const call = context.declared.calls.get(fold(name.text));
  if (call && findEntity(context, name.text) === null) return { kind: "call form", call: call.name };
  const entity = entityNamed(context, name);
  if (entity === null) return null;
  if (!colon) return { kind: "form", entity, action: null };
  const action = compileAction(context, after(words, colon.index + 1), entity);
  return action === null ? null : { kind: "form", entity, action };
}
