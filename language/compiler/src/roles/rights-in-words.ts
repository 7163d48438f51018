/** Point 6: rights granted by bullets: `Clerks may create and read Loans`, `Clerk: create, read Loan`. */
import { grantForms } from "@nonet/forms";
import type { Grant, Permissions } from "@nonet/model";
import type { Block, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportUnread } from "../misplaced/refuse.ts";
import { bulletEdit, linesAmongProse, type UnreadLine } from "../syntax/prose-lines.ts";
import { type GrantLine, isRefusalSentence, rightsSentence } from "../syntax/roles/grant-lines.ts";
import { after, slice, withoutStop } from "../text/split.ts";
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
  const grants = readJoined(ctx, scope, words, who && withoutOnly(who));
  if (grants) return grants;
  // A role's description may begin with a verb.
  if (line.isDescription && !isListOfVerbs(words)) return [];
  return reportUnreadSentence(ctx, scope, words, { code: "unreadable-right", example: "Clerks may create and read Loans", who: rightsSentence(words)?.who ?? null });
}

/** Reports sentences of paragraphs that say what somebody may do, where nothing grants it. */
export function reportRightsInProse(ctx: PointCompiler, scope: SentenceScope, blocks: readonly Block[], { roles, grants }: Pick<Permissions, "roles" | "grants">): void {
  const isGranted = ({ role, entity, verb }: Grant): boolean => {
    const held = new Set([...(roles.find((one) => one.name === role)?.includes ?? [role]), "everyone", "anyone"]);
    return grants.some((one) => one.entity === entity && held.has(one.role) && isSame(one.verb, verb));
  };
  for (const block of blocks) {
    const unread = linesAmongProse(block).flatMap((line): readonly UnreadLine[] => {
      const words = withoutStop(line);
      const sentence = rightsSentence(words);
      if (!sentence || isRefusalSentence(sentence)) return [];
      const meant = ctx.silently(() => readJoined(ctx, scope, words, null)) ?? [];
      return meant.every(isGranted) ? [] : [{ words: line, what: "a right", edits: [bulletEdit(line)] }];
    });
    reportUnread(ctx, block, unread);
  }
}

const isSame = (a: Grant["verb"], b: Grant["verb"]): boolean => (typeof a === "string" || typeof b === "string" ? a === b : a.action === b.action);

interface Part {
  readonly words: TextSpan;
  readonly who: TextSpan | null;
}

function readJoined(ctx: PointCompiler, scope: SentenceScope, words: TextSpan, who: TextSpan | null): Grant[] | null {
  const parts = ctx.silently(() => partsOf(ctx, scope, { words, who }, new Map())) ?? [{ words, who }];
  const read = parts.map((part) => readSentence(ctx, scope, grantForms, part.words, part.who));
  return read.includes(null) ? null : (read as Grant[][]).flat();
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
    const rest = partsOf(ctx, scope, { words: slice(words, joint.index + joint[0].length), who: rightsSentence(left.words)?.who ?? who }, known);
    found = rest && [left, ...rest];
    if (found) break;
  }
  found ??= isRead(part) ? [part] : null;
  known.set(words.span.from, found);
  return found;
}

const withoutOnly = (who: TextSpan): TextSpan => after(who, /only\s+/i) ?? who;

/** `create, read Loan`, which no description says. */
const isListOfVerbs = ({ text }: TextSpan): boolean =>
  /^(?:create|add|read|view|update|edit|change|delete|remove)\s*(?:,|\/)\s*(?:and\s+)?(?:create|add|read|view|update|edit|change|delete|remove)\b/i.test(text);
