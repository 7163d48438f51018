/** `X is …` and `X has …`: the state of a record, or the value of a field, whichever makes sense. */
import { type Expression, fold } from "@nonet/feel";
import { type Field, type Given, referencedRole, type Step } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { literal } from "../../context/placeholder.ts";
import { text as textOf, truth } from "../../expressions/build.ts";
import { article } from "../../text/english.ts";
import { pluralOf } from "../../text/plural.ts";
import { slice } from "../../text/split.ts";
import { buildRecord, buildValue } from "../build/build-phrases.ts";
import { whatOf } from "../scope/example-name.ts";
import { entityNamed, followsMistake, machineNamed, mistake, otherStates, speakOf, statesOf, type Story } from "../scope/example-scope.ts";
import type { ValueOf, ValueReading } from "../scope/phrase-readings.ts";
import { best, complete, foldName, type Found, list, meaningOf, scanOf } from "../phrases/scan.ts";
import { expectCode } from "./expect-code.ts";
import { actionsDone, countOf } from "./slot-tests.ts";
import type { ClauseBuilder, ClauseSlots } from "./read-clause.ts";
import { descriptionsAt } from "../phrases/read-description.ts";
import { recordsFrom } from "../phrases/read-record.ts";
import { type SubjectReading, subjectsAt } from "../phrases/read-subject.ts";
import { valuesAt } from "../phrases/read-value.ts";

/** What a step says about a subject: a state, or the value of a field. */
type Predicate = { readonly kind: "state"; readonly state: string } | { readonly kind: "field"; readonly field: string; readonly value: ValueReading };
interface Statement {
  readonly subject: SubjectReading;
  readonly is: Predicate;
}

const adverbs = /^(?:(?:now|still|again|also|already|back|yet|in\s+state)\s+)+/i;

export const is: ClauseBuilder = (story, clause) => {
  const value = clause.slots["value"]!;
  const words = slice(value, adverbs.exec(value.text)?.[0].length ?? 0);
  const subject = clause.slots["subject"]!;
  const not = clause.flags.has("not") || negations.test(clause.words.text.slice(subject.span.to - clause.words.span.from, value.span.from - clause.words.span.from));
  const s = scanOf(story, subject);
  const subjects = complete(s, subjectsAt(s, 0));
  const found = subjects.flatMap((subject) =>
    predicatesOf(story, subject.value, words).map((one) => ({ ...one, at: 0, value: { subject: subject.value, is: one.value }, cost: one.cost + subject.cost })),
  );
  const negative = clause.flags.has("not") ? stateWithNot(story, subjects, words) : null;
  if (negative && found.some(({ value: { is } }) => is.kind === "state")) return twoStates(story, clause, negative, words);
  if (negative) return [statementStep(story, clause, negative, false)];
  if (found.length === 0) return noPredicate(story, clause, subjects, words);
  const readings = best<Statement>(found);
  if (readings.length > 1) return ambiguousSubject(story, clause, readings);
  return [statementStep(story, clause, readings[0]!.value, not)];
};

/** What stands between a subject and what it isn't. */
const negations = /\b(?:is|are|was|were)n['’]t\b|\bnot\s+(?:yet|longer|more)\b|\bno\s+longer\b|!\s*=/i;

/** `is not collected`, where a state is called `not collected`. */
function stateWithNot(story: Story, subjects: readonly Found<SubjectReading>[], words: TextSpan): Statement | null {
  const said = fold(`not ${words.text.replace(/^[`"“]|[`"”]$/g, "")}`);
  const found = subjects.flatMap(({ value: subject, cost }) => {
    const state = subject.field === null || subject.field === "state" ? statesOf(story, subject.record.entity).find((one) => fold(one) === said) : undefined;
    return state === undefined ? [] : [{ value: { subject, is: { kind: "state" as const, state } }, at: 0, cost }];
  });
  return found.length === 0 ? null : best<Statement>(found)[0]!.value;
}

function twoStates(story: Story, clause: ClauseSlots, { subject: { record }, is }: Statement, words: TextSpan): null {
  const state = is.kind === "state" ? is.state : words.text;
  const others = statesOf(story, record.entity).filter((one) => fold(one) !== fold(words.text));
  return mistake(
    story,
    "ambiguous-step",
    clause.words.span,
    `"${clause.words.text}" can be read in 2 ways: the ${record.entity} is in the state "${state}", or it is in another state than "${words.text}".`,
    `Write \`the state of the ${record.entity} is "${state}"\` for the first. For the second, name the state in which it is: ${list(others)}.`,
  );
}

function statementStep(story: Story, { words }: ClauseSlots, { subject, is: predicate }: Statement, not: boolean): Step {
  const record = buildRecord(story, subject.record);
  speakOf(story, record.entity);
  const negated = not ? ({ not: true } as const) : {};
  if (predicate.kind === "state") return { kind: "is", record, state: predicate.state, ...negated, source: words.span };
  const field = fieldOf(story, record.entity, predicate.field);
  if (not && predicate.value.kind === "truth")
    return { kind: "holds", record, ...buildValue(story, field, predicate.field, { ...predicate.value, truth: !predicate.value.truth }), source: words.span };
  return { kind: "holds", record, ...buildValue(story, field, predicate.field, predicate.value), ...negated, source: words.span };
}

const fieldOf = (story: Story, entity: string, name: string): Field | null => entityNamed(story, entity).fields.find((f) => f.name === name) ?? null;

function predicatesOf(story: Story, subject: SubjectReading, words: TextSpan): Found<Predicate>[] {
  const hasField = subject.field !== null && fieldOf(story, subject.record.entity, subject.field) !== null;
  if (subject.field !== null && !hasField) return ofRecord(story, subject.record.entity, words).filter(({ value }) => value.kind === "state");
  return subject.field === null ? ofRecord(story, subject.record.entity, words) : ofField(story, subject.record.entity, subject.field, words);
}

/** A state, a state of a further machine, a yes/no field, or a choice. */
function ofRecord(story: Story, entity: string, words: TextSpan): Found<Predicate>[] {
  const said = fold(words.text.replace(/^[`"“]|[`"”]$/g, ""));
  const found: Found<Predicate>[] = [];
  const add = (value: Predicate, cost: number): void => void found.push({ value, at: 0, cost });
  const isSaid = (state: string): boolean => [said, said.replace(inState, "")].includes(fold(state));
  for (const state of statesOf(story, entity)) if (isSaid(state)) add({ kind: "state", state }, fold(state) === said ? 0 : 1);
  for (const { field, state } of otherStates(story, entity)) if (isSaid(state)) add({ kind: "field", field, value: { kind: "choice", choice: state, words } }, 1);
  for (const field of entityNamed(story, entity).fields) {
    if (field.type.kind === "yes/no" && [fold(field.name), fold(`not ${field.name}`)].includes(said))
      add({ kind: "field", field: field.name, value: { kind: "truth", truth: said === fold(field.name), words } }, 0);
    if (field.type.kind === "one of" && field.name !== "state")
      for (const choice of field.type.choices)
        if (fold(choice) === said.replace(/^(?:an?|the) /, "")) add({ kind: "field", field: field.name, value: { kind: "choice", choice, words } }, 2);
  }
  return found;
}

/** `the Case is in deliberation`, `is in the state open`. */
const inState = /^in (?:the )?(?:state |status )?/;

function ofField(story: Story, entity: string, name: string, words: TextSpan): Found<Predicate>[] {
  const field = fieldOf(story, entity, name)!;
  if (/^(?:set|filled in|given)$/i.test(words.text)) return [];
  const s = scanOf(story, words);
  const target = field.type.kind === "reference" ? field.type.entity : null;
  // `the animal of the Loan is reserved`: a state of the record to which the field refers.
  const through = target === null ? [] : statesOf(story, target).filter((state) => fold(state) === fold(words.text));
  if (through.length > 0 && target !== null) return [];
  return complete(s, valuesAt(s, field, 0, recordsFrom)).map(({ value, cost }) => ({ value: { kind: "field", field: field.name, value }, at: 0, cost }));
}

function noPredicate(story: Story, clause: ClauseSlots, subjects: readonly Found<SubjectReading>[], words: TextSpan): null {
  if (expectCode(story, clause.words)) return null;
  const subject = [...subjects].sort((a, b) => a.cost - b.cost)[0]?.value;
  if (!subject) return mistake(story, "unreadable-step", clause.words.span, "This is not understood here.");
  const { entity } = subject.record;
  const states = statesOf(story, entity);
  const others = otherStates(story, entity);
  const known = [...states, ...others.map((o) => o.state)];
  const near = nearest(words.text, known);
  const wrong = subjects.map(({ value }) => value).find(({ record, field }) => field !== null && fieldOf(story, record.entity, field)?.type.kind === "reference");
  if (near === undefined && wrong) return noReference(story, wrong, words);
  if (known.length === 0) return mistake(story, "unknown-state", words.span, `${entity} has no states.`, "Name a field: `the FIELD of the RECORD is VALUE`.");
  const after = near === undefined ? afterAction(story, entity, words.text) : null;
  const fix = near === undefined ? [] : [{ title: `Write ${near}`, edits: [{ span: words.span, text: near }] }];
  if (!story.failed && !followsMistake(story))
    story.ctx.report("unknown-state", words.span, `${entity} has no state "${words.text}".${near === undefined ? "" : ` Did you mean "${near}"?`}`, {
      hint: after === null ? `It has ${list(known)}.` : `"${after.action}" is an action. After it, the ${entity} is ${list(after.states)}.`,
      fixes: after ? after.states.map((state) => ({ title: `Write ${state}`, edits: [{ span: words.span, text: state }] })) : fix,
    });
  story.failed = true;
  return null;
}

/** `contact is Office "Ina"`, where the field refers to people of another role, or to other records. */
function noReference(story: Story, { record: { entity }, field }: SubjectReading, words: TextSpan): null {
  const { type } = fieldOf(story, entity, field!)!;
  const role = referencedRole(type);
  const target = type.kind !== "reference" ? "" : role === undefined ? type.entity : role;
  const [name] = /["“][^"”]*["”]$/.exec(words.text) ?? [];
  const written = name === undefined ? null : `${target} ${name}`;
  const fixes = written === null ? [] : [{ title: `Write \`${written}\``, edits: [{ span: words.span, text: written }] }];
  return mistake(
    story,
    "unreadable-step",
    words.span,
    `${words.text} is nothing that "${field}" of ${article(entity)} can refer to: it refers to ${article(target)}.`,
    `Write \`${field} is ${written ?? `${target} "…"`}\`.`,
    fixes,
  );
}

/** `it is received`, where `Receive` leads to a state of another name. */
function afterAction(story: Story, entity: string, text: string): { readonly action: string; readonly states: readonly string[] } | null {
  const [done] = actionsDone(story, text).filter((one) => one.entity === entity);
  const rows = done ? (machineNamed(story, entity)?.transitions.filter(({ trigger }) => trigger.kind === "action" && trigger.action === done.action.name) ?? []) : [];
  const states = [...new Set(rows.flatMap(({ to }) => to ?? []))];
  return done && states.length > 0 ? { action: done.action.name, states } : null;
}

function ambiguousSubject(story: Story, clause: ClauseSlots, readings: readonly Found<Statement>[]): null {
  const entities = [...new Set(readings.map(({ value }) => value.subject.record.entity))];
  const fields = [...new Set(readings.map(({ value }) => (value.is.kind === "field" ? value.is.field : "state")))];
  const words = clause.slots["value"]!;
  const told = entities.length === 1 && fields.length === 1 ? readings.map(({ value }) => toldRecord(value.subject.record)) : [];
  if (new Set(told).size > 1) {
    const { text, span } = clause.slots["subject"]!;
    return mistake(story, "ambiguous-step", span, `"${text}" could be ${list(told.map((one) => `the ${one}`))}.`, `Name the field: ${list(told.map((one) => `\`the ${one}\``))}.`);
  }
  if (entities.length === 1)
    return mistake(
      story,
      "ambiguous-step",
      words.span,
      `"${words.text}" could be ${list(fields)} of ${entities[0]!}.`,
      `Name the field: ${list(fields.map((field) => `\`the ${field} of the ${entities[0]!} is ${words.text}\``))}.`,
    );
  const { text, span } = clause.slots["subject"]!;
  return mistake(
    story,
    "ambiguous-step",
    span,
    `${text} could be ${list(entities.map(article))}.`,
    `Name the entity: ${list(entities.map((entity) => `\`the ${entity} ${text}\``))}.`,
  );
}

/** `Booking with participant "Paul"`: the record with the fields that the words were bound to. */
function toldRecord({ entity, name, having }: SubjectReading["record"]): string {
  const values = having.flatMap(({ field, value }) =>
    "words" in value
      ? [`${field} ${value.words.text}`]
      : value.kind === "records"
        ? [`${field} ${value.records.map((one) => (one.name === null ? `the ${one.entity}` : `"${one.name}"`)).join(" and ")}`]
        : [],
  );
  return `${entity}${name === null ? "" : ` "${name}"`}${values.length > 0 ? ` with ${values.join(", ")}` : ""}`;
}

/** `the Lesson has two participants`: how many records its list has. */
function countedIn(story: Story, of: Parameters<typeof buildRecord>[1] | undefined, words: TextSpan, clause: ClauseSlots): readonly Step[] | null {
  const [, number, name] = /^(no|none|\S+)\s+(\S.*)$/i.exec(words.text) ?? [];
  const count = number === undefined ? null : /^no$/i.test(number) ? 0 : (countOf(number) ?? (/^\d+$/.test(number) ? Number(number) : null));
  if (!of || count === null || name === undefined) return null;
  for (const { name: list, type } of entityNamed(story, of.entity).fields) {
    if (type.kind !== "inverse" || ![list, type.entity, pluralOf(type.entity)].some((one) => foldName(one) === foldName(name) || foldName(one) === foldName(pluralOf(name))))
      continue;
    const record = buildRecord(story, of);
    speakOf(story, record.entity);
    const having: Given[] = [{ field: type.by, value: { kind: "record", record } }];
    return [{ kind: "count", by: null, record: { entity: type.entity, name: null, having }, count, orMore: false, source: clause.words.span }];
  }
  return null;
}

/** `the Budget of "4711" has left 100, committed 900`. */
export const has: ClauseBuilder = (story, clause) => {
  const s = scanOf(story, clause.slots["record"]!);
  const records = complete(s, recordsFrom(s, 0));
  const values = clause.slots["values"]!;
  const v = scanOf(story, values);
  const found = records.flatMap((record) => {
    const entity = entityNamed(story, record.value.entity);
    return complete(v, descriptionsAt(v, 0, { entity, isThere: true, asks: [], taken: new Set(), readRecord: recordsFrom }))
      .filter(({ value }) => value.values.length + value.parts.length > 0 || value.state !== null)
      .map((one) => ({ value: { record: record.value, said: one.value }, at: 0, cost: one.cost + record.cost }));
  });
  const readings = found.length === 0 ? [] : best(found);
  const counted = readings.length === 0 ? countedIn(story, best(records)[0]?.value, values, clause) : null;
  if (counted) return counted;
  if (readings.length !== 1)
    return noValues(
      story,
      clause,
      records[0]?.value.entity ?? "",
      v,
      readings.map(({ value }) => meaningOf(value.said)),
    );
  const { record: reading, said } = readings[0]!.value;
  const record = buildRecord(story, reading);
  speakOf(story, record.entity);
  const source = clause.words.span;
  return [
    ...inFieldOrder(story, record.entity, said.values).map((one): Step => ({
      kind: "holds",
      record,
      ...buildValue(story, fieldOf(story, record.entity, one.field), one.field, one.value),
      source,
    })),
    ...said.parts.map((part): Step => ({ kind: "count", by: null, record: partRecord(story, record, part), count: 1, orMore: true, source })),
    ...(said.state === null ? [] : [{ kind: "is" as const, record, state: said.state, source }]),
  ];
};

function inFieldOrder(story: Story, entity: string, values: readonly ValueOf[]): readonly ValueOf[] {
  const order = entityNamed(story, entity).fields.map((f) => f.name);
  return values.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
}

function partRecord(
  story: Story,
  record: ReturnType<typeof buildRecord>,
  part: { readonly entity: string; readonly name: string | null; readonly values: Parameters<typeof buildRecord>[1]["having"] },
): ReturnType<typeof buildRecord> {
  const built = buildRecord(story, { entity: part.entity, name: part.name, having: part.values });
  const owner: Given = { field: entityNamed(story, part.entity).partOf!.field, value: { kind: "record", record } };
  return { ...built, having: [owner, ...built.having] };
}

function noValues(story: Story, clause: ClauseSlots, entity: string, v: ReturnType<typeof scanOf>, readings: readonly string[]): null {
  const values = clause.slots["values"]!;
  if (readings.length > 1) return mistake(story, "ambiguous-step", values.span, `"${values.text}" can be read in ${readings.length} ways.`, "Name each field before its value.");
  const fields = entityNamed(story, entity).fields.map((f) => f.name);
  const word = v.tokens[Math.max(0, v.miss.at)] ?? v.tokens[0];
  const near = word && nearest(word.text, fields);
  return mistake(story, "unknown-field", values.span, `${entity} has no field "${word?.text ?? values.text}".${near === undefined ? "" : ` Did you mean "${near}"?`}`);
}

/** `boarding charge(45) is 375 EUR`: an expression over point 9, and its value. */
export function equals(story: Story, words: TextSpan, left: TextSpan, right: TextSpan, not: boolean): readonly Step[] | null {
  const use = { what: whatOf(story) };
  const value = story.ctx.expression(left, use);
  const expected: Expression | null =
    literal(right, value.type) ??
    quotedValue(right, value.type.kind) ??
    (/^(?:yes|no)$/i.test(right.text) ? truth(/^yes$/i.test(right.text), right.span) : story.ctx.tryExpression(right, { ...use, expect: value.type }));
  if (!expected) return mistake(story, "unreadable-step", right.span, `"${right.text}" is not a value of ${left.text}.`);
  return [{ kind: "equals", left: value, right: expected, ...(not ? { not: true } : {}), source: words.span }];
}

const quotedValue = (words: TextSpan, kind: string): Expression | null =>
  kind === "string" && /^["“][^"”]*["”]$/.test(words.text) ? textOf(words.text.slice(1, -1), words.span) : null;
