/** Records in examples: `a Loan of "Beamer" by "Ada" from … to …, approved`, `the Requisition with the line "Chair"`. */
import { creationInput, type Entity, type Field, type Given, type RecordPhrase } from "@nonet/model";
import { nearest } from "@nonet/source";
import { text as textOf, truth } from "../expressions/build.ts";
import { entityNamed, givable, isKnown, learn, mistake, namingField, otherStates, partNames, statesOf, type Story } from "./example-scope.ts";
import { isCalledByReference, partTitle } from "./part-title.ts";
import { type Cursor, ended, isWord, nameAt, peek, takeName, takeWord, wordsOf } from "./tokens.ts";
import { bindPreposition, fieldValue, list, prepositions } from "./values.ts";

/** A record to create, with the input of the action if the step runs one. */
export interface Thing {
  readonly entity: string;
  readonly name: string | null;
  readonly values: Given[];
  readonly asked: Given[];
  readonly parts: { readonly list: string; readonly values: Given[] }[];
  state: string | null;
}

interface Reading {
  readonly thing: Thing;
  readonly entity: Entity;
  /** The input of the action; these fields take precedence. */
  readonly asks: readonly Field[];
  /** An existing record is described, not created: `with the line "Chair"`. */
  readonly named: boolean;
}

/** Reads the name of an entity and the description of the record. */
export function readThing(
  story: Story,
  c: Cursor,
  options: { readonly asks?: readonly Field[] | "making"; readonly named?: boolean; readonly within?: Entity } = {},
): Thing | null {
  takeWord(c, /the|an?/);
  const names = new Map(story.entities.map((e) => [e.name, e]));
  for (const whole of story.entities) for (const [name, part] of partNames(story, whole)) if (!names.has(name)) names.set(name, part);
  const name = takeName(c, names.keys()) ?? (options.named ? titledEntity(story, c) : null);
  if (name === null) return unknownEntity(story, c);
  const entity = names.get(name)!;
  const quoted = peek(c)?.kind === "quoted" ? c.tokens[c.at++]!.text : null;
  const through = options.named === true && quoted !== null && isCalledByReference(story, entity, quoted) ? partTitle(story, c, c.at - 1, entity) : null;
  if (story.failed) return null;
  const thing: Thing = { entity: entity.name, name: through ? null : quoted, values: through ? [through] : [], asked: [], parts: [], state: null };
  const r: Reading = { thing, entity, asks: options.asks === "making" ? creationInput(story, entity.name) : (options.asks ?? []), named: options.named === true };
  const bound: { readonly from: number; readonly to: number }[] = [];
  while (!ended(c)) {
    const token = peek(c)!;
    if (token.kind === "word" && prepositions.test(token.text) && !(r.named && quoted !== null && options.within)) {
      // Fields named with `with` are bound first; prepositions bind the remaining ones.
      const from = c.at;
      skipPreposition(story, c);
      bound.push({ from, to: c.at });
    } else if (takeWord(c, /with/) || isItem(story, c, r)) {
      if (!readItems(story, c, r)) return null;
    } else break;
  }
  // The actor is a person, so it is bound before names that could be any record.
  const isBy = ({ from }: { readonly from: number }): number => (/^by$/i.test(c.tokens[from]!.text) ? 0 : 1);
  for (const { from, to } of bound.sort((a, b) => isBy(a) - isBy(b))) {
    const its: Cursor = { words: c.words, tokens: c.tokens.slice(0, to), at: from };
    const given = bindPreposition(
      story,
      entity,
      its,
      new Set([...thing.values.map((v) => v.field), ...(quoted !== null && !r.named ? [namingField(entity)?.name ?? ""] : [])]),
      readNamed,
    );
    if (!given) return null;
    thing.values.push(given);
  }
  return thing;
}

/** The entity of a record that is named without its entity (`"first" is cancelled`), if only one entity has such a record. */
export function titledEntity(story: Story, { tokens, at }: Cursor): string | null {
  const token = tokens[at];
  if (token?.kind !== "quoted") return null;
  const called = story.entities.filter((entity) => isKnown(story, entity.name, token.text));
  return called.length === 1 ? called[0]!.name : null;
}

function unknownEntity(story: Story, c: Cursor): null {
  const token = peek(c);
  const phrase = wordsOf(c, c.at, c.at + 1);
  const near = token
    ? nearest(
        token.text,
        story.entities.map((e) => e.name),
      )
    : undefined;
  return mistake(
    story,
    "unreadable-step",
    token ? phrase.span : c.words.span,
    token
      ? token.kind === "quoted"
        ? `"${token.text}" needs the name of an entity before it.`
        : `"${token.text}" is not an entity of point 3.${near === undefined ? "" : ` Did you mean "${near}"?`}`
      : "The step ends without a record.",
    token?.kind === "quoted" ? `Write \`the ENTITY "${token.text}"\`.` : undefined,
  );
}

/** Skips the value of a preposition without binding it. */
function skipPreposition(story: Story, c: Cursor): void {
  c.at++;
  const at = isWord(c, /the|an?/) ? c.at + 1 : c.at;
  const entity = nameAt(
    c,
    story.entities.map((e) => e.name),
    at,
  );
  if (entity) {
    c.at = at + entity.length;
    if (peek(c)?.kind === "quoted") c.at++;
    else while (!ended(c) && peek(c)!.kind === "word" && prepositions.test(peek(c)!.text)) skipPreposition(story, c);
    return;
  }
  const from = c.at;
  while (!ended(c) && peek(c)!.kind !== "comma" && !isWord(c, /with|and|is|has/) && !(c.at > from && peek(c)!.kind === "word" && prepositions.test(peek(c)!.text))) c.at++;
}

/** Whether a comma or `and` continues with another value, part or state. */
function isItem(story: Story, c: Cursor, r: Reading): boolean {
  if (peek(c)?.kind !== "comma" && !isWord(c, /and/)) return false;
  const start = c.at;
  while (peek(c)?.kind === "comma" || isWord(c, /and/)) c.at++;
  const goes = !ended(c) && startsItem(story, c, r);
  if (!goes) c.at = start;
  return goes || !r.named;
}

function startsItem(story: Story, c: Cursor, r: Reading): boolean {
  const at = isWord(c, /the|an?/) ? c.at + 1 : c.at;
  return (
    nameAt(c, partNames(story, r.entity).keys(), at) !== null ||
    nameAt(c, statesOf(story, r.entity.name)) !== null ||
    nameAt(
      c,
      otherStates(story, r.entity.name).map((s) => s.state),
    ) !== null ||
    flagAt(c, fieldsOf(r)) !== null ||
    nameAt(
      c,
      fieldsOf(r).map((f) => f.name),
    ) !== null
  );
}

const fieldsOf = (r: Reading): readonly Field[] => [...r.asks, ...(r.named ? r.entity.fields : givable(r.entity))];

/** `F V, F V and a line "Chair", quantity 1, draft`. */
function readItems(story: Story, c: Cursor, r: Reading): boolean {
  let part: { readonly entity: Entity; readonly values: Given[] } | null = null;
  for (let first = true; !ended(c); first = false) {
    while (peek(c)?.kind === "comma" || isWord(c, /and/)) c.at++;
    if (ended(c)) break;
    if (
      !first &&
      r.named &&
      !startsItem(story, c, r) &&
      !(
        part &&
        nameAt(
          c,
          part.entity.fields.map((f) => f.name),
        )
      )
    )
      break;
    const state = takeState(story, c, r);
    if (state === "wrong") return false;
    if (state !== null) continue;
    const opened = openPart(story, c, r);
    if (opened === "wrong") return false;
    if (opened !== null) {
      part = opened;
      continue;
    }
    if (!readField(story, c, r, part)) return false;
    if (isWord(c, /is|has/)) break;
  }
  return true;
}

function takeState(story: Story, c: Cursor, r: Reading): string | "wrong" | null {
  const found = nameAt(c, statesOf(story, r.entity.name));
  if (!found) return takeOtherState(story, c, r);
  if (!endsItem(c, found.length)) return null;
  const words = wordsOf(c, c.at, c.at + found.length);
  c.at += found.length;
  if (r.thing.state !== null) return mistake(story, "unreadable-step", words.span, `${r.entity.name} has two states here: ${r.thing.state} and ${found.name}.`) ?? "wrong";
  r.thing.state = found.name;
  return found.name;
}

/** The state of a further machine is the value of its field. */
function takeOtherState(story: Story, c: Cursor, r: Reading): string | "wrong" | null {
  const others = otherStates(story, r.entity.name);
  const found = nameAt(
    c,
    others.map((o) => o.state),
  );
  if (!found || !endsItem(c, found.length)) return null;
  const { span } = wordsOf(c, c.at, c.at + found.length);
  const fields = others.filter((o) => o.state === found.name).map((o) => o.field);
  if (fields.length > 1)
    return (
      mistake(story, "ambiguous-step", span, `"${found.name}" could be ${list(fields)} of ${r.entity.name}.`, `Name the field: \`with ${fields[0]!} ${found.name}\`.`) ?? "wrong"
    );
  if (r.thing.values.some((v) => v.field === fields[0])) return mistake(story, "unreadable-step", span, `${fields[0]!} appears twice.`) ?? "wrong";
  c.at += found.length;
  r.thing.values.push({ field: fields[0]!, value: { kind: "expression", expression: textOf(found.name, span) } });
  return found.name;
}

const endsItem = (c: Cursor, ahead: number): boolean => {
  const next = peek(c, ahead);
  return !next || next.kind === "comma" || (next.kind === "word" && /^(and|with)$/i.test(next.text));
};

/** `insured`, `not insured`: a yes/no field by its name alone. */
export function flagAt(c: Cursor, fields: readonly Field[]): { readonly field: Field; readonly value: boolean; readonly length: number } | null {
  const flags = fields.filter((f) => f.type.kind === "yes/no");
  const not = isWord(c, /not/) ? 1 : 0;
  const found = nameAt(
    c,
    flags.map((f) => f.name),
    c.at + not,
  );
  if (!found || !endsItem(c, not + found.length)) return null;
  return { field: flags.find((f) => f.name === found.name)!, value: not === 0, length: not + found.length };
}

function openPart(story: Story, c: Cursor, r: Reading): { entity: Entity; values: Given[] } | "wrong" | null {
  const at = isWord(c, /the|an?/) ? c.at + 1 : c.at;
  const names = partNames(story, r.entity);
  const found = nameAt(c, names.keys(), at);
  if (
    !found ||
    (nameAt(
      c,
      fieldsOf(r).map((f) => f.name),
    )?.length ?? 0) > found.length
  )
    return null;
  const entity = names.get(found.name)!;
  c.at = at + found.length;
  const quoted = peek(c)?.kind === "quoted" ? c.tokens[c.at++]! : null;
  // An existing part can be named by any identifying field, including the title field.
  const named = r.named && (quoted === null || !isCalledByReference(story, entity, quoted.text));
  const titled = quoted && !named ? partTitle(story, c, c.at - 1, entity) : null;
  if (quoted && !named && !titled) return "wrong";
  const values: Given[] = titled ? [titled] : [];
  if (r.named) {
    r.thing.values.push({ field: entity.partOf!.list, value: { kind: "record", record: { entity: entity.name, name: named ? (quoted?.text ?? null) : null, having: values } } });
    return { entity, values };
  }
  r.thing.parts.push({ list: entity.partOf!.list, values });
  return { entity, values };
}

/** The end of a field's value: at a comma, or at an `and` that continues with another item. */
function itemEnd(story: Story, c: Cursor, r: Reading, part: Entity | null): number {
  const start = c.at;
  let at = start;
  for (; at < c.tokens.length && c.tokens[at]!.kind !== "comma"; at++) {
    const token = c.tokens[at]!;
    if (token.kind !== "word" || at === start) continue;
    if (/^(is|has)$/i.test(token.text) && r.named) break;
    if (!/^and$/i.test(token.text)) continue;
    const after: Cursor = { ...c, at: at + 1 };
    if (
      startsItem(story, after, r) ||
      (part &&
        nameAt(
          after,
          givable(part).map((f) => f.name),
        ))
    )
      break;
  }
  return at;
}

function readField(story: Story, c: Cursor, r: Reading, part: { readonly entity: Entity; readonly values: Given[] } | null): boolean {
  const lists: { fields: readonly Field[]; into: Given[] }[] = [
    ...(part ? [{ fields: r.named ? part.entity.fields : givable(part.entity), into: part.values }] : []),
    { fields: r.asks, into: r.thing.asked },
    { fields: r.named ? r.entity.fields : givable(r.entity), into: r.thing.values },
  ];
  for (const { fields, into } of lists) {
    const flag = flagAt(c, fields);
    if (flag) {
      const { span } = wordsOf(c, c.at, c.at + flag.length);
      if (into.some((v) => v.field === flag.field.name)) return mistake(story, "unreadable-step", span, `${flag.field.name} appears twice.`) !== null;
      into.push({ field: flag.field.name, value: { kind: "expression", expression: truth(flag.value, span) } });
      c.at += flag.length;
      return true;
    }
    const found = nameAt(
      c,
      fields.map((f) => f.name),
    );
    if (!found) continue;
    const field = fields.find((f) => f.name === found.name)!;
    const place = wordsOf(c, c.at, c.at + found.length);
    c.at += found.length;
    const to = itemEnd(story, c, r, part?.entity ?? null);
    if (into.some((v) => v.field === field.name)) return mistake(story, "unreadable-step", place.span, `${field.name} appears twice.`) !== null;
    const given = fieldValue(story, field, c, c.at, to, readNamed);
    if (!given) return false;
    c.at = to;
    into.push(given);
    return true;
  }
  return unknownItem(story, c, r, part?.entity ?? null);
}

function unknownItem(story: Story, c: Cursor, r: Reading, part: Entity | null): false {
  const from = c.at;
  let to = from + 1;
  while (to < c.tokens.length && c.tokens[to]!.kind === "word" && to < from + 3 && c.tokens[to]!.kind === "word") to++;
  const phrase = wordsOf(c, from, to);
  const computed = r.entity.fields.find((f) => f.computed !== null && nameAt(c, [f.name]));
  if (computed)
    return (
      mistake(
        story,
        "unreadable-step",
        phrase.span,
        `${computed.name} of ${r.entity.name} is ${computed.computed?.kind === "hole" ? "not shown" : "computed"}, so it can't be given.`,
      ),
      false
    );
  const names = [...statesOf(story, r.entity.name), ...fieldsOf(r).map((f) => f.name), ...(part ? givable(part).map((f) => f.name) : [])];
  const near = nearest(c.tokens[from]!.text, names);
  mistake(
    story,
    "unreadable-step",
    phrase.span,
    `"${phrase.text}" is neither a field nor a state of ${r.entity.name}${part ? ` or of its ${part.name}` : ""}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    `It has ${list(names.slice(0, 12))}.`,
  );
  return false;
}

/** An existing record: `the Loan of "Ada"`, `Item "Beamer"`. A state is a value that the record must have. */
export function readNamed(story: Story, c: Cursor, within?: string, asks: readonly Field[] = [], asked: Given[] = []): RecordPhrase | null {
  const thing = readThing(story, c, { named: true, asks, ...(within !== undefined ? { within: entityNamed(story, within) } : {}) });
  if (!thing) return null;
  asked.push(...thing.asked);
  const state: Given[] = thing.state === null ? [] : [{ field: "state", value: { kind: "expression", expression: textOf(thing.state, c.words.span) } }];
  return { entity: thing.entity, name: thing.name, having: [...thing.values, ...state] };
}

/** A record to create; its name is the value of the field that holds it, otherwise only a title. */
export function made(story: Story, c: Cursor, thing: Thing): { readonly title: string | null; readonly values: readonly Given[] } {
  if (thing.name === null) return { title: null, values: thing.values };
  learn(story, thing.entity, thing.name);
  const entity = entityNamed(story, thing.entity);
  const field = namingField(entity);
  const fits = field && !thing.values.some((v) => v.field === field.name) && (field.type.kind !== "sequence" || sequenceFits(field, thing.name));
  if (!fits) return { title: thing.name, values: thing.values };
  return { title: thing.name, values: [{ field: field.name, value: { kind: "expression", expression: textOf(thing.name, c.words.span) } }, ...thing.values] };
}

/** Whether a name could be a number of the sequence. */
function sequenceFits(field: Field, name: string): boolean {
  if (field.type.kind !== "sequence") return false;
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = field.type.pattern
    .map((p) => (p.kind === "text" ? escape(p.text) : p.kind === "year" ? "\\d{4}" : p.kind === "month" ? "\\d{2}" : p.kind === "counter" ? `\\d{${p.digits},}` : ".*"))
    .join("");
  return new RegExp(`^${pattern}$`).test(name);
}
