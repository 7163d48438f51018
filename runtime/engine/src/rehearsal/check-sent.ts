/** Whether a mail or call was sent: to whom, how often, and with what content. */
import { system } from "@nonet/database";
import type { Step } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import { type ExampleRun, nameOf, outbox, type Verdict } from "./check-results.ts";
import { actorFor, findOrCreatePerson } from "./create-given.ts";
import { findRecords } from "./find-record.ts";
import type { ExampleEnvironment } from "./example-environment.ts";

type Sent = Extract<Step, { kind: "sent" }>;

/** Messages sent since the latest When steps; a message that needs something not shown is never sent. */
export async function checkSent(run: ExampleRun, step: Sent): Promise<Verdict> {
  const all = (await outbox(run.environment)).slice(run.mark).filter((r) => (step.call === null ? "to" in r["payload"] : r["call"] === step.call));
  const rows = all.filter((r) => !r["payload"].notShown);
  const blocked = all.find((r) => r["payload"].notShown);
  const receivers = step.to === null ? [null] : await addressesOf(run.environment, step.to);
  const said = rows.filter((r) => step.with.every((one) => holds(r, one)));
  const counts = receivers.map((to) => said.filter((r) => to === null || isTo(r, to)).length);
  const isAsExpected = (count: number): boolean => (step.times === null ? count > 0 === step.sent : (count === step.times) === step.sent);
  // Where nobody has the role, nobody can get it.
  if (counts.length === 0 ? !step.sent : counts.every(isAsExpected)) return null;
  const count = counts.find((one) => !isAsExpected(one)) ?? 0;
  const what = step.call ?? "a mail";
  const whom = step.to === null ? "" : ` to ${typeof step.to === "string" ? step.to : "every" in step.to ? `every ${step.to.every}` : nameOf(step.to)}`;
  const times = step.times === null ? "" : ` ${step.times} times`;
  const content = step.with.map((one) => ` with ${one.of === null ? "" : `${one.of} `}"${one.text}"`).join("");
  const others = rows.length > 0 && count === 0 ? ` (it was sent ${rows.map(summary).join("; ")})` : "";
  if (blocked && rows.length === 0) return { expected: `${what} is sent${whom}`, seen: `it couldn't be sent: ${String(blocked["payload"].notShown.what)} is not shown` };
  return {
    expected: `${what} is ${step.sent ? "" : "not "}sent${times}${whom}${content}`,
    seen: `it was ${count === 0 ? "not " : ""}sent${count > 0 ? ` ${count} times` : ""}${others}`,
  };
}

/** To whom a message went, and what it said: the subject and the text of a mail, the body of a call. */
function summary(r: Row): string {
  const { to, address, subject, body } = r["payload"] as Readonly<Record<string, unknown>>;
  const said = (name: string, text: unknown): string =>
    text === undefined || text === null ? "" : `, ${name} "${shortened(typeof text === "string" ? text : JSON.stringify(text))}"`;
  return `to ${String(to ?? address)}${said("subject", subject)}${said("body", body)}`;
}

const mostOfBody = 600;

const shortened = (text: string): string => (text.length > mostOfBody ? `${text.slice(0, mostOfBody)}…` : text);

const isTo = (r: Row, to: string): boolean =>
  String(r["payload"].to ?? "")
    .toLowerCase()
    .split(/[,;\s]+/)
    .includes(to.toLowerCase());

/** A part of a mail (`subject`, `body`) or a key of a call's body, or any of them. */
function holds(r: Row, { of, text }: Sent["with"][number]): boolean {
  const payload = r["payload"] as Readonly<Record<string, unknown>>;
  if (of === null) return JSON.stringify(payload).includes(JSON.stringify(text).slice(1, -1));
  const value =
    of in payload
      ? payload[of]
      : of.split(".").reduce<unknown>((at, key) => (at === null || typeof at !== "object" ? undefined : (at as Record<string, unknown>)[key]), bodyOf(payload["body"]));
  return value !== undefined && String(value).includes(text);
}

function bodyOf(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    // A mail's body is text.
    return body;
  }
}

async function addressesOf(environment: ExampleEnvironment, to: NonNullable<Sent["to"]>): Promise<readonly string[]> {
  if (typeof to === "string" && to.includes("@")) return [to];
  if (typeof to === "object" && "every" in to) return addressesWith(environment, to.every);
  const actor = typeof to === "string" ? null : await actorFor(environment, to);
  const id = actor === null ? await findOrCreatePerson(environment, to as string, null) : "kind" in actor && actor.kind === "person" ? actor.id : null;
  const person = id === null ? undefined : await environment.running.database.row(system.personById(id));
  return [id === null ? "" : String(person?.["email"] ?? (typeof to === "string" ? to : ""))];
}

/** The addresses of everyone with the role, or with one that includes it. */
async function addressesWith(environment: ExampleEnvironment, role: string): Promise<readonly string[]> {
  const holding = environment.product.permissions.roles.filter(({ includes }) => includes.includes(role)).map(({ name }) => name);
  const ids = await findRecords(environment, { entity: "User", name: null, having: [] });
  const people = await Promise.all(ids.map((id) => environment.running.database.row(system.personById(id))));
  const has = (person: Row): boolean =>
    holding.length === 0 ? person["owner"] === true : ((person["roles"] as readonly string[] | null) ?? []).some((one) => holding.includes(one));
  return people.flatMap((person) => (person && person["active"] !== false && has(person) ? [String(person["email"])] : []));
}
