/** The fields that `forget` and `clear` name: `note, score and remark`, `the note and the score`. */
import { fold } from "@nonet/feel";
import { codeOf, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { nameList } from "../text/name-list.ts";
import { after } from "../text/split.ts";
import type { StatementScope } from "./scene.ts";

export function fieldsIn(ctx: PointCompiler, verb: string, words: TextSpan, { self }: StatementScope): readonly TextSpan[] {
  const list = codeOf(words);
  const named = nameList(list, (name) => ctx.drafts.get(fold(self ?? ""))?.fields.has(fold(name)) === true);
  const fields = named.map((name) => after(name, /(?:the|its)\s+/i) ?? name);
  return reportEither(ctx, verb, list, named) ? [] : fields;
}

/** `forget note or remark`: both of them, or one, and nothing says which. */
function reportEither(ctx: PointCompiler, verb: string, list: TextSpan, named: readonly TextSpan[]): boolean {
  const gaps = named.slice(1).map((next, i) => ({ ...list.span, from: named[i]!.span.to, to: next.span.from }));
  const or = gaps.filter((gap) => /\bor\b/i.test(list.text.slice(gap.from - list.span.from, gap.to - list.span.from)));
  if (or.length === 0) return false;
  const names = named.map(({ text }) => text);
  const both = `${verb} ${names.join(", ")}`;
  ctx.report("unreadable-statement", list.span, `"${list.text}": all of them, or only one? Nothing says which one it would be.`, {
    hint: `Write \`${both}\` for all of them, or \`${verb} ${names[0]!} when CONDITION; ${verb} ${names.at(-1)!} when CONDITION\`.`,
    fixes: [{ title: `Write ${both}`, edits: [{ span: list.span, text: names.join(", ") }] }],
  });
  return true;
}
