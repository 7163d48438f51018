/** Where an attribute stands in a call's section: the model keeps what it means, and of most no place. */
import type { Call, HttpCall, Product, Signature } from "@nonet/model";
import type { Span } from "@nonet/source";
import { capital, list, type Said, type Saying, templateWords } from "../text/english.ts";
import { effectsWords, withValues } from "./effects.ts";
import { takenSentences } from "./fields.ts";
import { lengthWords, scheduleWords } from "./schedules.ts";

/** The attribute's own bullet; the section where there is none of that name. */
export function attributeSpan({ sources }: Product, section: Span, label: string): Span {
  const text = sources[section.file]?.text.slice(section.from, section.to) ?? "";
  const bullet = label === "" ? null : new RegExp(`^[ \\t]*[-*+][ \\t]+\\**${label}\\**[ \\t]*:[^\\n]*`, "im").exec(text);
  return bullet ? { file: section.file, from: section.from + bullet.index, to: section.from + bullet.index + bullet[0].length } : section;
}

/** Says each call of point 7, and each of its attributes at the attribute's own line. */

type Does<Kind extends Call["does"]["kind"]> = Extract<Call["does"], { kind: Kind }>;

export function callSentences(said: Saying, product: Product, call: Call): Said[] {
  const at: Attribute = (label, sentence) => ({ what: `${label} of "${call.name}"`, sentence, span: attributeSpan(product, call.source, label) });
  return [
    { what: `call "${call.name}"`, sentence: callSentence(said, call), span: call.source },
    ...takenSentences(said, call),
    ...attributes(said, `"${call.name}"`, call.does, at),
  ];
}

type Attribute = (label: string, sentence: string) => Said;

function attributes(said: Saying, name: string, does: Call["does"], at: Attribute): Said[] {
  switch (does.kind) {
    case "http":
      return httpAttributes(said, name, does, at);
    case "received":
      return receivedAttributes(said, name, does, at);
    case "offered":
      return offeredAttributes(said, name, does, at);
    case "email":
    case "statements":
      return [];
  }
}

function callSentence(said: Saying, { name, schedule, does }: Call): string {
  const when = scheduleWords(said, schedule);
  switch (does.kind) {
    case "email":
      return does.to.kind === "hole" && does.to.open !== null
        ? capital(`${when}the mail "${name}" is sent, but the receiver is not shown.`)
        : capital(`${when}the mail "${name}" is sent to ${said(does.to.span)}.`);
    case "http":
      return capital(
        `${when}the product calls ${does.method} ${templateWords(said, does.address)}, ${does.retries.times === 0 ? "once" : `up to ${does.retries.times + 1} times until it succeeds`}.`,
      );
    case "received":
      return `The product accepts ${does.method} ${does.path}${does.finds ? ` for the ${does.finds.entity} where ${said(does.finds.where.span)}` : ""}${does.then.length > 0 ? `; then ${effectsWords(said, does.then)}` : ""}.`;
    case "offered":
      return `The product offers ${does.method} ${does.path} to ${list(does.for, "and")}${does.then.length > 0 ? `; then ${effectsWords(said, does.then)}` : ""}.`;
    case "statements":
      return capital(`${when}${effectsWords(said, does.then)}.`);
  }
}

function httpAttributes(said: Saying, name: string, http: HttpCall, at: Attribute): Said[] {
  const { low, high, withinSeconds } = http.expects;
  const { code, then } = http.otherwise;
  const isSaid = at("Expects", "").span !== at("", "").span;
  const failing = [...(code === null ? [] : [`it fails with ${code}`]), ...(then.length > 0 ? [effectsWords(said, then, true)] : [])];
  return [
    ...(http.signature ? [at("Signed with", `${name} carries ${signatureWords(http.signature)}.`)] : []),
    ...(http.headers.length > 0
      ? [at("Headers", `${name} carries the header${http.headers.length === 1 ? "" : "s"} ${list(http.headers.map((one) => headerWords(said, one)))}.`)]
      : []),
    ...(http.sends ? [at("Sends", `${name} sends ${said(http.sends.span)}.`)] : []),
    at(
      "Expects",
      `${name} expects an answer with a status ${low === high ? `of ${low}` : `from ${low} to ${high}`} within ${lengthWords(withinSeconds)}${isSaid ? "" : " (default 13)"}.`,
    ),
    ...(http.then.length > 0 ? [at("Then", `When ${name} gets this answer, ${effectsWords(said, http.then, true)}.`)] : []),
    ...(failing.length > 0 ? [at("Otherwise", `When ${name} doesn't get this answer after all attempts, ${failing.join(", and ")}.`)] : []),
    ...(http.droppedWhen ? [at("Dropped when", `${name} is discarded when ${said(http.droppedWhen.source)}.`)] : []),
    ...(http.first ? [at("First", `An action that sends ${name} waits for the answer, and fails if the call fails.`)] : []),
  ];
}

/** Of a secret only its name: its value isn't in the document either. */
const headerWords = (said: Saying, { name, value, secret }: HttpCall["headers"][number]): string =>
  secret === null ? `${name} (${templateWords(said, value)})` : `${name} (the secret ${secret})`;

function signatureWords(signature: Signature): string {
  switch (signature.kind) {
    case "bearer":
      return `the secret ${signature.secret} as a bearer token`;
    case "header":
      return `the secret ${signature.secret} in the header ${signature.header}`;
    case "hmac":
      return `an HMAC-${signature.algorithm.toUpperCase()} of the body by the secret ${signature.secret} in the header ${signature.header}`;
  }
}

function receivedAttributes(said: Saying, name: string, does: Does<"received">, at: Attribute): Said[] {
  const { signature, countsOncePer, finds, otherwise, answers } = does;
  const missing = [...(otherwise.then.length > 0 ? [effectsWords(said, otherwise.then)] : []), ...(otherwise.code === null ? [] : [`it is refused with ${otherwise.code}`])];
  return [
    ...(signature ? [at("Signed with", `${name} is accepted only with ${signatureWords(signature)}.`)] : []),
    ...(countsOncePer ? [at("Counts once per", `${name} is processed once for each ${said(countsOncePer.span)}.`)] : []),
    ...(finds?.orCreates ? [at("Finds", `If ${name} finds no ${finds.entity}, one is created${withValues(said, finds.orCreates)}.`)] : []),
    ...(missing.length > 0 ? [at("Otherwise", `If ${name} finds nothing, ${missing.join(", and ")}.`)] : []),
    ...(answers ? [at("Answers", answerSentence(said, name, answers))] : []),
  ];
}

function offeredAttributes(said: Saying, name: string, does: Does<"offered">, at: Attribute): Said[] {
  const { signedInBy, countsOncePer, answers, errors } = does;
  return [
    ...(signedInBy.kind === "session" ? [] : [at("Signed in by", `Callers of ${name} sign in with ${keyWords(signedInBy)}.`)]),
    ...(countsOncePer ? [at("Counts once per", `${name} is processed once for each ${said(countsOncePer.span)}.`)] : []),
    at("Answers", answerSentence(said, name, answers)),
    ...(errors ? [at("Errors", `An error of ${name} contains ${said(errors.span)}.`)] : []),
  ];
}

function keyWords(key: Does<"offered">["signedInBy"]): string {
  switch (key.kind) {
    case "session":
      return "a session";
    case "bearer":
      return "a key as a bearer token";
    case "header":
      return `a key in the header ${key.header}${key.prefix === "" ? "" : ` after "${key.prefix.trim()}"`}`;
  }
}

const answerSentence = (said: Saying, name: string, { status, body }: Does<"offered">["answers"]): string =>
  `${name} answers with the status ${status} and ${body ? said(body.span) : "no content"}.`;
