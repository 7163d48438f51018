/** Compiles the statements of transitions, calls and schedules: `set F = …; send NAME; for each x in …: …`. */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { givenOfEach } from "../resolve/amount-currency.ts";
import { reportMissing, didYouMean } from "../resolve/report-nearest.ts";
import { after, bare, cut, findTop, isNotShown, slice, split } from "../text/split.ts";
import { withConditions } from "./conditions.ts";
import { createStatement } from "./create.ts";
import { stopNotShown, type NamedEffects, type StatementBase, type StatementScope } from "./scene.ts";
import { forgetStatement, setStatement } from "./set.ts";

const verb = /^(?:set|create|for each|do|delete|send|call|forget|stop)\b/i;

export function compileStatements(ctx: PointCompiler, words: TextSpan, scene: StatementScope, depth = 0): Statement[] {
  const out: Statement[] = [];
  let variables: Readonly<Record<string, Type>> = scene.variables ?? {};
  const all = parts(ctx, words);
  const siblings = scene.siblings ? [...scene.siblings, ...all] : all;
  for (const part of all) {
    const scope: StatementScope = { ...scene, variables, siblings };
    const block = scene.blocks.get(fold(bare(part).text));
    if (block && depth < 8) {
      block.usedBy.push(part);
      out.push(...compileStatements(ctx, block.then, scope, depth + 1));
    } else {
      const statement = compileOne(ctx, part, scope, depth);
      if (statement) out.push(statement);
      if (statement?.kind === "create" && statement.as !== null) variables = { ...variables, [statement.as]: { kind: "record", name: statement.entity } };
    }
  }
  return out;
}

/** Statements are separated by `;`, or by commas if each piece begins with a verb. */
function parts(ctx: PointCompiler, words: TextSpan): TextSpan[] {
  return split(words, ";").flatMap((part) => {
    const pieces = split(part, ",");
    if (pieces.length < 2 || findTop(part, /\bwith\s/i) || /^for each\b/i.test(part.text)) return [part];
    const verbs = pieces.filter((piece) => verb.test(piece.text)).length;
    if (verbs === pieces.length) return pieces;
    if (verbs > 1) {
      ctx.report("ambiguous-commas", part.span, "The commas here could separate statements or values.", { hint: "Separate statements with `;`." });
      return [];
    }
    return [part];
  });
}

function compileOne(ctx: PointCompiler, words: TextSpan, scene: StatementScope, depth: number): Statement | null {
  const loop = after(words, /for each\s+/i);
  if (loop) return forEach(ctx, words, loop, scene, depth);
  const guarded = cut(words, /\s+(?:when|if)\s+/i);
  const when = guarded ? ctx.expression(guarded.after, { ...scene, expect: { kind: "boolean" } }) : null;
  const body = guarded ? guarded.before : words;
  const base: StatementBase = { when, source: words.span };
  if (when) scene = { ...scene, given: [...(scene.given ?? []), when] };
  const set = after(body, /set\s+/i);
  if (set) return setStatement(ctx, base, set, scene);
  const sent = after(body, /(?:send|call)\s+/i);
  if (sent) return sendStatement(ctx, base, sent, scene);
  const create = after(body, /create\s+(?:an?\s+)?/i);
  if (create) return createStatement(ctx, base, create, scene);
  const run = after(body, /do\s+/i);
  if (run) return doStatement(ctx, base, run, scene);
  const gone = after(body, /delete\s+/i);
  if (gone) {
    const of = recordsOf(ctx, gone, scene);
    return of.kind === "hole" && of.open !== null ? stopNotShown(base, of) : { ...base, kind: "delete", of };
  }
  const stop = after(body, /stop with\s+/i);
  if (stop) {
    return { ...base, kind: "stop", code: ctx.markCodeUsed(bare(stop).text, stop.span) };
  }
  const forget = after(body, /forget\s+/i);
  if (forget) return forgetStatement(ctx, base, forget, scene);
  if (isNotShown(words)) {
    const open = `effects of ${scene.what}`;
    ctx.affects(open, scene.what, words.span);
    // Continuing without them would mean that there are none, so it stops with NOT_SHOWN.
    return stopNotShown(base, ctx.notShown(open, words.span));
  }
  const block = guarded && scene.blocks.get(fold(bare(body).text));
  if (block) reportConditionedEffects(ctx, words, block, slice(words, body.text.length));
  else reportUnknownStatement(ctx, words);
  return null;
}

/** Reports `book the work when …`: a name of effects can't have a condition, but each of its statements can. */
function reportConditionedEffects(ctx: PointCompiler, words: TextSpan, block: NamedEffects, condition: TextSpan): void {
  block.usedBy.push(words);
  const statements = split(block.then, ";").map(({ text }) => text);
  const isPlain = statements.every((text) => !/\s(?:when|if)\s|^for each\b/i.test(text));
  const text = statements.map((one) => `${one} ${condition.text.trim()}`).join("; ");
  ctx.report("unknown-statement", words.span, `"${block.name.text}" stands for other statements, so it can't have a condition.`, {
    hint: "Write the condition after each of those statements.",
    fixes: isPlain ? [{ title: "Write the statements with the condition", edits: [{ span: words.span, text }] }] : [],
  });
}

function reportUnknownStatement(ctx: PointCompiler, words: TextSpan): void {
  const first = /^\S+/.exec(words.text)?.[0] ?? "";
  const near = nearest(first, ["set", "create", "for each", "do", "delete", "send", "call", "forget", "stop with"]);
  ctx.report("unknown-statement", words.span, `"${words.text}" isn't a statement.${near === undefined ? "" : ` Did you mean "${near}"?`}`, {
    hint: "A statement begins with set, create, for each, do, delete, send, call, forget or stop with.",
  });
}

function sendStatement(ctx: PointCompiler, base: StatementBase, words: TextSpan, scene: StatementScope): Statement | null {
  const name = bare(words);
  const call = ctx.declared.calls.get(fold(name.text));
  if (!call) {
    ctx.report(
      "unknown-call",
      name.span,
      `Point 7 has no call "${name.text}".${didYouMean(
        name.text,
        [...ctx.declared.calls.values()].map((c) => c.name),
      )}`,
    );
    return null;
  }
  scene.uses.push({ call: call.name, entity: scene.self ?? null, asked: scene.asked ?? [], what: scene.what, words: name });
  ctx.affects(`call "${call.name}"`, scene.what, base.source);
  return { ...base, kind: "send", call: call.name };
}

function doStatement(ctx: PointCompiler, base: StatementBase, words: TextSpan, scene: StatementScope): Statement | null {
  const sides = cut(words, /\s+on\s+/i);
  const target = sides && cut(sides.after, /\s+with\s+/i);
  const on = sides
    ? recordsOf(ctx, target ? target.before : sides.after, scene)
    : { kind: "variable" as const, name: "this", type: { kind: "record" as const, name: scene.self ?? "" }, nullable: false, span: words.span };
  const name = bare(sides ? sides.before : words);
  const type = on.type.kind === "list" ? on.type.of : on.type;
  const draft = type.kind === "record" ? ctx.drafts.get(fold(type.name)) : undefined;
  if (on.kind === "hole" && on.open !== null) return stopNotShown(base, on);
  if (!draft) return null;
  const action = draft.actions.get(fold(name.text));
  if (!action) return reportMissing(ctx, draft, "action", name);
  const asked = target
    ? split(target.after, ",").flatMap((part) => {
        const pair = cut(part, /\s*=\s*/);
        if (pair) return [{ field: bare(pair.before).text, value: ctx.expression(pair.after, scene) }];
        ctx.report("unreadable-statement", part.span, `"${part.text}" doesn't have the form \`F = …\`.`);
        return [];
      })
    : [];
  return withConditions({ ...base, kind: "do", action: action.name, on, asked }, scene.given);
}

/** An expression that must be a record or a list of records. */
function recordsOf(ctx: PointCompiler, words: TextSpan, scene: StatementScope): Expression {
  const records = ctx.expression(words, scene);
  const type = records.type.kind === "list" ? records.type.of : records.type;
  if (records.kind === "hole" || type.kind === "record" || type.kind === "any") return records;
  ctx.report("not-a-record", words.span, `"${words.text}" isn't a record or a list of records.`);
  return placeholder(words.span);
}

function forEach(ctx: PointCompiler, whole: TextSpan, words: TextSpan, scene: StatementScope, depth: number): Statement | null {
  const colon = cut(words, /:\s*/);
  const head = colon && cut(colon.before, /\s+in\s+/i);
  if (!colon || !head) {
    ctx.report("unreadable-statement", whole.span, "`for each` needs a name, a list and a statement: `for each x in …: STATEMENT`.");
    return null;
  }
  const of = ctx.expression(head.after, scene);
  const element: Type = of.type.kind === "list" ? of.type.of : { kind: "any" };
  if (of.type.kind !== "list" && of.type.kind !== "any" && of.kind !== "hole") ctx.report("not-a-record", head.after.span, `"${head.after.text}" isn't a list.`);
  const read = (): Statement[] =>
    compileStatements(ctx, colon.after, { ...scene, ...givenOfEach(of, head.before.text, scene), variables: { ...scene.variables, [head.before.text]: element } }, depth + 1);
  // Nothing can be reported about an element of unknown type.
  const body = of.type.kind === "list" || of.kind === "hole" || of.type.kind === "any" ? read() : ctx.silently(read);
  return { when: null, source: whole.span, kind: "for each", variable: head.before.text, of, body };
}
