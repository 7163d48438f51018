/** Point 6: rights on the records of records: `Engagements of concerts of their own orchestra`, `Loans of members`. */
import { type Expression, fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import type { EntityDraft } from "../../declare/drafts.ts";
import { thisOf, walkPath } from "../../expressions/build.ts";
import { overRecord } from "../../expressions/expand-conditions.ts";
import { sameFields } from "../../resolve/same-fields.ts";
import { ofTheirs } from "../../text/own-words.ts";
import { pluralOf } from "../../text/plural.ts";
import { slice } from "../../text/split.ts";
import type { CellPlace } from "./cell-entries.ts";

type Drafts = ReadonlyMap<string, EntityDraft>;

interface Chain {
  /** The references from the record to the last one named. */
  readonly path: readonly string[];
  /** The last entity that is named; the field by which it is known of the one before, and the one before. */
  readonly last: EntityDraft;
  readonly field: string;
  readonly before: EntityDraft;
  /** Whether the last one is the person's own. */
  readonly isTheirs: boolean;
  readonly length: number;
}

const ofSome = /^(?:of|in|from|for|at)\s+(?:(?:the|any|every|each|all)\s+)?/i;

/** The records that the text names at its beginning, each of them referred to by the one before; null if it names none. */
export function recordsOf(drafts: Drafts, draft: EntityDraft, text: string): Chain | null {
  let found: Chain | null = null as Chain | null;
  let [at, now, path]: [number, EntityDraft, readonly string[]] = [0, draft, []];
  while (!found?.isTheirs) {
    const rest = text.slice(at);
    const theirs = ofTheirs.exec(rest)?.[0];
    const begin = theirs ?? ofSome.exec(rest)?.[0];
    const next = begin === undefined ? null : referenceAt(drafts, now, rest.slice(begin.length));
    if (begin === undefined || !next) break;
    const length = at + begin.length + next.length;
    path = [...path, next.field];
    found = { path, last: next.draft, field: next.field, before: now, isTheirs: theirs !== undefined, length };
    const blank = /^\s+/.exec(text.slice(length))?.[0].length ?? 0;
    [at, now] = [length + blank, next.draft];
  }
  return found;
}

/** The only reference that the text begins with, by its own name or by that of its entity; the longest name first. */
function referenceAt(drafts: Drafts, draft: EntityDraft, text: string): { readonly field: string; readonly draft: EntityDraft; readonly length: number } | null {
  const named = [...draft.fields.values()].flatMap(({ name: field, type }) => {
    const of = type.kind === "reference" && field !== "created by" ? drafts.get(fold(type.entity)) : undefined;
    return of ? [field, pluralOf(field), of.name, of.plural].filter((name) => beginsWith(text, name)).map((name) => ({ field, draft: of, length: name.length })) : [];
  });
  const longest = Math.max(0, ...named.map(({ length }) => length));
  const best = named.filter(({ length }) => length === longest);
  const byName = best.filter(({ field }) => [field, pluralOf(field)].some((name) => beginsWith(text, name)));
  const one = byName.length > 0 ? byName : best;
  return new Set(one.map(({ field }) => field)).size === 1 ? one[0]! : null;
}

const beginsWith = (text: string, name: string): boolean => fold(text.slice(0, name.length)) === fold(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));

/** The condition, null where the words say it of every record, and what follows. Null for other words. */
export function ofTheirRecords(ctx: PointCompiler, place: CellPlace, words: TextSpan): { readonly expression: Expression | null; readonly rest: TextSpan } | null {
  const found = recordsOf(ctx.drafts, place.draft, words.text);
  if (!found) return null;
  const rest = slice(words, found.length);
  const { span } = slice(words, 0, found.length);
  const at = walkPath(ctx.drafts, thisOf(place.draft.name, span), found.path, span);
  if ("missing" in at) return null;
  const written = (text: string): Expression =>
    ctx.expression({ text, span }, { what: `what ${place.role} may do with ${place.draft.name}`, self: place.draft.name, expect: { kind: "boolean" } });
  if (!found.isTheirs) return { expression: at.nullable ? written(`${found.path.join(".")} != null`) : null, rest };
  const [same, another] = sameFields(ctx, found.before, found.field);
  if (another !== undefined) return null;
  if (same !== undefined) return { expression: written([...found.path.slice(0, -1), same].join(".")), rest };
  const own = place.owns?.get(found.last.name);
  if (!own) return null;
  ctx.markUsed("own", "", found.last.name);
  return { expression: overRecord(own, at), rest };
}
