/** One clause of a step by its form: the readings of its slots, the one that is meant, and the diagnostic if there is none or several. */
import { describePattern, type FormMatch, type FormTable, type NearMiss, readForm } from "@nonet/forms";
import type { Field, Step } from "@nonet/model";
import { creationInput } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { slotTexts } from "../../text/form-line.ts";
import { slice } from "../../text/split.ts";
import { mistake, type Story } from "../scope/example-scope.ts";
import { best, complete, type Found, list, type Scan, scanOf } from "../phrases/scan.ts";
import { isDescribed } from "../phrases/read-things.ts";
import type { ThingReading } from "../scope/phrase-readings.ts";
import { article } from "../../text/english.ts";
import { slotTests } from "./slot-tests.ts";
import { reportWhoseField, reportWhoseRecord } from "./whose-field.ts";

export interface ClauseSlots {
  readonly words: TextSpan;
  readonly slots: Readonly<Record<string, TextSpan | undefined>>;
  readonly flags: ReadonlySet<string>;
}

/** Makes the steps of a clause; null if it can't, which is reported. */
export type ClauseBuilder = (story: Story, clause: ClauseSlots) => readonly Step[] | null;

/** Says why a clause that no form matches isn't understood; false leaves it to the general message. */
export type ExplainMiss = (story: Story, words: TextSpan, near: () => NearMiss | null) => boolean;

export function readClause<Name extends string>(
  story: Story,
  table: FormTable<Name>,
  builders: Readonly<Record<Name, ClauseBuilder>>,
  words: TextSpan,
  explain: ExplainMiss,
  prefer: (story: Story, words: TextSpan, readings: readonly FormMatch<Name>[]) => FormMatch<Name> | undefined = () => undefined,
): readonly Step[] | null {
  const found = readForm(table, words.text, slotTests(story, asksFor(story)));
  const reading = (found.kind === "ambiguous" && prefer(story, words, found.readings)) || found;
  if (reading.kind === "match") {
    const slots = slotTexts(words, reading.slots);
    const steps = builders[reading.name](story, { words, slots, flags: reading.flags });
    story.isRefused = steps === null || story.failed;
    return steps;
  }
  if (reading.kind === "ambiguous") {
    const ways = reading.readings.map(({ form }) => `\`${describePattern(form.pattern)}\``);
    return mistake(
      story,
      "ambiguous-step",
      words.span,
      `"${words.text}" can be read in ${ways.length} ways: ${ways.join(" or ")}.`,
      `Write it as in \`${reading.readings[0]!.form.example}\`.`,
    );
  }
  if (story.isTrial) {
    story.failed = true;
    return null;
  }
  if (explain(story, words, () => reading.near) || story.failed) return null;
  return reportNearest(story, table, words, reading.near);
}

function reportNearest(story: Story, table: FormTable, words: TextSpan, near: NearMiss | null): null {
  const examples = near
    ? [near.form.example]
    : Object.values(table.forms)
        .slice(0, 3)
        .map((form) => form.example);
  const at = near ? slice(words, near.at.from, near.at.to) : words;
  const wants = !near || near.expected === "end" ? null : "words" in near.expected ? `\`${near.expected.words[0]}\`` : article(near.expected.slot);
  return mistake(
    story,
    "unreadable-step",
    at.text === "" ? words.span : at.span,
    near && wants
      ? `"${words.text}" isn't ${table.place}: \`${describePattern(near.form.pattern)}\` expects ${wants}${at.text === "" ? " at the end" : ` instead of "${at.text}"`}.`
      : `"${words.text}" isn't ${table.place}.`,
    `Write, for example, ${examples.map((one) => `\`${one}\``).join(" or ")}.`,
  );
}

/** Refuses `the Product`, of which nothing is said, as a new record: it is one that is there. */
export function expectNew(story: Story, { words, slots }: ClauseSlots, things: readonly ThingReading[]): boolean {
  const said = slots["things"]!;
  const [first] = things;
  const name = said.text.replace(/^the\s+/i, "");
  const isThere = name !== said.text || /(?:^|\s)the\s+$/i.test(words.text.slice(0, said.span.from - words.span.from));
  if (!isThere || things.length > 1 || !first || isDescribed(first)) return true;
  mistake(
    story,
    "unreadable-step",
    said.span,
    `"the ${name}" is one that is there already, and the step doesn't say what it is for.`,
    `Write \`with FIELD the ${name}\`, or \`${article(name)}\` for a new ${first.entity}.`,
  );
  return false;
}

/** What the actions that create an entity ask for beyond its fields. */
export const asksFor =
  (story: Story) =>
  (entity: string): readonly Field[] =>
    creationInput(story, entity);

/** The one reading of a slot; null if there is none or several, which is reported. */
export function one<T>(story: Story, words: TextSpan | undefined, read: (s: Scan) => readonly Found<T>[]): T | null {
  if (!words) return mistake(story, "unreadable-step", { file: 0, from: 0, to: 0 }, "Something is missing in this step.");
  const s = scanOf(story, words);
  return chosen(story, words, complete(s, read(s)), s);
}

export function chosen<T>(story: Story, words: TextSpan, found: readonly Found<T>[], s: Scan | null = null): T | null {
  if (found.length === 0) {
    s?.miss.report?.();
    return mistake(story, "unreadable-step", words.span, `"${words.text}" is not understood here.`);
  }
  const readings = best(found);
  return readings.length === 1 ? readings[0]!.value : ambiguous(story, words, readings);
}

/** Quotes the fields between which the readings differ, or else their records. */
function ambiguous<T>(story: Story, words: TextSpan, readings: readonly Found<T>[]): null {
  if (reportWhoseField(story, words, readings) || reportWhoseRecord(story, words, readings)) return null;
  // A role belongs to the person, and not to the record.
  const [first, ...others] = readings.map(({ value }) => bindingsOf(value).filter(({ field, word }) => word !== null || field !== "roles"));
  const differing = first!.find((one) => others.some((bindings) => bindings.some((other) => other.at === one.at && other.field !== one.field)));
  if (differing) {
    const fields = [...new Set([first!, ...others].flatMap((bindings) => bindings.filter((b) => b.at === differing.at).map((b) => b.field)))];
    const entity = entityOfBinding(readings[0]!.value);
    return mistake(
      story,
      "ambiguous-step",
      differing.words.span,
      differing.word === null
        ? `"${differing.words.text}" could be ${list(fields)} of ${entity}.`
        : `${differing.words.text} after "${differing.word}" could be ${list(fields)} of ${entity}.`,
      `Name the field: ${list(fields.map((field) => `\`with ${field} ${differing.words.text}\``))}.`,
    );
  }
  const entities = [...new Set(readings.flatMap(({ value }) => [entityOfBinding(value)]))];
  return mistake(
    story,
    "ambiguous-step",
    words.span,
    `"${words.text}" can be read in ${readings.length} ways: ${list(entities.length > 1 ? entities.map(article) : [...new Set(readings.map(({ value }) => inWords(value)))].slice(0, 2))}.`,
    "Name the entity, and each field with `with FIELD VALUE`.",
  );
}

/** A reading with its entity, its action and its fields: `Approve of a Loan with item "Beamer"`. */
function inWords(value: unknown): string {
  const first = (Array.isArray(value) ? value[0] : value) as { action?: string; record?: object; thing?: object } | null;
  const { entity, name, ...rest } = (first?.record ?? first?.thing ?? first ?? {}) as { entity?: string; name?: string | null };
  const fields = bindingsOf([rest, first]).map(({ field, words }) => `${field} ${words.text}`);
  const record = `${entity === undefined ? "the record" : `the ${entity}`}${name ? ` "${name}"` : ""}`;
  return `\`${first?.action === undefined ? "" : `${first.action} on `}${record}${fields.length > 0 ? ` with ${[...new Set(fields)].join(", ")}` : ""}\``;
}

interface Binding {
  readonly at: number;
  readonly field: string;
  readonly word: string | null;
  readonly words: TextSpan;
}

/** The values in a reading that a preposition or their kind has bound to a field. */
function bindingsOf(value: unknown): Binding[] {
  if (Array.isArray(value)) return value.flatMap(bindingsOf);
  if (value === null || typeof value !== "object") return [];
  const one = value as { field?: string; bound?: { word: string; phrase: TextSpan }; value?: { words?: TextSpan } };
  const own: Binding[] =
    one.field !== undefined && one.bound
      ? [{ at: one.bound.phrase.span.from, field: one.field, word: one.bound.word, words: one.bound.phrase }]
      : one.field !== undefined && one.value?.words
        ? [{ at: one.value.words.span.from, field: one.field, word: null, words: one.value.words }]
        : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => (key === "bound" || key === "words" || key === "span" ? [] : bindingsOf(inner)))];
}

function entityOfBinding(value: unknown): string {
  const first = Array.isArray(value) ? (value[0] as unknown) : value;
  const one = first as { entity?: string; record?: { entity: string }; thing?: { entity: string } };
  return one.entity ?? one.record?.entity ?? one.thing?.entity ?? "the record";
}
