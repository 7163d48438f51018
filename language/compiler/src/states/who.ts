/** Point 4: the Who cell of a transition. */
import { type Expression, fold } from "@nonet/feel";
import type { Condition, Who } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { placeholder } from "../context/placeholder.ts";
import { binary, thisOf, walkPath } from "../expressions/build.ts";
import { roleOf } from "../resolve/roles.ts";
import { namedConditions, ownConditionOf } from "../roles/conditions.ts";
import { roleNamed } from "../syntax/roles/matrix-roles.ts";
import { article } from "../text/english.ts";
import { bare, cut, slice } from "../text/split.ts";

/** `Clerk`, `Borrower own`, ``Approver where `…` ``, `own`, `system`. */
export function whoOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Who | null {
  const where = cut(words, /(?:^|\s+)where\s+/i);
  const head = where ? where.before : words;
  const named = namedEnding(ctx, draft, head.text) ?? notOwnEnding(ctx, draft, head);
  const own = named ? null : /(?:^|\s+)own$/i.exec(head.text);
  if (own) ctx.markUsed("own", "", draft.name);
  const name = bare(own || named ? slice(head, 0, (own ?? named)!.index) : head);
  const person = own || named || where ? null : personOf(ctx, draft, name);
  if (person) return { role: "everyone", own: false, where: { expression: person, source: words.span } };
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

/** `Staff not own`: everybody with the role except whose record it is. */
function notOwnEnding(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): { readonly index: number; readonly condition: Expression } | null {
  const match = /(?:^|\s+)(?:but\s+|who\s+is\s+|if\s+)?not\s+(?:their\s+|his\s+|her\s+)?own$/i.exec(words.text);
  if (!match) return null;
  ctx.markUsed("own", "", draft.name);
  const own = ownConditionOf(ctx, draft.name) ?? placeholder(words.span);
  return { index: match.index, condition: { kind: "call", function: "not", arguments: [own], type: { kind: "boolean" }, nullable: own.nullable, span: words.span } };
}

/** `its approver`: the person in a field of the record. A role of that name comes first. */
function personOf(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Expression | null {
  if (roleNamed(ctx.declared.roles, fold(words.text))) return null;
  const path = words.text
    .replace(/^(?:its|the|their)\s+/i, "")
    .replace(/\s+of\s+(?:the\s+|this\s+)?(?:record|\p{L}[\p{L} ]*)$/iu, (of) => (fold(of).endsWith(fold(draft.name)) ? "" : of));
  const found = walkPath(ctx.drafts, thisOf(draft.name, words.span), path.split(/\.|['’]s?\s+/), words.span);
  if ("missing" in found) return null;
  const one = found.type.kind === "list" ? found.type.of : found.type;
  if (one.kind !== "record" || one.name !== "User") return null;
  const condition = found.type.kind === "list" ? `list contains(${path}, me)` : `${path} = me`;
  return ctx.expression({ text: condition, span: words.span }, { what: `Who of ${draft.name}`, self: draft.name, expect: { kind: "boolean" } });
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
