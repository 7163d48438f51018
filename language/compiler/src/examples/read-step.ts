/** A step of an example: its lead word, and its clauses, which commas and `and` join. */
import type { Step } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { after, slice } from "../text/split.ts";
import { mistake, type Story } from "./scope/example-scope.ts";
import { leftOver } from "./clauses/left-over.ts";
import { readGivenClause } from "./clauses/read-given.ts";
import { readThenClause } from "./clauses/read-then.ts";
import { readWhenClause } from "./clauses/read-when.ts";
import { cursorOf, type Token } from "./scope/tokens.ts";

export type Mode = "given" | "when" | "then";

const leads: readonly (readonly [RegExp, Mode])[] = [
  [/(?:\*\*|_)?given(?:\*\*|_)?(?:\s+that)?[\s:]+/i, "given"],
  [/(?:\*\*|_)?when(?:\*\*|_)?[\s:]+/i, "when"],
  [/(?:\*\*|_)?then(?:\*\*|_)?[\s:]+/i, "then"],
];
const joint = /(?:\*\*|_)?(?:and|but|also)(?:\*\*|_)?[\s:]+/i;
const opening = /(?:it\s+is|today\s+is|(?:the\s+)?(?:time|date|clock)\s+is|after|now)\s/i;

export function readStep(story: Story, words: TextSpan, before: Mode | null): { readonly mode: Mode | null; readonly steps: readonly Step[] | null } {
  const goesOn = after(words, joint);
  let rest = goesOn ?? words;
  let mode = goesOn ? before : null;
  for (const [lead, named] of leads) {
    const found = after(rest, lead);
    if (found) [rest, mode] = [found, named];
  }
  if (mode === null && after(rest, opening)) mode = before === "when" || /^after\b/i.test(rest.text) ? "when" : "given";
  const clock = mode !== null && /^it\s+is\s+(?:now\s+)?(?=\d|`)/i.test(rest.text) && mode !== "then" ? "given" : mode;
  if (mode === null || clock === null) {
    mistake(story, "unreadable-step", words.span, `A step can't begin with "${words.text.split(/\s+/)[0]}".`, "Steps begin with It is, Given, When, Then, And or But.");
    return { mode: before, steps: null };
  }
  const steps = readClauses(story, clock, rest);
  return { mode, steps: steps && steps.map((s) => ({ ...s, source: words.span })) };
}

/** `on 2026-02-01 at 10:00, …`. */
const onDay = /^((?:on|at)\s+\d{4}-\d\d-\d\d(?:(?:,|\s+at)?\s+\d\d:\d\d)?)\s*,?\s+(?=\S)/i;
const together = /[,\s]+(?:all\s+)?(?:at\s+the\s+(?:very\s+)?same\s+(?:time|moment)|simultaneously|concurrently|in\s+parallel)(?=\.?$|[\s,]+(?:with|for|to|of|on)\s)/i;

function readClauses(story: Story, mode: Mode, words: TextSpan): readonly Step[] | null {
  const trimmed = slice(words, 0, words.text.replace(/\.$/, "").length);
  const isTogether = mode === "when" && together.test(trimmed.text);
  const whole = isTogether ? withoutPhrase(trimmed, together) : trimmed;
  const dated = mode === "when" ? onDay.exec(whole.text) : null;
  const visitors = isTogether ? severalVisitors(whole) : null;
  const clauses = visitors ?? (dated ? [slice(whole, 0, dated[1]!.length), ...clausesOf(story, mode, slice(whole, dated[0].length))] : clausesOf(story, mode, whole));
  const steps: Step[] = [];
  for (const clause of clauses) {
    const made = readOne(story, mode, clause);
    if (!made || story.failed) return null;
    steps.push(...made);
  }
  return isTogether ? [{ kind: "together", steps: steps.map((step) => ({ ...step, source: words.span })), source: words.span }] : steps;
}

/** `two visitors hold a Seat`: as many steps. Visitors can't be told apart, so each takes the same. */
function severalVisitors(words: TextSpan): readonly TextSpan[] | null {
  const several = /^(two|three|four|five|\d)\s+(?:visitors|guests|strangers)(?=\s)/i.exec(words.text);
  const count = several ? (counts[several[1]!.toLowerCase()] ?? Number(several[1])) : 0;
  if (!several || count < 2) return null;
  const one = { ...words, text: `visitor${words.text.slice(several[0].length).padStart(words.text.length - "visitor".length)}` };
  return Array.from({ length: count }, () => one);
}

const counts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };

/** The words without the phrase, with blanks in its place so that spans stay. */
function withoutPhrase(words: TextSpan, phrase: RegExp): TextSpan {
  const blanked = words.text.replace(phrase, (found) => " ".repeat(found.length));
  return { ...slice(words, 0, blanked.trimEnd().length), text: blanked.trimEnd() };
}

function readOne(story: Story, mode: Mode, words: TextSpan): readonly Step[] | null {
  const read = mode === "given" ? readGivenClause : mode === "when" ? readWhenClause : readThenClause;
  const steps = read(story, words);
  const rest = steps && !story.failed ? leftOver(words, steps, story) : null;
  return rest ? mistake(story, "unreadable-step", rest.span, `Nothing in this step takes ${rest.text}.`, "Name the field or the record that it is: `with FIELD VALUE`.") : steps;
}

/** More places at which a step could be cut aren't tried. */
const mostTries = 60;

/** The clauses of a step: each as long as it can be. Where the end can't be read, it is one clause, so that it is reported. */
function clausesOf(story: Story, mode: Mode, words: TextSpan): readonly TextSpan[] {
  const cuts = cutsOf(words).filter((cut) => mode !== "given" || opensGiven.test(words.text.slice(cut.to)));
  if (cuts.length === 0) return [words];
  let tries = 0;
  let furthest: readonly TextSpan[] = [words];
  let reached = 0;
  let isRefused = false;
  const from = (start: number, done: readonly TextSpan[]): readonly TextSpan[] | null => {
    for (const cut of [...cuts.filter((c) => c.from > start), { from: words.text.length, to: words.text.length }].reverse()) {
      if (++tries > mostTries) return null;
      const clause = slice(words, start, cut.from);
      const kept = snapshot(story);
      const isRead = reads(story, mode, clause, start > 0 || cut.to < words.text.length);
      if (isRead && cut.to >= words.text.length) return (restore(story, kept), [...done, clause]);
      if (isRead) {
        if (cut.to > reached) [reached, furthest] = [cut.to, [...done, clause, slice(words, cut.to)]];
        const rest = from(cut.to, [...done, clause]);
        if (rest) return (restore(story, kept), rest);
      }
      // Two readings of the whole step are reported rather than those of a part of it.
      if (!isRead && story.isAmbiguous && start === 0 && cut.to >= words.text.length) return (restore(story, kept), [words]);
      if (!isRead && start === 0 && cut.to >= words.text.length) isRefused = story.isRefused;
      restore(story, kept);
    }
    return null;
  };
  return from(0, []) ?? (isRefused ? [words] : furthest);
}

/** Whether the clause can be read; reports nothing. `isPart`: of a step. */
function reads(story: Story, mode: Mode, clause: TextSpan, isPart: boolean): boolean {
  if (clause.text === "") return false;
  return story.ctx.silently(() => {
    Object.assign(story, { failed: false, isAmbiguous: false, isRefused: false, isTrial: isPart });
    const steps = readOne(story, mode, clause);
    story.isTrial = false;
    return steps !== null && !story.failed;
  });
}

/** What a further clause of a Given begins with; without it, the words belong to the record before. */
const opensGiven = /^\s*(?:an?|the|one|two|three|four|five|\d+|it|today|there|now|that)\s/i;

/** Where one clause can end and the next begin. */
function cutsOf(words: TextSpan): readonly { readonly from: number; readonly to: number }[] {
  const { tokens } = cursorOf(words);
  const isJoint = (token: Token | undefined): boolean =>
    token !== undefined && (token.kind === "comma" || (token.kind === "word" && /^(?:and|but|then|while|&&?)$/i.test(token.text)));
  const cuts: { from: number; to: number }[] = [];
  for (let i = 1; i < tokens.length; i++) {
    if (!isJoint(tokens[i]) || isJoint(tokens[i - 1])) continue;
    let end = i;
    while (isJoint(tokens[end + 1])) end++;
    if (end + 1 < tokens.length) cuts.push({ from: tokens[i]!.from, to: tokens[end]!.to });
  }
  return cuts;
}

type Kept = Pick<Story, "spokenOf" | "lastActor" | "failed" | "known" | "namedBy" | "readings">;

const snapshot = ({ spokenOf, lastActor, failed, known, namedBy, readings }: Story): Kept => ({ spokenOf, lastActor, failed, known, namedBy, readings });

const restore = (story: Story, kept: Kept): void => void Object.assign(story, kept);
