/** Point 6: a part of a bullet in the form of the matrix's cell: `Purchase: all`, `read Delivery own, Leave own, Hand over own`. */
import { fold } from "@nonet/feel";
import type { Grant } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { roleOf } from "../resolve/roles.ts";
import { isRefusalSentence, rightsSentence } from "../syntax/roles/grant-lines.ts";
import { isNameList, nameList } from "../text/name-list.ts";
import { after, findTop, isNothing, slice, split } from "../text/split.ts";
import { isRefusal, readCell } from "./cells/cell.ts";
import { allRights, rightOf } from "./cells/cell-entries.ts";
import { draftsIn, isRole, placeFor, roleWords, type SentenceScope } from "./rights-sentence.ts";

/** The grants; null for words in another form. `who`: the people, where the words name none. */
export function cellInWords(ctx: PointCompiler, scope: SentenceScope, words: TextSpan, who: TextSpan | null): Grant[] | null {
  const sentence = rightsSentence(words);
  if (sentence && isRefusalSentence(sentence)) return null;
  const rest = sentence ? (after(sentence.rest, /(?:may|can|(?:is|are)\s+allowed\s+to)\s+/i) ?? sentence.rest) : words;
  const people = sentence?.who ?? who;
  if (!people || !isNameList(people.text, (name) => isRole(ctx, name))) return null;
  return behindEntities(ctx, scope, rest, people) ?? aroundEntity(ctx, scope, rest, people);
}

/** `Shop, Product: read`. */
function behindEntities(ctx: PointCompiler, scope: SentenceScope, words: TextSpan, who: TextSpan): Grant[] | null {
  const colon = findTop(words, /\s*:\s*(?=\S)/);
  if (!colon) return null;
  const head = slice(words, 0, colon.index);
  const cell = slice(words, colon.index + colon[0].length);
  const isEntity = (name: string): boolean => draftCalled(ctx, name) !== undefined;
  if (!isNameList(head.text, isEntity)) return null;
  const drafts = nameList(head, isEntity).map(({ text }) => draftCalled(ctx, text)!);
  if (isNothing(cell) || isRefusal(cell)) return [];
  if (!drafts.every((draft) => allRights.test(cell.text) || rightOf(placeFor(scope, draft), split(cell, ",;/")[0]!) !== null)) return null;
  return drafts.flatMap((draft) => grantsOf(ctx, scope, draft, cell, who));
}

/** `read Delivery own, Leave own`: what follows is about the only entity that the words name. */
function aroundEntity(ctx: PointCompiler, scope: SentenceScope, words: TextSpan, who: TextSpan): Grant[] | null {
  const found = draftsIn(ctx, words)
    .flatMap((draft) => [draft.plural, draft.name].map((name) => ({ draft, name, at: fold(words.text).indexOf(fold(name)) })))
    .find(({ at }) => at > 0);
  if (!found) return null;
  const end = found.at + found.name.length;
  const cell = { ...words, text: words.text.slice(0, found.at) + " ".repeat(found.name.length) + words.text.slice(end) };
  if (/[\p{L}\p{N}]/u.test((words.text[found.at - 1] ?? "") + (words.text[end] ?? "")) || draftsIn(ctx, cell).length > 0) return null;
  if (rightOf(placeFor(scope, found.draft), cell) === null || !ctx.isSound(() => grantsOf(ctx, scope, found.draft, cell, who))) return null;
  return grantsOf(ctx, scope, found.draft, cell, who);
}

const grantsOf = (ctx: PointCompiler, scope: SentenceScope, draft: EntityDraft, cell: TextSpan, who: TextSpan): Grant[] =>
  nameList(who, (name) => isRole(ctx, name))
    .flatMap((name) => roleOf(ctx, roleWords(name)) ?? [])
    .flatMap((role) => readCell(ctx, { ...placeFor(scope, draft), role }, cell))
    .map((grant) => ({ ...grant, text: grant.text.replace(/\s+/g, " ").trim() }));

const draftCalled = (ctx: PointCompiler, name: string): EntityDraft | undefined =>
  [...ctx.drafts.values()].find((draft) => [draft.name, draft.plural].some((one) => fold(one) === fold(name.replace(/^(?:an?|the|any|every|each|all)\s+/i, ""))));
