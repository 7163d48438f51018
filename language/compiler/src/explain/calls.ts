/** Explains each call of point 7, and each of its attributes at the attribute's own line. */
import type { Call, HttpCall, Leaving, Product, Signature, StatusRange } from "@nonet/model";
import type { Span } from "@nonet/source";
import { callLabels } from "../syntax/call-attributes.ts";
import { capital, list } from "../text/english.ts";
import { effectsWords, withValues } from "./effects.ts";
import { takenSentences } from "./fields.ts";
import { lengthWords, scheduleWords } from "./schedules.ts";
import { says, templateWords, whereWords } from "./expression-words.ts";
import { type Sentence, type TextAt } from "./sentence.ts";

/** The bullet of the attribute, or its row in a table; the section if there is none of that name. */
export function attributeSpan({ sources }: Pick<Product, "sources">, section: Span, label: string): Span {
  const text = sources[section.file]?.text.slice(section.from, section.to) ?? "";
  const bullet = label === "" ? null : new RegExp(`^[ \\t]*(?:[-*+][ \\t]+\\**${label}\\**[ \\t]*:|\\|[ \\t]*\\**${label}\\**[ \\t]*\\|)[^\\n]*`, "im").exec(text);
  return bullet ? { file: section.file, from: section.from + bullet.index, to: section.from + bullet.index + bullet[0].length } : section;
}

type Does<Kind extends Call["does"]["kind"]> = Extract<Call["does"], { kind: Kind }>;

export function callSentences(textAt: TextAt, product: Pick<Product, "sources">, call: Call): Sentence[] {
  const at: Attribute = (label, sentence) => ({
    what: `${label} of "${call.name}"`,
    sentence,
    span: attributeSpan(product, call.source, label === "" ? "" : `(?:${callLabels(label).join("|")})`),
  });
  return [
    { what: `call "${call.name}"`, sentence: callSentence(textAt, call), span: call.source },
    ...takenSentences(textAt, call),
    ...attributes(textAt, `"${call.name}"`, call.does, at),
  ];
}

type Attribute = (label: string, sentence: string) => Sentence;

function attributes(textAt: TextAt, name: string, does: Call["does"], at: Attribute): Sentence[] {
  switch (does.kind) {
    case "http":
      return [...httpAttributes(textAt, name, does, at), ...leavingSentences(name, does.leaves, at)];
    case "received":
      return receivedAttributes(textAt, name, does, at);
    case "offered":
      return offeredAttributes(textAt, name, does, at);
    case "email":
      return [...textSentences(textAt, name, does, at), ...leavingSentences(name, does.leaves, at)];
    case "statements":
      return [];
  }
}

/** What the mail says. */
const textSentences = (textAt: TextAt, name: string, { subject, body }: Does<"email">, at: Attribute): Sentence[] =>
  (
    [
      ["Subject", "subject", subject],
      ["Body", "text", body],
    ] as const
  ).flatMap(([label, what, template]) => {
    const words = templateWords(textAt, template).replace(/\s+/g, " ").trim();
    return words === "" ? [] : [at(label, `The ${what} of ${name} is “${words}”.`)];
  });

function leavingSentences(name: string, leaves: Leaving | undefined, at: Attribute): Sentence[] {
  if (!leaves) return [];
  const { afterSeconds, atMost, asOfSending } = leaves;
  const parts = [
    ...(afterSeconds > 0 ? [`leaves ${lengthWords(afterSeconds)} after the change that causes it`] : []),
    ...(atMost ? [`leaves at most ${atMost.count === 1 ? "once" : `${atMost.count} times`} in ${lengthWords(atMost.seconds)}`] : []),
    ...(asOfSending ? ["has the values of the moment at which it leaves"] : []),
  ];
  return parts.length === 0 ? [] : [at("Leaves", `${name} ${list(parts)}.`)];
}

function callSentence(textAt: TextAt, { name, schedule, does }: Call): string {
  const when = scheduleWords(textAt, schedule);
  switch (does.kind) {
    case "email":
      return does.to.some((to) => to.kind === "hole" && to.open !== null)
        ? capital(`${when}the mail "${name}" is sent, but the receiver is not shown.`)
        : capital(
            `${when}the mail "${name}" is sent to ${list(
              does.to.map((to) => says(textAt, to)),
              "and",
            )}${reportWords(does.reports)}.`,
          );
    case "http":
      return capital(
        `${when}the product calls ${does.method} ${templateWords(textAt, does.address)}, ${does.retries.waits.length === 0 ? "once" : `up to ${does.retries.waits.length + 1} times until it succeeds`}.`,
      );
    case "received":
      return `The product accepts ${does.method} ${does.path}${does.finds ? ` for the ${does.finds.entity} where ${says(textAt, does.finds.where)}` : ""}${does.then.length > 0 ? `; then ${effectsWords(textAt, does.then)}` : ""}.`;
    case "offered":
      return `The product offers ${does.method} ${does.path} to ${list(does.for, "and")}${does.then.length > 0 ? `; then ${effectsWords(textAt, does.then)}` : ""}.`;
    case "statements":
      return capital(`${when}${effectsWords(textAt, does.then)}.`);
  }
}

function httpAttributes(textAt: TextAt, name: string, http: HttpCall, at: Attribute): Sentence[] {
  const { statuses, withinSeconds } = http.expects;
  const { waits, notOn } = http.retries;
  const { code, then } = http.otherwise;
  const isSaid = at("Expects", "").span !== at("", "").span;
  const failing = [...(code === null ? [] : [`it fails with ${code}`]), ...(then.length > 0 ? [effectsWords(textAt, then, true)] : [])];
  return [
    ...(http.signature ? [at("Signed with", `${name} carries ${signatureWords(http.signature)}.`)] : []),
    ...(http.headers.length > 0
      ? [at("Headers", `${name} carries the header${http.headers.length === 1 ? "" : "s"} ${list(http.headers.map((one) => headerWords(textAt, one)))}.`)]
      : []),
    ...(http.sends ? [at("Sends", `${name} sends ${says(textAt, http.sends)}.`)] : []),
    at("Expects", `${name} expects an answer with a status ${statusWords(statuses)} within ${lengthWords(withinSeconds)}${isSaid ? "" : " (default 13)"}.`),
    ...(waits.length > 0 && at("Retries", "").span !== at("", "").span
      ? [at("Retries", `${name} is sent again ${againWords(waits)} after each failure${notOn.length > 0 ? `, except after a status ${statusWords(notOn)}` : ""}.`)]
      : []),
    ...(http.then.length > 0 ? [at("Then", `When ${name} gets this answer, ${effectsWords(textAt, http.then, true)}.`)] : []),
    ...(failing.length > 0 ? [at("Otherwise", `When ${name} doesn't get this answer after all attempts, ${failing.join(", and ")}.`)] : []),
    ...(http.droppedWhen ? [at("Dropped when", `${name} is discarded when ${whereWords(textAt, http.droppedWhen)}.`)] : []),
    ...(http.undo === null ? [] : [at("Undo", `If the change isn't committed after the answer, "${http.undo}" is sent.`)]),
    ...(http.first ? [at("First", `An action that sends ${name} waits for the answer, and fails if the call fails.`)] : []),
  ];
}

/** `10 seconds, 20 seconds and 40 seconds`, or `up to 5 times, 10 minutes` where all waits are the same. */
const againWords = (waits: readonly number[]): string =>
  waits.length > 1 && waits.every((one) => one === waits[0]) ? `up to ${waits.length} times, ${lengthWords(waits[0]!)}` : list(waits.map(lengthWords));

const statusWords = (ranges: readonly StatusRange[]): string =>
  list(
    ranges.map(({ low, high }) => (low === high ? `of ${low}` : `from ${low} to ${high}`)),
    "or",
  );

const reportWords = (reports: Does<"email">["reports"]): string => reports.map(({ screen, format }) => `, with ${screen} as ${format} as far as the receiver may read it`).join("");

/** Shows only the name of a secret; its value isn't in the document. */
function headerWords(textAt: TextAt, { name, value, secret }: HttpCall["headers"][number]): string {
  const words = templateWords(textAt, value);
  if (secret === null) return `${name} (${words})`;
  return words.trim() === "" ? `${name} (the secret ${secret})` : `${name} (${words.trim()} and the secret ${secret})`;
}

function signatureWords(signature: Signature): string {
  switch (signature.kind) {
    case "bearer":
      return `the secret ${signature.secret} as a bearer token`;
    case "header":
      return `the secret ${signature.secret} in the header ${signature.header}`;
    case "standard webhooks":
      return `a Standard Webhooks signature by the secret ${signature.secret}`;
    case "timestamped":
      return `a time and an HMAC-${signature.algorithm.toUpperCase()} of it and the body by the secret ${signature.secret} in the header ${signature.header}`;
    case "hmac":
      return `an HMAC-${signature.algorithm.toUpperCase()} of the body by the secret ${signature.secret} in the header ${signature.header}`;
  }
}

function receivedAttributes(textAt: TextAt, name: string, does: Does<"received">, at: Attribute): Sentence[] {
  const { signature, countsOncePer, finds, otherwise, answers } = does;
  const missing = [...(otherwise.then.length > 0 ? [effectsWords(textAt, otherwise.then)] : []), ...(otherwise.code === null ? [] : [`it is refused with ${otherwise.code}`])];
  return [
    ...(signature ? [at("Signed with", `${name} is accepted only with ${signatureWords(signature)}.`)] : []),
    ...(countsOncePer ? [at("Counts once per", `${name} is processed once for each ${says(textAt, countsOncePer)}.`)] : []),
    ...(finds?.orCreates ? [at("Finds", `If ${name} finds no ${finds.entity}, one is created${withValues(textAt, finds.orCreates)}.`)] : []),
    ...(missing.length > 0 ? [at("Otherwise", `If ${name} finds nothing, ${missing.join(", and ")}.`)] : []),
    ...(answers ? [at("Answers", answerSentence(textAt, name, answers))] : []),
  ];
}

function offeredAttributes(textAt: TextAt, name: string, does: Does<"offered">, at: Attribute): Sentence[] {
  const { signedInBy, credential, countsOncePer, answers, errors, seesEverything } = does;
  return [
    ...(signedInBy.every(({ kind }) => kind === "session")
      ? []
      : [
          at(
            "Signed in by",
            `Callers of ${name} sign in with ${list(signedInBy.map(keyWords), "or")}${credential ? `, which is the ${credential.field} of a ${credential.entity}${credential.while ? ` while ${whereWords(textAt, credential.while)}` : ""}` : ""}.`,
          ),
        ]),
    ...(seesEverything ? [at("Sees", `The answer of ${name} is made of all records, whoever calls it.`)] : []),
    ...(countsOncePer ? [at("Counts once per", `${name} is processed once for each ${says(textAt, countsOncePer)}.`)] : []),
    at("Answers", answerSentence(textAt, name, answers)),
    ...(errors ? [at("Errors", `An error of ${name} contains ${says(textAt, errors)}.`)] : []),
  ];
}

function keyWords(key: Does<"offered">["signedInBy"][number]): string {
  switch (key.kind) {
    case "session":
      return "a session";
    case "bearer":
      return "a key as a bearer token";
    case "header":
      return `a key in the header ${key.header}${key.prefix === "" ? "" : ` after "${key.prefix.trim()}"`}`;
  }
}

const answerSentence = (textAt: TextAt, name: string, { status, body }: Does<"offered">["answers"]): string =>
  `${name} answers with the status ${status} and ${body ? says(textAt, body) : "no content"}.`;
