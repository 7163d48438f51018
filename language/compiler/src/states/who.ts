/** Point 4: the Who cell of a transition. */
import type { Expression } from "@nonet/feel";
import type { Condition, Who } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary } from "../expressions/build.ts";
import { roleOf } from "../resolve/roles.ts";
import { namedConditions } from "../roles/conditions.ts";
import { article } from "../text/english.ts";
import { bare, cut, slice } from "../text/split.ts";

/** `Clerk`, `Borrower own`, ``Approver where `…` ``, `own`, `system`. */
export function whoOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Who | null {
  const where = cut(words, /(?:^|\s+)where\s+/i);
  const head = where ? where.before : words;
  const named = namedEnding(ctx, draft, head.text);
  const own = named ? null : /(?:^|\s+)own$/i.exec(head.text);
  if (own) ctx.markUsed("own", "", draft.name);
  const name = bare(own || named ? slice(head, 0, (own ?? named)!.index) : head);
  const role = name.text === "" ? "everyone" : roleOf(ctx, name, `who may act on ${article(draft.name)}`);
  if (role === null) return null;
  const written: Condition | null = where
    ? { expression: ctx.expression(where.after, { what: `Who of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } }), source: where.after.span }
    : null;
  const condition: Condition | null = named
    ? { expression: written ? binary("and", named.condition, written.expression, words.span) : named.condition, source: words.span }
    : written;
  return { role, own: own !== null, where: condition };
}

/** A condition of point 6 by its name (`Reviewer conflicted`, `Reviewer not conflicted`). */
function namedEnding(ctx: PointCompiler, draft: EntityDraft, text: string): { readonly index: number; readonly condition: Expression } | null {
  for (const { entity, name, condition } of namedConditions(ctx)) {
    const match = entity === draft.name && new RegExp(`(?:^|\\s+)(not\\s+)?${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`, "i").exec(text);
    if (!match) continue;
    ctx.markUsed("condition", name, entity);
    return {
      index: match.index,
      condition: match[1] ? { kind: "call", function: "not", arguments: [condition], type: condition.type, nullable: condition.nullable, span: condition.span } : condition,
    };
  }
  return null;
}
