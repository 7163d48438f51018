/** Checks a finished change: fields, uniqueness, then every rule that reads what it changed, in the document's order. */
import { inputFieldsRead, unionQueries, type Query, ruleQuery, wholeRecordQuery } from "@nonet/database";
import { actionsOfRule, entityOf, eventsOfRule, fieldOf, keyOf, type Rule, type RuleEvent, sourceLocation } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import { type ChangeContext, type ChangedRecord, variablesOf, type Warning } from "../change/change-context.ts";
import { previousFor, previousRecord } from "../change/previous-records.ts";
import { pathOf } from "../change/report.ts";
import { readResults } from "../change/resulting-records.ts";
import { isSame } from "../change/same-value.ts";
import { inParallel } from "../connection/pipeline.ts";
import type { FieldError } from "../contract/outcome.ts";
import { evaluateInMemory } from "../input/evaluate-in-memory.ts";
import { actionOf } from "../input/machines.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem } from "../refusals/refusal.ts";
import { affectedRecords } from "./affected-records.ts";
import { checkAhead, checkFields } from "./check-fields.ts";
import { checkUnique } from "./check-unique.ts";
import { type Failure, reportedFailures } from "./reported-failures.ts";
import { say } from "@nonet/texts";

/** Adds what it finds to `context.errors` and `context.warnings`, so that all of it is reported together. */
export async function checkChange(context: ChangeContext): Promise<void> {
  const existing = [...context.changed.values()].filter((record) => record.kind !== "deleted");
  await inParallel([readResults(context), ...existing.map((record) => checkAhead(context, record))]);
  for (const record of context.changed.values()) if (record.kind !== "deleted" && !context.erased.has(record.id)) context.errors.push(...(await checkFields(context, record)));
  context.errors.push(...(await checkUnique(context)));
  const areFieldsValid = !context.errors.some((e) => e.code === "required" || e.code === "invalid-value");
  await checkRules(context, areFieldsValid);
}

/** Where fields are invalid already, a rule whose error would point to one of them isn't reported. */
async function checkRules(context: ChangeContext, areFieldsValid: boolean): Promise<void> {
  const due: { readonly rule: Rule; readonly query: Query }[] = [];
  for (const rule of context.product.rules) {
    if (context.isInitial && rule.holds.kind !== "unique") continue;
    const ids = (await recordsToCheck(context, rule)).filter((id) => !holdsInMemory(context, rule, id));
    if (ids.length > 0) for (const query of queriesFor(context, rule, ids)) due.push({ rule, query });
  }
  // All rules in one statement; each row tells by `n` which query it comes from.
  const rows = due.length > 0 ? await context.connection.rows(unionQueries(due.map((d) => d.query))) : [];
  const failures: Failure[] = [];
  for (const row of rows) {
    const [rule, id] = [due[Number(row["n"])]!.rule, row["id"] as string];
    if (!failures.some((f) => f.rule === rule && f.id === id)) failures.push({ rule, id });
  }
  for (const failure of reportedFailures(failures, context.changed)) await addFailure(context, failure, areFieldsValid);
}

/** Whether the rule certainly holds, by the values that were read; null counts as true. */
function holdsInMemory(context: ChangeContext, { entity, holds }: Rule, id: string): boolean {
  const after = holds.kind === "expression" ? context.changed.get(id)?.after : null;
  if (holds.kind !== "expression" || !after) return false;
  const result = evaluateInMemory(context.product, entity, holds.expression, after, personOf(context.actor));
  return result === true || result === null;
}

/**
 * A deleted record can't be checked when all is done: the rules on its actions are checked before it is deleted, after the
 * effects so far.
 */
export async function checkBeforeDeletion(context: ChangeContext, id: string): Promise<void> {
  const entity = context.changed.get(id)?.entity;
  for (const rule of context.product.rules) {
    if (actionsOfRule(rule).length === 0 || rule.entity !== entity || !(await recordsToCheck(context, rule)).includes(id)) continue;
    let fails = false;
    for (const query of queriesFor(context, rule, [id])) fails ||= (await context.connection.row(query)) !== undefined;
    if (fails) await addFailure(context, { rule, id }, true);
  }
}

/** A rule on an action is checked for each run of the action, with the input of that run; other rules once. */
function queriesFor(context: ChangeContext, rule: Rule, ids: readonly string[]): Query[] {
  const olds = previousFor(context, rule, ids);
  const me = personOf(context.actor);
  const actions = actionsOfRule(rule);
  if (actions.length === 0) return [ruleQuery(context.product, rule, ids, { me, askeds: {}, olds })];
  const all = ids.map((id) => ({ id, inputs: actions.flatMap((action) => context.changed.get(id)?.inputsByAction.get(action) ?? []) }));
  const runs = Math.max(1, ...all.map(({ inputs }) => inputs.length));
  return Array.from({ length: runs }, (_, run) => {
    const now = all.filter(({ inputs }) => run === 0 || inputs.length > run);
    const askeds = Object.fromEntries(now.map(({ id, inputs }) => [id, inputs[run] ?? null]));
    return ruleQuery(
      context.product,
      rule,
      now.map(({ id }) => id),
      { me, askeds, olds },
    );
  });
}

async function addFailure(context: ChangeContext, { rule, id }: Failure, areFieldsValid: boolean): Promise<void> {
  const { product, reader } = context;
  const field = pathOf(context, id, rule.field === null ? null : keyOfField(context, rule, rule.field));
  if (!areFieldsValid && readsInvalid(context, rule, id, field)) return;
  const where = { field, rule: rule.name, ...sourceLocation(product, rule.source) };
  if (rule.code === "NOT_SHOWN" && !product.errors.some((e) => e.code === rule.code))
    return void context.errors.push(problem("not-shown", say("this-violates-the-rule-rule-whose-error", { rule: rule.name }), where));
  if (rule.code === "not-unique" && rule.holds.kind === "unique")
    return void context.errors.push(problem("not-unique", say("another-entity-has-the-same-fields", { entity: rule.entity, fields: rule.holds.fields.join(" and ") }), where));
  const variables = { ...variablesOf(context, context.changed.get(id)), old: previousRecord(context, id) };
  const error: FieldError = await catalogueError(context.connection, product, rule.code, { entity: rule.entity, id, variables, reader }, where);
  if (!rule.warns) context.errors.push(error);
  else if (!context.confirm.includes(rule.code)) warn(context, { rule, id, error });
}

/** The JSON key of a field of the record, or of one that an action asks for. */
function keyOfField({ product }: ChangeContext, rule: Rule, name: string): string | null {
  const own = fieldOf(entityOf(product, rule.entity)!, name);
  if (own) return own.key;
  const asked = actionsOfRule(rule).flatMap((action) => actionOf(product, rule.entity, action)?.action.asks ?? []);
  return asked.find((one) => one.field.name === name)?.field.key ?? null;
}

/** Whether a value that the rule reads was refused already, as a reference that leads to no record. The rule's own error would only follow from that. */
function readsInvalid(context: ChangeContext, rule: Rule, id: string, field: string | null): boolean {
  const invalid = new Set(context.errors.filter((e) => e.code === "required" || e.code === "invalid-value").map((e) => e.field));
  if (field !== null && context.errors.some((e) => e.field === field)) return true;
  const entity = entityOf(context.product, rule.entity)!;
  const own = rule.reads.flatMap((read) => (read.startsWith(`${rule.entity}.`) ? [fieldOf(entity, read.slice(rule.entity.length + 1))?.key ?? null] : []));
  const asked = inputFieldsRead(rule).map((name) => keyOfField(context, rule, name));
  return context.changed.has(id) && [...own, ...asked].some((key) => key !== null && invalid.has(pathOf(context, id, key)));
}

/** A change is checked again with all that follows from it: of one rule and record the last warning counts. */
function warn(context: ChangeContext, warning: Warning): void {
  const before = context.warnings.findIndex(({ rule, id }) => rule === warning.rule && id === warning.id);
  if (before < 0) context.warnings.push(warning);
  else context.warnings[before] = warning;
}

async function recordsToCheck(context: ChangeContext, rule: Rule): Promise<readonly string[]> {
  const own = [...context.changed.values()].filter((record) => record.entity === rule.entity && record.kind !== "deleted");
  switch (rule.moment.kind) {
    case "create":
    case "action":
    case "change":
    case "events":
      return own.filter((record) => eventsOfRule(rule).some((event) => hasHappened(context, event, record))).map((record) => record.id);
    case "always":
      return affectedRecords(context, rule);
    case "while": {
      const states = rule.moment.states;
      const ids = await affectedRecords(context, rule);
      if (ids.length === 0) return ids;
      const rows = await context.connection.rows(wholeRecordQuery(context.product, rule.entity, ids));
      return rows.filter((row) => states.includes(String(row["record"].state))).map((row) => row["record"].id as string);
    }
  }
}

/** What the change has done to the record since the rules were last checked. */
function hasHappened(context: ChangeContext, event: RuleEvent, record: ChangedRecord): boolean {
  const checked = context.checkedActions?.get(record.id);
  switch (event.kind) {
    case "create":
      return record.kind === "created" && checked === undefined;
    case "action":
      return record.actions.slice(checked ?? 0).includes(event.action);
    case "change": {
      const key = keyOf(entityOf(context.product, record.entity), event.field);
      return record.kind === "changed" && !isSame(record.before?.[key] ?? null, record.after?.[key] ?? null);
    }
  }
}
