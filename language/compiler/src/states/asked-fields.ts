/** Point 4: the fields that an action asks for: new ones with a type, and the entity's own. */
import { fold } from "@nonet/feel";
import type { Action, Field } from "@nonet/model";
import { codeOf, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { inputField } from "../entities/asked-field.ts";
import { buildField } from "../entities/field.ts";
import { reportMissing } from "../resolve/report-nearest.ts";
import { beginsWithType } from "../syntax/entities/field-type.ts";
import { rawInputField, readAttribute } from "../syntax/entities/field.ts";
import { boundedField, boundedInput } from "../syntax/input-words.ts";
import { type ListedField, readFieldList } from "../syntax/entities/field-list.ts";
import { listedNames } from "../text/listed-names.ts";
import { bare, isNotShown, slice, split, withoutStop } from "../text/split.ts";

type Asked = Action["asks"][number];

export function readAsked(ctx: PointCompiler, draft: EntityDraft, asks: Map<string, Action["asks"]>, action: string, written: TextSpan): void {
  const words = typed(ctx, draft, withLength(draft, withoutStop(codeOf(written))));
  if (isNotShown(words)) {
    ctx.notShown(`what ${action} asks for`, words.span);
    return;
  }
  const found = [...(asks.get(fold(action)) ?? [])];
  for (const listed of readFieldList(words, (name) => draft.fields.has(name)).flatMap((one): readonly ListedField[] => (one.kind === "own" ? eachOwn(draft, one) : [one]))) {
    const asked = listed.kind === "own" ? ownField(ctx, draft, listed) : typedField(ctx, draft, listed.raw, found);
    if (asked) found.push(asked);
  }
  asks.set(fold(action), found);
}

/** `a reason of at least 10 characters` as `reason: text, at least 10 characters`. */
function withLength(draft: EntityDraft, words: TextSpan): TextSpan {
  const input = boundedInput(words.text);
  return input ? { ...words, text: boundedField(input, draft.fields.has(fold(input.name))) } : words;
}

/** `a reason (long text, required)` in the form `reason: long text, required`, each character at its place. `the tenant (required)` loses only its article: it is the entity's own field. */
function withType(draft: EntityDraft, words: TextSpan): TextSpan {
  const parts = split(words, ",;");
  if (parts.length > 1) return eachWithType(words, parts);
  const [, lead = "", name = "", open = "", type = ""] = /^((?:(?:an?|the)\s+)?)([^():,;]+?)(\s*\()([^()]+)\)\.?$/i.exec(words.text) ?? [];
  const article = /^(?:an?|the)\s+/i.exec(words.text);
  if (article && draft.fields.has(fold(bare(slice(words, article[0].length, /\s*\(|[,;:]|$/.exec(words.text)!.index)).text)))
    return withType(draft, slice(words, article[0].length));
  if (name === "" || (draft.fields.has(fold(bare({ ...words, text: name }).text)) && !beginsWithType(type))) return words;
  const text = `${" ".repeat(lead.length)}${name}${":".padEnd(open.length)}${type}`;
  return slice({ ...words, text: text.padEnd(words.text.length) }, lead.length, text.length);
}

/** `damage (long text), photos (images)` as `damage: long text; photos: images`, each character at its place. */
function eachWithType(words: TextSpan, parts: readonly TextSpan[]): TextSpan {
  const text = [...words.text];
  for (const part of parts) {
    const open = part.text.indexOf(" (");
    if (open < 0 || part.text.includes(":") || !part.text.endsWith(")") || !beginsWithType(part.text.slice(open + 2, -1))) continue;
    const at = part.span.from - words.span.from;
    const end = at + part.text.length;
    const article = /^(?:an?|the) /i.exec(part.text)?.[0].length ?? 0;
    text.fill(" ", at, at + article);
    text.splice(at + open, 2, ":", " ");
    text[end - 1] = " ";
    const separator = text.findIndex((one, i) => i >= end && one !== " ");
    if (separator >= 0) text[separator] = ";";
  }
  return words.span.to - words.span.from === words.text.length ? { ...words, text: text.join("") } : words;
}

/** `reason: required`, from `a reason (required)`: a value of its own needs a type, so it is reported and read as a text. */
function typed(ctx: PointCompiler, draft: EntityDraft, written: TextSpan): TextSpan {
  const words = withType(draft, written);
  const [field, ...more] = readFieldList(words, (name) => draft.fields.has(name));
  if (field?.kind !== "field" || more.length > 0 || draft.fields.has(fold(field.raw.name.text)) || readAttribute(field.raw.type).kind === "unknown") return words;
  const name = bare(field.raw.name).text;
  const text = [`${name}: text`, field.raw.type.text, ...field.raw.attributes.map((one) => one.words.text)].join(", ");
  ctx.report("unknown-type", words.span, `"${name}" isn't a field of ${draft.name}, so it needs a type.`, {
    hint: `Write \`${text}\`, for example.`,
    fixes: [{ title: `Write "${text}"`, edits: [{ span: written.span, text }] }],
  });
  return { ...words, text };
}

type Own = Extract<ListedField, { kind: "own" }>;

/** `promised on / notes`, `promised on and notes`. */
function eachOwn(draft: EntityDraft, own: Own): readonly Own[] {
  if (draft.fields.has(fold(bare(own.name).text))) return [own];
  const names = listedNames(own.name);
  return names.length > 1 && names.every((name) => draft.fields.has(fold(bare(name).text))) ? names.map((name) => ({ ...own, name })) : [own];
}

/** A field with a type. One that is called like a stored field of the entity, with the same type, is that field. */
function typedField(ctx: PointCompiler, draft: EntityDraft, raw: Extract<ListedField, { kind: "field" }>["raw"], before: readonly Asked[]): Asked | null {
  // Its conditions may read the input before it.
  const field = inputField(ctx, draft, raw, { self: draft.name, asked: before.map((one) => one.field) });
  if (!field) return null;
  const declared = draft.fields.get(fold(field.name));
  const own = declared !== undefined && declared.open === undefined && isStored(declared) && JSON.stringify(declared.type) === JSON.stringify(field.type);
  return { field, own };
}

type Declared = NonNullable<ReturnType<EntityDraft["fields"]["get"]>>;
const isStored = ({ computed, type, machine }: Declared): boolean => !computed && type.kind !== "inverse" && type.kind !== "sequence" && !machine;

/** A field of another entity, which the action makes: the input has its type, which has to be written. */
function elsewhere(ctx: PointCompiler, name: TextSpan): Extract<ListedField, { kind: "field" }>["raw"] | null {
  const named = bare(name).text;
  const found = [...ctx.drafts.values()].flatMap((other) => {
    const field = other.raw.find((one) => fold(one.name) === fold(named));
    return field?.raw && !field.raw.computed && field.raw.type.text !== "" ? [{ other, type: codeOf(field.raw.type).text }] : [];
  });
  const types = new Set(found.map(({ type }) => fold(type)));
  const raw = types.size === 1 ? rawInputField({ text: `${named}: ${found[0]!.type}`, span: name.span }) : null;
  if (!raw || !beginsWithType(found[0]!.type)) return null;
  const text = `${named}: ${found[0]!.type}`;
  ctx.report("unknown-field", name.span, `"${named}" is a field of ${found[0]!.other.name}, and not of the record itself, so the input needs its type.`, {
    hint: `Write \`${text}\`.`,
    fixes: [{ title: `Write "${text}"`, edits: [{ span: name.span, text }] }],
  });
  return raw;
}

/** A name without a type is the entity's own field, compiled as the entity has it, with the attributes that follow. */
function ownField(ctx: PointCompiler, draft: EntityDraft, { name, attributes }: Own): Asked | null {
  const declared = draft.fields.get(fold(bare(name).text));
  const typed = declared ? null : elsewhere(ctx, name);
  if (typed) return typedField(ctx, draft, typed, []);
  if (!declared) {
    reportMissing(ctx, draft, "field", name, { hint: "To ask for a new field, give it a type: `name: text`." });
    return null;
  }
  if (declared.open !== undefined) {
    ctx.affects(declared.open, `what is asked for of ${draft.name}`, name.span);
    return null;
  }
  if (!isStored(declared)) {
    ctx.report("not-a-field", name.span, `"${declared.name}" of ${draft.name} is managed by the product, so it can't be input.`);
    return null;
  }
  for (const one of attributes) if (one.kind === "unknown") reportMissing(ctx, draft, "field", one.words, { hint: "To ask for a new field, give it a type: `name: text`." });
  const field = ownFieldOf(
    ctx,
    draft,
    declared.name,
    attributes.filter(({ kind }) => kind !== "unknown"),
  );
  return field && { field: { ...field, source: name.span }, own: true };
}

/** The entity's own field, compiled again without reports. */
function ownFieldOf(ctx: PointCompiler, draft: EntityDraft, name: string, attributes: Own["attributes"]): Field | null {
  const one = draft.raw.find((f) => f.name === name);
  if (!one) return null;
  const raw =
    one.raw && attributes.length > 0
      ? { ...one.raw, attributes: [...one.raw.attributes.filter((known) => !attributes.some(({ kind }) => kind === known.kind)), ...attributes] }
      : one.raw;
  return ctx.silently(() => buildField(ctx, draft, { ...one, raw }, new Set()));
}
