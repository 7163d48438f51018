/** Reads a rule that is written as a sentence as the row that it is: its name, entity and moment, condition and refusal. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { cut, slice, split } from "../text/split.ts";
import { deniedDoing, leadingMoment } from "./sentence-moment.ts";
import { conditionTexts, subjectOf } from "./sentence-subject.ts";
import { comparesSeveral, readBody } from "./rule-body.ts";
import { inputOfMoment, readSubject } from "./rule-moment.ts";
import { refusalOf } from "./sentence-refusal.ts";

export type RuleColumn = "Rule" | "Entity" | "Must hold" | "Otherwise";
export type RuleCells = Readonly<Record<RuleColumn, TextSpan>>;

/** The cells, or what keeps the sentence from being a rule. */
export type SentenceReading =
  | { readonly kind: "row"; readonly cells: RuleCells }
  | { readonly kind: "lacks"; readonly what: "code" | "condition" }
  | { readonly kind: "several"; readonly entities: readonly string[] }
  /** Words of the name limit the rule, and would be lost. */
  | { readonly kind: "limit"; readonly words: TextSpan };

export interface Candidate {
  readonly entity: TextSpan;
  readonly must: TextSpan;
}

export function readSentenceRow(ctx: PointCompiler, words: TextSpan): SentenceReading {
  const { rest: said, refusal } = refusalOf(words);
  const { name, rest } = titled(ctx, said);
  const cells = ({ entity, must }: Candidate): RuleCells => ({
    Rule: plainName((name && withoutPlace(name, entity)) ?? (explicit ? must : said)),
    Entity: entity,
    "Must hold": must,
    Otherwise: refusal!,
  });
  const isSound = (one: Candidate): boolean => isReadable(ctx, one);
  const explicit = explicitPlace(ctx, name, rest);
  if (!refusal) return { kind: "lacks", what: "code" };
  // What is wrong with its condition is reported as in a row.
  if (explicit) return { kind: "row", cells: cells(explicit.find(isSound) ?? explicit[0]!) };
  const denied = deniedDoing(ctx, rest).find(isSound);
  if (denied) return { kind: "row", cells: cells(denied) };
  const limit = name && limitIn(name);
  const subject = subjectOf(ctx, rest) ?? (name && subjectOf(ctx, name));
  const ofSubject =
    subject &&
    conditionTexts(subject, rest)
      .map((must) => ({ entity: { ...rest, text: subject.name }, must }))
      .find(isSound);
  if (ofSubject) return limit ? { kind: "limit", words: limit } : { kind: "row", cells: cells(ofSubject) };
  const found = [...ctx.drafts.values()].flatMap((draft) => {
    const sound = conditionTexts(draft, rest)
      .map((must) => ({ entity: { ...rest, text: draft.name }, must, draft }))
      .find(isSound);
    return sound ? [sound] : [];
  });
  const [one, other] = found;
  const [several, ...more] = one ? [] : [...ctx.drafts.values()].filter((draft) => comparesSeveral(ctx, draft, rest, { what: "a rule", self: draft.name }));
  // What is wrong with it is reported as in a row.
  if (several && more.length === 0) return { kind: "row", cells: cells({ entity: { ...rest, text: several.name }, must: rest }) };
  if (!one) return { kind: "lacks", what: "condition" };
  if (other) return { kind: "several", entities: found.map(({ draft }) => draft.name) };
  const lost = limit ?? (name && narrowed(one.draft, name));
  return lost ? { kind: "limit", words: lost } : { kind: "row", cells: cells(one) };
}

/** `**Title**: rest`, `Title: rest`; no name where what stands before the colon is the entity. */
function titled(ctx: PointCompiler, words: TextSpan): { readonly name: TextSpan | null; readonly rest: TextSpan } {
  const marked = /^(\*\*|__)([^*_]+)\1[\s.:–—-]*/.exec(words.text);
  if (marked) return { name: slice(words, 2, 2 + marked[2]!.length), rest: slice(words, marked[0].length) };
  const parts = cut(words, /:\s+/);
  return parts && !isPlace(ctx, parts.before) ? { name: parts.before, rest: parts.after } : { name: null, rest: words };
}

/** `Hire, on create: CONDITION`, `on creating a Hire, CONDITION`, `Title (Hire, on create): CONDITION`. */
function explicitPlace(ctx: PointCompiler, name: TextSpan | null, rest: TextSpan): readonly Candidate[] | null {
  const of = (entity: TextSpan, condition: TextSpan): readonly Candidate[] | null => {
    const draft = ctx.silently(() => readSubject(ctx, entity))?.draft;
    return draft ? conditionTexts(draft, condition).map((must) => ({ entity, must })) : null;
  };
  const parts = cut(rest, /:\s+/);
  if (parts && isPlace(ctx, parts.before)) return of(parts.before, parts.after);
  const inner = parts && /^\(([^()]+)\)$/.exec(parts.before.text) ? slice(parts.before, 1, parts.before.text.length - 1) : null;
  if (inner && parts && isPlace(ctx, inner)) return of(inner, parts.after);
  const leading = leadingMoment(ctx, rest);
  if (leading) return of(leading.entity, leading.rest);
  const behindComma = placeBeforeComma(ctx, rest);
  const said = behindComma && of(behindComma.before, behindComma.after);
  // Without a title, it is the place only if the rest is a condition: `Order, paid or not, …` is a sentence.
  if (said && (name || said.some((one) => isReadable(ctx, one)))) return said;
  const at = name && /\(([^()]+)\)$/.exec(name.text);
  const noted = at ? slice(name, at.index + 1, name.text.length - 1) : null;
  return noted && isPlace(ctx, noted) ? of(noted, rest) : null;
}

/** `Hire, on create, CONDITION`: the longest words before a comma that say where the rule holds. */
function placeBeforeComma(ctx: PointCompiler, words: TextSpan): { readonly before: TextSpan; readonly after: TextSpan } | null {
  let found: number | null = null;
  for (const part of split(words, ",").slice(0, -1)) {
    const end = part.span.to - words.span.from;
    if (isPlace(ctx, slice(words, 0, end))) found = end;
    else break;
  }
  return found === null ? null : { before: slice(words, 0, found), after: slice(words, words.text.indexOf(",", found) + 1) };
}

const isPlace = (ctx: PointCompiler, words: TextSpan): boolean => words.text !== "" && ctx.isSound(() => readSubject(ctx, words));

/** Whether a row with these cells has no error. */
export function isReadable(ctx: PointCompiler, { entity, must }: Candidate): boolean {
  return ctx.isSound(() => {
    const place = readSubject(ctx, entity);
    if (!place) return;
    const isOld = place.moment.kind === "action" || place.moment.kind === "change";
    readBody(ctx, place.draft, must, { what: "a rule", self: place.draft.name, old: isOld ? true : "maybe", asked: inputOfMoment(ctx, place.draft.name, place.moment) });
  });
}

/** Words of a name that say when the rule holds, where only its condition is read. */
function limitIn(name: TextSpan): TextSpan | null {
  const found = /\b(?:if|when|whenever|while|unless|except|until|once|on\s+(?:creat|chang|sav|updat|edit)\w*)\b/i.exec(name.text);
  return found && slice(name, found.index);
}

/** `Paid orders have a date`: a state or a yes/no field before the entity's name. */
function narrowed(draft: EntityDraft, name: TextSpan): TextSpan | null {
  const narrowing = [...draft.states, ...[...draft.fields.values()].filter(({ type }) => type.kind === "yes/no").map((field) => field.name)];
  const text = fold(name.text);
  const found = narrowing.find((one) => [draft.name, draft.plural].some((entity) => ` ${text} `.includes(` ${fold(one)} ${fold(entity)} `)));
  return found === undefined ? null : name;
}

/** `Title (Hire, on create)`: the title. */
const withoutPlace = (name: TextSpan, entity: TextSpan): TextSpan => (name.text.endsWith(`(${entity.text})`) ? slice(name, 0, name.text.length - entity.text.length - 2) : name);

const plainName = (words: TextSpan): TextSpan => (/[*`|]/.test(words.text) ? { ...words, text: words.text.replace(/\*\*|`/g, "").trim() } : words);
