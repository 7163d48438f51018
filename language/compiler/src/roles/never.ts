/** Point 6: `Never:` lines. They have the form of grants, and forbid what they name even if a grant allows it. */
import { neverForms } from "@nonet/forms";
import type { Grant } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { rightsSentence } from "../syntax/roles/grant-lines.ts";
import { isNotShown } from "../text/split.ts";
import { readSentence, type SentenceScope } from "./rights-sentence.ts";
import { reportUnreadSentence } from "./unread-sentence.ts";

/** `a Reviewer reads a Paper: authors`, `anyone reads or updates a conflicted Paper`, `a Clerk does Approve on a Loan, except own`. */
export function readNever(ctx: PointCompiler, scope: SentenceScope, words: TextSpan): Grant[] {
  const who = rightsSentence(words)?.who;
  const form = { code: "unreadable-never", example: "Never: a Reviewer reads a Paper: authors", ...(who ? { who } : {}) } as const;
  if (isNotShown(words)) {
    ctx.report("unreadable-never", words.span, `A \`Never:\` line can't be \`not shown\`: "${words.text}".`, {
      hint: "Remove the line, and write `not shown` in the cells that aren't known.",
    });
    return [];
  }
  return readSentence(ctx, scope, neverForms, words)?.map((grant) => ({ ...grant, whereText: undefined, text: words.text })) ?? reportUnreadSentence(ctx, scope, words, form);
}
