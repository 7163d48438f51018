/** Runs the steps of one example on the real engine, until one fails. */
import { momentAfterQuery } from "@nonet/database";
import { creationInput, entityOf, type Example, type Field, type Given, sourceLocation, type SourceLocation, type Step } from "@nonet/model";
import { addScript } from "../calls/scripted-answers.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change } from "../contract/outcome.ts";
import { actionOf } from "../input/machines.ts";
import { performChange } from "../perform/perform-change.ts";
import { findRecord } from "../read/read-record.ts";
import { notFound } from "../refusals/refusal.ts";
import { checkRecord, checkRefused, checkSent, checkValue, checkVisible, outbox, type ExampleRun, refusalText, type Verdict } from "./check-results.ts";
import { actorFor, grantRole, createGiven, findOrCreatePerson } from "./create-given.ts";
import { momentOf, type ExampleEnvironment, titleKey } from "./example-environment.ts";
import { entityNamed, type CreateNamed, stepValues } from "./example-values.ts";
import { evaluate, type Missing, findOne } from "./find-record.ts";

/** The line of the step, and what it expected and saw. */
export interface Failure extends SourceLocation {
  readonly expected: string;
  readonly seen: string;
}

const whenSteps = new Set<Step["kind"]>(["create", "change", "delete", "act", "pass", "answer"]);

/** null: all steps passed. */
export async function runSteps(environment: ExampleEnvironment, example: Example): Promise<Failure | null> {
  const run: ExampleRun = { environment, attempt: null, mark: 0 };
  for (const [i, step] of example.steps.entries()) {
    if (step.kind !== "refused") {
      const undone = unexpected(run);
      if (undone) return at(environment, run.attempt!.step, undone);
      run.attempt = null;
    }
    if (step.kind !== "answer" && step.kind !== "refused") await environment.settle();
    const before = example.steps[i - 1];
    if (whenSteps.has(step.kind) && !(before && whenSteps.has(before.kind))) run.mark = (await outbox(environment)).length;
    const verdict = await runStep(run, step, i);
    if (verdict) return at(environment, step, verdict);
  }
  const undone = unexpected(run);
  return undone ? at(environment, run.attempt!.step, undone) : null;
}

const at = (environment: ExampleEnvironment, step: Step, verdict: NonNullable<Verdict>): Failure => ({ ...sourceLocation(environment.product, step.source), ...verdict });

/** A refusal that no Then step expects. */
const unexpected = ({ attempt }: ExampleRun): Verdict =>
  attempt && !attempt.answered && !attempt.outcome.ok ? { expected: "this is done", seen: refusalText(attempt.outcome) } : null;

async function runStep(run: ExampleRun, step: Step, index: number): Promise<Verdict> {
  const { environment } = run;
  switch (step.kind) {
    case "clock":
      return index === 0 ? null : moveTo(environment, momentOf(step.at as never, environment.product.about.timeZone));
    case "pass":
      return pass(environment, step);
    case "answer":
      return answer(environment, step);
    case "given": {
      const made = await createGiven(environment, step);
      return typeof made === "string" ? null : { expected: "the record can be created", seen: made.missing };
    }
    case "create":
      return attempt(run, step, await creating(environment, step));
    case "change":
    case "delete":
    case "act":
      return attempt(run, step, await changing(environment, step));
    case "refused":
      return checkRefused(environment, run.attempt, step.code);
    case "is":
      return checkRecord(environment, step.record, async (record) =>
        record["state"] === step.state ? null : { expected: `the ${step.record.entity} is ${step.state}`, seen: `it is ${String(record["state"])}` },
      );
    case "holds":
      return checkValue(environment, step);
    case "sees":
      return checkVisible(environment, step);
    case "sent":
      return checkSent(run, step);
  }
}

type Planned = { readonly by: Actor; readonly change: Change; readonly title?: { readonly entity: string; readonly name: string } } | Missing;

async function attempt(run: ExampleRun, step: Step, planned: Planned): Promise<Verdict> {
  if ("missing" in planned) return { expected: "the step can be done", seen: planned.missing };
  const { running } = run.environment;
  const { change, by } = planned;
  const seen = "id" in change ? await findRecord(running, by, change.entity, change.id) : null;
  const outcome = seen && !seen.ok ? notFound(change.entity) : await performChange(running, { actor: by, change });
  if (outcome.ok && planned.title && outcome.value) run.environment.titles.set(titleKey(planned.title.entity, planned.title.name), (outcome.value as { id: string }).id);
  run.attempt = { step, outcome, answered: false };
  return null;
}

const noRecord = async (environment: ExampleEnvironment, entity: string, name: string, field: Field): Promise<string | null> => {
  if (entity !== "User") return null;
  const id = await findOrCreatePerson(environment, name, null);
  await grantRole(environment, field, id);
  return id;
};

async function creating(environment: ExampleEnvironment, step: Extract<Step, { kind: "create" }>): Promise<Planned> {
  const entity = entityNamed(environment, step.entity);
  const by = await actorFor(environment, step.by);
  const make: CreateNamed = (target, name, field) => noRecord(environment, target, name, field);
  const asks =
    step.action === null ? creationInput(environment.product, entity.name) : (actionOf(environment.product, entity.name, step.action)?.action.asks ?? []).map((a) => a.field);
  const read = await stepValues(environment, [...asks, ...entity.fields], step.values, "key", make);
  if (read.missing) return read.missing;
  const values = { ...read.values };
  for (const part of step.parts) {
    const of = environment.product.entities.find((e) => e.partOf?.entity === entity.name && e.partOf.list === part.list)!;
    const line = await stepValues(environment, of.fields, part.values, "key", make);
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

async function changing(environment: ExampleEnvironment, step: Extract<Step, { kind: "change" | "delete" | "act" }>): Promise<Planned> {
  const by = await actorFor(environment, step.by);
  const id = await findOne(environment, step.record);
  if (typeof id !== "string") return id;
  const { entity } = step.record;
  if (step.kind === "delete") return { by, change: { kind: "delete", entity, id, ifVersion: "any" } };
  const action = step.kind === "act" ? actionOf(environment.product, entity, step.action)?.action : undefined;
  const fields = action ? action.asks.map((a) => a.field) : (entityOf(environment.product, entity)?.fields ?? []);
  const given: readonly Given[] = step.kind === "act" ? step.asked : step.values;
  const read = await stepValues(environment, fields, given, "key", (target, name, field) => noRecord(environment, target, name, field));
  if (read.missing) return read.missing;
  return {
    by,
    change: step.kind === "act" ? { kind: "action", entity, id, action: step.action, input: read.values } : { kind: "update", entity, id, values: read.values, ifVersion: "any" },
  };
}

function answer(environment: ExampleEnvironment, step: Extract<Step, { kind: "answer" }>): Promise<Verdict> {
  return (step.body ? evaluate(environment, step.body) : Promise.resolve(undefined)).then(
    (body) => (addScript(environment.running, { call: step.call, status: step.status, ...(body === undefined ? {} : { body }) }), null),
  );
}

async function pass(environment: ExampleEnvironment, step: Extract<Step, { kind: "pass" }>): Promise<Verdict> {
  const later = await environment.running.database.row(momentAfterQuery(environment.product, environment.rehearsal.now(), step.duration, step.working));
  return moveTo(environment, String(later!["at"]));
}

async function moveTo(environment: ExampleEnvironment, now: string): Promise<Verdict> {
  // Given records exist before this moment, so only the first step of an example may set the clock back.
  if (Date.parse(now) < Date.parse(environment.rehearsal.now()))
    return { expected: `it can be ${now}`, seen: `the clock only moves forward, and it is ${environment.rehearsal.now()}; make It is the first step` };
  const moved = await environment.rehearsal.moveClock({ now });
  return moved.ok ? null : { expected: `it can be ${now}`, seen: moved.refusal.errors[0]?.detail ?? "it can't" };
}
