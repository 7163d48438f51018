/** Point 6: fields in parentheses in a sentence, behind an entity or a verb: `read Ingredients (name, stock)`, `update (phone) their own Users`. */
import { fold } from "@nonet/feel";
import type { Grant } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { nameList } from "../text/name-list.ts";
import { slice } from "../text/split.ts";
import { deedOf } from "./cells/deeds.ts";
import { draftsIn, fieldOf } from "./rights-sentence.ts";

/** Fields that limit what stands before them. */
interface Narrowing {
  readonly fields: TextSpan;
  /** The entity, or the verb, that they limit. */
  readonly of: { readonly entity: string } | { readonly verb: Grant["verb"] };
  /** The last character of the word before them. */
  readonly at: number;
}

/** The words with blanks in place of the fields, and what these limit. */
export function fieldsInParentheses(ctx: PointCompiler, words: TextSpan): { readonly plain: TextSpan; readonly narrowings: readonly Narrowing[] } {
  if (!words.text.includes("(")) return { plain: words, narrowings: [] };
  const end = /\b(?:where|when|if|while|unless)\s|`/i.exec(words.text)?.index ?? words.text.length;
  const narrowings: Narrowing[] = [];
  let { text } = words;
  const drafts = draftsIn(ctx, words);
  for (const found of words.text.matchAll(/ ?\(([^()`"]+)\)/g)) {
    if (found.index > end) break;
    const before = words.text.slice(0, found.index);
    const draft = drafts.find((one) => [one.name, one.plural].some((name) => endsIn(before, name)));
    const [verb] = draft ? [] : deedOf(/\p{L}+$/u.exec(before)?.[0] ?? "", []);
    if (!draft && verb === undefined) continue;
    const from = found.index + found[0].indexOf("(") + 1;
    narrowings.push({ fields: slice(words, from, from + found[1]!.length), of: draft ? { entity: draft.name } : { verb: verb! }, at: words.span.from + found.index - 1 });
    text = text.slice(0, found.index) + " ".repeat(found[0].length) + text.slice(found.index + found[0].length);
  }
  return { plain: { ...words, text }, narrowings };
}

/** The grants of a part of the words, limited to the fields; null if what stands before the fields isn't granted by it. */
export function narrowed(ctx: PointCompiler, part: TextSpan, grants: readonly Grant[], narrowings: readonly Narrowing[]): Grant[] | null {
  let left = [...grants];
  for (const { fields, of, at } of narrowings) {
    if (at < part.span.from || at >= part.span.to) continue;
    const isMeant = (grant: Grant): boolean => ("entity" in of ? grant.entity === of.entity : grant.verb === of.verb);
    const meant = left.filter(isMeant);
    const draft = ctx.drafts.get(fold(meant[0]?.entity ?? ""));
    if (!draft || meant.some(({ entity, fields: named }) => entity !== draft.name || named !== null)) return null;
    const names = nameList(fields, (name) => fieldOf(draft, name) !== undefined)
      .map((name) => fieldOf(draft, name.text) ?? reportMissing(ctx, draft, "field", name))
      .filter((name) => name !== null);
    left = left.map((grant) => (isMeant(grant) ? { ...grant, fields: names } : grant));
  }
  return left;
}

function endsIn(text: string, name: string): boolean {
  const start = text.length - name.length;
  return start >= 0 && fold(text.slice(start)) === fold(name) && !/[\p{L}\p{N}]$/u.test(text.slice(0, start));
}
