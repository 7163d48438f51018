/** Values in examples: of a named field, or bound by a preposition to the only field that can take them. */
import { fold, readValue } from "@nonet/feel";
import { type Entity, type Field, type Given, namesRecords, type RecordPhrase } from "@nonet/model";
import { isCode, type TextSpan } from "@nonet/notation";
import { valueOf } from "../entities/field-value.ts";
import { typeOf } from "../expressions/field-type.ts";
import { bare, isNothing } from "../text/split.ts";
import { whatOf } from "./example-name.ts";
import { givable, isKnown, learn, mistake, type Story } from "./example-scope.ts";
import { isListed, listedValue, membersOf } from "./list-values.ts";
import { type Cursor, ended, isWord, nameAt, wordsOf } from "./tokens.ts";

const article = /the|an?/;

/** `"Ada"`, `the Loan of "Ada"`, `Item "Beamer"` as the value of a reference. */
export function recordValue(
  story: Story,
  c: Cursor,
  from: number,
  to: number,
  target: string,
  named: (story: Story, c: Cursor, entity?: string) => RecordPhrase | null,
): Given["value"] | null {
  const first = c.tokens[from]!;
  if (to - from === 1 && first.kind === "code")
    return { kind: "expression", expression: story.ctx.expression(wordsOf(c, from, to), { what: whatOf(story), expect: { kind: "record", name: target } }) };
  const at = article.test(first.text) && first.kind === "word" && /^(the|an?)$/i.test(first.text) ? from + 1 : from;
  const entity = nameAt(c, [target], at);
  if (entity) {
    const part: Cursor = { words: c.words, tokens: c.tokens.slice(0, to), at: from };
    const record = named(story, part, target);
    return record && { kind: "record", record };
  }
  const text = first.kind === "quoted" && to - from === 1 ? first.text : bare(wordsOf(c, from, to)).text;
  return { kind: "record", record: { entity: target, name: text, having: [] } };
}

/** The value of `field` between two tokens. */
export function fieldValue(
  story: Story,
  field: Field,
  c: Cursor,
  from: number,
  to: number,
  named: (story: Story, c: Cursor, entity?: string) => RecordPhrase | null,
): Given | null {
  const words = wordsOf(c, from, to);
  if (to <= from) return mistake(story, "unreadable-step", c.words.span, `"${field.name}" has no value here.`, `Write it after the name: ${field.name} …`);
  const target = field.type.kind === "reference" || field.type.kind === "references" ? field.type.entity : null;
  if (isNothing(words) || /^(null|empty|nothing)$/i.test(words.text))
    return { field: field.name, value: { kind: "expression", expression: { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: words.span } } };
  if (isListed(field.type) && !isCode(words)) {
    const reported = story.ctx.findings.diagnostics.length;
    const value = listedValue(story, field.type, words);
    if (story.ctx.findings.diagnostics.length > reported) story.failed = true;
    return { field: field.name, value };
  }
  const members = field.type.kind === "references" && !isCode(words) ? membersOf(words) : [];
  if (target !== null && members.length > 1) {
    const records = members.map((member) => ({ entity: target, name: bare(member).text, having: [] }));
    for (const record of records) note(story, field, record);
    return { field: field.name, value: { kind: "records", records } };
  }
  if (target !== null) {
    const value = recordValue(story, c, from, to, target, named);
    if (value?.kind === "record") note(story, field, value.record);
    return value && { field: field.name, value };
  }
  const before = story.ctx.findings.diagnostics.length;
  const only = c.tokens[from]!;
  const quoted: TextSpan | null = to - from === 1 && only.kind === "quoted" ? { text: only.text, span: { ...words.span, from: words.span.from + 1, to: words.span.to - 1 } } : null;
  // The currency of the record may be given anywhere in the example.
  const given = field.type.kind === "money" && field.type.currencyField !== undefined ? { kind: "number" as const } : typeOf(field.type);
  const expression =
    quoted && !namesRecords(field.type)
      ? valueOf(story.ctx, field.type, quoted, { what: whatOf(story) }, true, given)
      : valueOf(story.ctx, field.type, isCode(words) ? words : (quoted ?? words), { what: whatOf(story) }, true, given);
  if (story.ctx.findings.diagnostics.length > before) story.failed = true;
  return { field: field.name, value: { kind: "expression", expression } };
}

/** Remembers a named person or record, and the field that named a person. */
export function note(story: Story, field: Field, record: RecordPhrase): void {
  if (record.name === null) return;
  learn(story, record.entity, record.name);
  if (record.entity === "User") story.namedBy.set(fold(record.name), [...(story.namedBy.get(fold(record.name)) ?? []), field.name]);
}

/** The end of the value after a preposition: before the next preposition, `with`, `and`, or a comma. */
export function valueEnd(c: Cursor, from: number): number {
  let at = from;
  while (
    at < c.tokens.length &&
    c.tokens[at]!.kind !== "comma" &&
    !(c.tokens[at]!.kind === "word" && (/^(with|and|is|has)$/i.test(c.tokens[at]!.text) || (at > from && prepositions.test(c.tokens[at]!.text))))
  )
    at++;
  return at;
}

export const prepositions = /^(of|by|for|on|from|to|in|at|until)$/i;

/** Reads `of "Beamer"` and binds it; `taken` are the fields that already have a value. */
export function bindPreposition(
  story: Story,
  entity: Entity,
  c: Cursor,
  taken: ReadonlySet<string>,
  named: (story: Story, c: Cursor, entity?: string) => RecordPhrase | null,
): Given | null {
  const word = c.tokens[c.at]!.text.toLowerCase();
  const from = ++c.at;
  if (ended(c)) return mistake(story, "unreadable-step", c.words.span, `There is nothing after "${word}".`);
  const free = givable(entity).filter((f) => !taken.has(f.name));
  const fields = free.filter((f) => f.readOnly !== true).length > 0 ? free.filter((f) => f.readOnly !== true) : free;
  const described = recordAhead(story, c);
  if (described !== null) {
    const field = only(
      story,
      c,
      from,
      word,
      entity,
      fields.filter((f) => refersTo(f, described)),
    );
    if (!field) return null;
    const record = named(story, c, described);
    if (!record) return null;
    note(story, field, record);
    return { field: field.name, value: { kind: "record", record } };
  }
  const to = valueEnd(c, from);
  if (to === from) return mistake(story, "unreadable-step", c.words.span, `There is nothing after "${word}".`);
  const field = only(story, c, from, word, entity, candidates(story, c, from, to, fields), to);
  if (!field) return null;
  c.at = to;
  return fieldValue(story, field, c, from, to, named);
}

const refersTo = (field: Field, entity: string): boolean => field.type.kind === "reference" && field.type.entity === entity;

/** `the Requisition "RQ-1"`: the entity that is described here. */
function recordAhead(story: Story, c: Cursor): string | null {
  const at = isWord(c, article) ? c.at + 1 : c.at;
  return (
    nameAt(
      c,
      story.entities.map((e) => e.name),
      at,
    )?.name ?? null
  );
}

function candidates(story: Story, c: Cursor, from: number, to: number, fields: readonly Field[]): readonly Field[] {
  const token = c.tokens[from]!;
  if (token.kind === "quoted") {
    const references = fields.filter((f) => f.type.kind === "reference");
    const known = references.filter((f) => f.type.kind === "reference" && isKnown(story, f.type.entity, token.text));
    if (known.length > 0) return known;
    const people = references.filter((f) => refersTo(f, "User"));
    if (people.length > 0) return people;
    return references.length > 0 ? references : fields.filter((f) => namesRecords(f.type));
  }
  const text = wordsOf(c, from, to).text;
  const value = readValue(text);
  if (!value) return fields.filter((f) => (f.type.kind === "one of" && f.type.choices.some((x) => fold(x) === fold(text))) || token.kind === "code");
  const same = fields.filter((f) => {
    const type = typeOf(f.type);
    if (type.kind === "date and time" && value.type.kind === "date and time") return true;
    if (type.kind !== value.type.kind) return false;
    return type.kind !== "number" || value.type.kind !== "number" || value.type.unit === undefined || type.unit === value.type.unit;
  });
  const whole = value.type.kind === "number" && value.type.unit === undefined && !text.includes(".") ? same.filter((f) => f.type.kind === "integer") : [];
  return whole.length === 1 ? whole : same;
}

const starts = /\b(start|from|begin|begins|first|since)\b/i;
const ends = /\b(end|to|until|till|last|due)\b/i;

/** The remaining field, chosen by its name if there are several; the error names them. */
function only(story: Story, c: Cursor, from: number, word: string, entity: Entity, found: readonly Field[], to = from + 1): Field | null {
  const phrase = wordsOf(c, from, to);
  if (found.length === 0)
    return mistake(story, "unreadable-step", phrase.span, `No field of ${entity.name} can take ${phrase.text} after "${word}".`, "Name the field: `with FIELD VALUE`.");
  if (found.length === 1) return found[0]!;
  const bySides = word === "from" ? found.filter((f) => starts.test(f.name)) : word === "to" || word === "until" ? found.filter((f) => ends.test(f.name)) : [];
  if (bySides.length === 1) return bySides[0]!;
  if (word === "from" && found.length === 2) return found[0]!;
  const byWord = found.filter((f) => new RegExp(`\\b${word}$`, "i").test(f.name));
  if (byWord.length === 1) return byWord[0]!;
  const doers = found.filter((f) => f.default?.kind === "variable" && f.default.name === "me");
  if (doers.length === 1 && found.every((f) => refersTo(f, "User"))) return doers[0]!;
  return mistake(
    story,
    "ambiguous-step",
    phrase.span,
    `${phrase.text} after "${word}" could be ${list(found.map((f) => f.name))} of ${entity.name}.`,
    `Name the field: \`with ${found[0]!.name} ${phrase.text}\`.`,
  );
}

export const list = (names: readonly string[]): string => (names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);
