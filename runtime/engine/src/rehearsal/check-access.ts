/** What an example's people may do and see: records they may count, actions they may run, screens and what they show. */
import { mayEver } from "@nonet/database";
import { type Deed, type Entity, type Field, type RecordPhrase, referenceId, type Step } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import { beginChange } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import { performChange } from "../person-changes/perform-change.ts";
import { availableActions } from "../read/available-actions.ts";
import { listRecords } from "../read/list-records.ts";
import { findRecord, readRecordValues } from "../read/read-record.ts";
import { mayOpenScreen } from "../read/screen-access.ts";
import { readScreenValues } from "../read/screen-values.ts";
import { grantedFields } from "../records/write-permission.ts";
import { notFound } from "../refusals/refusal.ts";
import { nameOf, type Verdict } from "./check-results.ts";
import { actorFor } from "./create-given.ts";
import type { ExampleEnvironment } from "./example-environment.ts";
import { entityNamed } from "./example-values.ts";
import { findOne, findRecords } from "./find-record.ts";
import { standIn } from "./stand-in.ts";

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

const nobody = (missing: string): Verdict => ({ expected: "there is such a person", seen: missing });

/** Records of which there are so many; of those that the person can read, where one is named. */
export async function checkCount(environment: ExampleEnvironment, step: StepOf<"count">): Promise<Verdict> {
  const actor = step.by ? await actorFor(environment, step.by) : null;
  if (actor && "missing" in actor) return nobody(actor.missing);
  const found: string[] = [];
  for (const id of await findRecords(environment, step.record)) if (actor === null || (await findRecord(environment.running, actor, step.record.entity, id)).ok) found.push(id);
  if (found.length > 0) environment.spokenOf.set(step.record.entity, found.at(-1)!);
  if (step.orMore ? found.length >= step.count : found.length === step.count) return null;
  const who = step.by ? `${nameOf(step.by)} sees` : "there are";
  return { expected: `${who} ${step.orMore ? "at least " : ""}${step.count} ${describe(step.record)}`, seen: `${who} ${found.length}` };
}

const describe = ({ entity, name, having }: RecordPhrase): string => `${entity}${name === null ? "" : ` "${name}"`}${having.length > 0 ? ` that match` : ""}`;

/** Whether the person may do it now; nothing is changed. */
export async function checkMay(environment: ExampleEnvironment, step: StepOf<"may">): Promise<Verdict> {
  const actor = await actorFor(environment, step.by);
  if ("missing" in actor) return nobody(actor.missing);
  const { deed } = step;
  const what =
    deed.kind === "create"
      ? `create ${deed.entity}`
      : deed.kind === "open"
        ? `open the screen ${deed.screen}`
        : deed.kind === "act"
          ? `${deed.vote ? `vote ${deed.vote} on ` : ""}${deed.action} on the ${deed.record.entity}`
          : `${deed.kind} ${deed.kind === "change" && deed.field !== null ? `${deed.field} of ` : ""}the ${deed.record.entity}`;
  const can = await may(environment, actor, deed);
  if (typeof can !== "boolean") return { expected: "the record is there", seen: can.missing };
  return can === step.can ? null : { expected: `${nameOf(step.by)} ${step.can ? "can" : "can't"} ${what}`, seen: `${nameOf(step.by)} ${can ? "can" : "can't"}` };
}

async function may(environment: ExampleEnvironment, actor: Actor, deed: Deed): Promise<boolean | { readonly missing: string }> {
  const { running, product } = environment;
  if (deed.kind === "create") return actor.kind === "system" || mayEver(product, readerOf(actor), deed.entity, deed.action === null ? "create" : { action: deed.action });
  if (deed.kind === "open")
    return mayOpenScreen(
      product,
      actor,
      product.screens.find(({ name }) => name === deed.screen)!,
    );
  const id = await findOne(environment, deed.record);
  if (typeof id !== "string") return id;
  const { entity } = deed.record;
  if (!(await findRecord(running, actor, entity, id)).ok) return false;
  if (deed.kind === "act" && deed.vote) {
    const change = { kind: "action", entity, id, action: deed.action, input: { decision: deed.vote } } as const;
    return isPossible(await performChange(running, { actor, change, options: { dryRun: true } }));
  }
  if (deed.kind === "act") {
    const actions = await availableActions(running, actor, entity, id);
    return actions.ok && actions.value.some((one) => one.name === deed.action && one.allowed);
  }
  if (deed.kind === "delete") return isPossible(await performChange(running, { actor, change: { kind: "delete", entity, id, ifVersion: "any" }, options: { dryRun: true } }));
  if (deed.field !== null && !(await maySet(running, actor, entityNamed(environment, entity), id, deed.field))) return false;
  const values = deed.field === null ? {} : await otherValue(environment, entity, id, deed.field);
  return isPossible(await performChange(running, { actor, change: { kind: "update", entity, id, values, ifVersion: "any" }, options: { dryRun: true } }));
}

/** Whether rights let the person set the field now, whatever its value would be. */
async function maySet(running: Running, actor: Actor, entity: Entity, id: string, name: string): Promise<boolean> {
  return actor.kind === "system" || (await grantedFields(beginChange(running.database, running.product, actor), entity, id, "update")).includes(name);
}

/** A value that a rule refuses could be another one. */
const isPossible = (outcome: Outcome<unknown>): boolean =>
  outcome.ok ||
  ((outcome.refusal.kind === "invalid" || outcome.refusal.kind === "warning") && outcome.refusal.errors.every((e) => !["read-only", "not-permitted", "locked"].includes(e.code)));

/** A value that the field doesn't have now, so that it is written. */
async function otherValue(environment: ExampleEnvironment, entityName: string, id: string, name: string): Promise<Record<string, unknown>> {
  const entity = entityNamed(environment, entityName);
  const field = entity.fields.find((f) => f.name === name)!;
  const read = await readRecordValues(environment.running, { kind: "system" }, entityName, id);
  const held = read.ok ? referenceId((read.value as Readonly<Record<string, unknown>>)[field.key]) : null;
  if (held !== null && held !== undefined && field.required !== true) return { [field.key]: null };
  if (field.type.kind === "yes/no") return { [field.key]: held !== true };
  if (field.type.kind === "one of") return { [field.key]: field.type.choices.find((choice) => choice !== held) ?? null };
  const other = await standIn(environment, { entity, values: {} }, field, () => anyOf(environment, field));
  return { [field.key]: typeof other === "string" && other === held ? `${other} 2` : other };
}

/** A record to which the field can refer. */
async function anyOf(environment: ExampleEnvironment, { type }: Field): Promise<string | null> {
  if (type.kind !== "reference" && type.kind !== "references") return null;
  return (await findRecords(environment, { entity: type.entity, name: null, having: [] }))[0] ?? null;
}

/** Opens a screen, or a record's page. */
export async function openPlace(environment: ExampleEnvironment, actor: Actor, step: StepOf<"open">): Promise<Outcome<unknown> | { readonly missing: string }> {
  if (step.record) {
    const id = await findOne(environment, step.record);
    return typeof id === "string" ? findRecord(environment.running, actor, step.record.entity, id) : id;
  }
  return (await readShown(environment, actor, step.screen!, null)) as Outcome<unknown>;
}

/** What the screen shows to the person, as data. */
async function readShown(environment: ExampleEnvironment, actor: Actor, name: string, about: RecordPhrase | null): Promise<Outcome<unknown>> {
  const { running, product } = environment;
  const screen = product.screens.find((s) => s.name === name)!;
  const { shows } = screen;
  if (!mayOpenScreen(product, actor, screen)) return notFound("Screen");
  if (shows.kind === "record") {
    const id = environment.spokenOf.get(about?.entity === shows.entity || !about ? shows.entity : "");
    if (id === undefined) return { ok: true, value: screen };
    return readRecordValues(running, actor, shows.entity, id);
  }
  if ("entity" in shows && shows.kind !== "form" && shows.kind !== "report") {
    const page = await listRecords(running, actor, { entity: shows.entity, screen: name, limit: 200 });
    return page.ok ? { ok: true, value: page.value.records.map((record) => JSON.parse(record.json) as unknown) } : page;
  }
  return readScreenValues(running, actor, name);
}

export async function checkShows(environment: ExampleEnvironment, step: StepOf<"shows">): Promise<Verdict> {
  const actor: Actor | { missing: string } = step.by ? await actorFor(environment, step.by) : { kind: "system" };
  if ("missing" in actor) return nobody(actor.missing);
  const { what } = step;
  const shown = await readShown(environment, actor, step.screen, what.kind === "text" ? null : what.record);
  const wanted = what.kind === "text" ? `"${what.text}"` : `${what.kind === "count" ? `${what.count} ` : ""}${describe(what.record)}`;
  const expected = `the screen ${step.screen} ${step.can ? "shows" : "doesn't show"} ${wanted}`;
  if (!shown.ok) return step.can ? { expected, seen: `it can't be opened: ${shown.refusal.errors.map((e) => e.detail).join(" ")}` } : null;
  const has = await isShown(environment, shown.value, what);
  if (has === step.can) return null;
  const seen = Array.isArray(shown.value) ? `it shows ${shown.value.length} records` : "it does";
  return { expected, seen: step.can ? (Array.isArray(shown.value) ? seen : "it doesn't") : "it does" };
}

async function isShown(environment: ExampleEnvironment, shown: unknown, what: StepOf<"shows">["what"]): Promise<boolean> {
  if (what.kind === "text") return textsOf(shown).some((text) => text.includes(what.text));
  const records = recordsIn(shown);
  const ids = await findRecords(environment, what.record);
  const count = records.filter((record) => record.id !== undefined && ids.includes(record.id)).length;
  return what.kind === "count" ? count === what.count : ids.length > 0 && count > 0;
}

/** The records of a list, of the lists of a dashboard or a page, or the one of a record's page. */
function recordsIn(shown: unknown): readonly { readonly id?: string }[] {
  if (Array.isArray(shown)) return shown as { id?: string }[];
  const { elements } = shown as { readonly elements?: readonly { readonly items?: readonly { readonly id?: string }[] }[] };
  return elements ? elements.flatMap(({ items = [] }) => items) : [shown as { id?: string }];
}

const textsOf = (value: unknown): string[] =>
  value === null || value === undefined ? [] : typeof value === "object" ? Object.values(value as object).flatMap(textsOf) : [String(value)];
