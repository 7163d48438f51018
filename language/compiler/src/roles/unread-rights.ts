/** Point 6: finds lines in prose that look like roles, and lines about rights without their label. */
import { fold } from "@nonet/feel";
import type { Block, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportUnread } from "../misplaced/refuse.ts";
import { linesAmongProse, replaceIn, tableAmong, type UnreadLine } from "../syntax/prose-lines.ts";
import { labelOf } from "../syntax/roles/line-labels.ts";
import { linesOf } from "../syntax/roles/condition-lines.ts";

/** `roles`: those in paragraphs, from `unreadRoles`. */
export function checkUnreadRights(ctx: PointCompiler, blocks: readonly Block[], roles: readonly UnreadLine[]): void {
  for (const block of blocks) {
    const table = tableAmong(block);
    const read = linesOf(block);
    const isRead = (words: TextSpan): boolean => read.some(({ words: { span } }) => span.from < words.span.to && words.span.from < span.to);
    const unread = linesAmongProse(block).flatMap((words) => roles.find((role) => role.words === words) ?? (isRead(words) ? [] : (rightIn(ctx, block, words) ?? [])));
    reportUnread(ctx, block, table ? [{ words: table, what: "a table" }] : unread);
  }
}

const before = "its label is missing";

function rightIn(ctx: PointCompiler, block: Block, words: TextSpan): UnreadLine | null {
  if (block.kind === "other") return labelOf(words) !== null ? { words, what: "a statement about rights" } : null;
  if (/^\**roles\**\s*:\**\s+\S/i.test(words.text)) return { words, what: "a list of roles", but: "each role is a bullet of its own", hint: "Write `- **Role** — who they are`." };
  const never = /^(\**never\**)\s+(?:(?:an?|any|every)\s+)?([\p{L}][\p{L}\d -]*?)\s+[\p{L}]+s\s/iu.exec(words.text);
  const isRole = never && (ctx.declared.roles.has(fold(never[2]!)) || /^(?:anyone|everyone)$/i.test(never[2]!));
  if (isRole) return { words, what: "a `Never:` line", but: before, hint: "Write `Never: …`.", edits: [replaceIn(words, never[1]!.length, never[1]!.length, ":")] };
  const own = /^(?:an?|each|every)\s+(.+?)\s+(?:is\s+(?:its|their)\s+[^,;.]+['’]s?\.?$|belongs\s+to\s+(?:its|their|whoever)\s+)/i.exec(words.text);
  if (own && ctx.drafts.has(fold(own[1]!))) return { words, what: "an `Own:` line", but: before, hint: "Write `Own: …`.", edits: [replaceIn(words, 0, 0, "Own: ")] };
  return null;
}
