/** Composes a mail or HTTP call inside the transaction that causes it, with the values of that moment; it is sent only after the commit. */
import { mailQuery, notShownIn, type Reader, recipientsQuery, templateQuery, valuesQuery, type Variables } from "@nonet/database";
import type { Expression, Type } from "@nonet/feel";
import { type Call, hostFromData, type HttpCall, sourceLocation, type Template } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import type { Row } from "../connection/contract.ts";
import { variables } from "./evaluate-expression.ts";
import { templateWithPlaceholders, withPlaceholders } from "./secret-placeholders.ts";
import { callSynchronously } from "./synchronous-call.ts";

type Email = Extract<Call["does"], { kind: "email" }>;
type Draft = Pick<ChangeContext["outbox"][number], "call" | "entity" | "record" | "notShown" | "afterSeconds">;

/** `only`: the one recipient whose mail is composed again. */
export async function draftMessage(context: ChangeContext, scope: StatementScope, name: string, only: string | null = null): Promise<void> {
  const call = context.product.calls.find((c) => c.name === name);
  if (!call) throw new Error("The checker lets only known calls through.");
  const { does } = call;
  if (does.kind !== "email" && does.kind !== "http") return;
  const draft: Draft = { call: name, entity: scope.entity, record: scope.id, notShown: firstNotShown(context, call) };
  const { leaves } = does;
  const after = leaves && leaves.afterSeconds > 0 && context.leaving !== name ? { afterSeconds: leaves.afterSeconds } : {};
  if (leaves?.asOfSending && context.leaving !== name) return void context.outbox.push({ ...draft, ...after, notShown: null, id: uuidv7(), payload: { asOfSending: true, only } });
  if (does.kind === "email") {
    // The variables of this moment: the mails are composed in parallel with what follows.
    const mail = { does, draft: { ...draft, ...after }, given: variables(context, scope), only };
    return context.connection.runInParallel(() => draftMails(context, scope, mail));
  }
  const payload = await httpPayload(context, scope, does);
  if (does.first) return callSynchronously(context, scope, { call, http: does, payload: draft.notShown ? { ...payload, notShown: draft.notShown } : payload });
  context.outbox.push({ ...draft, ...after, id: uuidv7(), payload });
}

interface MailDraft {
  readonly does: Email;
  readonly draft: Draft;
  readonly given: Variables;
  readonly only: string | null;
}

/** One mail per recipient, each with what that person may read. */
async function draftMails(context: ChangeContext, scope: StatementScope, { does, draft, given, only }: MailDraft): Promise<void> {
  const found = await recipients(context, scope, given, only === null ? does.to.map(addressOf) : [literalText(only)]);
  const people = found.flatMap((one) => one.people);
  const addresses = found
    .flatMap(({ to }) => (Array.isArray(to) ? to : [to]))
    .filter((t): t is string => typeof t === "string" && t.trim() !== "")
    .map((t) => t.trim());
  const once = addresses.filter((a, i) => addresses.findIndex((other) => other.toLowerCase() === a.toLowerCase()) === i);
  const mail = {
    texts: [
      { name: "subject", template: shownParts(context, does.subject) },
      { name: "body", template: shownParts(context, does.body) },
    ],
    files: does.attach.filter((file) => notShownIn(context.product, file) === null),
  };
  for (const address of once) {
    const reader = readerAt(people, address);
    const row = await context.connection.row(mailQuery(context.product, scope.entity, scope.id, mail, given, reader));
    const texts = (row?.["texts"] ?? {}) as Record<string, string>;
    const files = ((row?.["files"] ?? []) as unknown[]).flat().filter((f): f is string => typeof f === "string");
    const payload = { to: address, subject: texts["subject"] ?? "", body: texts["body"] ?? "", ...(files.length > 0 ? { files } : {}), ...reportsFor(does, reader) };
    context.outbox.push({ ...draft, id: uuidv7(), payload });
  }
}

/** Reports are made when the mail is sent, as far as its receiver may read them then. */
const reportsFor = ({ reports }: Email, reader: Reader | null): Record<string, unknown> =>
  reports.length === 0 ? {} : { reports, receiver: reader?.kind === "person" ? reader.id : null };

async function recipients(context: ChangeContext, scope: StatementScope, given: Variables, to: readonly Expression[]): Promise<readonly Recipients[]> {
  const found: Recipients[] = [];
  for (const one of to) found.push(await recipientsOf(context, scope, given, one));
  return found;
}

interface Recipients {
  readonly to: unknown;
  /** Those of them who are people of this product. */
  readonly people: readonly Row[];
}

async function recipientsOf(context: ChangeContext, scope: StatementScope, given: Variables, to: Expression): Promise<Recipients> {
  if (notShownIn(context.product, to) !== null) return { to: notShown, people: [] };
  const asked = valuesQuery(context.product, scope.entity, scope.id, [{ name: "to", expression: to }], given);
  const row = await context.connection.row(recipientsQuery(asked));
  return { to: row?.["to"] ?? null, people: (row?.["people"] ?? []) as Row[] };
}

/** Default 27: the person with this address reads the mail; null for an address outside of the product. */
function readerAt(people: readonly Row[], address: string): Reader | null {
  const person = people.find((p) => String(p["email"]).toLowerCase() === address.toLowerCase());
  if (!person) return null;
  return person["active"] === false ? { kind: "anyone" } : { kind: "person", id: person["id"], roles: person["roles"], owner: person["owner"] === true };
}

const literalText = (value: string): Expression => ({ kind: "literal", value, type: { kind: "string" }, nullable: false, span: { file: 0, from: 0, to: 0 } });

/** A User is addressed by their email. */
function addressOf(to: Expression): Expression {
  const one = to.type.kind === "list" ? to.type.of : to.type;
  if (one.kind !== "record") return to;
  const text: Type = { kind: "string" };
  const listed = to.type.kind === "list";
  return { kind: "path", of: to, field: "email", listed, type: listed ? { kind: "list", of: text } : text, nullable: true, span: to.span };
}

async function httpPayload(context: ChangeContext, scope: StatementScope, call: HttpCall): Promise<Record<string, unknown>> {
  const pieces = call.address.map((piece, i) => [`address ${i}`, [piece]] as const);
  const written = { ...Object.fromEntries(pieces), ...Object.fromEntries(call.headers.map((h) => [`header ${h.name}`, h.value] as const)) };
  const texts = await fillAll(context, scope, Object.fromEntries(Object.entries(written).map(([name, template]) => [name, templateWithPlaceholders(context.product, template)])));
  const headers = Object.fromEntries(call.headers.filter((h) => h.secret === null).map((h) => [h.name, texts[`header ${h.name}`]]));
  const beforeSecrets = Object.fromEntries(call.headers.filter((h) => h.secret !== null && h.value.length > 0).map((h) => [h.name, texts[`header ${h.name}`]]));
  // The first piece is the service's own address; a value after it is one segment of the path or query, whatever it contains.
  const address = call.address.map((piece, i) => (typeof piece === "string" || i === 0 ? (texts[`address ${i}`] ?? "") : encodeURIComponent(texts[`address ${i}`] ?? ""))).join("");
  return {
    method: call.method,
    address,
    headers,
    ...(Object.keys(beforeSecrets).length > 0 ? { beforeSecrets } : {}),
    ...(hostFromData(context.product, call) ? { hostFromData: true } : {}),
    body: call.sends ? await valueOf(context, scope, withPlaceholders(context.product, call.sends)) : null,
  };
}

async function fillAll(context: ChangeContext, scope: StatementScope, templates: Readonly<Record<string, Template>>): Promise<Record<string, string>> {
  const asked = Object.entries(templates).map(([name, template]) => ({ name, template: shownParts(context, template), form: "plain" as const }));
  const row = await context.connection.row(templateQuery(context.product, scope.entity, scope.id, asked, variables(context, scope)));
  return (row?.["texts"] as Record<string, string> | undefined) ?? {};
}

/** Replaces what is not shown, a mail's recipients too; such a message isn't sent. */
export const notShown = "not shown";

const shownParts = (context: ChangeContext, template: Template): Template =>
  template.map((part) => (typeof part === "string" || notShownIn(context.product, part) === null ? part : notShown));

async function valueOf(context: ChangeContext, scope: StatementScope, expression: Expression): Promise<unknown> {
  if (notShownIn(context.product, expression) !== null) return null;
  const row = await context.connection.row(valuesQuery(context.product, scope.entity, scope.id, [{ name: "value", expression }], variables(context, scope)));
  return (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
}

/** The first name that the call needs and the document doesn't show. */
function firstNotShown(context: ChangeContext, call: Call): ChangeContext["outbox"][number]["notShown"] {
  const does = call.does;
  const parts =
    does.kind === "http"
      ? [...does.address, ...does.headers.flatMap((h) => h.value), does.sends]
      : does.kind === "email"
        ? [...does.to, ...does.subject, ...does.body, ...does.attach]
        : [];
  for (const part of parts) {
    if (part === null || typeof part === "string") continue;
    const what = notShownIn(context.product, part);
    if (what === null) continue;
    const constant = context.product.constants.find((c) => c.name === what);
    return { what, ...sourceLocation(context.product, constant?.source ?? part.span) };
  }
  return null;
}
