/** Explains each element of a product in one English sentence. */
import type { Call, Constant, Entity, Field, Grant, Machine, Product, Rule, Screen } from "@nonet/model";
import { article, capital, list } from "../text/english.ts";
import { isPlural } from "../text/plural.ts";
import { aboutSentences } from "./about.ts";
import { callSentences } from "./calls.ts";
import { businessSentences } from "./constants.ts";
import { decisionSentences } from "./decisions.ts";
import { entitySentences } from "./entities.ts";
import { exampleSentences } from "./examples.ts";
import { limitWords, requiredWords, typeWords, verbOf } from "./fields.ts";
import { grantSentences } from "./grants.ts";
import { machineSentences } from "./machines.ts";
import { permissionSentences } from "./permissions.ts";
import { ruleSentences } from "./rules.ts";
import { screenDetails } from "./screens.ts";
import { says, templateWords, whereWords } from "./expression-words.ts";
import { type Sentence, type TextAt, textAtIn, visitorWith, withConditions } from "./sentence.ts";
import { transitionSentences } from "./transitions.ts";

export function sentences(product: Product): Sentence[] {
  const { before, grants, other, calls, after } = sentenceParts(product, textAtIn(product));
  return [...before, ...grants(product.permissions.grants), ...other, ...calls(product.calls, product.sources), ...after];
}

/** In the order of `sentences`. Their spans are those of the product. */
export interface SentenceParts {
  readonly before: readonly Sentence[];
  /** They cost most, and are made for the grants that are asked for. */
  readonly grants: (chosen: readonly Grant[]) => readonly Sentence[];
  readonly other: readonly Sentence[];
  /** Of calls that are placed as the sources are: the places of their attributes are found there. */
  readonly calls: (chosen: readonly Call[], sources: Product["sources"]) => readonly Sentence[];
  readonly after: readonly Sentence[];
}

/** `words`: at the product's spans. */
export function sentenceParts(product: Product, words: TextAt): SentenceParts {
  const textAt = withConditions(words, product.permissions);
  return {
    before: firstSentences(textAt, product),
    grants: (chosen) => grantSentences(textAt, product, chosen),
    other: permissionSentences(textAt, product.permissions),
    calls: (chosen, sources) => chosen.flatMap((call) => callSentences(withConditions(textAtIn({ sources }), product.permissions), { sources }, call)),
    after: lastSentences(textAt, product),
  };
}

/** Of an element that says everything itself: made once, as long as it is the same object. */
function oncePerElement<T extends object>(make: (textAt: TextAt, element: T) => readonly Sentence[]): (textAt: TextAt, element: T) => readonly Sentence[] {
  const known = new WeakMap<T, readonly Sentence[]>();
  return (textAt, element) => {
    const made = known.get(element) ?? make(textAt, element);
    known.set(element, made);
    return made;
  };
}

const ofScreen = oncePerElement<Screen>((textAt, screen) => [
  { what: `screen "${screen.name}"`, sentence: screenSentence(screen), span: screen.source },
  ...screenDetails(textAt, screen),
]);

const ofEntity = oncePerElement<Entity>((textAt, entity) => [
  { what: entity.name, sentence: `The product stores ${entity.plural}${entity.partOf ? `, each as part of ${article(entity.partOf.entity)}` : ""}.`, span: entity.source },
  // A field without a known type is listed under what is not shown.
  ...entity.fields
    .filter(({ computed }) => computed?.kind !== "hole")
    .map((field) => ({ what: `${entity.name}.${field.name}`, sentence: fieldSentence(textAt, entity.name, field), span: field.source })),
]);

const ofMachine = oncePerElement<Machine>(machineSentences);
const ofTransitions = oncePerElement<Machine>(transitionSentences);
const ofDecisions = oncePerElement<Machine>(decisionSentences);
const ofRule = oncePerElement<Rule>((textAt, rule) => ruleSentences(textAt, [rule]));

function firstSentences(textAt: TextAt, product: Product): Sentence[] {
  return [
    ...aboutSentences(product),
    ...product.screens.flatMap((screen) => ofScreen(textAt, screen)),
    ...product.entities.flatMap((entity) => [...ofEntity(textAt, entity), ...entitySentences(textAt, product, entity)]),
    ...product.machines.flatMap((machine) => ofMachine(textAt, machine)),
    ...product.machines.flatMap((machine) => ofTransitions(textAt, machine)),
    ...product.machines.flatMap((machine) => ofDecisions(textAt, machine)),
    ...product.rules.flatMap((rule) => ofRule(textAt, rule)),
    ...product.permissions.roles.map((role) => ({
      what: `role ${role.name}`,
      sentence: `${role.name} is a role${role.includes.length > 1 ? ` that includes ${list(role.includes.slice(1))}` : ""}${role.was === undefined ? "" : `, formerly called ${role.was}`}.`,
      span: role.source,
    })),
  ];
}

function lastSentences(textAt: TextAt, product: Product): Sentence[] {
  return [
    ...product.errors.map((error) => ({ what: `error ${error.code}`, sentence: errorSentence(textAt, error), span: error.source })),
    ...product.constants.map((constant) => ({ what: constant.name, sentence: constantSentence(textAt, constant), span: constant.source })),
    ...businessSentences(textAt, product),
    ...openSentences(product),
    ...exampleSentences(textAt, product),
  ];
}

/** Open elements, except whole points and constants, which have their own sentence. */
const openSentences = (product: Product): Sentence[] =>
  product.notShown.flatMap((o) =>
    /^point \d$/.test(o.what) || product.constants.some((c) => c.name === o.what) ? [] : [{ what: o.what, sentence: openSentence(o.what), span: o.source }],
  );

function openSentence(what: string): string {
  const begins = /^(?:an?|the|who|what|whether|how)\s/.test(what) ? capital(what) : `The ${what}`;
  return `${begins} ${/^(?:effects|the retries)\s/.test(what) ? "are" : "is"} not shown.`;
}

function fieldSentence(textAt: TextAt, entity: string, field: Field): string {
  const facts: string[] = [];
  if (field.computed) facts.push(`computed as ${says(textAt, field.computed)}`);
  if (field.type.kind === "sequence" && field.type.takenOn !== null) facts.push(`assigned on "${field.type.takenOn}"`);
  facts.push(...requiredWords(textAt, field));
  if (field.unique) facts.push(field.madeUnique ? "made unique by a number where it is taken" : "unique");
  if (field.uniqueWithin !== null) facts.push(`unique within its "${field.uniqueWithin}"`);
  if (field.default && field.source) facts.push(`with the default ${says(textAt, field.default)}`);
  if (field.setOnce) facts.push("set only when the record is created");
  if (field.readOnly === true) facts.push("set only by the product");
  else if (field.readOnly) facts.push(`read-only when ${whereWords(textAt, field.readOnly)}`);
  facts.push(...limitWords(textAt, field));
  if (field.hidden) facts.push("hidden unless granted to a role");
  if (field.secret) facts.push("never read back");
  if (field.personalOf !== null) facts.push(`personal data of ${field.personalOf === "this" ? "that person" : `its "${field.personalOf}"`}`);
  if (field.whenDeleted !== "forbid")
    facts.push(field.whenDeleted === "delete too" ? "deleted together with the record it refers to" : "emptied when the record it refers to is deleted");
  if (field.was !== null) facts.push(`formerly called "${field.was}"`);
  return `The field "${field.name}" of ${article(entity)} ${verbOf(field.type)} ${typeWords(field.type)}${facts.length > 0 ? `, ${list(facts)}` : ""}.`;
}

function errorSentence(textAt: TextAt, { code, status, message, help }: Product["errors"][number]): string {
  const said = templateWords(textAt, message).replace(/\s+/g, " ").trim();
  const advice = help === null ? "" : ` It advises: ${help.trim().replace(/\.$/, "")}.`;
  return `The error ${code} has the status ${status}${said === "" ? "" : ` and the message "${said.replace(/\.$/, "")}"`}.${advice}`;
}

const screenSentence = (screen: Screen): string =>
  `${
    list(
      screen.for.map((role, i) => (i === 0 ? capital(visitorWith(role)) : visitorWith(role))),
      "and",
    ) || "Nobody"
  } can open "${screen.name}" at ${screen.route}, ${showsWords(screen.shows)}.`;

function showsWords(shows: Screen["shows"]): string {
  if (shows.kind === "call form") return `a form for the call "${shows.call}"`;
  if (shows.kind === "form" && shows.action !== null) return `a form for "${shows.action}" on ${article(shows.entity)}`;
  if (shows.kind === "open") return "and its content is not shown";
  if (shows.kind === "form") return `a form for ${shows.entity}`;
  if (shows.kind === "record") return `the page of ${article(shows.entity)}`;
  return "entity" in shows ? `a ${shows.kind} of ${shows.entity}` : article(shows.kind);
}

function constantSentence(textAt: TextAt, constant: Constant): string {
  const values = constant.values?.map(
    (v) => `${unitedWords(says(textAt, v.value), v.value.type.kind.endsWith("duration") ? undefined : constant.unit)}${v.from === null ? "" : ` from ${v.from}`}`,
  );
  return `${capital(constant.name)} ${isPlural(constant.name) ? "are" : "is"} ${values ? list(values, "then") : "not shown"}${constant.meaning ? ` (${constant.meaning})` : ""}.`;
}

/** A value that includes its currency or unit isn't followed by it again: `€35.70`, not `€35.70 EUR`. */
const unitedWords = (value: string, unit = ""): string =>
  unit === "" || value.endsWith(unit) || value.startsWith(unit) || /^\p{Sc}|\p{Sc}$/u.test(value) ? value : `${value} ${unit}`;
