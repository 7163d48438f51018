/** Point 6: rights granted by bullets: `Clerks may create and read Loans`, `Clerk: create, read Loan`. */
import { grantForms } from "@nonet/forms";
import type { Grant } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { type GrantLine, rightsSentence } from "../syntax/roles/grant-lines.ts";
import { after } from "../text/split.ts";
import { readSentence, type SentenceScope } from "./rights-sentence.ts";
import { reportUnreadSentence } from "./unread-sentence.ts";

export function readRightsInWords(ctx: PointCompiler, scope: SentenceScope, line: GrantLine): Grant[] {
  const { words, who } = line;
  const only = /^only\s+/i.exec(words.text)?.[0];
  if (only) {
    const span = { ...words.span, to: words.span.from + only.length };
    ctx.report("unreadable-right", words.span, "`only` isn't needed here: whatever isn't granted is refused.", {
      hint: "Remove `only`, and grant the right to nobody else.",
      fixes: [{ title: "Remove only", edits: [{ span, text: "" }] }],
    });
    return [];
  }
  const grants = readSentence(ctx, scope, grantForms, words, who && withoutOnly(who));
  if (grants) return grants;
  // A role's description may begin with a verb.
  if (line.isDescription && !isListOfVerbs(words)) return [];
  return reportUnreadSentence(ctx, scope, words, { code: "unreadable-right", example: "Clerks may create and read Loans", who: rightsSentence(words)?.who ?? null });
}

const withoutOnly = (who: TextSpan): TextSpan => after(who, /only\s+/i) ?? who;

/** `create, read Loan`, which no description says. */
const isListOfVerbs = ({ text }: TextSpan): boolean =>
  /^(?:create|add|read|view|update|edit|change|delete|remove)\s*(?:,|\/)\s*(?:and\s+)?(?:create|add|read|view|update|edit|change|delete|remove)\b/i.test(text);
