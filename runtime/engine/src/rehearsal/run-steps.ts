/** Runs the steps of one example on the real engine, until one fails. */
import { momentAfterQuery } from "@nonet/database";
import { creationInput, entityOf, type Example, type Field, type Given, sourceLocation, type SourceLocation, type Step } from "@nonet/model";
import { Temporal } from "temporal-polyfill";
import { addScript } from "../calls/scripted-answers.ts";
import type { Actor } from "../contract/actor.ts";
import type { Change, Outcome } from "../contract/outcome.ts";
import { actionOf } from "../input/machines.ts";
import { performChange } from "../person-changes/perform-change.ts";
import { findRecord } from "../read/read-record.ts";
import { notFound } from "../refusals/refusal.ts";
import { checkCount, checkMay, checkShows, openPlace } from "./check-access.ts";
import { checkAccepted, checkOfThem, checkRecord, checkRefused, checkValue, checkVisible, outbox, type ExampleRun, refusalText, type Verdict } from "./check-results.ts";
import { checkSent } from "./check-sent.ts";
import { actorFor, createReceivers, grantRole, createGiven, findOrCreatePerson } from "./create-given.ts";
import { momentOf, type ExampleEnvironment, titleKey } from "./example-environment.ts";
import { entityNamed, type CreateNamed, stepValues } from "./example-values.ts";
import { evaluate, type Missing, findOne, isSameValue } from "./find-record.ts";
import { noteStep, secondsText } from "./second-records.ts";
import { callOffered, contentOf, enter, importRows, receive, registerPerson } from "./outside-requests.ts";

/** The line of the step, and what it expected and saw. */
export interface Failure extends SourceLocation {
  readonly expected: string;
  readonly seen: string;
}

const whenSteps = new Set<Step["kind"]>(["create", "change", "delete", "act", "pass", "answer", "clock", "together", "register", "sign in", "open", "call", "receive", "import"]);
/** Steps before which nothing runs by itself: what is given is complete before the first step after it, and a check of a refusal is about the step before. */
const unsettled = new Set<Step["kind"]>(["given", "answer", "refused", "accepted", "of them"]);
const refusalChecks = new Set<Step["kind"]>(["refused", "accepted", "of them"]);

/** null: all steps passed. */
export async function runSteps(environment: ExampleEnvironment, example: Example): Promise<Failure | null> {
  const run: ExampleRun = { environment, attempt: null, mark: 0 };
  await createReceivers(environment, example);
  for (const [i, step] of example.steps.entries()) {
    if (!refusalChecks.has(step.kind)) {
      const undone = unexpected(run);
      if (undone) return at(environment, run.attempt!.step, undone);
      run.attempt = null;
    }
    if (!unsettled.has(step.kind)) await environment.settle();
    const before = example.steps[i - 1];
    if (whenSteps.has(step.kind) && !(before && whenSteps.has(before.kind))) run.mark = (await outbox(environment)).length;
    const verdict = await runStep(run, step, i);
    if (verdict) return at(environment, step, { ...verdict, seen: verdict.seen + secondsText(environment, [step, run.attempt?.step]) });
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
      noteStep(environment, step);
      return typeof made === "string" ? null : { expected: "the record can be created", seen: made.missing };
    }
    case "create":
    case "change":
    case "delete":
    case "act":
      return attempt(run, step, await planned(environment, step));
    case "together":
      return together(run, step);
    case "register":
      return tried(run, step, await registerPerson(environment, step));
    case "sign in":
      return tried(run, step, await enter(environment, step));
    case "receive":
      return tried(run, step, await receive(environment, step));
    case "open":
    case "call":
    case "import":
      return asActor(run, step);
    default:
      return check(run, step);
  }
}

async function check(run: ExampleRun, step: Exclude<Step, { kind: Tried | "clock" | "pass" | "answer" | "given" }>): Promise<Verdict> {
  const { environment } = run;
  switch (step.kind) {
    case "refused":
      return checkRefused(environment, run.attempt, step);
    case "accepted":
      return checkAccepted(run.attempt);
    case "of them":
      return checkOfThem(run.attempt, step);
    case "is":
      return checkRecord(environment, step.record, async (record) =>
        (record["state"] === step.state) !== (step.not === true)
          ? null
          : { expected: `the ${step.record.entity} is ${step.not ? "not " : ""}${step.state}`, seen: `it is ${String(record["state"])}` },
      );
    case "holds":
      return checkValue(environment, step);
    case "count":
      return checkCount(environment, step);
    case "sees":
      return checkVisible(environment, step);
    case "may":
      return checkMay(environment, step);
    case "equals":
      return checkEquals(environment, step);
    case "shows":
      return checkShows(environment, step);
    case "sent":
      return checkSent(run, step);
  }
}

async function checkEquals(environment: ExampleEnvironment, step: Extract<Step, { kind: "equals" }>): Promise<Verdict> {
  const [held, wanted] = [await evaluate(environment, step.left), await evaluate(environment, step.right)];
  return isSameValue(held, wanted) !== (step.not === true) ? null : { expected: `it is ${step.not ? "not " : ""}${String(wanted)}`, seen: `it is ${String(held)}` };
}

type Tried = "create" | "change" | "delete" | "act" | "together" | "register" | "sign in" | "receive" | "open" | "call" | "import";

function tried(run: ExampleRun, step: Step, outcome: Outcome<unknown> | Missing): Verdict {
  if ("missing" in outcome) return { expected: "the step can be done", seen: outcome.missing };
  run.attempt = { step, outcome, answered: false };
  return null;
}

async function asActor(run: ExampleRun, step: Extract<Step, { kind: "open" | "call" | "import" }>): Promise<Verdict> {
  const { environment } = run;
  const actor = await actorFor(environment, step.by);
  if ("missing" in actor) return tried(run, step, actor);
  return tried(
    run,
    step,
    await (step.kind === "open" ? openPlace(environment, actor, step) : step.kind === "call" ? callOffered(environment, actor, step) : importRows(environment, actor, step)),
  );
}

/** All is prepared first, so that only the changes themselves run at the same time. */
async function together(run: ExampleRun, step: Extract<Step, { kind: "together" }>): Promise<Verdict> {
  const plans: Planned[] = [];
  for (const one of step.steps) {
    if (one.kind !== "create" && one.kind !== "change" && one.kind !== "delete" && one.kind !== "act")
      return { expected: "the steps can happen at the same time", seen: "only creating, changing, deleting and actions can" };
    plans.push(await planned(run.environment, one));
  }
  for (const plan of plans) if ("missing" in plan) return { expected: "the step can be done", seen: plan.missing };
  const all = await Promise.all(plans.map((plan) => perform(run.environment, plan as Exclude<Planned, Missing>)));
  const refused = all.find((outcome) => !outcome.ok);
  run.attempt = { step, outcome: refused ?? all[0]!, all, answered: false };
  return null;
}

const planned = (environment: ExampleEnvironment, step: Extract<Step, { kind: "create" | "change" | "delete" | "act" }>): Promise<Planned> =>
  step.kind === "create" ? creating(environment, step) : changing(environment, step);

type Planned = { readonly by: Actor; readonly change: Change; readonly confirm: readonly string[]; readonly title?: { readonly entity: string; readonly name: string } } | Missing;

const attempt = async (run: ExampleRun, step: Step, plan: Planned): Promise<Verdict> =>
  "missing" in plan ? tried(run, step, plan) : tried(run, step, await perform(run.environment, plan));

async function perform(environment: ExampleEnvironment, { change, by, title, confirm }: Exclude<Planned, Missing>): Promise<Outcome<unknown>> {
  const { running } = environment;
  const seen = "id" in change && by.kind !== "system" ? await findRecord(running, by, change.entity, change.id) : null;
  const outcome = seen && !seen.ok ? notFound(change.entity) : await performChange(running, { actor: by, change, options: { confirm } });
  const id = outcome.ok && outcome.value && change.kind === "create" ? (outcome.value as { id: string }).id : null;
  if (id !== null) environment.spokenOf.set(change.entity, id);
  if (id !== null && title) environment.titles.set(titleKey(title.entity, title.name), id);
  return outcome;
}

const noRecord = async (environment: ExampleEnvironment, entity: string, name: string, field: Field): Promise<string | null> => {
  if (entity !== "User") return null;
  const id = await findOrCreatePerson(environment, name, null);
  await grantRole(environment, field, id);
  return id;
};

/** Only who has uploaded a file may use it, unless they may read it otherwise. */
const uploaderOf = (by: Actor): string | null => (by.kind === "person" ? by.id : null);

async function creating(environment: ExampleEnvironment, step: Extract<Step, { kind: "create" }>): Promise<Planned> {
  const entity = entityNamed(environment, step.entity);
  const by = await actorFor(environment, step.by);
  if ("missing" in by) return by;
  const make: CreateNamed = (target, name, field) => noRecord(environment, target, name, field);
  const asks =
    step.action === null ? creationInput(environment.product, entity.name) : (actionOf(environment.product, entity.name, step.action)?.action.asks ?? []).map((a) => a.field);
  const read = await stepValues(environment, [...asks, ...entity.fields], step.values, { by: "key", make, uploader: uploaderOf(by) });
  if (read.missing) return read.missing;
  const values = { ...read.values };
  for (const part of step.parts) {
    const of = environment.product.entities.find((e) => e.partOf?.entity === entity.name && e.partOf.list === part.list)!;
    const line = await stepValues(environment, of.fields, part.values, { by: "key", make, uploader: uploaderOf(by) });
    if (line.missing) return line.missing;
    const key = entity.fields.find((f) => f.name === part.list)?.key ?? part.list;
    values[key] = [...((values[key] as unknown[] | undefined) ?? []), line.values];
  }
  return {
    by,
    confirm: step.confirm ?? [],
    change: { kind: "create", entity: entity.name, values, ...(step.action === null ? {} : { action: step.action }) },
    ...(step.title === null ? {} : { title: { entity: entity.name, name: step.title } }),
  };
}

async function changing(environment: ExampleEnvironment, step: Extract<Step, { kind: "change" | "delete" | "act" }>): Promise<Planned> {
  const by = await actorFor(environment, step.by);
  if ("missing" in by) return by;
  const id = await findOne(environment, step.record);
  if (typeof id !== "string") return id;
  const confirm = step.confirm ?? [];
  const { entity } = step.record;
  if (step.kind === "delete") return { by, confirm, change: { kind: "delete", entity, id, ifVersion: "any" } };
  const fields = step.kind === "act" ? inputFields(environment, step) : (entityOf(environment.product, entity)?.fields ?? []);
  const given: readonly Given[] = step.kind === "act" ? step.asked : step.values;
  const read = await stepValues(environment, fields, given, {
    by: "key",
    make: (target, name, field) => noRecord(environment, target, name, field),
    uploader: uploaderOf(by),
  });
  if (read.missing) return read.missing;
  return {
    by,
    confirm,
    change:
      step.kind === "act"
        ? { kind: "action", entity, id, action: step.action, input: { ...read.values, ...(step.vote ? { decision: step.vote } : {}) } }
        : { kind: "update", entity, id, values: read.values, ifVersion: "any" },
  };
}

/** What the action asks for; who votes no gives what the refusing action asks for. */
function inputFields({ product }: ExampleEnvironment, { action, record, vote }: Extract<Step, { kind: "act" }>): readonly Field[] {
  const run = actionOf(product, record.entity, action)?.action;
  if (!vote) return run?.asks.map((a) => a.field) ?? [];
  const refusing = vote === "no" ? run?.decision?.refusedBy?.as : undefined;
  return (refusing ? actionOf(product, record.entity, refusing)?.action.asks.map((a) => a.field) : undefined) ?? [];
}

function answer(environment: ExampleEnvironment, step: Extract<Step, { kind: "answer" }>): Promise<Verdict> {
  return (step.body ? contentOf(environment, step.body) : Promise.resolve(undefined)).then((body) => {
    const script = step.status === null ? { outcome: "timeout" as const } : { status: step.status };
    addScript(environment.running, { call: step.call, ...script, ...(body === undefined ? {} : { body }) });
    return null;
  });
}

async function pass(environment: ExampleEnvironment, step: Extract<Step, { kind: "pass" }>): Promise<Verdict> {
  const later = await environment.running.database.row(momentAfterQuery(environment.product, environment.rehearsal.now(), step.duration, step.working));
  if (later!["at"] === null) return { expected: "the time passes", seen: "the calendar in which it counts is not shown" };
  return moveTo(environment, String(later!["at"]));
}

async function moveTo(environment: ExampleEnvironment, now: string): Promise<Verdict> {
  // Given records exist before this moment, so only the first step of an example may set the clock back.
  if (Temporal.Instant.compare(now, environment.rehearsal.now()) < 0)
    return { expected: `it can be ${now}`, seen: `the clock only moves forward, and it is ${environment.rehearsal.now()}; make It is the first step` };
  const moved = await environment.rehearsal.moveClock({ now });
  return moved.ok ? null : { expected: `it can be ${now}`, seen: moved.refusal.errors[0]?.detail ?? "it can't" };
}
