/** Point 7: the fields that a call takes, or that an answer has: inline, as bullets, or both. */
import type { Type } from "@nonet/feel";
import type { CallParameter } from "@nonet/model";
import { type Block, type Bullet, scanTop, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { inputField } from "../entities/asked-field.ts";
import { typeOf } from "../expressions/field-type.ts";
import { callKey } from "../syntax/call-attributes.ts";
import { rawInputField, type RawField } from "../syntax/entities/field.ts";
import { after, bare, slice, split } from "../text/split.ts";

/** `Takes: title: text, required; tags: list of text; lines: list of (item: text; pieces: integer)`, or a bullet for each below it, or both. */
export function takenBy(ctx: PointCompiler, section: Section, key: "takes" | "answer", call: string): CallParameter[] {
  const keys = new Set(section.blocks.flatMap((b) => (b.kind === "bullet" && b.label ? [callKey(b.label.text)] : [])));
  const block = section.blocks.find((b): b is Bullet => b.kind === "bullet" && callKey(b.label?.text ?? "", keys) === key);
  if (!block || (block.value && /^(none|nothing|[-–—])$/i.test(block.value.text))) return [];
  const draft = holder(call);
  const inline = block.value && block.value.text !== "" ? takenFrom(fieldsIn(block.value), (words, before) => taken(ctx, draft, rawInputField(words), words, [], before)) : [];
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
  const inside = /^[^({]*[({](?=[^:({]+:)/.exec(raw.type.text)?.[0];
  const shape = /^(?:(list)(?: of(?: objects)?)?|object)?(?: with)?$/i.exec(inside === undefined ? raw.type.text : inside.slice(0, -1).trim());
  if (shape && (children.length > 0 || inside !== undefined)) {
    const list = shape[1] !== undefined;
    const field = inputField(ctx, draft, checkShape(ctx, { ...raw, type: { text: list ? "list of text" : "text", span: raw.type.span } }, list), scope);
    const inner =
      inside === undefined ? [] : fieldsIn(slice(raw.type, inside.length, raw.type.text.length - 1)).flatMap((one) => taken(ctx, draft, rawInputField(one), one, [], []));
    return field ? [{ field, fields: once(ctx, [...inner, ...takenIn(ctx, draft, children, null)]), list }] : [];
  }
  const field = inputField(ctx, draft, raw, scope);
  return field ? [{ field, fields: null, list: false }] : [];
}

/** An object can only be required; a list of objects can also have bounds. */
function checkShape(ctx: PointCompiler, raw: RawField, list: boolean): RawField {
  const unfit = raw.attributes.filter(
    (a) =>
      a.kind === "default" ||
      a.kind === "matching" ||
      (!list && ["at least", "at most", "between", "non-negative", "more than", "less than", "positive", "negative"].includes(a.kind)),
  );
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

export const contextOf = (takes: readonly CallParameter[]): Type => ({ kind: "context", entries: Object.fromEntries(takes.map((t) => [t.field.name, typeOfTaken(t)])) });
const typeOfTaken = (taken: CallParameter): Type =>
  taken.fields === null ? typeOf(taken.field.type) : taken.list ? { kind: "list", of: contextOf(taken.fields) } : contextOf(taken.fields);

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

/** Semicolons separate fields, and so does a comma before `name:`. */
function fieldsIn(words: TextSpan): TextSpan[] {
  return split(words, ";").flatMap((written) => {
    const part = after(written, /and\s+/i) ?? written;
    const bracketed = split(part, ",");
    if (bracketed.length > 1 && bracketed.every(({ text }) => /^[^():]+\(.*\)$/s.test(text))) return bracketed;
    const found: TextSpan[] = [];
    let from = 0;
    scanTop(part.text, (at) => {
      if (part.text[at] !== "," || !/^,\s*(?:and\s+)?[\p{L}][\p{L}\d _*-]*:\s/u.test(part.text.slice(at))) return;
      found.push(slice(part, from, at));
      from = at + (/^,\s*(?:and\s+)?/.exec(part.text.slice(at))?.[0].length ?? 1);
    });
    return [...found, slice(part, from)];
  });
}
