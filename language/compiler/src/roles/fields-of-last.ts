/** Point 6: rights to several entities with fields behind the last one: `read Owners, Animals and Users: name, room`. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { nameList } from "../text/name-list.ts";
import { bare, findTop, slice } from "../text/split.ts";

export interface FieldsOfLast {
  /** The right to all entities but the last, and the right to the fields of the last, in the same places. */
  readonly others: TextSpan;
  readonly last: TextSpan;
  /** The same in two sentences. */
  readonly text: string;
  /** Whether only the last entity has the fields, so that they can be no other's. */
  readonly isClear: boolean;
}

/** Null if the words don't name fields behind a list of entities. */
export function fieldsOfLast(ctx: PointCompiler, words: TextSpan): FieldsOfLast | null {
  const colon = findTop(words, /\s*:\s+(?=\S)/);
  const drafts = [...ctx.drafts.values()];
  const entityCalled = (name: string): EntityDraft | undefined => drafts.find((draft) => [draft.name, draft.plural].some((one) => fold(one) === fold(name)));
  const isEntity = (name: string): boolean => entityCalled(name) !== undefined;
  const begin =
    colon === null
      ? null
      : [...words.text.slice(0, colon.index).matchAll(/(?<=\s)\p{Lu}/gu)].find((at) => isEntity(nameList(slice(words, at.index, colon.index), isEntity)[0]?.text ?? ""));
  if (!colon || !begin) return null;
  const named = nameList(slice(words, begin.index, colon.index), isEntity);
  const listed = named.map(({ text }) => entityCalled(text));
  const end = named.at(-1)!;
  if (named.length < 2 || listed.includes(undefined)) return null;
  const last = listed.at(-1)!;
  const from = end.span.from - words.span.from;
  const fields = nameList(slice(words, colon.index + colon[0].length), (name) => last.fields.has(fold(name))).map(({ text }) => fold(bare({ text, span: words.span }).text));
  if (!fields.every((name) => last.fields.has(name))) return null;
  const others = slice(words, 0, /(?:\s*,)?\s*(?:\band\s+)?$/i.exec(words.text.slice(0, from))!.index);
  const deeds = words.text.slice(0, begin.index);
  return {
    others: joinedByAnd(others, named.at(-2)!),
    last: { ...words, text: deeds + " ".repeat(from - deeds.length) + words.text.slice(from) },
    text: `${joinedByAnd(others, named.at(-2)!).text}; they ${/\b(?:may|can|(?:is|are)\s+allowed\s+to)\s.*$/is.exec(deeds)?.[0] ?? deeds}${words.text.slice(from)}`,
    isClear: listed.slice(0, -1).every((draft) => fields.every((name) => !draft!.fields.has(name))),
  };
}

/** `Owners, Animals` as `Owners and Animals`, where the comma has a place. */
function joinedByAnd(words: TextSpan, last: TextSpan): TextSpan {
  const from = last.span.from - words.span.from;
  const comma = /,\s*$/.exec(words.text.slice(0, from));
  return comma ? { ...words, text: `${words.text.slice(0, comma.index)} and ${words.text.slice(from)}` } : words;
}
