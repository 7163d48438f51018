/** What lists and links show of a record: the field by default, and what to write where that suits badly. */
import { type Expression, fold } from "@nonet/feel";
import type { Span } from "@nonet/source";
import { type Field, type FieldType, namesRecords } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { thisField } from "../expressions/build.ts";
import { article, capital } from "../text/english.ts";

/** Default 6: a unique field that isn't formatted, else a required `name` or `title`, else a sequence, else `name` or `title`, else a unique one, else a short text, else a required long one that isn't a note; never a hidden one, a place on a map, a currency, country, language or time zone. */
export function shownByDefault(ctx: PointCompiler, draft: EntityDraft, fields: readonly Field[]): Expression {
  const named = fields.filter((f) => f.computed?.kind !== "hole" && namesRecords(f.type) && !isCode(f));
  const texts = named.filter((f) => !f.hidden && !f.secret && isShort(f));
  const isName = (f: Field): boolean => ["name", "title"].includes(fold(f.name));
  const suited =
    (draft.name === "User" ? texts.find((f) => f.name === "name") : undefined) ??
    texts.find((f) => f.unique && f.type.kind !== "formatted" && f.type.kind !== "sequence") ??
    texts.find((f) => isName(f) && f.required === true) ??
    texts.find((f) => f.type.kind === "sequence") ??
    texts.find(isName) ??
    texts.find((f) => f.unique) ??
    texts.find((f) => f.required === true && !isPlace(f)) ??
    texts.find((f) => f.readOnly === false && !isPlace(f) && !isRemark(f)) ??
    texts.find((f) => f.readOnly === false && !isPlace(f));
  const long = named.find((f) => !f.hidden && !f.secret && !isShort(f) && f.required === true && !isNote(f));
  const by = suited ?? texts.find((f) => !isPlace(f)) ?? long;
  if (draft.span && !suited) reportUnsuited(ctx, draft, draft.span, fields, by ?? null, named[0]);
  return thisField(draft, by?.name ?? "id", draft.span ?? { file: 0, from: 0, to: 0 });
}

/** `by`: the field that names the records all the same. `first`: the first text, which may be unable to name them. */
function reportUnsuited(ctx: PointCompiler, draft: EntityDraft, span: Span, fields: readonly Field[], by: Field | null, first: Field | undefined): void {
  if (!first) return;
  const records = capital(article(draft.name));
  const message = by
    ? `${records} is shown as its "${by.name}", which ${isShort(by) ? "people don't fill in" : "is a long text"}.`
    : `Nothing names ${article(draft.name)}: its "${first.name}" is ${first.hidden || first.secret ? "hidden" : isPlace(first) ? "a place on a map" : "a long text"}.`;
  const example = exampleAmong(
    ctx,
    fields.filter((f) => f.required === true && f !== by && isShort(f)),
  );
  ctx.report("unsuited-name", span, message, { hint: `Write what lists and links show in its place, for example \`- Shown as: ${example ?? "FIELD"}\`.` });
}

/** Coordinates name nothing to a person. */
const isPlace = ({ type }: Field): boolean => type.kind === "formatted" && type.format === "location";
/** What is written about a record, and often left empty: other texts come before it. */
const isRemark = (f: Field): boolean =>
  f.type.kind === "text" && /^(?:(?:\w+ )*(?:reason|remarks?|notes?|comments?|description|details|message)|reason for .*)$/.test(fold(f.name));

/** What is added to a record, and says nothing of what it is. */
const isNote = (f: Field): boolean => /(?:^|\s)(?:notes?|remarks?|comments?|message)$/.test(fold(f.name));

/** A code that many records share. */
const isCode = ({ type }: Field): boolean => type.kind === "formatted" && ["currency", "country", "language", "time zone"].includes(type.format);
const isShort = ({ type }: Field): boolean => type.kind !== "text" || type.form === "plain";

/** The first of the fields that can be shown as a text, as it is written. */
function exampleAmong(ctx: PointCompiler, fields: readonly Field[]): string | undefined {
  for (const { name, type, hidden, secret } of fields) {
    const written = hidden || secret ? undefined : namesRecords(type) || type.kind === "one of" ? name : inBraces.has(type.kind) ? `{${name}}` : nameBehind(ctx, name, type);
    if (written !== undefined) return written;
  }
  return undefined;
}

const inBraces: ReadonlySet<FieldType["kind"]> = new Set(["date", "date and time", "time", "number", "integer", "money", "percent"]);

/** `climber.name`: the text of the record to which the field refers. */
export function nameBehind(ctx: PointCompiler, name: string, type: FieldType): string | undefined {
  if (type.kind !== "reference") return undefined;
  if (type.entity === "User") return `${name}.name`;
  const texts = [...(ctx.declared.entities.get(fold(type.entity))?.fields.values() ?? [])].filter(
    (one) => namesRecords(one.type) && (one.type.kind !== "text" || one.type.form === "plain"),
  );
  const by = texts.find((one) => ["name", "title"].includes(fold(one.name))) ?? texts.find((one) => one.required) ?? texts[0];
  return by && `${name}.${by.name}`;
}
