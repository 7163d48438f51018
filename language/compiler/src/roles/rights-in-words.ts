/** Point 6: rights granted by bullets: `Clerks may create and read Loans`, `Clerk: create, read Loan`. */
import { fold } from "@nonet/feel";
import { grantForms, neverForms } from "@nonet/forms";
import type { Grant, Permissions } from "@nonet/model";
import { type Block, longestBullet, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportUnread } from "../misplaced/refuse.ts";
import { bulletEdit, linesAmongProse, type UnreadLine } from "../syntax/prose-lines.ts";
import { type GrantLine, isRefusalSentence, rightsSentence } from "../syntax/roles/grant-lines.ts";
import { sentences } from "../syntax/roles/condition-lines.ts";
import { after, slice } from "../text/split.ts";
import { reportNoBearer } from "./bearers.ts";
import { deedOf } from "./deeds.ts";
import { fieldsOfLast } from "./fields-of-last.ts";
import { isRole, readSentence, type SentenceScope } from "./rights-sentence.ts";
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
  // A role's description may begin with a verb.
  if (line.isDescription && !isListOfVerbs(words)) return [];
  return reportUnreadSentence(ctx, scope, words, { code: "unreadable-right", example: "Clerks may create and read Loans", who: rightsSentence(words)?.who ?? null });
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

/** Reports what the description of a role says that the matrix doesn't grant. Beside a matrix, a description grants nothing. */
export function reportUngranted(ctx: PointCompiler, scope: SentenceScope, lines: readonly GrantLine[], permissions: Granted): void {
  for (const { words, who, isRefusal } of lines) {
    const meant = isRefusal ? null : ctx.silently(() => readJoined(ctx, scope, words, who));
    if (!meant || meant.every((grant) => isGranted(permissions, grant))) continue;
    const right = `${who ? `${who.text} may ` : ""}${words.text}`;
    ctx.report("unreadable-right", words.span, "The matrix doesn't grant this, and the description of a role grants nothing.", {
      hint: `Grant it in the matrix, or in a bullet of its own: \`- ${right}\`.`,
    });
  }
}

type Granted = Pick<Permissions, "roles" | "grants">;

/** Whether the role has the right, for all records or for some. */
function isGranted({ roles, grants }: Granted, { role, entity, verb }: Grant): boolean {
  const held = new Set([...(roles.find((one) => one.name === role)?.includes ?? [role]), "everyone", "anyone"]);
  return grants.some((one) => one.entity === entity && held.has(one.role) && isSame(one.verb, verb));
}

/** Reports sentences of paragraphs that say what somebody may do where nothing grants it, or may not do where nothing forbids it. */
export function reportRightsInProse(ctx: PointCompiler, scope: SentenceScope, blocks: readonly Block[], permissions: Granted & Pick<Permissions, "never">): void {
  for (const block of blocks) {
    const unread = linesAmongProse(block).flatMap((line): readonly UnreadLine[] => {
      if (line.text.length > longestBullet) return [];
      const all = sentences(line);
      for (const words of all) {
        const what = withoutEffect(ctx, scope, words, permissions);
        if (what !== null) return [{ words: all.length === 1 ? line : words, what, ...(all.length === 1 ? { edits: [bulletEdit(line)] } : {}) }];
      }
      return [];
    });
    reportUnread(ctx, block, unread);
  }
}

/** What the sentence looks like; null if it says nothing of rights, or nothing that isn't so. */
function withoutEffect(ctx: PointCompiler, scope: SentenceScope, words: TextSpan, permissions: Granted & Pick<Permissions, "never">): string | null {
  const sentence = rightsSentence(words);
  if (!sentence) return null;
  if (!isRefusalSentence(sentence)) {
    const meant = ctx.silently(() => readJoined(ctx, scope, words, null)) ?? [];
    return meant.every((grant) => isGranted(permissions, grant)) ? null : "a right";
  }
  const forbidden = ctx.silently(() => readSentence(ctx, scope, neverForms, words));
  if (forbidden) {
    const isForbidden = (one: Grant): boolean => permissions.never.some((never) => never.entity === one.entity && never.role === one.role && isSame(never.verb, one.verb));
    return forbidden.some((one) => isGranted(permissions, one) && !isForbidden(one)) ? "a `Never:` line" : null;
  }
  const verb = /^(?:(?:may|can|must|do|does|is|are|not|never|cannot|can['’]t|mustn['’]t|don['’]t|doesn['’]t|allowed|to|ever)\s+)+(\p{L}+)/iu.exec(sentence.rest.text)?.[1];
  const actions = scope.machines.flatMap((machine) => machine.actions.map(({ name }) => name.split(" ")[0]!));
  return verb !== undefined && deedOf(verb, actions).length > 0 && isRole(ctx, sentence.who.text) ? "a `Never:` line" : null;
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

/** `create, read Loan`, which no description says. */
const isListOfVerbs = ({ text }: TextSpan): boolean =>
  /^(?:create|add|read|view|update|edit|change|delete|remove)\s*(?:,|\/)\s*(?:and\s+)?(?:create|add|read|view|update|edit|change|delete|remove)\b/i.test(text);
