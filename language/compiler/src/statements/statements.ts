/** The statements that transitions, calls and schedules run: `set F = …; send NAME; for each x in …: …`. */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Creation, Field, Statement } from "@nonet/model";
import { codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { givenOfEach, typeAsSet, typeAtFirst } from "../context/amount-currency.ts";
import type { Use } from "../context/context.ts";
import { entityNames, fieldName } from "../context/find-name.ts";
import { placeholder } from "../context/placeholder.ts";
import { resolveName, reportMissing } from "../context/report-nearest.ts";
import type { PointCompiler } from "../context/workshop.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { binary } from "../expressions/build.ts";
import { after, bare, cut, findTop, isNotShown, slice, split } from "../text/split.ts";
import { holding } from "./conditions.ts";

/** Where a call leaves from: its record is `this`, its `asked` the action's. */
export interface CallUse {
  readonly call: string;
  readonly entity: string | null;
  readonly asked: readonly Field[];
  readonly what: string;
  readonly words: TextSpan;
}

/** Statements with a name, `NAME does: …`; `usedBy` gathers the words that name them. */
export interface NamedEffects {
  readonly name: TextSpan;
  readonly then: TextSpan;
  readonly usedBy: TextSpan[];
}

/** Where statements stand. `blocks` are the `NAME does:` of the machine; `uses` gathers the calls that leave. */
export interface Scene extends Use {
  readonly blocks: ReadonlyMap<string, NamedEffects>;
  readonly uses: CallUse[];
  /** The statements that stand together. */
  readonly beside?: readonly TextSpan[];
}

type Part = { when: Expression | null; source: TextSpan["span"] };

/** `forget F`: of the record itself, and only what is stored. */
function forgetStatement(ctx: PointCompiler, base: Part, words: TextSpan, scene: Scene): Statement | null {
  const draft = scene.self === undefined ? undefined : ctx.drafts.get(fold(scene.self));
  if (!draft) {
    ctx.report("not-a-record", words.span, "Nothing says which record is to forget.");
    return null;
  }
  const name = fieldName(ctx, draft, words);
  const field = name === null ? undefined : draft.fields.get(fold(name));
  if (name !== null && (!field || field.computed || field.machine || field.type.kind === "inverse" || field.type.kind === "sequence"))
    ctx.report("not-a-field", words.span, `"${name}" of ${draft.name} is kept by the product, so it can't be forgotten.`);
  else if (name !== null && field?.required)
    ctx.report("not-a-field", words.span, `"${name}" of ${draft.name} is required, so it can't be emptied.`, { hint: "Make it `required when …`." });
  else if (name !== null) return { ...base, kind: "forget", field: name };
  return null;
}

const verb = /^(?:set|create|for each|do|delete|send|call|forget|stop)\b/i;

export function compileStatements(ctx: PointCompiler, words: TextSpan, scene: Scene, depth = 0): Statement[] {
  const out: Statement[] = [];
  let variables: Readonly<Record<string, Type>> = scene.variables ?? {};
  const all = parts(ctx, words);
  const beside = scene.beside ? [...scene.beside, ...all] : all;
  for (const part of all) {
    const here: Scene = { ...scene, variables, beside };
    const block = scene.blocks.get(fold(bare(part).text));
    if (block && depth < 8) {
      block.usedBy.push(part);
      out.push(...compileStatements(ctx, block.then, here, depth + 1));
    } else {
      const statement = compileOne(ctx, part, here, depth);
      if (statement) out.push(statement);
      if (statement?.kind === "create" && statement.as !== null) variables = { ...variables, [statement.as]: { kind: "record", name: statement.entity } };
    }
  }
  return out;
}

/** Statements are parted by `;`; by commas where each piece then begins with a verb of its own. */
function parts(ctx: PointCompiler, words: TextSpan): TextSpan[] {
  return split(words, ";").flatMap((part) => {
    const pieces = split(part, ",");
    if (pieces.length < 2 || findTop(part, /\bwith\s/i) || /^for each\b/i.test(part.text)) return [part];
    const verbs = pieces.filter((piece) => verb.test(piece.text)).length;
    if (verbs === pieces.length) return pieces;
    if (verbs > 1) {
      ctx.report("ambiguous-commas", part.span, "Here commas could part statements or values.", { hint: "Part statements with `;`." });
      return [];
    }
    return [part];
  });
}

function compileOne(ctx: PointCompiler, words: TextSpan, scene: Scene, depth: number): Statement | null {
  const loop = after(words, /for each\s+/i);
  if (loop) return forEach(ctx, words, loop, scene, depth);
  const guarded = cut(words, /\s+(?:when|if)\s+/i);
  const when = guarded ? ctx.expression(guarded.after, { ...scene, expect: { kind: "boolean" } }) : null;
  const body = guarded ? guarded.before : words;
  const base: Part = { when, source: words.span };
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
    return of.kind === "hole" && of.open !== null ? meets(base, of) : { ...base, kind: "delete", of };
  }
  const stop = after(body, /stop with\s+/i);
  if (stop) {
    return { ...base, kind: "stop", code: ctx.usesCode(bare(stop).text, stop.span) };
  }
  const forget = after(body, /forget\s+/i);
  if (forget) return forgetStatement(ctx, base, forget, scene);
  if (isNotShown(words)) {
    const open = `effects of ${scene.what}`;
    ctx.affects(open, scene.what, words.span);
    // To go on without them would be to say that there are none: met, it stops as whatever needs what is not shown.
    return meets(base, ctx.hole(open, words.span));
  }
  const block = guarded && scene.blocks.get(fold(bare(body).text));
  if (block) tellConditioned(ctx, words, block, slice(words, body.text.length));
  else unknown(ctx, words);
  return null;
}

/** `book the work when …`: a name stands for its statements, each of which may have a condition of its own. */
function tellConditioned(ctx: PointCompiler, words: TextSpan, block: NamedEffects, condition: TextSpan): void {
  block.usedBy.push(words);
  const statements = split(block.then, ";").map(({ text }) => text);
  const isPlain = statements.every((text) => !/\s(?:when|if)\s|^for each\b/i.test(text));
  const text = statements.map((one) => `${one} ${condition.text.trim()}`).join("; ");
  ctx.report("unknown-statement", words.span, `"${block.name.text}" stands for its statements, so it has no condition of its own.`, {
    hint: "Write the condition behind each of the statements.",
    fixes: isPlain ? [{ title: "Write the statements with the condition", edits: [{ span: words.span, text }] }] : [],
  });
}

function unknown(ctx: PointCompiler, words: TextSpan): void {
  const first = /^\S+/.exec(words.text)?.[0] ?? "";
  const near = nearest(first, ["set", "create", "for each", "do", "delete", "send", "call", "forget", "stop with"]);
  ctx.report("unknown-statement", words.span, `"${words.text}" is no statement.${near === undefined ? "" : ` Did you mean "${near}"?`}`, {
    hint: "Statements begin with set, create, for each, do, delete, send, call, forget or stop with.",
  });
}

function setStatement(ctx: PointCompiler, base: Part, words: TextSpan, scene: Scene): Statement | null {
  const sides = cut(words, /\s*=\s*/) ?? cut(words, /\s+to\s+/i);
  if (!sides) {
    ctx.report("unreadable-statement", words.span, "`set` needs a field and a value: `set F = …`.");
    return null;
  }
  const target = ctx.expression(isCode(sides.before) ? code(sides.before) : sides.before, { ...scene });
  if (target.kind === "hole") return target.open === null ? null : meets(base, target);
  if (target.kind !== "path" || target.listed) {
    ctx.report("not-a-field", sides.before.span, `"${sides.before.text}" is no field that can be set.`);
    return null;
  }
  if (target.of.kind === "variable" && (target.of.name === "old" || target.of.name === "asked")) {
    ctx.report("not-a-field", sides.before.span, `"${sides.before.text}" is what was, so it can't be set.`);
    return null;
  }
  const owner = target.of.type.kind === "record" ? ctx.drafts.get(fold(target.of.type.name)) : undefined;
  const field = owner?.fields.get(fold(target.field));
  if (!owner || !field || field.machine) {
    const isState = fold(target.field) === "state" || field?.machine === true;
    ctx.report(
      "not-a-field",
      sides.before.span,
      isState ? "A state changes only by a transition of point 4." : `"${sides.before.text}" is no field that can be set.`,
      isState ? { hint: "Write `do ACTION on …`." } : {},
    );
    return null;
  }
  if (field.computed || field.type.kind === "inverse" || field.type.kind === "sequence") {
    ctx.report("not-a-field", sides.before.span, `"${field.name}" of ${owner.name} is ${field.computed ? "computed" : "kept by the product"}, so it can't be set.`);
    return null;
  }
  return { ...base, kind: "set", target, value: ctx.expression(sides.after, { ...scene, expect: typeAsSet(ctx, target, field.type, scene) }) };
}

/** Done, it meets what is not shown, and stops with that. */
const meets = (base: Part, open: Expression): Statement => ({ ...base, kind: "stop", code: "NOT_SHOWN", when: base.when ? binary("and", base.when, open, open.span) : open });

function sendStatement(ctx: PointCompiler, base: Part, words: TextSpan, scene: Scene): Statement | null {
  const name = bare(words);
  const call = ctx.declared.calls.get(fold(name.text));
  if (!call) {
    ctx.report(
      "unknown-call",
      name.span,
      `Point 7 has no call "${name.text}".${resolveName(
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

function createStatement(ctx: PointCompiler, base: Part, words: TextSpan, scene: Scene): Statement | null {
  const parted = cut(words, /\s+with\s+/i);
  const head = parted ? parted.before : words;
  const named = /^(.*?)\s+as\s+([\p{L}][\p{L}\d ]*)$/iu.exec(head.text);
  const entity = bare(named ? slice(head, 0, named[1]!.length) : head);
  const draft = ctx.drafts.get(fold(entity.text));
  if (!draft) {
    ctx.report("unknown-entity", entity.span, `There is no entity "${entity.text}".${resolveName(entity.text, entityNames(ctx))}`);
    return null;
  }
  const open = parted ? openAssigned(ctx, draft, parted.after, scene) : null;
  if (open) return meets(base, open);
  return creation(ctx, base, draft, { as: named?.[2] ?? null, given: parted?.after ?? null }, scene);
}

/** What stands for the first field without a known type to which a value is given. */
function openAssigned(ctx: PointCompiler, draft: EntityDraft, words: TextSpan, scene: Scene): Expression | null {
  const named = split(words, ",").flatMap((part) => cut(part, /\s*=\s*/)?.before ?? []);
  const field = named.map((name) => ({ name, open: draft.fields.get(fold(bare(name).text))?.open })).find(({ open }) => open !== undefined);
  if (field) ctx.affects(field.open!, scene.what, field.name.span);
  return field ? placeholder(field.name.span, field.open) : null;
}

/** A record that is made with `F = …, F = …`. */
export function creation(
  ctx: PointCompiler,
  base: Part,
  draft: EntityDraft,
  { as, given }: { readonly as: string | null; readonly given: TextSpan | null },
  scene: Scene,
): Creation {
  const made = { ...base, kind: "create", entity: draft.name, as } as const;
  if (!given) return { ...made, values: [], asked: [] };
  const isAsked = ({ before }: Sides): boolean => draft.actions.size > 0 && !draft.fields.has(fold(bare(before).text)) && fold(bare(before).text) !== "state";
  // What the action asks for that makes the record is known only when all machines are read.
  const asked = split(given, ",").flatMap((part) => {
    const sides = cut(part, /\s*=\s*/);
    if (!sides || !isAsked(sides)) return [];
    const { text: field, span: source } = bare(sides.before);
    return [{ field, value: ctx.expression(sides.after, scene), source }];
  });
  return { ...made, values: assignments(ctx, draft, given, scene, isAsked), asked };
}

type Sides = NonNullable<ReturnType<typeof cut>>;

/** `F = …, F = …` for a record that is made, but what stands `apart`. */
function assignments(
  ctx: PointCompiler,
  draft: EntityDraft,
  words: TextSpan,
  scene: Scene,
  apart: (sides: Sides) => boolean = () => false,
): { field: string; value: Expression }[] {
  const all = split(words, ",");
  const valueFor = (name: string): TextSpan | null => {
    const sides = all.map((part) => cut(part, /\s*=\s*/)).find((one) => one && fold(bare(one.before).text) === fold(name));
    return sides ? sides.after : null;
  };
  return all.flatMap((part) => {
    const sides = cut(part, /\s*=\s*/);
    if (!sides) {
      ctx.report("unreadable-statement", part.span, "Here stands no `F = …`.");
      return [];
    }
    if (apart(sides)) return [];
    const field = fieldName(ctx, draft, sides.before);
    if (field === null) return [];
    const typed = ctx.expression({ text: `this.${field}`, span: sides.before.span }, { what: scene.what, self: draft.name });
    const type = draft.fields.get(fold(field))?.type;
    const expect = type?.kind === "money" ? typeAtFirst(ctx, draft, type, valueFor, scene) : typed.type;
    return [{ field, value: ctx.expression(sides.after, { ...scene, expect }) }];
  });
}

function doStatement(ctx: PointCompiler, base: Part, words: TextSpan, scene: Scene): Statement | null {
  const sides = cut(words, /\s+on\s+/i);
  const target = sides && cut(sides.after, /\s+with\s+/i);
  const on = sides
    ? recordsOf(ctx, target ? target.before : sides.after, scene)
    : { kind: "variable" as const, name: "this", type: { kind: "record" as const, name: scene.self ?? "" }, nullable: false, span: words.span };
  const name = bare(sides ? sides.before : words);
  const type = on.type.kind === "list" ? on.type.of : on.type;
  const draft = type.kind === "record" ? ctx.drafts.get(fold(type.name)) : undefined;
  if (on.kind === "hole" && on.open !== null) return meets(base, on);
  if (!draft) return null;
  const action = draft.actions.get(fold(name.text));
  if (!action) return reportMissing(ctx, draft, "action", name);
  const asked = target
    ? split(target.after, ",").flatMap((part) => {
        const pair = cut(part, /\s*=\s*/);
        if (pair) return [{ field: bare(pair.before).text, value: ctx.expression(pair.after, scene) }];
        ctx.report("unreadable-statement", part.span, "Here stands no `F = …`.");
        return [];
      })
    : [];
  return holding({ ...base, kind: "do", action: action.name, on, asked }, scene.given);
}

/** An expression that gives a record or a list of records. */
function recordsOf(ctx: PointCompiler, words: TextSpan, scene: Scene): Expression {
  const records = ctx.expression(words, scene);
  const type = records.type.kind === "list" ? records.type.of : records.type;
  if (records.kind === "hole" || type.kind === "record" || type.kind === "any") return records;
  ctx.report("not-a-record", words.span, `"${words.text}" gives no record.`);
  return placeholder(words.span);
}

function forEach(ctx: PointCompiler, whole: TextSpan, words: TextSpan, scene: Scene, depth: number): Statement | null {
  const colon = cut(words, /:\s*/);
  const head = colon && cut(colon.before, /\s+in\s+/i);
  if (!colon || !head) {
    ctx.report("unreadable-statement", whole.span, "Write it as `for each x in …: STATEMENT`.");
    return null;
  }
  const of = ctx.expression(head.after, scene);
  const element: Type = of.type.kind === "list" ? of.type.of : { kind: "any" };
  if (of.type.kind !== "list" && of.type.kind !== "any" && of.kind !== "hole") ctx.report("not-a-record", head.after.span, `"${head.after.text}" is no list.`);
  const read = (): Statement[] =>
    compileStatements(ctx, colon.after, { ...scene, ...givenOfEach(of, head.before.text, scene), variables: { ...scene.variables, [head.before.text]: element } }, depth + 1);
  // Of an element that nothing is known of nothing can be said.
  const body = of.type.kind === "list" || of.kind === "hole" || of.type.kind === "any" ? read() : ctx.quietly(read);
  return { when: null, source: whole.span, kind: "for each", variable: head.before.text, of, body };
}
