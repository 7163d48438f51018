/** Says each element of a product as one plain English sentence. */
import type { Call, Constant, Decision, Field, Machine, Product, Rule, RuleBody, Screen, Transition } from "@nonet/model";
import type { Span } from "@nonet/source";
import { businessSentences } from "./business/business-sentences.ts";
import { aboutSentences } from "./sentences/about-sentences.ts";
import { entitySentences } from "./sentences/entity-sentences.ts";
import { exampleSentences } from "./sentences/example-sentences.ts";
import { limitWords, requiredWords, typeWords } from "./sentences/field-words.ts";
import { grantSentences } from "./sentences/grant-sentences.ts";
import { machineSentences } from "./sentences/machine-sentences.ts";
import { permissionSentences } from "./sentences/permission-sentences.ts";
import { screenDetails } from "./sentences/screen-sentences.ts";
import { takenSentences } from "./sentences/taken-sentences.ts";
import { article, capital, effectWords, list, saying, type Saying } from "./sentences/words.ts";

export interface Sentence {
  /** The element, in the document's own words: `Loan.due date`, `rule "Fair share"`. */
  readonly what: string;
  readonly sentence: string;
  readonly span: Span | null;
}

export function sentences(product: Product): Sentence[] {
  const said = saying(product);
  return [
    ...aboutSentences(product),
    ...product.screens.flatMap((screen) => [{ what: `screen "${screen.name}"`, sentence: screenSentence(screen), span: screen.source }, ...screenDetails(said, screen)]),
    ...product.entities.flatMap((entity) => [
      { what: entity.name, sentence: `The product keeps ${entity.plural}${entity.partOf ? `, each part of ${article(entity.partOf.entity)}` : ""}.`, span: entity.source },
      ...entity.fields.map((field) => ({ what: `${entity.name}.${field.name}`, sentence: fieldSentence(said, entity.name, field), span: field.source })),
      ...entitySentences(said, entity),
    ]),
    ...product.machines.flatMap((machine) => machineSentences(said, machine)),
    ...product.machines.flatMap((machine) =>
      machine.transitions.map((t) => ({ what: transitionName(machine, t), sentence: transitionSentence(said, machine, t), span: t.source })),
    ),
    ...product.machines.flatMap((machine) =>
      machine.actions.flatMap((action) =>
        action.decision
          ? [{ what: `decision ${action.name} of ${machine.entity}`, sentence: decisionSentence(said, machine, action.name, action.decision), span: action.decision.source }]
          : [],
      ),
    ),
    ...product.rules.map((rule) => ({ what: `rule "${rule.name}"`, sentence: ruleSentence(said, rule), span: rule.source })),
    ...product.permissions.roles.map((role) => ({
      what: `role ${role.name}`,
      sentence: `${role.name} is a role${role.includes.length > 1 ? ` that has what ${list(role.includes.slice(1))} has` : ""}${role.was === undefined ? "" : `, which was called ${role.was} before`}.`,
      span: role.source,
    })),
    ...grantSentences(said, product),
    ...permissionSentences(said, product.permissions),
    ...product.calls.flatMap((call) => [{ what: `call "${call.name}"`, sentence: callSentence(said, call), span: call.source }, ...takenSentences(said, call)]),
    ...product.errors.map((error) => ({ what: `error ${error.code}`, sentence: `A refusal with ${error.code} has the status ${error.status}.`, span: error.source })),
    ...product.constants.map((constant) => ({ what: constant.name, sentence: constantSentence(said, constant), span: constant.source })),
    ...businessSentences(said, product),
    ...openSentences(product),
    ...exampleSentences(said, product),
  ];
}

/** What is not shown and isn't a whole point; a constant that is open says so itself. */
const openSentences = (product: Product): Sentence[] =>
  product.open.flatMap((o) =>
    /^point \d$/.test(o.what) || product.constants.some((c) => c.name === o.what) ? [] : [{ what: o.what, sentence: `The ${o.what} is not shown.`, span: o.source }],
  );

function fieldSentence(said: Saying, entity: string, field: Field): string {
  const facts: string[] = [];
  if (field.computed) facts.push(`computed as ${said(field.computed.span)}`);
  if (field.type.kind === "sequence" && field.type.takenOn !== null) facts.push(`taken on ${field.type.takenOn}`);
  facts.push(...requiredWords(said, field));
  if (field.unique) facts.push("unique");
  if (field.uniqueWithin !== null) facts.push(`unique within its ${field.uniqueWithin}`);
  if (field.default && field.source) facts.push(`at first ${said(field.default.span)}`);
  if (field.setOnce) facts.push("set only at creation");
  if (field.readOnly === true) facts.push("set by the product only");
  else if (field.readOnly) facts.push(`not changed when ${said(field.readOnly.source)}`);
  facts.push(...limitWords(said, field));
  if (field.hidden) facts.push("hidden unless a role is given it");
  if (field.secret) facts.push("never read again once it is written");
  if (field.personalOf !== null) facts.push(`personal data of ${field.personalOf === "this" ? "that person" : `its ${field.personalOf}`}`);
  if (field.whenDeleted !== "forbid") facts.push(field.whenDeleted === "delete too" ? "deleted along with the one it names" : "emptied when the one it names is deleted");
  if (field.was !== null) facts.push(`called ${field.was} before`);
  return `The ${field.name} of ${article(entity)} is ${typeWords(field.type)}${facts.length > 0 ? `, ${list(facts)}` : ""}.`;
}

const transitionName = (machine: Machine, t: Transition): string =>
  `${machine.entity}: ${t.from ?? "(new)"} → ${t.to ?? "(deleted)"} by ${t.trigger.kind === "action" ? t.trigger.action : t.trigger.kind}`;

function transitionSentence(said: Saying, machine: Machine, t: Transition): string {
  const record = t.from === null ? `a new ${machine.entity}` : `${article(t.from)} ${machine.entity}`;
  const guard = t.guard ? ` while ${said(t.guard.source)}` : "";
  const effects = t.then.map((s) => effectWords(said, s));
  const becomes = t.to === null ? "is deleted" : t.to === t.from ? `stays ${t.to}` : `becomes ${t.to}`;
  const end = `it ${becomes}${effects.length > 0 ? `, and ${list(effects)}` : ""}`;
  if (t.trigger.kind === "action") {
    const who = t.who.map((w) => (w.role === "system" ? "the system" : `${article(w.role)}${w.own ? " whose it is" : ""}${w.where ? ` for whom ${said(w.where.source)}` : ""}`));
    return `When ${who.length > 0 ? list(who, "or") : "somebody who may"} does ${t.trigger.action} on ${record}${guard}, ${end}.`;
  }
  const moment =
    t.trigger.kind === "after"
      ? `${said(t.trigger.delay.span)} after ${t.trigger.past ? said(t.trigger.past.span) : "that began"}`
      : t.trigger.kind === "at"
        ? `at ${said(t.trigger.moment.span)}`
        : `as soon as ${said(t.trigger.condition.span)}`;
  return `${capital(record)}${guard} changes by itself ${moment}: ${end}.`;
}

function decisionSentence(said: Saying, machine: Machine, action: string, decision: Decision): string {
  const but = decision.notBy.length > 0 ? `, but never its ${list(decision.notBy, "or")}` : "";
  const refused = decision.refusedBy
    ? `${decision.refusedBy.need === "any" ? "one no" : "a majority of noes"} ${decision.refusedBy.as === null ? "refuses it" : `makes it ${decision.refusedBy.as}`}`
    : null;
  const reminded = decision.remindedAfter ? `after ${said(decision.remindedAfter.delay.span)} those who are asked are reminded` : null;
  const lapses = decision.lapses ? `after ${said(decision.lapses.after.span)} it becomes ${decision.lapses.as}` : null;
  const again = decision.startsAgainWhenChanges.length > 0 ? `it starts again when its ${list(decision.startsAgainWhenChanges, "or")} changes` : null;
  const rest = [refused, reminded, lapses, again].filter((x) => x !== null);
  return `${action} on ${article(machine.entity)} happens when ${decision.steps.map((step) => said(step.source)).join(", then ")} ${decision.steps.length === 1 && decision.steps[0]!.need === "any" && decision.steps[0]!.count === 1 ? "has" : "have"} said yes${but}${rest.length > 0 ? `; ${rest.length > 1 ? `${rest.slice(0, -1).join(", ")}, and ${rest.at(-1)}` : rest[0]}` : ""}.`;
}

function ruleSentence(said: Saying, rule: Rule): string {
  const when = rule.moment.kind === "create" ? " that is created" : rule.moment.kind === "action" ? ` on which ${rule.moment.action} is done` : "";
  const states = rule.moment.kind === "always" ? undefined : rule.moment.states;
  const moment = `${when}${states ? `${when && " and"} that is ${list(states, "or")}` : ""}`;
  return `${rule.warns ? "A person is warned with" : "A change is refused with"} ${rule.code} unless for the ${rule.entity}${moment} ${bodyWords(said, rule.holds)}.`;
}

function bodyWords(said: Saying, body: RuleBody): string {
  if (body.kind === "expression") return said(body.expression.span);
  const among = body.among ? ` among those where ${said(body.among.span)}` : "";
  if (body.kind === "unique") return `no other has the same ${list(body.fields)}${among}`;
  return `no other${body.per.length > 0 ? ` of the same ${list(body.per)}` : ""} shares a moment of ${said(body.low.span)} to ${said(body.high.span)}${among}`;
}

function callSentence(said: Saying, call: Call): string {
  const when = call.schedule
    ? `On its schedule${call.schedule.forEach ? `, for each ${call.schedule.forEach.entity}${call.schedule.forEach.where ? ` where ${said(call.schedule.forEach.where.source)}` : ""}` : ""}, `
    : "";
  const does = call.does;
  switch (does.kind) {
    case "email":
      return capital(`${when}a mail "${call.name}" goes to ${said(does.to.span)}.`);
    case "http":
      return capital(
        `${when}the product calls ${does.method} ${does.address.map((p) => (typeof p === "string" ? p : `{${said(p.span)}}`)).join("")}, ${does.retries.times === 0 ? "once" : `trying up to ${does.retries.times + 1} times`}.`,
      );
    case "received":
      return `The product takes ${does.method} ${does.path}${does.finds ? ` for the ${does.finds.entity} where ${said(does.finds.where.span)}` : ""}${does.then.length > 0 ? `; then ${list(does.then.map((s) => effectWords(said, s)))}` : ""}.`;
    case "offered":
      return `The product offers ${does.method} ${does.path} to ${list(does.for, "and")}${does.then.length > 0 ? `; then ${list(does.then.map((s) => effectWords(said, s)))}` : ""}.`;
    case "statements":
      return capital(`${when}${list(does.then.map((s) => effectWords(said, s)))}.`);
  }
}

const screenSentence = (screen: Screen): string =>
  `${list(screen.for.map(capital), "and") || "Nobody"} can open "${screen.name}" at ${screen.route}, ${"entity" in screen.shows ? `a ${screen.shows.kind} of ${screen.shows.entity}` : article(screen.shows.kind)}.`;

function constantSentence(said: Saying, constant: Constant): string {
  const values = constant.values?.map((v) => `${said(v.value.span)}${v.from === null ? "" : ` from ${v.from}`}`);
  return `${capital(constant.name)} is ${values ? list(values, "then") : "not shown"}${constant.meaning ? ` (${constant.meaning})` : ""}.`;
}
