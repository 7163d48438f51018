/** Point 6: rights in sentences: what bullets grant, `Clerks may create and read Loans`, and what `Never:` lines forbid even if a grant allows it. */
import { fold } from "@nonet/feel";
import { grantForms, neverForms } from "@nonet/forms";
import type { Grant } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { type GrantLine, rightsSentence } from "../syntax/roles/grant-lines.ts";
import { after, isNotShown, slice } from "../text/split.ts";
import { reportNoBearer } from "./bearers.ts";
import { cellInWords } from "./cell-in-words.ts";
import { isMeantAsRight } from "./described-rights.ts";
import { fieldsInParentheses, narrowed } from "./fields-in-parentheses.ts";
import { fieldsOfLast } from "./fields-of-last.ts";
import { readSentence, type SentenceScope } from "./rights-sentence.ts";
import { reportUnreadSentence } from "./unread-sentence.ts";

/** The grants of a line without `only`. */
export function readRightsInWords(ctx: PointCompiler, scope: SentenceScope, line: GrantLine): Grant[] {
  const { words, who } = line;
  if (who === null && !rightsSentence(words)) {
    ctx.report("unreadable-right", words.span, "This part of the line doesn't say who may do this.", {
      hint: "Name the roles again, as in `Clerks may not delete Loans; Clerks may read Loans`.",
    });
    return [];
  }
  const several = fieldsOfLast(ctx, words);
  const parts = several?.isClear ? [several.others, several.last].map((part) => readJoined(ctx, scope, part, who && withoutOnly(who))) : [];
  const grants = parts.length > 0 && !parts.includes(null) ? (parts as Grant[][]).flat() : readJoined(ctx, scope, words, who && withoutOnly(who));
  if (grants) return reportUnfit(ctx, words, grants) ? [] : grants;
  if (line.isDescription && !isMeantAsRight(ctx, scope, words)) return [];
  return reportUnreadSentence(ctx, scope, words, { code: "unreadable-right", example: "Clerks may create and read Loans", who: rightsSentence(words)?.who ?? null });
}

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

/** Rights that no cell of the matrix could grant either. */
function reportUnfit(ctx: PointCompiler, words: TextSpan, grants: readonly Grant[]): boolean {
  const unfit = grants.find(({ fields, verb }) => fields !== null && !["create", "read", "update"].includes(String(verb)));
  if (unfit) ctx.report("unreadable-right", words.span, "Only create, read and update can name fields.", { hint: "Remove the fields, or write another sentence for them." });
  const isSystem = grants.some((grant) => grant.role === "system");
  if (isSystem) ctx.report("unreadable-right", words.span, "The system needs no rights.", { hint: "Remove the line." });
  const drafts = grants.flatMap(({ role, entity }) => (role === "bearer" ? (ctx.drafts.get(fold(entity)) ?? []) : []));
  const isUnreached = [...new Set(drafts)].some((draft) => reportNoBearer(ctx, draft, words.span));
  return unfit !== undefined || isSystem || isUnreached;
}

interface Part {
  readonly words: TextSpan;
  readonly who: TextSpan | null;
}

export function readJoined(ctx: PointCompiler, scope: SentenceScope, words: TextSpan, who: TextSpan | null): Grant[] | null {
  const { plain, narrowings } = fieldsInParentheses(ctx, words);
  const parts = ctx.silently(() => partsOf(ctx, scope, { words: plain, who }, new Map())) ?? [{ words: plain, who }];
  const read = parts.map((part) => {
    const grants = readSentence(ctx, scope, grantForms, part.words, part.who);
    return grants && narrowed(ctx, part.words, grants, narrowings);
  });
  return read.includes(null) ? cellInWords(ctx, scope, words, who) : (read as Grant[][]).flat();
}

/** The most rights that one part of a bullet may join. */
const mostJoints = 12;

/** `read Tools and create Lendings`: parted at an `and` or a comma before another right, if each part can be read; null if one can't. `known`: by offset. */
function partsOf(ctx: PointCompiler, scope: SentenceScope, part: Part, known: Map<number, readonly Part[] | null>): readonly Part[] | null {
  const { words, who } = part;
  const before = known.get(words.span.from);
  if (before !== undefined) return before;
  const isRead = (one: Part): boolean => readSentence(ctx, scope, grantForms, one.words, one.who) !== null;
  const joints = [...words.text.matchAll(/(?:\s*,\s*(?:and\s+)?|\s+and\s+)(?=\p{L})/gu)];
  let found: readonly Part[] | null = null;
  for (const joint of joints.length > mostJoints ? [] : joints) {
    const left = { words: slice(words, 0, joint.index), who };
    if (!isRead(left)) continue;
    const behind = slice(words, joint.index + joint[0].length);
    const rest = partsOf(
      ctx,
      scope,
      { words: after(behind, /(?:they|he|she)\s+(?=(?:may|can|are allowed to|is allowed to)\s)/i) ?? behind, who: rightsSentence(left.words)?.who ?? who },
      known,
    );
    found = rest && [left, ...rest];
    if (found) break;
  }
  found ??= isRead(part) ? [part] : null;
  known.set(words.span.from, found);
  return found;
}

const withoutOnly = (who: TextSpan): TextSpan => after(who, /only\s+/i) ?? who;
