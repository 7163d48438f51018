/** What can fill the slots of a step's forms: each test asks whether a phrase has a reading. */
import { fold } from "@nonet/feel";
import type { SlotTests } from "@nonet/forms";
import type { Call } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { literal } from "../../context/placeholder.ts";
import { workingSpan } from "../../syntax/constants/working-time.ts";
import { errorsIn } from "../../syntax/error-rows.ts";
import { pluralOf } from "../../text/plural.ts";
import { bare } from "../../text/split.ts";
import { builtInCodes } from "../scope/built-in-codes.ts";
import { whatOf } from "../scope/example-name.ts";
import { actionsNamed, type Story } from "../scope/example-scope.ts";
import { complete, foldName, type Found, type Scan, scanOf, wordAt } from "../phrases/scan.ts";
import { participles } from "../phrases/participles.ts";
import { verbForms } from "../phrases/read-action.ts";
import { actorsAt } from "../phrases/read-actor.ts";
import { changesAt } from "../phrases/read-change.ts";
import { deedsAt } from "../phrases/read-deed.ts";
import { recordsFrom } from "../phrases/read-record.ts";
import { actsOrVotesAt } from "../phrases/read-vote.ts";
import { fieldsAt, someAt, subjectsAt } from "../phrases/read-subject.ts";
import { type AsksFor, countAt, thingsAt } from "../phrases/read-things.ts";

function reads<T>(story: Story, kind: string, read: (s: Scan) => readonly Found<T>[]): (text: string) => boolean {
  return (text) => {
    const key = `${kind} ${text}`;
    const before = story.readings.get(key);
    if (before !== undefined) return before;
    const s = scanOf(story, plainWords(text));
    const is = s.tokens.length > 0 && complete(s, read(s)).length > 0;
    story.readings.set(key, is);
    return is;
  };
}

/** A field of a record, and no record itself: `its notes`, but not `the Submission`, which a Review may have too. */
const isFieldOnly = (story: Story, text: string): boolean => reads(story, "fields", (s) => fieldsAt(s, 0))(text) && !reads(story, "some", (s) => someAt(s, 0))(text);

const plainWords = (text: string): TextSpan => ({ text, span: { file: 0, from: 0, to: text.length } });

export function slotTests(story: Story, asks: AsksFor): SlotTests {
  return {
    actor: reads(story, "actor", (s) => actorsAt(s, 0)),
    record: reads(story, "record", (s) => recordsFrom(s, 0)),
    things: reads(story, "things", (s) => thingsAt(s, 0, asks)),
    act: reads(story, "act", (s) => actsOrVotesAt(s, 0)),
    change: reads(story, "change", (s) => changesAt(s, 0)),
    deed: reads(story, "deed", (s) => deedsAt(s, 0)),
    some: reads(story, "some", (s) => someAt(s, 0)),
    // `lesson fee(45 minutes) is …` is about the function, also where a Lesson has a fee.
    subject: (text) => !/^[^"“(]+[^"“(\s]\(.*\)$/.test(text) && reads(story, "subject", (s) => subjectsAt(s, 0))(text),
    place: (text) => screenNamed(story, text) !== null || reads(story, "record", (s) => recordsFrom(s, 0))(text),
    seen: (text) => isFieldOnly(story, text),
    owned: (text) => isFieldOnly(story, text),
    figure: (text) => /^(?:-?\d\S*(?: [A-Z]{3}| \d\d:\d\d)?|["“][^"”]*["”]|`[^`]+`|yes|no|empty)$/i.test(text),
    input: (text) => /^with\s/i.test(text),
    screen: (text) => screenNamed(story, text) !== null,
    moment: (text) => momentOf(plainWords(text)) !== null,
    delay: (text) => delayWords(story, plainWords(text)) !== null,
    call: (text) => callNamed(story, text, ["http"]) !== null,
    // The record whose key a caller has. Who is named like a person is one.
    holder: (text) =>
      !reads(story, "actor", (s) => actorsAt(s, 0))(text) && reads(story, "holder", (s) => recordsFrom(s, 0).filter(({ value }) => hasKeys(story, value.entity)))(text),
    received: (text) => callNamed(story, text, ["received"]) !== null,
    offered: (text) => callNamed(story, text, ["offered"]) !== null,
    message: (text) => isAnyMail(text) || callNamed(story, text, ["http", "email"]) !== null,
    status: (text) => statusOf(text) !== null,
    code: (text) => codeNamed(story, text) !== null,
    // `starts at` ends in a word that could begin the next part.
    field: (text) => isFieldName(story, text) || !/["“(]|\b(?:at|with)\b/i.test(text),
    told: (text) => /^["“][^"“”]*["”]$/.test(text),
    codes: (text) => codesOf(story, text) !== null,
    person: (text) => /^["“][^"“”]+["”]$/.test(text),
    "bare person": (text) => /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?$/u.test(text) && roleNamed(story, text) === null && !isEntity(story, text),
    "lone role": (text) => roleNamed(story, text) !== null && !isEntity(story, withoutArticle(text)),
    role: (text) => roleNamed(story, text) !== null,
    action: (text) => story.machines.some((m) => m.actions.some((a) => fold(a.name) === fold(unquoted(text)))),
    making: (text) => makes(story, text),
    done: (text) => actionsDone(story, text).length > 0 || isDeleted(text),
    count: (text) => countOf(text) !== null,
    times: (text) => timesOf(text) !== null,
    receiver: (text) => /^["“]?[^\s"]+@[^\s"]+["”]?$/.test(text) || roleOfEvery(story, text) !== null || reads(story, "actor", (s) => actorsAt(s, 0))(text),
    expression: (text) => isExpression(story, text),
    condition: (text) => /^`[^`]+`$/.test(text) && codeNamed(story, text) === null,
  };
}

const hasKeys = (story: Story, entity: string): boolean => story.calls.some(({ does }) => does.kind === "offered" && does.credential?.entity === entity);

const isEntity = (story: Story, text: string): boolean => story.entities.some(({ name, plural }) => [name, plural].some((one) => fold(one) === fold(text)));

export const roleNamed = (story: Story, text: string): string | null => [...story.roles, "Owner"].find((role) => fold(role) === fold(withoutArticle(text))) ?? null;

/** The role in `every Coordinator`, `all Coordinators`, `the Coordinators`; null for anything else. */
export function roleOfEvery(story: Story, text: string): string | null {
  const [lead = ""] = /^(?:(?:every|each|all|any)\s+)?(?:of\s+)?(?:the\s+)?/i.exec(text) ?? [];
  const name = fold(text.slice(lead.length));
  const isSaid = /^(?:every|each|all|any)\s/i.test(lead);
  return [...story.roles, "Owner"].find((role) => (isSaid && fold(role) === name) || (fold(pluralOf(role)) === name && fold(role) !== name)) ?? null;
}

/** The actions that a participle names: `handed out`, `sent back`. */
export const actionsDone = (story: Story, text: string): ReturnType<typeof actionsNamed> =>
  actionsNamed(story).filter(({ action }) => {
    const [verb = "", ...rest] = foldName(action.name).split(" ");
    return participles(verb).some((done) => [done, ...rest].join(" ") === foldName(unquoted(text)));
  });

const makingVerbs = [
  "book",
  "register",
  "request",
  "submit",
  "file",
  "order",
  "reserve",
  "ask for",
  "apply for",
  "schedule",
  "log",
  "raise",
  "propose",
  "report",
  "place",
  "issue",
  "plan",
  "write",
  "post",
];

/** `books an Appointment`: a verb for what is created, where no action has it. */
function makes(story: Story, text: string): boolean {
  const forms = (name: string): readonly string[] => {
    const [verb = "", ...rest] = foldName(name).split(" ");
    return verbForms(verb).map((form) => [form, ...rest].join(" "));
  };
  const written = foldName(text);
  const [verb = ""] = written.split(" ");
  return (
    makingVerbs.some((one) => forms(one).slice(0, 2).includes(written)) && !actionsNamed(story).some(({ action }) => verbForms(foldName(action.name).split(" ")[0]!).includes(verb))
  );
}

export const isDeleted = (text: string): boolean => /^(?:deleted|removed)$/i.test(text);

/** An expression over point 9: with a function, or a constant's name. Records have forms of their own. */
function isExpression(story: Story, text: string): boolean {
  const isWritten = /^`[^`]+`$/.test(text) || /[a-z\])]\s*\(/i.test(text) || story.constants.some((name) => fold(name) === fold(text));
  return isWritten && story.ctx.tryExpression(plainWords(text), { what: whatOf(story) }) !== null;
}

const unquoted = (text: string): string => text.replace(/^["“`*]+|["”`*]+$/g, "");
const withoutArticle = (text: string): string => unquoted(text.replace(/^(?:the|an?)\s+/i, ""));

/** A screen by its name, also as `the screen Loans`. */
export function screenNamed(story: Story, text: string): string | null {
  const plain = [withoutArticle(text), unquoted(withoutArticle(text).replace(/^(?:screen|page)\s+|\s+(?:screen|page)$/gi, ""))];
  return story.screens.find((name) => plain.some((one) => fold(one) === fold(name))) ?? null;
}

/** A call by its name, also as `the mail "Loan approved"`. */
export function callNamed(story: Story, text: string, kinds: readonly Call["does"]["kind"][]): Call | null {
  const name = unquoted(text.replace(/^(?:(?:the|an?)\s+)?(?:(?:e-?mail|mail|call|message|notification|request)\s+)?(?=["“*]|\S)/i, ""));
  const plain = [text, name, withoutArticle(text)].map((one) => fold(unquoted(one)));
  return story.calls.find((call) => kinds.includes(call.does.kind) && plain.includes(fold(call.name))) ?? null;
}

export const isAnyMail = (text: string): boolean => /^(?:(?:an?|any)\s+)?(?:e-?mails?|mails?|messages?|notifications?)$/i.test(text);

/** A date, or a date and time, also as `2026-03-01 at 09:00`. */
export function momentOf(written: TextSpan): ReturnType<typeof literal> {
  const [, weekday = "", rest = ""] = /^((?:mon|tues|wednes|thurs|fri|satur|sun)day),?\s+(\d.*)$/i.exec(written.text) ?? [];
  const words = rest !== "" && weekdays[new Date(rest.slice(0, 10)).getUTCDay()] === weekday.toLowerCase() ? { ...written, text: rest } : written;
  const text = bare({ ...words, text: words.text.replace(/\.$/, "").replace(/^(\d{4}-\d\d-\d\d)(?:\s*,\s*|\s+at\s+)(?=\d)/i, "$1 ") });
  const at = literal(text);
  return at && (at.type.kind === "date" || at.type.kind === "date and time") ? at : null;
}

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const numbers: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 };

/** A length of time with its number as a figure: `a day`, `two weeks`; null for anything else. */
export function delayWords(story: Story, words: TextSpan): TextSpan | null {
  const spelled = words.text
    .replace(/^(an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(?:more\s+)?/i, (_, word: string) => `${numbers[word.toLowerCase()]} `)
    .replace(/^(\d+)\s+more\s+/i, "$1 ");
  const weeks = /^(\d+)\s+weeks?$/i.exec(spelled);
  const text = weeks ? `${Number(weeks[1]) * 7} days` : spelled;
  const plain = literal(bare({ ...words, text }));
  return plain?.type.kind.endsWith("duration") || workingSpan(text.replace(/^`|`$/g, "").trim()) || isDuration(story, { ...words, text }) ? { ...words, text } : null;
}

/** A constant, or an expression in backticks. */
function isDuration(story: Story, words: TextSpan): boolean {
  if (!/^`[^`]+`$/.test(words.text) && !story.constants.some((name) => fold(name) === fold(words.text))) return false;
  return story.ctx.tryExpression(words, { what: whatOf(story), workingDays: true })?.type.kind.endsWith("duration") === true;
}

export function statusOf(text: string): number | null {
  const status = Number(text);
  return Number.isInteger(status) && status >= 100 && status <= 599 && /^\d{3}$/.test(text) ? status : null;
}

/** `TAKEN (409)` with the status of the catalogue. */
const isFieldName = (story: Story, text: string): boolean => story.entities.some(({ fields }) => fields.some(({ name }) => fold(name) === fold(unquoted(text))));

export function codeNamed(story: Story, written: string): string | null {
  const [, bareCode, status] = /^(.+?)\s*\((\d{3})\)$/.exec(written) ?? [];
  const text = bareCode ?? written;
  if (status !== undefined && !errorsIn(story.ctx.tree).some((one) => one.code.text.replaceAll("`", "") === unquoted(text) && one.status?.text.includes(status))) return null;
  const name = unquoted(text.replace(/^(?:the\s+)?(?:code|error)\s+/i, ""));
  if (/^["“]/.test(text) && !/^["“][A-Z_]+["”]$/.test(text)) return null;
  return [...story.codes, ...builtInCodes].find((code) => fold(code) === fold(name)) ?? null;
}

/** `GIVEN_EARLY and CARD_LIMIT`. */
export function codesOf(story: Story, text: string): readonly string[] | null {
  const codes = text.split(/\s*(?:,|\band\b)\s*/).map((one) => codeNamed(story, one.trim()));
  return codes.every((code) => code !== null) ? codes : null;
}

export function countOf(text: string): number | null {
  const s = scanOf({} as Story, plainWords(text.toLowerCase()));
  if (wordAt(s, 0, /^(?:one|a|an)$/)) return s.tokens.length === 1 ? 1 : null;
  if (wordAt(s, 0, /^none$/)) return 0;
  if (wordAt(s, 0, /^both$/)) return 2;
  // Of two steps at the same time, one has been spoken of.
  if (wordAt(s, 0, /^other$/)) return s.tokens.length === 1 || (s.tokens.length === 2 && wordAt(s, 1, /^one$/)) ? 1 : null;
  return s.tokens.length === 1 ? countAt(s, 0) : null;
}

export function timesOf(text: string): number | null {
  const match = /^(?:exactly\s+|only\s+)?(?:(once)|(twice)|(\d+|two|three|four|five) times?)(?:\s+only)?$/i.exec(text);
  if (!match) return null;
  return match[1] ? 1 : match[2] ? 2 : (numbers[match[3]!.toLowerCase()] ?? Number(match[3]));
}
