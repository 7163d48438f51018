/** `Then …`: the expected result. */
import { fold } from "@nonet/feel";
import { type NearMiss, resultForms } from "@nonet/forms";
import type { Step } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { buildActor, buildRecord } from "../build/build-phrases.ts";
import { whatOf } from "../scope/example-name.ts";
import { entityNamed, mistake, speakOf, type Story, actBy } from "../scope/example-scope.ts";
import { expectCode } from "./expect-code.ts";
import { unknownCall } from "./outer-events.ts";
import { complete, scanOf } from "../phrases/scan.ts";
import { actorsAt } from "../phrases/read-actor.ts";
import { chosen, type ClauseBuilder, type ClauseSlots, type ExplainMiss, one, readClause } from "./read-clause.ts";
import { article } from "../../text/english.ts";
import { slice } from "../../text/split.ts";
import { deedsAt } from "../phrases/read-deed.ts";
import { equals, has, is } from "./read-results.ts";
import { accepted, refused, refusedAt, warned } from "./refusal-or-state.ts";
import { recordsFrom } from "../phrases/read-record.ts";
import { fieldsAt, someAt, type SomeReading } from "../phrases/read-subject.ts";
import { withRole } from "./act.ts";
import { saysItsMessage } from "./refusal-message.ts";
import { callNamed, codeNamed, countOf, isAnyMail, roleOfEvery, screenNamed, timesOf } from "./slot-tests.ts";

const source = ({ words }: ClauseSlots): { source: TextSpan["span"] } => ({ source: words.span });

const codeIn = (story: Story, { slots }: ClauseSlots): string | null => (slots["code"] ? codeNamed(story, slots["code"].text) : null);

const some =
  (outcome: "refused" | "accepted"): ClauseBuilder =>
  (story, clause) => [{ kind: "of them", count: countOf(clause.slots["count"]!.text) ?? 1, outcome, code: codeIn(story, clause), ...source(clause) }];

/** What somebody can or can't do. */
const deed =
  (can: boolean, slot: "deed" | "some" | "seen"): ClauseBuilder =>
  (story, clause) => {
    const actor = clause.slots["actor"] ? one(story, clause.slots["actor"], (s) => actorsAt(s, 0)) : story.lastActor;
    if (!actor) return mistake(story, "unreadable-step", clause.words.span, "The step doesn't say who.", "Write a role, a name in quotation marks, or both before `can`.");
    actBy(story, actor);
    const seen = (s: Parameters<typeof deedsAt>[0]) => someAt(s, 0).map((each) => ({ ...each, value: asDeed(each.value) }));
    const reading = one(story, clause.slots[slot], slot === "some" ? seen : slot === "seen" ? seenFields : (s) => deedsAt(s, 0));
    if (!reading) return null;
    const by = withRole(story, buildActor(story, actor), [], "");
    switch (reading.kind) {
      case "see": {
        const record = buildRecord(story, reading.record);
        speakOf(story, record.entity);
        return [
          { kind: "sees", by, record, field: reading.field, can, ...source(clause) },
          ...reading.hidden.map((field): Step => ({ kind: "sees", by, record, field, can: !can, ...source(clause) })),
        ];
      }
      case "count": {
        const step = countStep(story, clause, reading.some, can, by);
        return step && [step];
      }
      case "change":
      case "delete": {
        const record = buildRecord(story, reading.record);
        speakOf(story, record.entity);
        const made = reading.kind === "change" ? ({ kind: "change", record, field: reading.field } as const) : ({ kind: "delete", record } as const);
        return [{ kind: "may", by, deed: made, can, ...source(clause) }];
      }
      case "open":
      case "create":
        return [{ kind: "may", by, deed: reading, can, ...source(clause) }];
      case "act": {
        const record = buildRecord(story, reading.record);
        speakOf(story, record.entity);
        return [{ kind: "may", by, deed: { kind: "act", action: reading.action, record, ...(reading.vote ? { vote: reading.vote } : {}) }, can, ...source(clause) }];
      }
    }
  };

const asDeed = (reading: SomeReading): ReturnType<typeof deedsAt>[number]["value"] =>
  reading.isNamed || (reading.count === 1 && reading.orMore) ? { kind: "see", record: reading.record, field: null, hidden: [] } : { kind: "count", some: reading };

const seenFields = (s: Parameters<typeof deedsAt>[0]): ReturnType<typeof deedsAt> =>
  fieldsAt(s, 0).map((each) => ({ ...each, value: { kind: "see", record: each.value.record, field: each.value.field, hidden: [] } }));

/** `its notes are hidden`: for whom they can be read; unless the field has such a value. */
const visibility =
  (can: boolean): ClauseBuilder =>
  (story, clause) => {
    const { seen, actor } = clause.slots;
    const said = /\b(?:hidden|invisible|visible|readable)$/i.exec(clause.words.text);
    if (!actor && said && hasChoice(story, seen!, said[0])) return is(story, { ...clause, slots: { subject: seen, value: slice(clause.words, said.index) } });
    return deed(can, "seen")(story, clause);
  };

const hasChoice = (story: Story, seen: TextSpan, said: string): boolean =>
  complete(scanOf(story, seen), fieldsAt(scanOf(story, seen), 0)).some(({ value: { record, field } }) => {
    const type = entityNamed(story, record.entity).fields.find(({ name }) => name === field)?.type;
    return field === "state" || (type?.kind === "one of" && type.choices.some((choice) => fold(choice) === fold(said)));
  });

function countStep(story: Story, clause: ClauseSlots, { record, count, orMore }: SomeReading, isThere: boolean, by: ReturnType<typeof buildActor> | null): Step | null {
  // `there aren't 2 Loans` could be none, one or three.
  if (!isThere && !(count === 1 && (orMore || /\ba\s+single\s/i.test(clause.words.text))))
    return mistake(
      story,
      "unreadable-step",
      clause.words.span,
      `"${clause.words.text}" doesn't say how many there are instead.`,
      `Write how many: \`there are 3 ${entityNamed(story, record.entity).plural}\`, or \`there isn't ${article(record.entity)}\`.`,
    );
  const built = buildRecord(story, record);
  if (isThere && count > 0) speakOf(story, built.entity);
  return { kind: "count", by, record: built, count: isThere ? count : 0, orMore: isThere && orMore, ...source(clause) };
}

const exists =
  (isThere: boolean): ClauseBuilder =>
  (story, clause) => {
    const reading = one(story, clause.slots["some"], (s) => someAt(s, 0));
    const step = reading && countStep(story, clause, reading, isThere, null);
    return step && [step];
  };

const sent =
  (isSent: boolean): ClauseBuilder =>
  (story, clause) => {
    const { slots } = clause;
    const message = slots["message"];
    const call = message && !isAnyMail(message.text) ? callNamed(story, message.text, ["http", "email"]) : null;
    const to = slots["receiver"] ? receiverOf(story, slots["receiver"]) : null;
    if (story.failed) return null;
    if (!isSent && slots["receiver"] && to !== null && typeof to === "object" && "every" in to && /^(?:every|each|all)\s/i.test(slots["receiver"].text))
      return reportNotEvery(story, slots["receiver"], to.every);
    const content = slots["content"] ? textsIn(slots["content"]) : [];
    if (!content)
      return mistake(
        story,
        "unreadable-step",
        slots["content"]!.span,
        `"${slots["content"]!.text}" is not a content.`,
        'Write `with subject "…"`, `with "…"`, or the names of the JSON with their values.',
      );
    return [{ kind: "sent", call: call?.name ?? null, sent: isSent, to, times: slots["times"] ? timesOf(slots["times"].text) : null, with: content, ...source(clause) }];
  };

/** `is not sent to every Clerk`: to none of them, or not to all. */
function reportNotEvery(story: Story, words: TextSpan, role: string): null {
  const form = `any ${role}`;
  return mistake(
    story,
    "unreadable-step",
    words.span,
    `"not sent to ${words.text}" can mean to no ${role} or to only some of them.`,
    `Write \`${form}\` for none of them, or name the person: \`${role} "Ann"\`.`,
    [{ title: `Write ${form}`, edits: [{ span: words.span, text: form }] }],
  );
}

function receiverOf(story: Story, words: TextSpan): Extract<Step, { kind: "sent" }>["to"] {
  if (/@/.test(words.text)) return words.text.replace(/^["“]|["”]$/g, "");
  const every = roleOfEvery(story, words.text);
  if (every !== null) return { every };
  const actor = one(story, words, (s) => actorsAt(s, 0));
  if (!actor) return null;
  const built = buildActor(story, actor);
  return built.by ? built : (built.name ?? built.role);
}

/** `subject "Loan 1", body "…"`, `"37.50"`; null if it isn't understood. */
function textsIn(words: TextSpan): { of: string | null; text: string }[] | null {
  const found: { of: string | null; text: string }[] = [];
  let rest = words.text;
  while (rest !== "") {
    const match = /^[\s,]*(?:and\s+)?(?:the\s+)?((?:[\w.]+\s+){0,3}?)(?:"([^"]*)"|“([^”]*)”|(-?\d[\d.,:-]*\d|\d|yes|no))(?=$|[\s,])/i.exec(rest);
    if (!match) return null;
    found.push({ of: match[1]!.trim() || null, text: match[2] ?? match[3] ?? match[4]! });
    rest = rest.slice(match[0].length);
  }
  return found;
}

const shows =
  (can: boolean): ClauseBuilder =>
  (story, clause) => {
    const actor = clause.slots["actor"] ? one(story, clause.slots["actor"], (s) => actorsAt(s, 0)) : story.lastActor;
    const screen = screenNamed(story, clause.slots["screen"]!.text)!;
    const what = clause.slots["shown"]!;
    const by = actor && withRole(story, buildActor(story, actor), ["read"], "");
    if (story.failed) return null;
    const s = scanOf(story, what);
    const counts = complete(s, someAt(s, 0)).filter(({ value }) => !value.isNamed && !(value.count === 1 && value.orMore));
    const records = complete(s, recordsFrom(s, 0));
    const quoted = /^["“]([^"”]*)["”]$/.exec(what.text);
    if (quoted) return [{ kind: "shows", by, screen, element: null, what: { kind: "text", text: quoted[1]! }, can, ...source(clause) }];
    if (counts.length > 0) {
      const reading = chosen(story, what, counts);
      if (!reading) return null;
      const { record, count, orMore } = reading;
      if (orMore) return mistake(story, "unreadable-step", what.span, `A screen shows a number of records exactly, so it can't be at least ${count}.`, "Write how many it shows.");
      return [{ kind: "shows", by, screen, element: null, what: { kind: "count", record: buildRecord(story, record), count }, can, ...source(clause) }];
    }
    if (records.length > 0) {
      const record = one(story, what, (scan) => recordsFrom(scan, 0));
      return record && [{ kind: "shows", by, screen, element: null, what: { kind: "record", record: buildRecord(story, record) }, can, ...source(clause) }];
    }
    if (!/^[^\s,"]+(?:\s[A-Z]{3})?$/.test(what.text))
      return mistake(
        story,
        "unreadable-step",
        what.span,
        `"${what.text}" is not something that a screen shows.`,
        "Write a text in quotation marks, a record, or a number of records.",
      );
    return [{ kind: "shows", by, screen, element: null, what: { kind: "text", text: what.text.replace(/^`|`$/g, "") }, can, ...source(clause) }];
  };

const code: ClauseBuilder = (story, clause) => refusedAt(story, clause, { kind: "refused", code: codeIn(story, clause)!, ...source(clause) });

const builders: Readonly<Record<keyof typeof resultForms.forms, ClauseBuilder>> = {
  code,
  codeAndMessage: (story, clause) => saysItsMessage(story, clause) && code(story, clause),
  warned,
  refused,
  accepted,
  someRefused: some("refused"),
  someAccepted: some("accepted"),
  exists: exists(true),
  counted: (story, clause) => {
    const reading = one(story, clause.slots["some"], (s) => someAt(s, 0));
    if (reading && !(reading.count === 1 && reading.orMore))
      return mistake(
        story,
        "unreadable-step",
        clause.slots["some"]!.span,
        "The step says two numbers of records.",
        `Write \`there are 2 ${entityNamed(story, reading.record.entity).plural}\`.`,
      );
    const step = reading && countStep(story, clause, { ...reading, count: countOf(clause.slots["count"]!.text) ?? 0, orMore: false }, true, null);
    return step && [step];
  },
  absent: exists(false),
  sent: sent(true),
  notSent: sent(false),
  can: deed(true, "deed"),
  cannot: deed(false, "deed"),
  sees: deed(true, "some"),
  seesNot: deed(false, "some"),
  hidden: visibility(false),
  visible: visibility(true),
  owned: (story, clause) => is(story, { ...clause, slots: { subject: clause.slots["owned"], value: clause.slots["figure"] } }),
  shows: shows(true),
  showsNot: shows(false),
  is,
  has,
  equals: (story, { words, slots, flags }) => equals(story, words, slots["expression"]!, slots["value"]!, flags.has("not")),
  holds: (story, clause) => {
    const words = clause.slots["condition"]!;
    const left = story.ctx.expression(words, { what: whatOf(story), expect: { kind: "boolean" } });
    return [{ kind: "equals", left, right: { kind: "literal", value: true, type: { kind: "boolean" }, nullable: false, span: words.span }, ...source(clause) }];
  },
};

const explain: ExplainMiss = (story, words, near) =>
  expectCode(story, words) ||
  expectFunction(story, words) ||
  expectSome(story, words) ||
  expectMessage(story, words) ||
  expectDeed(story, words, near) ||
  expectSubject(story, words);

/** `demand("Rye") is 0`: says what is wrong with the arguments of a function of point 9. */
function expectFunction(story: Story, words: TextSpan): boolean {
  const [, left, name] = /^(([^"“()]+)\(.*\))\s*(?:is|isn't|equals|=|gives|returns|makes)\s/i.exec(words.text) ?? [];
  if (left === undefined || !/[\p{L}\d]$/u.test(name!)) return false;
  const before = story.ctx.findings.diagnostics.length;
  story.ctx.expression(slice(words, 0, left.length), { what: whatOf(story) });
  story.failed ||= story.ctx.findings.diagnostics.length > before;
  return story.failed;
}

function expectMessage(story: Story, words: TextSpan): boolean {
  const match = /^(?:the\s+)?(?:(?:mail|email|call)\s+)?(["“][^"”]+["”]|.+?)\s+(?:is|was|isn't|wasn't)\s+(?:not\s+)?(?:sent|called)\b/i.exec(words.text);
  if (!match) return false;
  const s = scanOf(story, words);
  if (recordsFrom(s, 0).length > 0) return false;
  if (isAnyMail(match[1]!) || callNamed(story, match[1]!, ["http", "email"])) return false;
  const from = words.text.indexOf(match[1]!);
  return unknownCall(
    story,
    { text: match[1]!, span: { ...words.span, from: words.span.from + from, to: words.span.from + from + match[1]!.length } },
    story.calls.filter((call) => ["http", "email"].includes(call.does.kind)),
  );
}

function expectSome(story: Story, words: TextSpan): boolean {
  if (!/^there\s+(?:is|are)\b/i.test(words.text)) return false;
  const s = scanOf(story, words);
  const found = someAt(s, 2);
  if (complete(s, found).length === 0) s.miss.report?.();
  if (s.tokens.length < 3)
    mistake(story, "unreadable-step", words.span, `There is nothing after "${words.text}".`, "Write `there is a Loan with …`, `there are 2 Loans` or `there is no Loan`.");
  return story.failed;
}

function expectDeed(story: Story, words: TextSpan, near: () => NearMiss | null): boolean {
  const s = scanOf(story, words);
  const can = s.tokens.findIndex((t) => t.kind === "word" && /^(?:can|can't|can’t|cannot|may)$/i.test(t.text));
  if (can < 0) return false;
  const actors = actorsAt(s, 0).filter(({ at }) => at === can);
  if (actors.length === 0) {
    const name = can > 3 ? near()?.name : "can";
    if (name !== "can" && name !== "cannot") return false;
    mistake(story, "unreadable-step", words.span, "Write a role, a name in quotation marks, or both before `can see`.");
    return true;
  }
  const at = can + (/^not$/i.test(s.tokens[can + 1]?.text ?? "") ? 2 : 1);
  deedsAt(s, at);
  s.miss.report?.();
  return story.failed;
}

function expectSubject(story: Story, words: TextSpan): boolean {
  const s = scanOf(story, words);
  const verb = s.tokens.findIndex((t, i) => i > 0 && t.kind === "word" && /^(?:is|are|has|isn't)$/i.test(t.text));
  if (verb < 0 || callNamed(story, s.words.text.slice(0, s.tokens[verb]!.from).trim(), ["http", "email"]) || /^their\b/i.test(words.text)) return false;
  recordsFrom(s, 0);
  fieldsAt(s, 0);
  s.miss.report?.();
  return story.failed;
}

export const readThenClause = (story: Story, words: TextSpan): readonly Step[] | null => readClause(story, resultForms, builders, words, explain);
