/** Plays the steps of one example, each on the real engine, until one comes out otherwise than it says. */
import { momentAfterQuery, system, wholeRecordQuery } from "@nonet/database";
import { fold } from "@nonet/feel";
import {
  creationInput,
  entityOf,
  type Example,
  type Field,
  fileNames,
  type Given,
  type RecordPhrase,
  sourceLocation,
  formatLocation,
  type SourceLocation,
  type Step,
} from "@nonet/model";
import { addScript } from "../calls/scripted-answers.ts";
import type { Row } from "../connection/contract.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, Outcome } from "../contract/outcome.ts";
import { actionOf } from "../input/machines.ts";
import { performChange } from "../perform/perform.ts";
import { readRecord } from "../read/read-record.ts";
import { notFound } from "../refusals/refusal.ts";
import { actorFor, giveRole, makeGiven, personCalled } from "./create-given.ts";
import { momentOf, type Stage, titleKey } from "./example-environment.ts";
import { entityNamed, type Make, valuesFor } from "./example-values.ts";
import { evaluate, holds, type Missing, theOne } from "./find-record.ts";

/** Where the step stands. */
export interface Failure extends SourceLocation {
  readonly expected: string;
  readonly seen: string;
}

type Verdict = { readonly expected: string; readonly seen: string } | null;
type Attempt = { readonly step: Step; readonly outcome: Outcome<unknown>; answered: boolean };

/** Where the outbox stood when the latest `When`s began. */
interface Play {
  readonly stage: Stage;
  attempt: Attempt | null;
  mark: number;
}

const doing = new Set<Step["kind"]>(["create", "change", "delete", "act", "pass", "answer"]);

/** null: every step came out as it says. */
export async function runSteps(stage: Stage, example: Example): Promise<Failure | null> {
  const play: Play = { stage, attempt: null, mark: 0 };
  for (const [i, step] of example.steps.entries()) {
    if (step.kind !== "refused") {
      const undone = unexpected(play);
      if (undone) return at(stage, play.attempt!.step, undone);
      play.attempt = null;
    }
    if (step.kind !== "answer" && step.kind !== "refused") await stage.settle();
    const before = example.steps[i - 1];
    if (doing.has(step.kind) && !(before && doing.has(before.kind))) play.mark = (await outbox(stage)).length;
    const verdict = await runStep(play, step, i);
    if (verdict) return at(stage, step, verdict);
  }
  const undone = unexpected(play);
  return undone ? at(stage, play.attempt!.step, undone) : null;
}

const at = (stage: Stage, step: Step, verdict: NonNullable<Verdict>): Failure => ({ ...sourceLocation(stage.product, step.source), ...verdict });

/** An attempt that was refused, and nothing says that it should be. */
const unexpected = ({ attempt }: Play): Verdict => (attempt && !attempt.answered && !attempt.outcome.ok ? { expected: "this is done", seen: refusalText(attempt.outcome) } : null);

const refusalText = (outcome: Outcome<unknown>): string =>
  outcome.ok ? "it was done" : `it was refused: ${outcome.refusal.errors.map((e) => `${e.code}${e.field ? ` at ${e.field}` : ""} (${e.detail})`).join("; ")}`;

async function runStep(play: Play, step: Step, index: number): Promise<Verdict> {
  const { stage } = play;
  switch (step.kind) {
    case "clock":
      return index === 0 ? null : moveTo(stage, momentOf(step.at as never, stage.product.about.timeZone));
    case "pass":
      return pass(stage, step);
    case "answer":
      return answer(stage, step);
    case "given": {
      const made = await makeGiven(stage, step);
      return typeof made === "string" ? null : { expected: "the record can be made", seen: made.missing };
    }
    case "create":
      return attempt(play, step, await creating(stage, step));
    case "change":
    case "delete":
    case "act":
      return attempt(play, step, await changing(stage, step));
    case "refused":
      return refused(stage, play.attempt, step.code);
    case "is":
      return about(stage, step.record, async (record) =>
        record["state"] === step.state ? null : { expected: `the ${step.record.entity} is ${step.state}`, seen: `it is ${String(record["state"])}` },
      );
    case "holds":
      return fieldHolds(stage, step);
    case "sees":
      return sees(stage, step);
    case "sent":
      return sent(play, step);
  }
}

type Planned = { readonly by: Actor; readonly change: Change; readonly title?: { readonly entity: string; readonly name: string } } | Missing;

async function attempt(play: Play, step: Step, planned: Planned): Promise<Verdict> {
  if ("missing" in planned) return { expected: "the step can be done", seen: planned.missing };
  const { product, running } = play.stage;
  const { change, by } = planned;
  const seen = "id" in change ? await readRecord(running, by, change.entity, change.id) : null;
  const outcome = seen && !seen.ok ? notFound(change.entity) : await performChange(running.database, product, by, change);
  if (outcome.ok && planned.title && outcome.value) play.stage.titles.set(titleKey(planned.title.entity, planned.title.name), (outcome.value as { id: string }).id);
  play.attempt = { step, outcome, answered: false };
  return null;
}

const noRecord = async (stage: Stage, entity: string, name: string, field: Field): Promise<string | null> => {
  if (entity !== "User") return null;
  const id = await personCalled(stage, name, null);
  await giveRole(stage, field, id);
  return id;
};

async function creating(stage: Stage, step: Extract<Step, { kind: "create" }>): Promise<Planned> {
  const entity = entityNamed(stage, step.entity);
  const by = await actorFor(stage, step.by);
  const make: Make = (target, name, field) => noRecord(stage, target, name, field);
  const asks = step.action === null ? creationInput(stage.product, entity.name) : (actionOf(stage.product, entity.name, step.action)?.action.asks ?? []).map((a) => a.field);
  const read = await valuesFor(stage, [...asks, ...entity.fields], step.values, "key", make);
  if (read.missing) return read.missing;
  const values = { ...read.values };
  for (const part of step.parts) {
    const of = stage.product.entities.find((e) => e.partOf?.entity === entity.name && e.partOf.list === part.list)!;
    const line = await valuesFor(stage, of.fields, part.values, "key", make);
    if (line.missing) return line.missing;
    const key = entity.fields.find((f) => f.name === part.list)?.key ?? part.list;
    values[key] = [...((values[key] as unknown[] | undefined) ?? []), line.values];
  }
  return {
    by,
    change: { kind: "create", entity: entity.name, values, ...(step.action === null ? {} : { action: step.action }) },
    ...(step.title === null ? {} : { title: { entity: entity.name, name: step.title } }),
  };
}

async function changing(stage: Stage, step: Extract<Step, { kind: "change" | "delete" | "act" }>): Promise<Planned> {
  const by = await actorFor(stage, step.by);
  const id = await theOne(stage, step.record);
  if (typeof id !== "string") return id;
  const { entity } = step.record;
  if (step.kind === "delete") return { by, change: { kind: "delete", entity, id, ifVersion: "any" } };
  const action = step.kind === "act" ? actionOf(stage.product, entity, step.action)?.action : undefined;
  const fields = action ? action.asks.map((a) => a.field) : (entityOf(stage.product, entity)?.fields ?? []);
  const given: readonly Given[] = step.kind === "act" ? step.asked : step.values;
  const read = await valuesFor(stage, fields, given, "key", (target, name, field) => noRecord(stage, target, name, field));
  if (read.missing) return read.missing;
  return {
    by,
    change: step.kind === "act" ? { kind: "action", entity, id, action: step.action, input: read.values } : { kind: "update", entity, id, values: read.values, ifVersion: "any" },
  };
}

function refused(stage: Stage, attempted: Attempt | null, code: string): Verdict {
  if (attempted && !attempted.outcome.ok && attempted.outcome.refusal.errors.some((e) => fold(e.code) === fold(code))) {
    attempted.answered = true;
    return null;
  }
  if (!attempted) return { expected: code, seen: "nothing was tried" };
  return { expected: code, seen: beforeTheRules(stage, attempted.outcome, code) ?? refusalText(attempted.outcome) };
}

/** A guard stands before the rules: whoever expects a rule's code has to set the scene in which the guard lets it through. */
function beforeTheRules({ product }: Stage, outcome: Outcome<unknown>, code: string): string | null {
  const guard = outcome.ok ? undefined : outcome.refusal.errors.find((e) => e.code === "guard");
  if (!guard || !product.rules.some((r) => fold(r.code) === fold(code))) return null;
  return `it was refused before any rule was asked: ${guard.detail.replace(/\.$/, "")}${guard.line ? ` (${formatLocation(fileNames(product), guard)})` : ""}. To come as far as ${code}, let a Given above say what that needs: a Given runs no action, so what it doesn't say stands as it starts`;
}

async function about(stage: Stage, named: RecordPhrase, judge: (record: Row) => Promise<Verdict>): Promise<Verdict> {
  const id = await theOne(stage, named);
  if (typeof id !== "string") return { expected: `the ${named.entity} is there`, seen: id.missing };
  const row = await stage.running.database.row(wholeRecordQuery(stage.product, named.entity, [id]));
  return judge(row!["record"] as Row);
}

function fieldHolds(stage: Stage, step: Extract<Step, { kind: "holds" }>): Promise<Verdict> {
  const field = entityNamed(stage, step.record.entity).fields.find((f) => f.name === step.field)!;
  return about(stage, step.record, async (record) => {
    const held: unknown = record[field.key] ?? null;
    if (await holds(stage, held, step.value)) return null;
    const wanted = step.value.kind === "expression" ? text(await evaluate(stage, step.value.expression)) : recordsOf(step.value).map(calledSo).join(" and ");
    return { expected: `${field.name} is ${wanted}`, seen: `it is ${text(held)}` };
  });
}

const recordsOf = (value: Exclude<Given["value"], { kind: "expression" }>): readonly RecordPhrase[] => (value.kind === "record" ? [value.record] : value.records);

const calledSo = ({ entity, name }: RecordPhrase): string => `${entity} "${name ?? ""}"`;

function text(value: unknown): string {
  if (value === null || value === undefined || value === "") return "empty";
  if (Array.isArray(value)) return value.map(text).join(", ") || "empty";
  return typeof value === "object" ? String((value as { shownAs?: unknown }).shownAs ?? JSON.stringify(value)) : String(value);
}

async function sees(stage: Stage, step: Extract<Step, { kind: "sees" }>): Promise<Verdict> {
  const id = await theOne(stage, step.record);
  if (typeof id !== "string") return { expected: `the ${step.record.entity} is there`, seen: id.missing };
  const read = await readRecord(stage.running, await actorFor(stage, step.by), step.record.entity, id);
  const field = step.field === null ? null : entityNamed(stage, step.record.entity).fields.find((f) => f.name === step.field)!;
  const can = read.ok && (field === null || field.key in read.value);
  if (can === step.can) return null;
  const what = field === null ? `the ${step.record.entity}` : `${field.name} of the ${step.record.entity}`;
  const who = step.by.name ?? step.by.role ?? "somebody";
  return { expected: `${who} ${step.can ? "can" : "can't"} see ${what}`, seen: `${who} ${can ? "can" : "can't"}` };
}

const outbox = (stage: Stage): Promise<readonly Row[]> => stage.running.database.rows(system.outbox(null));

/** What has left since the latest `When`s began; what needs something that is not shown never leaves. */
async function sent(play: Play, step: Extract<Step, { kind: "sent" }>): Promise<Verdict> {
  const all = (await outbox(play.stage)).slice(play.mark).filter((r) => r["call"] === step.call);
  const rows = all.filter((r) => !r["payload"].notShown);
  const open = all.find((r) => r["payload"].notShown);
  const to = step.to === null ? null : await addressOf(play.stage, step.to);
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
  if (open && rows.length === 0) return { expected: `${step.call} is sent${whom}`, seen: `it couldn't leave: ${String(open["payload"].notShown.what)} is not shown` };
  return { expected: `${step.call} is ${step.sent ? "" : "not "}sent${whom}`, seen: `it was ${step.sent ? "not " : ""}sent${others}` };
}

async function addressOf(stage: Stage, to: string): Promise<string> {
  if (to.includes("@")) return to;
  const id = await personCalled(stage, to, null);
  return String((await stage.running.database.row(system.personById(id)))?.["email"] ?? to);
}

function answer(stage: Stage, step: Extract<Step, { kind: "answer" }>): Promise<Verdict> {
  return (step.body ? evaluate(stage, step.body) : Promise.resolve(undefined)).then(
    (body) => (addScript(stage.running, { call: step.call, status: step.status, ...(body === undefined ? {} : { body }) }), null),
  );
}

async function pass(stage: Stage, step: Extract<Step, { kind: "pass" }>): Promise<Verdict> {
  const later = await stage.running.database.row(momentAfterQuery(stage.product, stage.rehearsal.now(), step.duration, step.working));
  return moveTo(stage, String(later!["at"]));
}

async function moveTo(stage: Stage, now: string): Promise<Verdict> {
  // Records that were given stand in the time before: only the first step of an example may choose it.
  if (Date.parse(now) < Date.parse(stage.rehearsal.now()))
    return { expected: `it can be ${now}`, seen: `the clock moves only forward, and it is ${stage.rehearsal.now()}; let It is be the first step` };
  const moved = await stage.rehearsal.moveClock({ now });
  return moved.ok ? null : { expected: `it can be ${now}`, seen: moved.refusal.errors[0]?.detail ?? "it can't" };
}
