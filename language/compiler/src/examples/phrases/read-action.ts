/** What a person does: `hands out the Loan`, `puts "Shadow" up for adoption`, `plans an Assignment with …`. */
import type { Action, Field } from "@nonet/model";
import { nearest } from "@nonet/source";
import { article } from "../../text/english.ts";
import { actionsNamed, entityNamed, givable, mistake, type Story } from "../scope/example-scope.ts";
import type { RecordReading, ThingReading, ValueOf } from "../scope/phrase-readings.ts";
import { expected, type Found, foldName, list, phraseAt, type Scan, wordAt } from "./scan.ts";
import { descriptionsAt } from "./read-description.ts";
import { recordsFrom } from "./read-record.ts";
import { valuesAt } from "./read-value.ts";
import { describedThing, thingsAt } from "./read-things.ts";

/** An action on a record that is there, or one that creates a record. */
export type ActReading =
  | {
      readonly kind: "act";
      readonly entity: string;
      readonly action: string;
      readonly record: RecordReading;
      readonly asked: readonly ValueOf[];
      /** A vote on the action that isn't a yes; `asked` is then for the action that a refusal runs. */
      readonly vote?: "no" | "abstain";
    }
  | { readonly kind: "make"; readonly entity: string; readonly action: string; readonly thing: ThingReading };

export interface Doable {
  readonly entity: string;
  readonly action: Action;
}

/** `Hand out` in the forms that stand after an actor: hands out, hand out, handed out, handing out. */
export function verbForms(verb: string): readonly string[] {
  const known = formsOfVerbs.get(verb);
  if (known) return known;
  if (formsOfVerbs.size > 5_000) formsOfVerbs.clear();
  const made = inflected(verb);
  formsOfVerbs.set(verb, made);
  return made;
}

const formsOfVerbs = new Map<string, readonly string[]>();

function inflected(verb: string): readonly string[] {
  const stem = verb.toLowerCase();
  const third = /[^aeiou]y$/.test(stem) ? stem.replace(/y$/, "ies") : /(?:s|x|z|ch|sh|o)$/.test(stem) ? `${stem}es` : `${stem}s`;
  return [third, stem, ...(stem.endsWith("e") ? [`${stem}d`] : [`${stem}ed`, `${stem}${stem.at(-1)}ed`]), ...(/[^aeiou]y$/.test(stem) ? [stem.replace(/y$/, "ied")] : [])];
}

/** `Hand out` → `hands out`; a name that begins with no verb stays as it is: `does Not collected`. */
export const conjugated = (action: string): string => {
  if (/^(?:not|no|never|is|was|are|were|has|had)\s/i.test(action)) return `does ${action}`;
  const [verb = "", ...rest] = action.toLowerCase().split(" ");
  return [verbForms(verb)[0], ...rest].join(" ");
};

export function actsAt(s: Scan, at: number): Found<ActReading>[] {
  const found = actionsNamed(s.story).flatMap((one) => wordsThrough(s, at, foldName(one.action.name).split(" "), one));
  if (found.length === 0) expected(s, at, 1, () => unknownVerb(s, at));
  return found;
}

/** The words of the action's name, with the record after them or at any place between. */
function wordsThrough(s: Scan, at: number, words: readonly string[], one: Doable): Found<ActReading>[] {
  const first = s.tokens[at];
  if (first?.kind !== "word" || !verbForms(words[0]!).includes(foldName(first.text))) return [];
  const found: Found<ActReading>[] = [];
  for (let split = 1; split <= words.length; split++) {
    const to = nameEnd(s, at + 1, words.slice(1, split));
    if (to === null) break;
    found.push(...objectsAfter(s, to, words.slice(split), one));
  }
  if (namesItsEntity(words.slice(1), one)) found.push(...objectsAfter(s, at + 1, [], one).map((each) => ({ ...each, cost: each.cost + 1 })));
  return found;
}

/** `approves the Fee waiver` is Approve waiver of a Fee waiver. */
const namesItsEntity = (words: readonly string[], { entity }: Doable): boolean => words.length > 0 && ` ${foldName(entity)}`.endsWith(` ${words.join(" ")}`);

/** Where the words of the name end; `grants the refund` is Grant refund. Null if they don't stand there. */
function nameEnd(s: Scan, at: number, words: readonly string[]): number | null {
  let to = at;
  for (const word of words) {
    if (foldName(s.tokens[to]?.text ?? "") !== word && wordAt(s, to, /^(?:the|an?|its|their)$/i)) to++;
    if (foldName(s.tokens[to++]?.text ?? "") !== word) return null;
  }
  return to;
}

/** The record, then the remaining words of the name, then what the action asks for. */
export function objectsAfter(s: Scan, at: number, rest: readonly string[], one: Doable): Found<ActReading>[] {
  const entity = one.entity;
  const found: Found<ActReading>[] = [];
  for (const { record, at: to, cost } of targetsAt(s, at, one)) {
    const end = nameEnd(s, to, rest);
    if (end !== null) found.push(...asksAfter(s, end, one, record).map((each) => ({ ...each, cost: each.cost + cost })));
  }
  const end = nameEnd(s, at, rest);
  // `…, placed` says in which state something is, and not that somebody places it.
  const isParticiple = wordAt(s, at - 1, /ed$/i) && foldName(s.tokens[at - 1]!.text) !== foldName(one.action.name);
  if (end !== null && !(isParticiple && end >= s.tokens.length) && s.story.spokenOf.includes(entity)) {
    const i = s.story.spokenOf.indexOf(entity);
    const record: RecordReading = { entity, name: null, having: [], isSpokenOf: true };
    found.push(...asksAfter(s, end, one, record).map((each) => ({ ...each, cost: each.cost + 5 + i * 0.3 })));
  }
  if (rest.length === 0) found.push(...amountFirst(s, at, one));
  if (isMaking(s.story, one) && rest.length === 0) found.push(...makingsAt(s, at, one));
  return found;
}

/** `enters the result 62 for the Test`, where the action asks for one amount. */
function amountFirst(s: Scan, at: number, one: Doable): Found<ActReading>[] {
  const [only, other] = askedOf(one.action);
  if (!only || other || !amounts.has(only.type.kind) || !wordAt(s, at, /^\d/)) return [];
  return valuesAt(s, only, at, (scan, start, target) => recordsFrom(scan, start, target)).flatMap(({ value, at: after, cost }) =>
    wordAt(s, after, /^(?:for|of|on)$/i)
      ? targetsAt(s, after, one).map(({ record, at: to, cost: more }) => ({
          value: { kind: "act" as const, entity: one.entity, action: one.action.name, record, asked: [{ field: only.name, value }] },
          at: to,
          cost: cost + more,
        }))
      : [],
  );
}

/** The record on which the action runs; one of another entity is read too, so that the message can say so. */
function targetsAt(s: Scan, at: number, one: Doable): { readonly record: RecordReading; readonly at: number; readonly cost: number }[] {
  // `leaves with the Delivery`, unless the action asks for another Delivery.
  const isWith = wordAt(s, at, /^with$/i) && wordAt(s, at + 1, /^(?:the|it)$/i) && !askedOf(one.action).some(({ type }) => type.kind === "reference" && type.entity === one.entity);
  const from = isWith || wordAt(s, at, /^(?:on|for|of|to)$/i) ? at + 1 : at;
  // `a Job` is a new one, `the Job` is there.
  const all = isMaking(s.story, one) && wordAt(s, from, /^an?$/i) ? [] : recordsFrom(s, from);
  const mine = all.filter(({ value }) => value.entity === one.entity);
  const other = all.find(({ value }) => value.entity !== one.entity);
  if (mine.length === 0 && other) expected(s, from + 1, 8, () => wrongEntity(s, at, one, other.value.entity));
  return mine.map(({ value, at: to, cost }) => ({ record: value, at: to, cost }));
}

function wrongEntity(s: Scan, at: number, one: Doable, entity: string): void {
  const owners = actionsNamed(s.story).filter(({ action }) => foldName(action.name) === foldName(one.action.name));
  if (owners.some((o) => o.entity === entity)) return;
  const verb = foldName(one.action.name).split(" ").length;
  mistake(
    s.story,
    "unknown-action",
    phraseAt(s, at - verb, at).span,
    `${entity} has no action ${one.action.name}; it belongs to ${list([...new Set(owners.map((o) => o.entity))])}.`,
    `Write \`${isMaking(s.story, one) ? `${conjugated(one.action.name)} ${article(one.entity)}` : `does ${one.action.name} on the ${one.entity}`}${inputWords(s, one)}\`.`,
  );
}

/** ` with copy …`: the first value that the action needs. */
function inputWords(s: Scan, one: Doable): string {
  const [first] = isMaking(s.story, one) ? entityNamed(s.story, one.entity).fields.filter(({ required, computed }) => required === true && computed === null) : askedOf(one.action);
  return first ? ` with ${first.name} …` : "";
}

/** What the action asks for, by its fields and by the entity's own that it asks for. */
export function asksAfter(s: Scan, at: number, { entity, action }: Doable, record: RecordReading): Found<ActReading>[] {
  const act = (asked: readonly ValueOf[], to: number, cost: number): Found<ActReading> => ({ value: { kind: "act", entity, action: action.name, record, asked }, at: to, cost });
  const asks = askedOf(action);
  const asker = { ...entityNamed(s.story, entity), fields: asks };
  // `renews it for 10 years`, where the action asks for years, or for one amount.
  const from = wordAt(s, at, /^(?:for|by)$/i) && wordAt(s, at + 1, /^\d/) ? at + 1 : at;
  const [only, other] = asks;
  const amount =
    from > at && only && !other && amounts.has(only.type.kind)
      ? valuesAt(s, only, from, (scan, start, target) => recordsFrom(scan, start, target)).map(({ value, at: to, cost }) => act([{ field: only.name, value }], to, cost))
      : [];
  const given = descriptionsAt(s, from, { entity: asker, isThere: true, asks: [], taken: new Set(), readRecord: (scan, from, target) => recordsFrom(scan, from, target) })
    .filter(({ value }) => value.values.length > 0 && value.state === null && value.parts.length === 0)
    .map(({ value, at: to, cost }) => act(value.values, to, cost))
    .concat(amount);
  const twice = record.having.filter((v) => asks.some((f) => f.name === v.field && v.bound === undefined));
  if (twice.length === 0) return [act([], at, 0), ...given];
  // `rejects the Loan with reason "no"`: what the action asks for isn't what the record is known by.
  const bare: RecordReading = { ...record, having: record.having.filter((v) => !twice.includes(v)) };
  return [{ value: { kind: "act", entity, action: action.name, record: bare, asked: twice }, at, cost: 0 }, ...given.map((g) => ({ ...g, cost: g.cost + 1 }))];
}

const amounts: ReadonlySet<string> = new Set(["integer", "number", "money", "percent", "duration"]);

const asked = new WeakMap<Action, readonly Field[]>();

function askedOf(action: Action): readonly Field[] {
  const known = asked.get(action) ?? action.asks.map((a) => a.field);
  asked.set(action, known);
  return known;
}

const isMaking = (story: Story, { entity, action }: Doable): boolean =>
  story.machines.some((m) => m.entity === entity && m.transitions.some((t) => t.from === null && t.trigger.kind === "action" && t.trigger.action === action.name));

/** `requests a Loan with …`: the action of a `(new)` row. */
function makingsAt(s: Scan, at: number, { entity, action }: Doable): Found<ActReading>[] {
  const from = wordAt(s, at, /^(?:on|for)$/i) ? at + 1 : at;
  if (wordAt(s, from, /^(?:the|this|that|it)$/i)) return makingsWith(s, from, { entity, action });
  const make = ({ value, at: to, cost }: Found<ThingReading>): Found<ActReading> => ({ value: { kind: "make", entity, action: action.name, thing: value }, at: to, cost });
  // `requests a waiver with …`: the action says what it creates.
  if (wordAt(s, from, /^with$/i)) return describedThing(s, from, entity, () => asksOf(action)).map(make);
  return thingsAt(s, from, () => asksOf(action), true)
    .filter(({ value }) => value[0]!.entity === entity)
    .map((found) => make({ ...found, value: found.value[0]! }));
}

/** `books the Session`, `books it with this voucher`: the record is there, and the new one has it in its only reference to such a record. */
function makingsWith(s: Scan, at: number, { entity, action }: Doable): Found<ActReading>[] {
  return recordsFrom(s, at).flatMap(({ value: record, at: after, cost }) => {
    const [only, other] = givable(entityNamed(s.story, entity)).filter(({ type, readOnly }) => type.kind === "reference" && type.entity === record.entity && readOnly !== true);
    if (!only || other || record.entity === entity) return [];
    const referred: ValueOf = { field: only.name, value: { kind: "records", records: [record] } };
    return describedThing(s, after, entity, () => asksOf(action), referred).map(({ value, at: to, cost: more }) => ({
      value: { kind: "make" as const, entity, action: action.name, thing: value },
      at: to,
      cost: cost + more + 1,
    }));
  });
}

/** What an action asks for beyond the entity's own fields. */
export const asksOf = (action: Action): readonly Field[] => action.asks.filter((a) => !a.own).map((a) => a.field);

function unknownVerb(s: Scan, at: number): void {
  const phrase = phraseAt(s, at, Math.min(at + 2, s.tokens.length));
  const verbs = ["creates", "changes", "deletes", ...actionsNamed(s.story).map(({ action }) => conjugated(action.name))];
  // `books the Sailing` is most likely a Booking that is created.
  const stem = foldName(s.tokens[at]?.text ?? "").replace(/e?s$/, "");
  const made = stem.length < 3 ? undefined : s.story.entities.find(({ name }) => foldName(name).startsWith(stem));
  if (made)
    return void mistake(s.story, "unreadable-step", phrase.span, `"${phrase.text}" is not something that a person can do.`, `Write \`creates ${article(made.name)} with …\`.`);
  const near = nearest(phrase.text, verbs) ?? nearest(s.tokens[at]?.text ?? "", verbs);
  mistake(
    s.story,
    "unreadable-step",
    phrase.text === "" ? s.words.span : phrase.span,
    phrase.text === "" ? "The step doesn't say what is done." : `"${phrase.text}" is not something that a person can do.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    `Use ${list([...new Set(verbs)])}, or \`does ACTION on\` a record.`,
  );
}
