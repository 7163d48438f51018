/** Point 7: a call that the product offers to others: the permission to call it, its input, its statements and its answer. */
import { fold, type Type } from "@nonet/feel";
import type { CallParameter, OfferedCall } from "@nonet/model";
import { type Block, type Bullet, codeOf as code, type Section, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { inputField } from "../entities/asked-field.ts";
import { typeOf } from "../expressions/field-type.ts";
import { roleOf } from "../resolve/roles.ts";
import type { StatementScope } from "../statements/scene.ts";
import { compileStatements } from "../statements/statements.ts";
import { rawInputField, type RawField } from "../syntax/field.ts";
import { bare, isNothing, isNotShown, split } from "../text/split.ts";
import { readAnswers } from "./call-parts.ts";
import { boundNames, pathType, readOffer } from "./call-path.ts";
import type { CallScene } from "./call-scope.ts";

const any: Type = { kind: "any" };

export function offeredBody(ctx: PointCompiler, scene: CallScene, section: Section): OfferedCall | null {
  const { attributes, use } = scene;
  const request = readOffer(ctx, attributes.get("offers")!, "POST /api/name/:number");
  const takes = takenBy(ctx, section, scene.call);
  if (!request) return null;
  const variables = { asked: contextOf(takes), path: pathType(request.path), query: any, header: any, body: bodyType(request.method, takes) };
  const inner: StatementScope = { ...scene.scene, variables, asked: takes.filter((t) => t.fields === null).map((t) => t.field) };
  const counts = attributes.get("counts once per");
  const does = attributes.get("does") ?? attributes.get("then");
  const then = does && !isNothing(does) ? compileStatements(ctx, does, inner) : [];
  const answers = attributes.get("answers");
  const errors = attributes.get("errors");
  return {
    kind: "offered",
    ...request,
    for: rolesFor(ctx, attributes.get("for"), section),
    takes,
    countsOncePer: counts ? ctx.expression(counts, { what: use.what, variables }) : null,
    then,
    answers: answers ? readAnswers(ctx, answers, { what: use.what, variables: { ...variables, ...boundNames(then) } }) : { status: 204, body: null },
    errors: errors ? ctx.expression(errors, { what: use.what, variables: refusalVariables }) : null,
    signedInBy: readSignedIn(ctx, attributes.get("signed in by")),
  };
}

/** The variables of the error response: those of the first error, and all errors as `errors`. */
const refusalVariables: Use["variables"] = {
  code: { kind: "string" },
  message: { kind: "string" },
  field: { kind: "string" },
  status: { kind: "number", integer: true },
  errors: { kind: "list", of: { kind: "context", entries: { code: { kind: "string" }, message: { kind: "string" }, field: { kind: "string" } } } },
};

function rolesFor(ctx: PointCompiler, words: TextSpan | undefined, section: Section): string[] {
  if (!words) ctx.report("incomplete-call", section.title.span, `"${bare(section.title).text}" has no \`For\`.`, { hint: "Add `For:` with roles, `everyone` or `anyone`." });
  else if (isNotShown(words)) ctx.notShown(`For of ${bare(section.title).text}`, words.span);
  else return split(words, ",/").flatMap((one) => roleOf(ctx, one, `For of ${bare(section.title).text}`) ?? []);
  return [];
}

function readSignedIn(ctx: PointCompiler, words: TextSpan | undefined): OfferedCall["signedInBy"] {
  if (!words || /^(a )?session$/i.test(words.text)) return { kind: "session" };
  const text = code(words).text.replace(/`/g, "");
  if (/^bearer(?: tokens?)?$/i.test(text)) return { kind: "bearer" };
  const header = /^(?:the )?header\s+([\w-]+)(?:\s*:\s*(\S+)\s+(?:…|\.\.\.|<?token>?|TOKEN|KEY))?$/i.exec(text);
  if (header)
    return header[1]!.toLowerCase() === "authorization" && header[2]?.toLowerCase() === "bearer"
      ? { kind: "bearer" }
      : { kind: "header", header: header[1]!, prefix: header[2] ? `${header[2]} ` : "" };
  if (isNotShown(words)) ctx.notShown("how the callers of a call sign in", words.span);
  else
    ctx.report("unreadable-value", words.span, `"${words.text}" is not a sign-in method for callers.`, {
      hint: "Write `bearer token`, `header X-Key` or `header Authorization: Token …`.",
    });
  return { kind: "session" };
}

/** `Takes: title: text, required; tags: list of text`, or a bullet for each below it, or both. */
function takenBy(ctx: PointCompiler, section: Section, call: string): CallParameter[] {
  const block = section.blocks.find((b): b is Bullet => b.kind === "bullet" && fold(b.label?.text ?? "") === "takes");
  if (!block || (block.value && /^(none|nothing|[-–—])$/i.test(block.value.text))) return [];
  const draft = holder(call);
  const inline = block.value && block.value.text !== "" ? takenFrom(split(block.value, ";"), (words, before) => taken(ctx, draft, rawInputField(words), words, [], before)) : [];
  return once(ctx, [...inline, ...takenIn(ctx, draft, block.children, inline)]);
}

/** Each field may refer to the fields before it. */
function takenFrom<T>(all: readonly T[], read: (one: T, before: readonly CallParameter[]) => readonly CallParameter[], first: readonly CallParameter[] = []): CallParameter[] {
  const found: CallParameter[] = [];
  for (const one of all) found.push(...read(one, [...first, ...found]));
  return found;
}

/** `first`: the fields before them; null inside an object, whose fields have no names in the call. */
function takenIn(ctx: PointCompiler, draft: EntityDraft, blocks: readonly Block[], first: readonly CallParameter[] | null): CallParameter[] {
  const read = (block: Block, before: readonly CallParameter[]): readonly CallParameter[] => {
    if (block.kind === "bullet") return taken(ctx, draft, rawInputField(block.words) ?? bareObject(block), block.words, block.children, first === null ? [] : before);
    ctx.report("unreadable-line", block.kind === "example" || block.kind === "table" ? block.span : block.words.span, "List the fields that the call takes here, one bullet each.");
    return [];
  };
  return takenFrom(blocks, read, first ?? []);
}

/** `- lines:` with bullets below it. */
const bareObject = (bullet: Bullet): RawField | null =>
  bullet.children.length === 0 ? null : { name: bullet.label ?? bullet.words, type: { text: "", span: bullet.words.span }, computed: null, attributes: [], span: bullet.span };

function taken(ctx: PointCompiler, draft: EntityDraft, raw: RawField | null, words: TextSpan, children: readonly Block[], before: readonly CallParameter[]): CallParameter[] {
  if (!raw) {
    ctx.report("unreadable-value", words.span, `"${words.text}" is not a field that a call can take.`, { hint: "Write `name: type, required`." });
    return [];
  }
  ctx.markEnforced(words.span);
  const scope = { asked: before.filter((t) => t.fields === null).map((t) => t.field) };
  const shape = /^(?:(list)(?: of(?: objects)?)?|object)?$/i.exec(raw.type.text);
  if (children.length > 0 && shape) {
    const list = shape[1] !== undefined;
    const field = inputField(ctx, draft, checkShape(ctx, { ...raw, type: { text: list ? "list of text" : "text", span: raw.type.span } }, list), scope);
    return field ? [{ field, fields: once(ctx, takenIn(ctx, draft, children, null)), list }] : [];
  }
  const field = inputField(ctx, draft, raw, scope);
  return field ? [{ field, fields: null, list: false }] : [];
}

/** An object can only be required; a list of objects can also have bounds. */
function checkShape(ctx: PointCompiler, raw: RawField, list: boolean): RawField {
  const unfit = raw.attributes.filter((a) => a.kind === "default" || a.kind === "matching" || (!list && ["at least", "at most", "between", "non-negative"].includes(a.kind)));
  for (const { words } of unfit)
    ctx.report("asked-attribute", words.span, `"${bare(raw.name).text}" is ${list ? "a list of objects" : "an object"}, so \`${words.text}\` has no effect.`);
  return { ...raw, attributes: raw.attributes.filter((a) => !unfit.includes(a)) };
}

function once(ctx: PointCompiler, all: readonly CallParameter[]): CallParameter[] {
  return all.filter((one, i) => {
    const first = all.findIndex((other) => other.field.key === one.field.key) === i;
    if (!first && one.field.source) ctx.report("doubled-name", one.field.source, `The call already takes "${one.field.name}".`);
    return first;
  });
}

const contextOf = (takes: readonly CallParameter[]): Type => ({ kind: "context", entries: Object.fromEntries(takes.map((t) => [t.field.name, typeOfTaken(t)])) });
const typeOfTaken = (taken: CallParameter): Type =>
  taken.fields === null ? typeOf(taken.field.type) : taken.list ? { kind: "list", of: contextOf(taken.fields) } : contextOf(taken.fields);

/** The body as it was sent. Unknown keys are refused, unless the fields are in the address. */
const bodyType = (method: string, takes: readonly CallParameter[]): Type =>
  method === "GET" || method === "DELETE"
    ? any
    : { kind: "context", entries: Object.fromEntries(takes.flatMap(({ field }) => [field.key, field.name, field.column].map((name) => [name, any]))) };

/** A stand-in for the entity, so that the fields of a call are read like those of an entity. */
const holder = (call: string): EntityDraft => ({
  name: `what "${call}" takes`,
  plural: "",
  fields: new Map(),
  raw: [],
  section: null,
  wholeName: null,
  whole: null,
  machines: [],
  states: [],
  actions: new Map(),
  further: [],
  partOf: null,
  span: null,
});
