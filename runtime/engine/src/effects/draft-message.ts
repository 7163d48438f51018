/** Fixes what a mail or HTTP call will carry, inside the transaction that causes it; it leaves only after the commit. */
import { mailQuery, notShownIn, type Reader, recipientsQuery, templateQuery, valuesQuery, type Variables } from "@nonet/database";
import type { Expression, Type } from "@nonet/feel";
import { type Call, type HttpCall, sourceLocation, type Template } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import type { Row } from "../connection/contract.ts";
import { variables } from "./evaluate-expression.ts";
import { callSynchronously } from "./synchronous-call.ts";

type Email = Extract<Call["does"], { kind: "email" }>;
type Draft = Pick<ChangeContext["outbox"][number], "call" | "entity" | "record" | "notShown">;

/** `only`: the one receiver whose mail is written, where it is written anew. */
export async function draftMessage(context: ChangeContext, place: StatementScope, name: string, only: string | null = null): Promise<void> {
  const call = context.product.calls.find((c) => c.name === name);
  if (!call) throw new Error("The checker lets only known calls through here.");
  if (call.does.kind !== "email" && call.does.kind !== "http") return;
  const lacks = missing(context, call);
  const draft = { call: name, entity: place.entity, record: place.id, notShown: lacks };
  if (call.does.kind === "email") return context.connection.beside(draftMails(context, place, call.does, draft, only));
  const payload = await httpPayload(context, place, call.does);
  if (call.does.first) return callSynchronously(context, place, call, call.does, lacks ? { ...payload, notShown: lacks } : payload);
  context.outbox.push({ ...draft, id: uuidv7(), payload });
}

/** Several people get one each, with what each of them may read; all as it is now, whatever is asked or answered beside. */
function draftMails(context: ChangeContext, place: StatementScope, does: Email, draft: Draft, only: string | null): () => Promise<void> {
  const given = variables(context, place);
  return () => writeMails(context, place, given, does, draft, only);
}

async function writeMails(context: ChangeContext, place: StatementScope, given: Variables, does: Email, draft: Draft, only: string | null): Promise<void> {
  const { to, holders } = await addresseesOf(context, place, given, only === null ? addressOf(does.to) : textOf(only));
  const people = (Array.isArray(to) ? to : [to]).filter((t): t is string => typeof t === "string" && t.trim() !== "").map((t) => t.trim());
  const once = people.filter((p, i) => people.findIndex((other) => other.toLowerCase() === p.toLowerCase()) === i);
  const letter = {
    texts: [
      { name: "subject", template: shownParts(context, does.subject) },
      { name: "body", template: shownParts(context, does.body) },
    ],
    files: does.attach.filter((file) => notShownIn(context.product, file) === null),
  };
  for (const person of once) {
    const row = await context.connection.row(mailQuery(context.product, place.entity, place.id, letter, given, receiverOf(holders, person)));
    const texts = (row?.["texts"] ?? {}) as Record<string, string>;
    const files = ((row?.["files"] ?? []) as unknown[]).flat().filter((f): f is string => typeof f === "string");
    context.outbox.push({ ...draft, id: uuidv7(), payload: { to: person, subject: texts["subject"] ?? "", body: texts["body"] ?? "", ...(files.length > 0 ? { files } : {}) } });
  }
}

interface Addressees {
  readonly to: unknown;
  /** The people of this product among them. */
  readonly holders: readonly Row[];
}

async function addresseesOf(context: ChangeContext, place: StatementScope, given: Variables, to: Expression): Promise<Addressees> {
  if (notShownIn(context.product, to) !== null) return { to: notShown, holders: [] };
  const asked = valuesQuery(context.product, place.entity, place.id, [{ name: "to", expression: to }], given);
  const row = await context.connection.row(recipientsQuery(asked));
  return { to: row?.["to"] ?? null, holders: (row?.["people"] ?? []) as Row[] };
}

/** Default 27: the person whose address it is; null for somebody outside. */
function receiverOf(holders: readonly Row[], address: string): Reader | null {
  const person = holders.find((p) => String(p["email"]).toLowerCase() === address.toLowerCase());
  if (!person) return null;
  return person["active"] === false ? { kind: "anyone" } : { kind: "person", id: person["id"], roles: person["roles"], owner: person["owner"] === true };
}

const textOf = (value: string): Expression => ({ kind: "literal", value, type: { kind: "string" }, nullable: false, span: { file: 0, from: 0, to: 0 } });

/** A User stands for their address. */
function addressOf(to: Expression): Expression {
  const one = to.type.kind === "list" ? to.type.of : to.type;
  if (one.kind !== "record") return to;
  const text: Type = { kind: "string" };
  const listed = to.type.kind === "list";
  return { kind: "path", of: to, field: "email", listed, type: listed ? { kind: "list", of: text } : text, nullable: true, span: to.span };
}

async function httpPayload(context: ChangeContext, place: StatementScope, call: HttpCall): Promise<Record<string, unknown>> {
  const pieces = call.address.map((piece, i) => [`address ${i}`, [piece]] as const);
  const texts = await fillAll(context, place, { ...Object.fromEntries(pieces), ...Object.fromEntries(call.headers.map((h) => [`header ${h.name}`, h.value])) });
  const headers = Object.fromEntries(call.headers.filter((h) => h.secret === null).map((h) => [h.name, texts[`header ${h.name}`]]));
  const beforeSecrets = Object.fromEntries(call.headers.filter((h) => h.secret !== null && h.value.length > 0).map((h) => [h.name, texts[`header ${h.name}`]]));
  // What stands first is the service's own address; a value further on is one piece of the path or query, whatever it holds.
  const address = call.address.map((piece, i) => (typeof piece === "string" || i === 0 ? (texts[`address ${i}`] ?? "") : encodeURIComponent(texts[`address ${i}`] ?? ""))).join("");
  return {
    method: call.method,
    address,
    headers,
    ...(Object.keys(beforeSecrets).length > 0 ? { beforeSecrets } : {}),
    body: call.sends ? await valueOf(context, place, call.sends) : null,
  };
}

async function fillAll(context: ChangeContext, place: StatementScope, templates: Readonly<Record<string, Template>>): Promise<Record<string, string>> {
  const asked = Object.entries(templates).map(([name, template]) => ({ name, template: shownParts(context, template), form: "plain" as const }));
  const row = await context.connection.row(templateQuery(context.product, place.entity, place.id, asked, variables(context, place)));
  return (row?.["texts"] as Record<string, string> | undefined) ?? {};
}

/** What is not shown stands as these words, a mail's receivers too; the entry doesn't leave. */
export const notShown = "not shown";

const shownParts = (context: ChangeContext, template: Template): Template =>
  template.map((part) => (typeof part === "string" || notShownIn(context.product, part) === null ? part : notShown));

async function valueOf(context: ChangeContext, place: StatementScope, expression: Expression): Promise<unknown> {
  if (notShownIn(context.product, expression) !== null) return null;
  const row = await context.connection.row(valuesQuery(context.product, place.entity, place.id, [{ name: "value", expression }], variables(context, place)));
  return (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
}

/** The first thing not shown that the call needs. */
function missing(context: ChangeContext, call: Call): ChangeContext["outbox"][number]["notShown"] {
  const does = call.does;
  const parts =
    does.kind === "http"
      ? [...does.address, ...does.headers.flatMap((h) => h.value), does.sends]
      : does.kind === "email"
        ? [does.to, ...does.subject, ...does.body, ...does.attach]
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
