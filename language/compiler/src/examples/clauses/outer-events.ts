/** What happens outside of the product: time passes, and other systems answer and send requests. */
import type { Call } from "@nonet/model";
import { nearest } from "@nonet/source";
import type { TextSpan } from "@nonet/notation";
import { literal } from "../../context/placeholder.ts";
import { delayOf } from "../../resolve/delay.ts";
import { bare, slice } from "../../text/split.ts";
import { readContent } from "../build/answer-content.ts";
import { whatOf } from "../scope/example-name.ts";
import { mistake, type Story } from "../scope/example-scope.ts";
import type { ClauseBuilder } from "./read-clause.ts";
import { callNamed, delayWords, momentOf, statusOf } from "./slot-tests.ts";
import { cursorOf } from "../scope/tokens.ts";

export const becomes: ClauseBuilder = (_, { words, slots }) => {
  const at = momentOf(slots["moment"]!)!;
  return [{ kind: "clock", at, source: words.span }];
};

export const passes: ClauseBuilder = (story, { words, slots }) => {
  const spelled = delayWords(story, slots["delay"]!)!;
  const plain = literal(bare(spelled));
  const { expression: duration, working } = plain ? { expression: plain, working: false } : delayOf(story.ctx, spelled, { what: whatOf(story) });
  if (!duration.type.kind.endsWith("duration")) return noDuration(story, slots["delay"]!);
  return [{ kind: "pass", duration, working, source: words.span }];
};

const units = ["seconds", "minutes", "hours", "days", "weeks", "months", "years", "second", "minute", "hour", "day", "week", "month", "year"];

function noDuration(story: Story, words: TextSpan): null {
  const near = nearest(/[a-z]+$/i.exec(words.text)?.[0] ?? "", units);
  const meant = near === undefined ? "" : ` Did you mean "${near}"?`;
  return mistake(story, "unreadable-step", words.span, `"${words.text}" is not a length of time.${meant}`, "Write `2 days pass`, `3 hours pass`, `2 working days pass`.");
}

export const answers: ClauseBuilder = (story, { words, slots }) => {
  const call = callNamed(story, slots["call"]!.text, ["http"])!;
  const body = slots["content"] ? contentOf(story, slots["content"]) : null;
  return story.failed ? null : [{ kind: "answer", call: call.name, status: statusOf(slots["status"]!.text)!, body, source: words.span }];
};

export const silent: ClauseBuilder = (story, { words, slots }) => [
  { kind: "answer", call: callNamed(story, slots["call"]!.text, ["http"])!.name, status: null, body: null, source: words.span },
];

export const received: ClauseBuilder = (story, { words, slots }) => {
  const call = callNamed(story, slots["received"]!.text, ["received"])!;
  const content = slots["content"] ? contentOf(story, slots["content"]) : null;
  return story.failed ? null : [{ kind: "receive", call: call.name, content, source: words.span }];
};

/** The content of a request or answer; `names` are the names that the call takes. */
export const contentOf = (story: Story, words: TextSpan, names: readonly string[] = []): ReturnType<typeof readContent> => readContent(story, cursorOf(words), names);

/** Explains a step that names no moment, no call, or no status. */
export function expectMoment(story: Story, words: TextSpan): boolean {
  const clock = /^(?:it|today|(?:the\s+)?(?:time|date|clock)|now)\s+(?:is|becomes|turns|reaches|shows)\s+(?:now\s+)?(\S.*)$/i.exec(words.text);
  if (!clock || callWords.test(words.text)) return false;
  const at = slice(words, words.text.length - clock[1]!.length);
  mistake(story, "unreadable-step", at.span, `"${at.text}" is not a date and time.`, "Write `It is 2026-03-01 09:00`.");
  return true;
}

const callWords = /\s(?:answers?|responds?|replies|returns|receives?)\b/i;

export function expectCall(story: Story, words: TextSpan): boolean {
  const match = /^(?:the\s+)?(.+?)\s+(answers?|responds?|replies)\b\s*(?:with\s+)?(?:status\s+)?(.*)$/i.exec(words.text);
  if (match && !/^["“]?\w+["”]?\s+["“]/.test(match[1]!)) {
    const name = slice(words, words.text.indexOf(match[1]!), words.text.indexOf(match[1]!) + match[1]!.length);
    const call = story.calls.find((one) => callNamed({ ...story, calls: [one] }, name.text, [one.does.kind]));
    if (!call)
      return unknownCall(
        story,
        name,
        story.calls.filter((one) => one.does.kind === "http"),
      );
    if (call.does.kind !== "http") mistake(story, "unreadable-step", name.span, `"${call.name}" is not a call that gets an answer.`);
    else {
      const at = slice(words, words.text.length - match[3]!.length - match[2]!.length - 1);
      mistake(story, "unreadable-step", at.span, "The status of an answer must be from 100 to 599.", `Write \`${call.name} answers 500\`.`);
    }
    return true;
  }
  const passed = /^(.+?)\s+(?:pass|passes|go by|goes by|have passed|has passed|later)$/i.exec(words.text);
  if (passed && !/["“]/.test(passed[1]!)) return noDuration(story, slice(words, 0, passed[1]!.length)) === null;
  const sent = /^(?:the\s+)?(.+?)\s+is\s+received\b/i.exec(words.text);
  if (sent)
    return unknownCall(
      story,
      slice(words, words.text.indexOf(sent[1]!), words.text.indexOf(sent[1]!) + sent[1]!.length),
      story.calls.filter((one) => one.does.kind === "received"),
    );
  return false;
}

export function unknownCall(story: Story, name: TextSpan, calls: readonly Call[]): true {
  const plain = name.text.replace(/^["“]|["”]$/g, "");
  const near = nearest(
    plain,
    calls.map((one) => one.name),
  );
  mistake(story, "unknown-call", name.span, `Point 7 has no call "${plain}".${near === undefined ? "" : ` Did you mean "${near}"?`}`);
  return true;
}
