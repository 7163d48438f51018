/** Point 3: `no open Order uses it`, `it is in use`: whether records refer to the record. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { referencesTo, referringRecords } from "../resolve/referring-records.ts";

const uses = String.raw`(?:uses?|used|refers?\s+to|references?|needs?|belongs?\s+to|depends?\s+on|points?\s+to|has|have)`;
const by = new RegExp(String.raw`^(?:there\s+(?:is|are)\s+)?(?:(no|any|an?|some|every)\s+)?(.{1,80}?)\s+(?:that\s+)?${uses}\s+(?:it|this)$`, "i");
const of = /^there\s+(?:is|are)\s+(?:(no|any|an?|some)\s+)?(.{1,80}?)\s+(?:of|for|with)\s+it$/i;
const used = /^(?:it\s+(?:is|isn['’]t)\s+)?(?:still\s+)?(not\s+)?(?:(?:used|in\s+use|needed|referenced)(?:\s+by\s+(?:(no|any|an?|some)\s+)?(.{1,80}))?|(unused))$/i;

/** The same as a condition on the record; the words as they are if they say something else. */
export function withUses(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): TextSpan {
  const text = words.text.trim();
  const entity = by.exec(text) ?? of.exec(text);
  if (entity) return counted(ctx, draft, words, entity[2]!, entity[1] ?? "", false);
  const found = used.exec(text);
  if (!found || draft.fields.has("used") || draft.states.some((state) => fold(state) === "used")) return words;
  const isDenied = found[1] !== undefined || /isn['’]t/i.test(text) || found[4] !== undefined;
  if (found[3] !== undefined) return counted(ctx, draft, words, found[3], found[2] ?? "", isDenied);
  const lists = [...ctx.drafts.values()]
    .filter((one) => one.whole?.entity !== draft.name)
    .flatMap((one) => referencesTo(one, draft).map((field) => `count(${one.name}[${field} = this])`));
  return lists.length === 0 ? words : { ...words, text: isDenied ? lists.map((one) => `${one} = 0`).join(" and ") : lists.map((one) => `${one} > 0`).join(" or ") };
}

function counted(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, named: string, article: string, isDenied: boolean): TextSpan {
  const found = referringRecords(ctx, draft, fold(named));
  const isNone = /^no$/i.test(article) !== isDenied;
  return found === null || found.list === null || /^every$/i.test(article) ? words : { ...words, text: `count(${found.list}) ${isNone ? "= 0" : "> 0"}` };
}
