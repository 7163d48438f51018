/** The Then steps of an example: states, values, visibility, refusals and messages, compared with what happened. */
import { system, wholeRecordQuery } from "@nonet/database";
import { fold } from "@nonet/feel";
import { type Actor as ExampleActor, fileNames, formatLocation, type Given, type RecordPhrase, type Step } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import type { Outcome } from "../contract/outcome.ts";
import { readRecordValues } from "../read/read-record.ts";
import { actorFor } from "./create-given.ts";
import type { ExampleEnvironment } from "./example-environment.ts";
import { entityNamed } from "./example-values.ts";
import { evaluate, findOne, hasValue } from "./find-record.ts";

/** What a step expects and what was seen instead; null: as expected. */
export type Verdict = { readonly expected: string; readonly seen: string } | null;
/** The latest When step that changed something; `answered`: a Then step expected its refusal. */
export type Attempt = {
  readonly step: Step;
  readonly outcome: Outcome<unknown>;
  /** Of steps that happened together, each. */ readonly all?: readonly Outcome<unknown>[];
  answered: boolean;
};

export interface ExampleRun {
  readonly environment: ExampleEnvironment;
  attempt: Attempt | null;
  /** The length of the outbox before the latest When steps. */
  mark: number;
}

export const refusalText = (outcome: Outcome<unknown>): string =>
  outcome.ok ? "it was done" : `it was refused: ${outcome.refusal.errors.map((e) => `${e.code}${e.field ? ` at ${e.field}` : ""} (${e.detail})`).join("; ")}`;

/** `code` null: any refusal. `field`: the JSON key of the field at which the refusal must stand. */
export function checkRefused(environment: ExampleEnvironment, attempted: Attempt | null, { code, field, warning }: Extract<Step, { kind: "refused" }>): Verdict {
  const outcomes = attempted?.all ?? (attempted ? [attempted.outcome] : []);
  if (attempted && outcomes.some((outcome) => isRefusedWith(outcome, code, field) && (warning !== true || isWarning(outcome)))) {
    attempted.answered = true;
    return null;
  }
  const expected = `${warning ? "the warning " : ""}${code ?? "this is refused"}${field === undefined ? "" : ` at ${field}`}`;
  if (!attempted) return { expected, seen: "nothing was tried" };
  return { expected, seen: (code === null ? null : refusedByGuard(environment, attempted.outcome, code)) ?? refusalText(attempted.outcome) };
}

const isWarning = (outcome: Outcome<unknown>): boolean => !outcome.ok && outcome.refusal.kind === "warning";

const isRefusedWith = (outcome: Outcome<unknown>, code: string | null, field?: string): boolean =>
  !outcome.ok && ((code === null && field === undefined) || outcome.refusal.errors.some((e) => isCode(code, e.code) && isAt(field, e.field)));

const isCode = (expected: string | null, code: string): boolean => expected === null || fold(code) === fold(expected);

/** A part's field stands behind its place in the list: `lines/0/quantity`. */
const isAt = (expected: string | undefined, field: string | null): boolean => expected === undefined || field?.split("/").at(-1) === expected;

export const checkAccepted = (attempted: Attempt | null): Verdict =>
  attempted?.outcome.ok === true ? null : { expected: "this is accepted", seen: attempted ? refusalText(attempted.outcome) : "nothing was tried" };

/** Of steps that happened together, so many were refused with the code, or accepted; the others must have gone the other way. */
export function checkOfThem(attempted: Attempt | null, { count, outcome, code }: Extract<Step, { kind: "of them" }>): Verdict {
  const expected = `${count} ${outcome}${code === null ? "" : ` with ${code}`}`;
  if (!attempted?.all) return { expected, seen: "nothing was tried at the same time" };
  attempted.answered = true;
  const fitting = attempted.all.filter((one) => (outcome === "accepted" ? one.ok : isRefusedWith(one, code)));
  const others = attempted.all.filter((one) => (outcome === "accepted" ? one.ok : !one.ok) && !fitting.includes(one));
  return fitting.length === count && others.length === 0 ? null : { expected, seen: attempted.all.map(refusalText).join("; ") };
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
    const has = await hasValue(environment, held, step.value);
    if (has !== (step.not === true)) return null;
    const wanted = step.value.kind === "expression" ? text(await evaluate(environment, step.value.expression)) : recordsOf(step.value).map(titleOf).join(" and ");
    return { expected: `${field.name} is ${step.not ? "not " : ""}${wanted}`, seen: `it is ${text(held)}` };
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
  const actor = await actorFor(environment, step.by);
  if ("missing" in actor) return { expected: "there is such a person", seen: actor.missing };
  const read = await readRecordValues(environment.running, actor, step.record.entity, id);
  const field = step.field === null ? null : entityNamed(environment, step.record.entity).fields.find((f) => f.name === step.field)!;
  const can = read.ok && (field === null || field.key in read.value);
  if (can === step.can) return null;
  const what = field === null ? `the ${step.record.entity}` : `${field.name} of the ${step.record.entity}`;
  const who = nameOf(step.by);
  return { expected: `${who} ${step.can ? "can" : "can't"} see ${what}`, seen: `${who} ${can ? "can" : "can't"}` };
}

export const nameOf = (by: ExampleActor): string =>
  by.name ?? by.role ?? (by.is === "system" ? "the product" : by.is === "anyone" ? "somebody who isn't signed in" : `the ${by.by?.field ?? "person"}`);

export const outbox = (environment: ExampleEnvironment): Promise<readonly Row[]> => environment.running.database.rows(system.outbox(null));
