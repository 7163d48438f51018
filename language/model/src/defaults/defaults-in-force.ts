/** Which of the numbered defaults apply to a product: those that no line replaces, and that concern something it has. */
import type { CallBody } from "../calls/call.ts";
import { hostFromData } from "../product/host-from-data.ts";
import type { Limit } from "../constants/constant.ts";
import type { FieldType } from "../entities/entity.ts";
import { eventsOfRule } from "../rules/rule.ts";
import { isShownByDefault } from "../product/find.ts";
import type { Product } from "../product/product.ts";
import { type Default, defaults } from "./defaults.ts";

export const defaultsInForce = (product: Product): Default[] => defaults.filter(({ number }) => applies[number]?.(product) ?? true);

const isNotStated = (name: string) => (p: Product) => !(p.about.attributes ?? []).some((one) => one.name === name);
const isOpen = (point: number, p: Product): boolean => p.points.some(({ number, state }) => number === point && (state === "not shown" || state === "missing"));
const hasNoLimit = (limit: Limit) => (p: Product) => !p.constants.some((one) => one.limit === limit && one.values !== null);
const hasPasswords = (p: Product): boolean => p.about.signIn.methods.includes("email and password");
const hasCall =
  (...kinds: readonly CallBody["kind"][]) =>
  (p: Product) =>
    p.calls.some(({ does }) => kinds.includes(does.kind));
const hasFirst = (p: Product): boolean => p.calls.some(({ does }) => does.kind === "http" && does.first);
const hasPoll = (p: Product): boolean => p.machines.some(({ actions }) => actions.some(({ decision }) => decision?.steps.some(({ need }) => need === "majority")));
const hasTrigger =
  (kind: "at") =>
  (p: Product): boolean =>
    p.machines.some(({ transitions }) => transitions.some(({ trigger }) => trigger.kind === kind));
const hasDecision = (p: Product): boolean => p.machines.some(({ actions }) => actions.some((action) => action.decision));
/** Decisions also send mail. */
const sendsMail = (p: Product): boolean => hasDecision(p) || hasCall("email")(p);
const hasComments = (p: Product): boolean => p.entities.some(({ comments }) => comments !== undefined);
const hasExamples = (p: Product): boolean => p.examples.length > 0;

function hasType(fits: (type: FieldType) => boolean): (p: Product) => boolean {
  return ({ entities, machines }) =>
    entities.some(({ fields }) => fields.some(({ type }) => fits(type))) || machines.some(({ actions }) => actions.some(({ asks }) => asks.some(({ field }) => fits(field.type))));
}

/** Whether a default applies, by number. A default that isn't listed always applies. */
const applies: Readonly<Record<number, (product: Product) => boolean>> = {
  1: isNotStated("Time zone"),
  2: isNotStated("Language"),
  105: ({ calendars }) => calendars.length > 0,
  106: ({ calendars }) => calendars.some(({ name }) => name !== null),
  109: hasType((type) => type.kind === "money" && type.currencyField !== undefined),
  3: ({ about }) => about.signIn.source === null,
  4: (p) => isOpen(2, p),
  5: (p) => !p.permissions.written,
  6: ({ entities }) => entities.some(isShownByDefault),
  13: hasCall("http"),
  14: hasCall("http"),
  15: (p) => hasPasswords(p) && hasNoLimit("password length")(p),
  16: hasNoLimit("session length"),
  140: hasNoLimit("session idle time"),
  17: (p) => hasPasswords(p) && hasNoLimit("sign-in attempts")(p),
  18: hasNoLimit("requests per minute"),
  19: hasNoLimit("upload size"),
  20: hasNoLimit("rounding"),
  25: sendsMail,
  26: (p) => sendsMail(p) || hasCall("http")(p),
  27: sendsMail,
  207: hasComments,
  208: hasComments,
  209: hasComments,
  210: hasComments,
  258: hasComments,
  28: ({ calls }) => calls.some((call) => call.schedule !== null),
  29: hasCall("received", "offered"),
  31: ({ about }) => about.signIn.methods.includes("single sign-on"),
  32: hasExamples,
  33: hasExamples,
  110: ({ examples }) => examples.some(({ steps }) => steps[0]?.kind !== "clock"),
  111: ({ examples }) => examples.some(({ steps }) => steps.some((step) => step.kind === "sent" && step.sent && step.to === null)),
  112: hasExamples,
  35: hasDecision,
  36: hasDecision,
  37: hasDecision,
  38: hasDecision,
  39: hasDecision,
  40: hasDecision,
  41: hasDecision,
  130: hasDecision,
  42: hasType((type) => type.kind === "formatted" && (type.format === "address" || type.format === "location")),
  43: hasType((type) => type.kind === "text" && type.form === "rich"),
  44: hasType((type) => type.kind === "secret link"),
  45: hasType((type) => type.kind === "secret key"),
  46: ({ entities }) => entities.some(({ deleting }) => deleting.allowed === "archives"),
  47: ({ entities }) => entities.some(({ partOf }) => partOf !== null),
  48: hasType((type) => type.kind === "sequence" && type.pattern.some(({ kind }) => kind === "year" || kind === "month")),
  51: hasType((type) => type.kind === "random text"),
  52: ({ entities }) => entities.some(({ events }) => events.length > 0),
  53: ({ calendars }) => calendars.length > 0,
  54: ({ tables }) => tables.length > 0,
  59: ({ permissions }) => permissions.fieldRows.length > 0,
  60: hasDecision,
  96: hasType((type) => type.kind === "secret link"),
  97: ({ entities }) => entities.some(({ fields }) => fields.some(({ hidden }) => hidden)),
  98: ({ rules }) => rules.some((rule) => eventsOfRule(rule).some(({ kind }) => kind === "change")),
  61: (product) => product.entities.some((e) => e.initialRecords.length > 0),
  62: ({ calls, errors, screens }) =>
    screens.length > 0 || errors.some(({ message }) => message.some((part) => typeof part !== "string")) || calls.some(({ does }) => does.kind === "email"),
  63: hasType((type) => type.kind === "file"),
  64: ({ machines, entities }) =>
    machines.some(({ states }) => states.some(({ was }) => was !== undefined)) ||
    entities.some(({ fields }) => fields.some(({ type }) => (type.kind === "one of" || type.kind === "any of") && (type.renamed?.length ?? 0) > 0)),
  65: ({ entities, machines }) =>
    entities.some(({ name, initialRecords }) => initialRecords.length > 0 && machines.some((m) => m.entity === name && m.transitions.some((t) => t.from === null))),
  66: ({ calls }) => calls.some(({ does }) => does.kind === "http"),
  260: ({ errors }) => errors.some(({ message }) => message.length === 0),
  67: ({ entities }) =>
    entities.some(({ fields }) =>
      fields.some(({ required, atLeast, atMost }) => typeof required === "object" || [atLeast, atMost].some((bound) => bound && bound.kind !== "literal")),
    ),
  68: ({ rules }) => rules.some(({ warns }) => warns),
  69: ({ machines }) => machines.some(({ transitions }) => transitions.some(({ trigger }) => trigger.kind === "when")),
  70: hasDecision,
  74: ({ entities }) => entities.some(({ partOf }) => partOf !== null),
  76: hasType((type) => type.kind === "file"),
  89: hasPoll,
  90: hasTrigger("at"),
  261: ({ machines }) => machines.some(({ transitions }) => transitions.some(({ trigger, from, to }) => from === to && (trigger.kind === "at" || trigger.kind === "after"))),
  91: ({ entities }) => entities.some(({ lockedWhile }) => lockedWhile !== null),
  92: ({ machines }) => machines.some(({ actions }) => actions.some(({ decision }) => decision?.steps.some(({ when }) => when !== null))),
  93: hasFirst,
  94: hasFirst,
  78: (product) => product.calls.some(({ does }) => does.kind === "http" && hostFromData(product, does) !== null),
  85: ({ entities }) => entities.some(({ fields }) => fields.some(({ endsWhen }) => endsWhen !== null)),
  86: ({ entities }) => entities.some(({ name, fields }) => name !== "User" && fields.some(({ personalOf }) => personalOf === "this")),
  87: ({ machines, entities }) => JSON.stringify([machines.map(({ transitions }) => transitions), entities.map(({ events }) => events)]).includes('"kind":"forget"'),
  88: ({ calls, entities }) => calls.some(({ does }) => does.kind === "http") && entities.some(({ fields }) => fields.some(({ secret }) => secret)),
  113: (p) => sendsMail(p) || hasCall("http")(p),
  115: hasType((type) => type.kind === "file"),
  185: hasType((type) => type.kind === "file" && type.image),
  101: hasCall("received", "offered"),
  102: ({ calls }) => calls.some(({ schedule, does }) => schedule !== null && (does.kind === "statements" || schedule.zone !== null)),
  103: hasCall("email"),
  104: (p) => hasCall("email")(p) || hasCall("http")(p),
};
