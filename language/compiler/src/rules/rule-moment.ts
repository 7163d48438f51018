/** When a rule is checked, from its Entity cell: `Loan, on Hand out`, `Loan, while out`. */
import { fold } from "@nonet/feel";
import { readForm, ruleEventForms, ruleMomentForms, type SlotTests } from "@nonet/forms";
import type { Field, Rule, RuleEvent } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { entityNames } from "../resolve/names.ts";
import { inputOf } from "../resolve/published.ts";
import { readByForm, tryForm } from "../resolve/read-by-form.ts";
import { didYouMean, reportMissing } from "../resolve/report-nearest.ts";
import { isNameList, nameList } from "../text/name-list.ts";
import { bare, slice } from "../text/split.ts";
import { eventOf } from "./doing.ts";

/** The entity of the rule, and when it is checked; null if the cell can't be read. */
export function readSubject(ctx: PointCompiler, cell: TextSpan): { readonly draft: EntityDraft; readonly moment: Rule["moment"] } | null {
  const subject = entityAt(ctx, cell);
  if (!subject) {
    const words = bare(slice(cell, 0, /,|:|\(|\s(?:on|while|when|at|in)\s/i.exec(cell.text)?.index));
    const near = nearest(words.text, entityNames(ctx));
    ctx.report("unknown-entity", words.span, words.text === "" ? "The row has no entity." : `There is no entity "${words.text}".${didYouMean(words.text, entityNames(ctx))}`, {
      fixes: near === undefined ? [] : [{ title: `Write ${near}`, edits: [{ span: words.span, text: near }] }],
    });
    return null;
  }
  const { draft, rest } = subject;
  const moment = rest.text === "" || isAlways.test(rest.text) ? ({ kind: "always" } as const) : readMoment(ctx, draft, rest);
  return moment && { draft, moment };
}

const isAlways = /^(?:always|at all times|at any time)$/i;

/** `Measure, Compensation; on create`: the cell for each of the entities, with the moment in its place. Only the cell itself if it names one. */
export function cellsByEntity(ctx: PointCompiler, cell: TextSpan): readonly TextSpan[] {
  const first = entityAt(ctx, cell);
  const others = first ? furtherEntities(ctx, first.rest) : { names: [], rest: cell };
  if (!first || others.names.length === 0) return [cell];
  const at = others.rest.text === "" ? cell.text.length : others.rest.span.from - cell.span.from;
  return [first.draft.name, ...others.names].map((name) => ({ ...cell, text: others.rest.text === "" ? name : `${name},`.padEnd(at) + others.rest.text }));
}

/** `Compensation, Fee; on create`: the entities that are named after the first, and the moment. */
function furtherEntities(ctx: PointCompiler, words: TextSpan): { readonly names: readonly string[]; readonly rest: TextSpan } {
  const next = entityAt(ctx, slice(words, /^(?:and|or|&|\/)\s+/i.exec(words.text)?.[0].length ?? 0));
  if (!next) return { names: [], rest: words };
  const more = furtherEntities(ctx, next.rest);
  return { names: [next.draft.name, ...more.names], rest: more.rest };
}

/** Records of several entities can't be compared with each other. */
export const reportCompared = (ctx: PointCompiler, cell: TextSpan): null =>
  reportEntities(ctx, cell, cell, (names) => `A rule that compares records is about one entity, and this row names ${names.length}: ${names.join(", ")}.`);

export function reportEntities(ctx: PointCompiler, cell: TextSpan, at: TextSpan, message: (names: readonly string[]) => string): null {
  const first = entityAt(ctx, cell)!;
  const { names: others, rest: moment } = furtherEntities(ctx, first.rest);
  const names = [first.draft.name, ...others];
  const { text } = ctx.tree.sources[cell.span.file]!;
  const [from, end] = [text.lastIndexOf("\n", cell.span.from) + 1, text.indexOf("\n", cell.span.to)];
  const row = { from, to: end < 0 ? text.length : end };
  const subject = (name: string): string => `${name}${moment.text === "" ? "" : `, ${moment.text}`}`;
  // A row's name is in its first cell.
  const line = (name: string, i: number): string => {
    const written = `${text.slice(row.from, cell.span.from)}${subject(name)}${text.slice(cell.span.to, row.to)}`;
    return i === 0 ? written : written.replace(/^(\|\s*[^|]*?)(\s*\|)/, (_, first: string, rest: string) => `${first} (${name})${rest}`);
  };
  ctx.report("unreadable-value", at.span, message(names), {
    hint: "Write a row for each.",
    fixes: text[row.from] === "|" ? [{ title: "Write a row for each", edits: [{ span: { ...cell.span, ...row }, text: names.map(line).join("\n") }] }] : [],
  });
  return null;
}

/** The longest name of an entity, in the singular or plural, with which the cell begins. */
function entityAt(ctx: PointCompiler, cell: TextSpan): { readonly draft: EntityDraft; readonly rest: TextSpan } | null {
  const article = /^(?:an?|the|each|every|any|all)\s+/i.exec(cell.text)?.[0].length ?? 0;
  for (const from of [0, article]) {
    const words = slice(cell, from);
    const mark = /^(\*\*|"|`|\*|_)?/.exec(words.text)![0].length;
    for (const [length, names] of draftsByLength(ctx.drafts)) {
      const end = mark + length;
      const draft = names.get(fold(words.text.slice(mark, end)));
      if (!draft || /^[\p{L}\p{N}]/u.test(words.text.slice(end))) continue;
      const rest = slice(words, end + (mark === 0 ? 0 : mark));
      const inner = /^[,:;]?\s*\((.*)\)$/s.exec(rest.text);
      return { draft, rest: inner ? slice(rest, rest.text.indexOf("(") + 1, rest.text.length - 1) : slice(rest, /^[,:;—–]?\s*/.exec(rest.text)![0].length) };
    }
  }
  return null;
}

const byLength = new WeakMap<PointCompiler["drafts"], readonly (readonly [length: number, names: ReadonlyMap<string, EntityDraft>])[]>();

/** The entities by the length of their names and plurals, longest first, and by the folded names of that length. */
function draftsByLength(drafts: PointCompiler["drafts"]): readonly (readonly [length: number, names: ReadonlyMap<string, EntityDraft>])[] {
  const known = byLength.get(drafts);
  if (known) return known;
  const lengths = new Map<number, Map<string, EntityDraft>>();
  for (const draft of drafts.values())
    for (const name of [draft.name, draft.plural]) {
      const names = lengths.get(name.length) ?? new Map<string, EntityDraft>();
      lengths.set(name.length, names);
      if (!names.has(fold(name))) names.set(fold(name), draft);
    }
  const made = [...lengths].sort(([a], [b]) => b - a);
  byLength.set(drafts, made);
  return made;
}

function readMoment(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): Rule["moment"] | null {
  const isState = (name: string): boolean => draft.states.some((state) => fold(state) === fold(name));
  const isEvent = (name: string): boolean => eventsOf(draft, name).length > 0;
  const tests: SlotTests = { events: (text) => isNameList(text, isEvent), states: (text) => isNameList(text, isState) };
  const line = tryForm(ruleMomentForms, words, tests);
  if (!line) {
    const unknown = unknownName(words, draft, isEvent, isState);
    if (unknown) return reportUnknown(ctx, draft, unknown);
    readByForm(ctx, ruleMomentForms, words, tests, { code: "unreadable-value" });
    return null;
  }
  const states = line.slots["states"] && nameList(line.slots["states"], isState).map(({ text }) => draft.states.find((state) => fold(state) === fold(text))!);
  if (line.name === "while") return { kind: "while", states: states! };
  const named = nameList(line.slots["events"]!, isEvent);
  const events = named.flatMap(({ text }) => eventsOf(draft, text));
  const computed = named.find(({ text }) => eventsOf(draft, text).some((event) => event.kind === "change" && isComputed(draft, event.field)));
  if (computed) {
    ctx.report("unreadable-value", computed.span, `The field of "${computed.text}" is computed. A rule is checked on the change of a stored field.`, {
      hint: "Remove this event: a rule without one is checked whenever anything that it reads changes.",
    });
    return null;
  }
  const limited = states ? { states } : {};
  const [first, ...others] = events;
  return others.length === 0 ? { ...first!, ...limited } : { kind: "events", events, ...limited };
}

const isComputed = (draft: EntityDraft, field: string): boolean => draft.fields.get(fold(field))?.computed === true;

/** `create`, `Hand out`, `change of due date, amount`, `update`; none for anything else. */
function eventsOf(draft: EntityDraft, text: string): readonly RuleEvent[] {
  const nameOfField = (name: string): string | undefined => (fold(name) === "state" && draft.states.length > 0 ? "state" : draft.fields.get(fold(bare(words(name)).text))?.name);
  const tests: SlotTests = {
    field: (name) => isNameList(name, (one) => nameOfField(one) !== undefined),
    action: (name) => draft.actions.has(fold(bare(words(name)).text)),
  };
  const reading = readForm(ruleEventForms, text, tests);
  const match = reading.kind === "ambiguous" ? reading.readings[0]! : reading.kind === "match" ? reading : null;
  if (!match) return otherEvents(draft, text);
  const slot = (name: string): string => text.slice(match.slots[name]!.from, match.slots[name]!.to);
  switch (match.name) {
    case "create":
      return [{ kind: "create" }];
    case "change":
      return nameList(words(slot("field")), (one) => nameOfField(one) !== undefined).map((one) => ({ kind: "change", field: nameOfField(one.text)! }));
    case "action":
      return [{ kind: "action", action: draft.actions.get(fold(bare(words(slot("action"))).text))!.name }];
  }
}

/** `update`: the change of any field that is stored; `save`: creation as well; and an action by a form of its name. */
function otherEvents(draft: EntityDraft, text: string): readonly RuleEvent[] {
  const plain = fold(text).replace(/^(?:on|when|at|upon)\s+/, "");
  const isSave = /^(?:(?:any |every |each )?sav(?:e|ed|ing)|(?:it is )?saved)$/.test(plain);
  if (isSave || /^(?:(?:any |every |each )?(?:change|update|edit)s?|(?:it is )?(?:changed|updated|edited)|changing|updating|editing|it changes)$/.test(plain)) {
    const stored = [...draft.fields.values()].filter(({ computed, type }) => !computed && type.kind !== "inverse");
    return [...(isSave ? [{ kind: "create" } as const] : []), ...stored.map(({ name }) => ({ kind: "change", field: name }) as const)];
  }
  // What is a state is no form of an action's name: `when confirmed`.
  const spoken = draft.states.some((state) => fold(state) === plain) ? null : eventOf(draft, plain);
  return spoken === null || spoken === "create" ? [] : [{ kind: "action", action: spoken }];
}

const words = (text: string): TextSpan => ({ text, span: { file: 0, from: 0, to: text.length } });

/** The first name after `on` or `while` that the entity doesn't have. */
function unknownName(
  cell: TextSpan,
  draft: EntityDraft,
  isEvent: (name: string) => boolean,
  isState: (name: string) => boolean,
): { what: "action" | "state" | "field"; name: TextSpan } | null {
  const parts = [...cell.text.matchAll(/(?:^|[\s,;(])(on|before|while)\s+/gi)];
  for (const [i, part] of parts.entries()) {
    const after = slice(cell, part.index + part[0].length, parts[i + 1]?.index);
    const rest = slice(after, 0, after.text.replace(/[,;]?\s*(?:\band)?\s*$/i, "").length);
    const isStates = part[1]!.toLowerCase() === "while";
    const unknown = nameList(rest, isStates ? isState : isEvent).find(({ text }) => !(isStates ? isState : isEvent)(text));
    if (!unknown) continue;
    const field = isStates ? null : /^(?:change|changes|update)\s+(?:of|to|in)\s+/i.exec(unknown.text);
    if (field) return { what: "field", name: slice(unknown, field[0].length) };
    // An action's name in place of a state's is reported as what it is meant to be.
    if (
      !isStates &&
      nearest(
        unknown.text,
        [...draft.actions.values()].map(({ name }) => name),
      ) === undefined &&
      isState(unknown.text)
    )
      return null;
    return { what: isStates ? "state" : "action", name: unknown };
  }
  return null;
}

const onDeletion = "What must hold for a deletion stands in point 3: `Deleting: not allowed while …`.";

function reportUnknown(ctx: PointCompiler, draft: EntityDraft, { what, name }: NonNullable<ReturnType<typeof unknownName>>): null {
  return reportMissing(
    ctx,
    draft,
    what,
    name,
    what === "action" ? { hint: /^delet/i.test(name.text) ? onDeletion : "Write `on create`, `on ACTION`, `on change of FIELD` or `while STATE`." } : {},
  );
}

/** The fields that `asked` has. What only some of the rule's events ask for may be empty. */
export function inputOfMoment(ctx: PointCompiler, entity: string, moment: Rule["moment"]): readonly Field[] {
  const events: readonly RuleEvent[] = moment.kind === "events" ? moment.events : moment.kind === "action" ? [moment] : [];
  const inputs = events.map((event) => (event.kind === "action" ? inputOf(ctx, entity, event.action) : []));
  const found = new Map<string, Field>();
  for (const field of inputs.flat())
    if (!found.has(field.name)) found.set(field.name, inputs.every((fields) => fields.some(({ name }) => name === field.name)) ? field : { ...field, required: false });
  return [...found.values()];
}
