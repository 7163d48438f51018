/** Fixes what a mail or HTTP call will carry, inside the transaction that causes it; it leaves only after the commit. */
import { openIn, templateQuery, valuesQuery } from "@nonet/database";
import type { Call, HttpCall, Template } from "@nonet/model";
import type { Expression } from "@nonet/feel";
import { uuidv7 } from "uuidv7";
import { variables, type Place } from "./effects.ts";
import { lineOf } from "./refusal.ts";
import type { Work } from "./work.ts";

export async function draftCall(work: Work, place: Place, name: string): Promise<void> {
  const call = work.product.calls.find((c) => c.name === name);
  if (!call) throw new Error("The checker lets only known calls through here.");
  if (call.does.kind !== "email" && call.does.kind !== "http") return;
  const notShown = missing(work, call);
  const draft = { call: name, entity: place.entity, record: place.id, notShown };
  if (call.does.kind === "http") {
    work.outbox.push({ ...draft, id: uuidv7(), payload: await httpPayload(work, place, call.does) });
    return;
  }
  const texts = await fillAll(work, place, { subject: call.does.subject, body: call.does.body }, "readable");
  const to = await valueOf(work, place, call.does.to);
  const people = [...new Set((Array.isArray(to) ? to : [to]).filter((t): t is string => typeof t === "string" && t !== ""))];
  for (const person of people) work.outbox.push({ ...draft, id: uuidv7(), payload: { to: person, subject: texts["subject"], body: texts["body"] } });
}

async function httpPayload(work: Work, place: Place, call: HttpCall): Promise<Record<string, unknown>> {
  const texts = await fillAll(work, place, { address: call.address, ...Object.fromEntries(call.headers.map((h) => [`header ${h.name}`, h.value])) }, "plain");
  const headers = Object.fromEntries(call.headers.map((h) => [h.name, texts[`header ${h.name}`]]));
  return { method: call.method, address: texts["address"], headers, body: call.sends ? await valueOf(work, place, call.sends) : null };
}

async function fillAll(work: Work, place: Place, templates: Readonly<Record<string, Template>>, form: "readable" | "plain"): Promise<Record<string, string>> {
  const asked = Object.entries(templates).map(([name, template]) => ({ name, template: shownParts(work, template), form }));
  const row = await work.connection.row(templateQuery(work.product, place.entity, place.id, asked, variables(work, place)));
  return (row?.["texts"] as Record<string, string> | undefined) ?? {};
}

/** What is not shown stands as those words; the entry doesn't leave. */
const shownParts = (work: Work, template: Template): Template => template.map((part) => (typeof part === "string" || openIn(work.product, part) === null ? part : "not shown"));

async function valueOf(work: Work, place: Place, expression: Expression): Promise<unknown> {
  if (openIn(work.product, expression) !== null) return null;
  const row = await work.connection.row(valuesQuery(work.product, place.entity, place.id, [{ name: "value", expression }], variables(work, place)));
  return (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
}

/** The first thing not shown that the call needs. */
function missing(work: Work, call: Call): { what: string; line: number | null } | null {
  const does = call.does;
  const parts = does.kind === "http" ? [...does.address, ...does.headers.flatMap((h) => h.value), does.sends] : does.kind === "email" ? [does.to, ...does.subject, ...does.body] : [];
  for (const part of parts) {
    if (part === null || typeof part === "string") continue;
    const what = openIn(work.product, part);
    if (what === null) continue;
    const constant = work.product.constants.find((c) => c.name === what);
    return { what, line: lineOf(work.product, constant?.source ?? part.span) };
  }
  return null;
}
