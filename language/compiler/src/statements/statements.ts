/** Compiles the statements of transitions, calls and schedules: `set F = …; send NAME; for each x in …: …`. */
import { type Expression, fold, type Type } from "@nonet/feel";
import { firstWordsOf, statementForms, type SlotTests } from "@nonet/forms";
import type { Statement } from "@nonet/model";
import { codeOf, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import { binary } from "../expressions/build.ts";
import { type FormLine, readByForm, tryForm } from "../resolve/read-by-form.ts";
import { after, bare, cut, findTop, isNotShown, slice, split } from "../text/split.ts";
import { passwordStatement, registerStatement, signInStatement } from "./accounts.ts";
import { actionOnAll } from "./action-on-all.ts";
import { boundBy } from "./bound.ts";
import { callStatement } from "./call-statement.ts";
import { asAsked, createStatement } from "./create.ts";
import { doStatement } from "./do.ts";
import { fieldsIn } from "./field-names.ts";
import { findStatement } from "./find.ts";
import { compileLoop } from "./loop.ts";
import { recordsOf } from "./records.ts";
import { type NamedEffects, stopNotShown, type StatementBase, type StatementScope } from "./scene.ts";
import { type ConditionFirst, conditionFirst, reportUnclear } from "./shared-condition.ts";
import { reportSentAgain } from "./sent-again.ts";
import { forgetStatement, setStatement, stepStatement } from "./set.ts";

/** How deep named statements can use each other. */
const maxDepth = 8;
const verbs = new Set(firstWordsOf(statementForms));
const startsWithVerb = ({ text }: Pick<TextSpan, "text">): boolean => verbs.has(/^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? "");

export function compileStatements(ctx: PointCompiler, words: TextSpan, scene: StatementScope, depth = 0): Statement[] {
  const out: Statement[] = [];
  let variables: Readonly<Record<string, Type>> = scene.variables ?? {};
  const list = codeOf(words);
  const all = parts(ctx, list, scene).map(codeOf);
  const siblings = scene.siblings ? [...scene.siblings, ...all] : all;
  let shared: TextSpan | null = null;
  for (const [i, whole] of all.entries()) {
    const part: TextSpan = after(whole, /(?:and\s+)?then\s+|and\s+/i) ?? whole;
    const conditional = conditionFirst(part, startsWithVerb);
    if (conditional) reportUnclear(ctx, list, part, conditional, all[i + 1]);
    const made = compileOne(ctx, part, conditional, conditional ? null : shared, { ...scene, variables, siblings }, depth);
    if (conditional) shared = conditional.isForAll ? conditional.condition : null;
    out.push(...made);
    for (const statement of made) variables = { ...variables, ...Object.fromEntries(boundBy(statement)) };
  }
  return out;
}

/** `note = "x"`, a statement without its verb. */
const isAssignment = (part: TextSpan): boolean => !startsWithVerb(part) && /^\p{L}[^=<>!"`()]*\s=\s/u.test(part.text);

const setsField = (part: TextSpan): boolean => isAssignment(part) || /^(?:set|change|update)\b/i.test(part.text);

/** In `set note = "x", count = 2`, the second piece sets a field too. */
const beginsStatement = (piece: TextSpan, at: number, pieces: readonly TextSpan[]): boolean =>
  startsWithVerb(piece) ||
  (isAssignment(piece) && (at === 0 || setsField(pieces[at - 1]!))) ||
  (at > 0 && startsWithVerb(pieces[0]!) && setsField(pieces[0]!) && / to /.test(piece.text));

/** Statements are separated by `;`, by line breaks, by full stops before a verb, or by commas if each piece begins with a verb or sets a field. */
function parts(ctx: PointCompiler, words: TextSpan, scene: StatementScope | null = null): TextSpan[] {
  return split(words, ";")
    .flatMap(sentences)
    .flatMap((part) => joined(ctx, part))
    .flatMap((part) => {
      const pieces = split(part, ",");
      if (pieces.length < 2 || findTop(part, /\bwith\s/i) || /^(?:for (?:each|every|all)|find|look up)\b/i.test(part.text)) return [part];
      const starts = pieces.filter(startsWithVerb).length;
      if (pieces.every(beginsStatement)) return pieces;
      const asked = scene && withAsked(ctx, pieces, scene);
      if (asked) return asked;
      if (starts > 1) {
        ctx.report("ambiguous-commas", part.span, "The commas here could separate statements or values.", { hint: "Separate statements with `;`." });
        return [];
      }
      return [part];
    });
}

/** `set a = 1, b, c`, where the action asks for b and c: each piece as a statement, the last ones as `set b` and `set c`. An action's name is a piece that is reported. Null for other pieces. */
function withAsked(ctx: PointCompiler, pieces: readonly TextSpan[], scene: StatementScope): TextSpan[] | null {
  const draft = ctx.drafts.get(fold(scene.self ?? ""));
  if (!draft || !/^set\b/i.test(pieces[0]!.text)) return null;
  const read = pieces.map((piece, at) => {
    if (at === 0 || isAssignment(piece) || [...ctx.drafts.values()].some(({ actions }) => actions.has(fold(piece.text)))) return piece;
    return asAsked(ctx, draft, after(piece, /(?:the|its)\s+/i) ?? piece, scene)
      ? { text: `set ${piece.text}`, span: { ...piece.span, from: piece.span.from - "set ".length } }
      : null;
  });
  return read.includes(null) ? null : (read as TextSpan[]);
}

/** `set note = "x" and send Notice`. Without the `and`, a semicolon is missing. */
function joined(ctx: PointCompiler, words: TextSpan): readonly TextSpan[] {
  const found = startsWithVerb(words) || isAssignment(words) ? findTop(words, /(?:\s+and\s+(?:then\s+)?|(?<=[")\d])\s+)(?=(?:set|send|create|delete|forget|call)\s+\S)/i) : null;
  const first = found && slice(words, 0, found.index);
  if (!first || /(?:^|\s)(?:when|if|where|for (?:each|every|all))\s/i.test(first.text)) return [words];
  const rest = slice(words, found.index + found[0].length);
  if (found[0].trim() === "")
    ctx.report("missing-semicolon", slice(rest, 0, /^\S+/.exec(rest.text)![0].length).span, `A semicolon is missing before "${/^\S+/.exec(rest.text)![0]}".`, {
      fixes: [{ title: "Add the semicolon", edits: [{ span: { ...rest.span, from: first.span.to, to: rest.span.from }, text: "; " }] }],
    });
  return [first, ...joined(ctx, rest)];
}

/** `Count it. Set note = "x".`, `count it<br>set note = "x"`. */
function sentences(words: TextSpan): readonly TextSpan[] {
  const end = cut(words, /<br\s*\/?>|\.\s+(?=\p{Lu})/u);
  if (!end) return [words];
  if (end.match[0].startsWith(".") && !startsWithVerb(end.after)) return [words];
  return [end.before, ...sentences(end.after)].filter(({ text }) => text !== "");
}

/** The slots of a line, and where it stands. */
interface Read {
  readonly ctx: PointCompiler;
  readonly base: StatementBase;
  readonly slot: (name: string) => TextSpan;
  readonly optional: (name: string) => TextSpan | null;
  readonly words: TextSpan;
  readonly scene: StatementScope;
  readonly depth: number;
}

type Form = keyof (typeof statementForms)["forms"];
type Builder = (read: Read) => Statement | readonly Statement[] | null;

const builders: Record<Form, Builder> = {
  set: ({ ctx, base, slot, scene }) => setStatement(ctx, base, { target: slot("target"), value: slot("value") }, scene),
  increase: ({ ctx, base, slot, scene }) => stepStatement(ctx, base, { target: slot("target"), by: slot("value"), sign: "+" }, scene),
  decrease: ({ ctx, base, slot, scene }) => stepStatement(ctx, base, { target: slot("target"), by: slot("value"), sign: "-" }, scene),
  empty: ({ ctx, base, slot, scene }) =>
    fieldsIn(ctx, "clear", slot("field"), scene).flatMap((target) => setStatement(ctx, base, { target, value: { text: "null", span: target.span } }, scene) ?? []),
  password: ({ ctx, base, slot, scene }) => passwordStatement(ctx, base, slot("value"), scene),
  register: ({ ctx, base, slot, optional, scene }) => registerStatement(ctx, base, { entity: slot("entity"), as: optional("variable"), values: slot("values") }, scene),
  signIn: ({ ctx, base, slot, optional, scene }) => signInStatement(ctx, base, { users: slot("users"), password: slot("password"), code: optional("code") }, scene),
  create: ({ ctx, base, slot, optional, scene }) => createStatement(ctx, base, { entity: slot("entity"), as: optional("variable"), given: optional("values") }, scene),
  find: ({ ctx, base, slot, optional, words, scene }) =>
    findStatement(ctx, base, { entity: slot("entity"), filter: optional("filter"), as: slot("variable"), code: optional("code"), words }, scene),
  forEach: ({ ctx, base, slot, optional, words, scene, depth }) =>
    compileLoop(ctx, base, { variable: optional("variable"), list: slot("list"), statements: slot("statements"), words }, scene, {
      parts,
      compile: (body, inner) => compileStatements(ctx, body, inner, depth + 1),
    }),
  do: ({ ctx, base, slot, optional, words, scene }) =>
    doStatement(ctx, base, { action: slot("action"), on: optional("records"), as: optional("variable"), given: optional("values"), words }, scene),
  delete: ({ ctx, base, slot, scene }) => {
    const of = recordsOf(ctx, slot("records"), scene);
    return of.kind === "hole" && of.open !== null ? stopNotShown(base, of) : { ...base, kind: "delete", of };
  },
  send: ({ ctx, base, slot, optional, scene }) => callStatement(ctx, base, { call: slot("call"), to: optional("people"), about: optional("record") }, scene),
  forget: ({ ctx, base, slot, scene }) => fieldsIn(ctx, "forget", slot("field"), scene).flatMap((field) => forgetStatement(ctx, base, field, scene) ?? []),
  stop: ({ ctx, base, slot }) => ({ ...base, kind: "stop", code: ctx.markCodeUsed(bare(slot("code")).text, slot("code").span) }),
  end: ({ ctx, base, slot }) => ({ ...base, kind: "end", code: ctx.markCodeUsed(bare(slot("code")).text, slot("code").span) }),
  group: ({ ctx, base, slot, words, scene, depth }) => groupStatements(ctx, base, { name: slot("group"), words }, scene, depth),
};

/** `shared`: the condition of the statements before it, which is about this one too. */
function compileOne(ctx: PointCompiler, words: TextSpan, conditional: ConditionFirst | null, shared: TextSpan | null, scene: StatementScope, depth: number): readonly Statement[] {
  if (isNotShown(words)) {
    const open = `effects of ${scene.what}`;
    ctx.affects(open, scene.what, words.span);
    // Continuing without them would mean that there are none, so it stops with NOT_SHOWN.
    return [stopNotShown({ when: null, source: words.span }, ctx.notShown(open, words.span))];
  }
  const line = lineOf(ctx, conditional?.statement ?? words, scene);
  if (!line) return [];
  // What isn't understood as values can have taken in the condition, too.
  const isUnread = line.name === "create" && line.slots["values"] !== undefined && !/[=:]/.test(line.slots["values"].text);
  const compiled = (one: TextSpan): Expression => ctx.expression(one, { ...scene, expect: { kind: "boolean" } });
  const conditions = [shared, conditional?.condition, line.slots["condition"]].flatMap((one) =>
    one ? [isUnread ? ctx.silently(() => compiled(one)) : compiled(ofInput(one, line.slots["value"]))] : [],
  );
  const exception = line.slots["exception"] && ctx.expression(line.slots["exception"], { ...scene, expect: { kind: "boolean" } });
  if (exception) conditions.push(negated(exception));
  const when = conditions.length === 0 ? null : conditions.reduce((left, right) => binary("and", left, right, words.span));
  const made = builders[line.name]({
    ctx,
    base: { when, source: words.span },
    slot: (name) => line.slots[name]!,
    optional: (name) => line.slots[name] ?? null,
    words,
    scene: when ? { ...scene, given: [...(scene.given ?? []), when] } : scene,
    depth,
  });
  return made === null ? [] : "kind" in made ? [made] : made;
}

const negated = (e: Expression): Expression => ({ kind: "call", function: "not", arguments: [e], type: e.type, nullable: e.nullable, span: e.span });

const given = [
  "given",
  "it is given",
  "it was given",
  "provided",
  "it is provided",
  "it was provided",
  "it has been given",
  "it has been filled in",
  "it has been entered",
  "one was given",
  "one was entered",
  "it was filled in",
  "it is filled in",
  "it was entered",
];

/** `set damage = asked.damage if it was given`: the input just named. */
const ofInput = (condition: TextSpan, value: TextSpan | undefined): TextSpan =>
  value && codeOf(value).text.startsWith("asked.") && given.includes(codeOf(condition).text.toLowerCase())
    ? { text: `${codeOf(value).text} is given`, span: condition.span }
    : condition;

/** Names that are defined come first; then any words, so that the builder reports the one that isn't. */
function lineOf(ctx: PointCompiler, words: TextSpan, scene: StatementScope): FormLine<Form> | null {
  const tests = testsFor(ctx, scene);
  const known: SlotTests = {
    ...tests,
    entity: (text) => ctx.typeNames.entity(plain(text)) !== undefined || ctx.drafts.has(fold(plain(text))),
    call: (text) => ctx.declared.calls.has(fold(plain(text))),
    action: (text) => [...ctx.drafts.values()].some((draft) => draft.actions.has(fold(plain(text)))),
  };
  const read = (line: TextSpan): FormLine<Form> | null => tryForm(statementForms, line, known) ?? tryForm(statementForms, line, tests);
  const found = read(words);
  const onAll = found ? null : actionOnAll(ctx, words, scene.self ?? null);
  return found ?? (onAll && read(onAll)) ?? setAsAsked(ctx, words, scene, read) ?? reportUnknown(ctx, words, tests, scene);
}

/** `set reason`, where the action asks for a reason, for `set reason = asked.reason`. */
function setAsAsked(ctx: PointCompiler, words: TextSpan, scene: StatementScope, read: (line: TextSpan) => FormLine<Form> | null): FormLine<Form> | null {
  const draft = ctx.drafts.get(fold(scene.self ?? ""));
  const [whole, lead = "", name = "", end = ""] = /^(set\s+(?:(?:the|its)\s+)?)([^=]+?)((?:,?\s+(?:when|if|unless)\s.*)?)$/is.exec(words.text) ?? [];
  if (whole === undefined || !draft) return null;
  const at = slice(words, lead.length, lead.length + name.length);
  const sides = asAsked(ctx, draft, at, scene);
  const begin = "set x = 1";
  // The condition stays at its own place.
  const line = sides && read({ text: `${begin}${end}`, span: { ...words.span, from: words.span.from + lead.length + name.length - begin.length } });
  return sides && line && { ...line, slots: { ...line.slots, target: sides.before, value: sides.after } };
}

function testsFor(ctx: PointCompiler, scene: StatementScope): SlotTests {
  const own = ctx.drafts.get(fold(scene.self ?? ""));
  const isRoot = (name: string): boolean =>
    name === "this" || name === fold(scene.self ?? "") || own?.fields.has(name) === true || Object.keys(scene.variables ?? {}).some((one) => fold(one) === name);
  return {
    // `my password` is the caller's, not a field of the record. A test takes the longest text, and the value can have a `=` too.
    // The sign in `stock -= 1` is the operator's.
    target: (text) => !/=|[+-]\s*$/.test(text) && !/^[`*]*my password[`*]*$/i.test(text),
    path: (text) => !/[+-]\s*$/.test(text) && isRoot(fold(plain(text).split(".")[0]!)),
    // `if a then b else c` is a value.
    condition: (text) => !/[.;]$/.test(text) && !/\b(?:then|else|otherwise)\b/i.test(text.replace(/`[^`]*`|"[^"]*"|\([^)]*\)/g, "")),
    body: (text) => startsWithVerb({ text }),
    code: (text) => /^[`"]?[A-Z][A-Z0-9_]*[`"]?$/.test(text),
    variable: (text) => /^[`"]?\p{L}[\p{L}\d ]*[`"]?$/u.test(text) && !/\b(?:with|where|when|if|else|otherwise|as|that|which|who|whose|without)\b|\S\s+in\s/i.test(text),
    described: isDescribed,
    // A colon ends the list of a loop, whatever commas follow.
    uncut: isUncut,
    possessed: isPossessed,
    "possessed uncut": (text) => isPossessed(text) && isUncut(text),
    "described uncut": (text) => isDescribed(text) && isUncut(text),
    quoted: (text) => /^["“].*["”]$/.test(text),
    group: (text) => scene.blocks.has(fold(plain(text))),
  };
}

const isDescribed = (text: string): boolean => /^\S+(?:\s\S+){0,8}?\s(?:that|which|who|whose|without|with\s+no)\s/i.test(text);
const isPossessed = (text: string): boolean => /^(?:its|their)\s/i.test(text);
const isUncut = (text: string): boolean => !/:\s/.test(text.replace(/`[^`]*`|"[^"]*"|\{[^{}]*\}/g, ""));

const plain = (text: string): string => text.replace(/^[`"*]+|[`"*]+$/g, "");

/** `NAME`, `do NAME`, `NAME when …`: without a condition, its statements stand in its place. */
function groupStatements(
  ctx: PointCompiler,
  base: StatementBase,
  { name, words }: { readonly name: TextSpan; readonly words: TextSpan },
  scene: StatementScope,
  depth: number,
): readonly Statement[] {
  const block: NamedEffects = scene.blocks.get(fold(plain(name.text)))!;
  block.usedBy.push(words);
  if (depth >= maxDepth) {
    ctx.report("unreadable-statement", words.span, `"${block.name.text}" runs itself without end.`);
    return [];
  }
  const body = compileStatements(ctx, block.then, scene, depth + 1);
  return base.when === null ? body : [{ ...base, kind: "group", name: block.name.text, body }];
}

function reportUnknown(ctx: PointCompiler, words: TextSpan, tests: SlotTests, scene: StatementScope): null {
  const named = /^set\s+(?:(?:the|its)\s+)?([^=]+?)(?:,?\s+(?:when|if|unless)\s.*)?$/is.exec(words.text)?.[1];
  const field = named === undefined ? undefined : ctx.drafts.get(fold(scene.self ?? ""))?.fields.get(fold(named));
  if (field) {
    ctx.report("unreadable-statement", words.span, `"${words.text}" isn't a statement yet: \`=\` is missing.`, {
      hint: `Write \`set ${field.name} = …\`. For what a person enters, let the action ask for it: \`- ACTION asks for: ${field.name}\`, below the table.`,
    });
    return null;
  }
  const first = /^\S+/.exec(words.text)?.[0].toLowerCase() ?? "";
  if (verbs.has(first)) return (readByForm(ctx, statementForms, words, tests, { code: "unreadable-statement" }), null);
  if (reportSentAgain(ctx, words)) return null;
  const near = nearest(first, ["set", "create", "find", "for each", "do", "delete", "send", "call", "forget", "stop with", "end with", "register", "sign in"]);
  const action = [...ctx.drafts.values()].flatMap((draft) => [...draft.actions.values()]).find(({ name }) => `${fold(words.text)} `.startsWith(`${fold(name)} `));
  if (action && fold(action.name) === fold(words.text)) {
    const form = `do ${action.name}`;
    ctx.report("unknown-statement", words.span, `"${words.text}" is an action, and a statement that runs it begins with \`do\`.`, {
      hint: `Write \`${form}\` for the record itself, or \`${form} on RECORDS\`.`,
      fixes: [{ title: `Write ${form}`, edits: [{ span: words.span, text: form }] }],
    });
    return null;
  }
  ctx.report("unknown-statement", words.span, `"${words.text}" isn't a statement.${near === undefined ? "" : ` Did you mean "${near}"?`}`, {
    hint: action
      ? `To run the action ${action.name}, write \`do ${action.name} on RECORDS\`, as in \`for each x in LIST: do ${action.name} on x\`.`
      : "A statement begins with set, create, find, for each, do, delete, send, call, forget, stop with or end with.",
  });
  return null;
}
