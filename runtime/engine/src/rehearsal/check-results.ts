/** The Then steps of an example: states, values, visibility, refusals and messages, compared with what happened. */
import { system, wholeRecordQuery } from "@nonet/database";
import { fold } from "@nonet/feel";
import { fileNames, formatLocation, type Given, type RecordPhrase, type Step } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { Outcome } from "../contract/outcome.ts";
import { readRecordValues } from "../read/read-record.ts";
import { actorFor, findOrCreatePerson } from "./create-given.ts";
import type { ExampleEnvironment } from "./example-environment.ts";
import { entityNamed } from "./example-values.ts";
import { evaluate, findOne, hasValue } from "./find-record.ts";

/** What a step expects and what was seen instead; null: as expected. */
export type Verdict = { readonly expected: string; readonly seen: string } | null;
/** The latest When step that changed something; `answered`: a Then step expected its refusal. */
export type Attempt = { readonly step: Step; readonly outcome: Outcome<unknown>; answered: boolean };

export interface ExampleRun {
  readonly environment: ExampleEnvironment;
  attempt: Attempt | null;
  /** The length of the outbox before the latest When steps. */
  mark: number;
}

export const refusalText = (outcome: Outcome<unknown>): string =>
  outcome.ok ? "it was done" : `it was refused: ${outcome.refusal.errors.map((e) => `${e.code}${e.field ? ` at ${e.field}` : ""} (${e.detail})`).join("; ")}`;

export function checkRefused(environment: ExampleEnvironment, attempted: Attempt | null, code: string): Verdict {
  if (attempted && !attempted.outcome.ok && attempted.outcome.refusal.errors.some((e) => fold(e.code) === fold(code))) {
    attempted.answered = true;
    return null;
  }
  if (!attempted) return { expected: code, seen: "nothing was tried" };
  return { expected: code, seen: refusedByGuard(environment, attempted.outcome, code) ?? refusalText(attempted.outcome) };
}

/** A guard is checked before the rules: an example that expects a rule's code needs a record that passes the guard. */
function refusedByGuard({ product }: ExampleEnvironment, outcome: Outcome<unknown>, code: string): string | null {
  const guard = outcome.ok ? undefined : outcome.refusal.errors.find((e) => e.code === "guard");
  if (!guard || !product.rules.some((r) => fold(r.code) === fold(code))) return null;
  return `it was refused before any rule was checked: ${guard.detail.replace(/\.$/, "")}${guard.line ? ` (${formatLocation(fileNames(product), guard)})` : ""}. To reach ${code}, set what the guard needs in a Given above. A Given runs no action, so a field that it doesn't set has its initial value`;
}

export async function checkRecord(environment: ExampleEnvironment, named: RecordPhrase, check: (record: Row) => Promise<Verdict>): Promise<Verdict> {
  const id = await findOne(environment, named);
  if (typeof id !== "string") return { expected: `the ${named.entity} is there`, seen: id.missing };
  const row = await environment.running.database.row(wholeRecordQuery(environment.product, named.entity, [id]));
  return check(row!["record"] as Row);
}

export function checkValue(environment: ExampleEnvironment, step: Extract<Step, { kind: "holds" }>): Promise<Verdict> {
  const field = entityNamed(environment, step.record.entity).fields.find((f) => f.name === step.field)!;
  return checkRecord(environment, step.record, async (record) => {
    const held: unknown = record[field.key] ?? null;
    if (await hasValue(environment, held, step.value)) return null;
    const wanted = step.value.kind === "expression" ? text(await evaluate(environment, step.value.expression)) : recordsOf(step.value).map(titleOf).join(" and ");
    return { expected: `${field.name} is ${wanted}`, seen: `it is ${text(held)}` };
  });
}

const recordsOf = (value: Exclude<Given["value"], { kind: "expression" }>): readonly RecordPhrase[] => (value.kind === "record" ? [value.record] : value.records);

const titleOf = ({ entity, name }: RecordPhrase): string => `${entity} "${name ?? ""}"`;

function text(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (Array.isArray(value)) return value.map(text).join(", ") || "empty";
  return typeof value === "object" ? String((value as { shownAs?: unknown }).shownAs ?? JSON.stringify(value)) : String(value);
}

export async function checkVisible(environment: ExampleEnvironment, step: Extract<Step, { kind: "sees" }>): Promise<Verdict> {
  const id = await findOne(environment, step.record);
  if (typeof id !== "string") return { expected: `the ${step.record.entity} is there`, seen: id.missing };
  const read = await readRecordValues(environment.running, await actorFor(environment, step.by), step.record.entity, id);
  const field = step.field === null ? null : entityNamed(environment, step.record.entity).fields.find((f) => f.name === step.field)!;
  const can = read.ok && (field === null || field.key in read.value);
  if (can === step.can) return null;
  const what = field === null ? `the ${step.record.entity}` : `${field.name} of the ${step.record.entity}`;
  const who = step.by.name ?? step.by.role ?? "somebody";
  return { expected: `${who} ${step.can ? "can" : "can't"} see ${what}`, seen: `${who} ${can ? "can" : "can't"}` };
}

export const outbox = (environment: ExampleEnvironment): Promise<readonly Row[]> => environment.running.database.rows(system.outbox(null));

/** Messages sent since the latest When steps; a message that needs something not shown is never sent. */
export async function checkSent(run: ExampleRun, step: Extract<Step, { kind: "sent" }>): Promise<Verdict> {
  const all = (await outbox(run.environment)).slice(run.mark).filter((r) => r["call"] === step.call);
  const rows = all.filter((r) => !r["payload"].notShown);
  const blocked = all.find((r) => r["payload"].notShown);
  const to = step.to === null ? null : await addressOf(run.environment, step.to);
  const mine =
    to === null
      ? rows
      : rows.filter((r) =>
          String(r["payload"].to ?? "")
            .toLowerCase()
            .split(/[,;\s]+/)
            .includes(to.toLowerCase()),
        );
  if (mine.length > 0 === step.sent) return null;
  const whom = step.to === null ? "" : ` to ${step.to}`;
  const others = rows.length > 0 && mine.length === 0 ? ` (it was sent to ${rows.map((r) => String(r["payload"].to ?? r["payload"].address)).join(", ")})` : "";
  if (blocked && rows.length === 0) return { expected: `${step.call} is sent${whom}`, seen: `it couldn't be sent: ${String(blocked["payload"].notShown.what)} is not shown` };
  return { expected: `${step.call} is ${step.sent ? "" : "not "}sent${whom}`, seen: `it was ${step.sent ? "not " : ""}sent${others}` };
}

async function addressOf(environment: ExampleEnvironment, to: string): Promise<string> {
  if (to.includes("@")) return to;
  const id = await findOrCreatePerson(environment, to, null);
  return String((await environment.running.database.row(system.personById(id)))?.["email"] ?? to);
}
