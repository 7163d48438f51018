/** Judges a finished change: fields, uniqueness, then every rule that it touches, in the document's order. */
import { gather, type Query, ruleQuery, wholeRecordQuery } from "@nonet/database";
import { entityOf, type Rule, sourceLocation } from "@nonet/model";
import { personOf } from "../change/actor-reader.ts";
import { type ChangeContext, variablesOf, type Warning } from "../change/change-context.ts";
import { pathOf } from "../change/part-path.ts";
import { previousFor, previousRecord } from "../change/previous-records.ts";
import { readResults } from "../change/resulting-records.ts";
import { inParallel } from "../connection/pipeline.ts";
import type { FieldError } from "../contract/outcome.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem } from "../refusals/refusal.ts";
import { reached } from "./affected-records.ts";
import { askAhead, checkFields } from "./check-fields.ts";
import { checkUnique } from "./check-unique.ts";
import { type Failing, toldOf } from "./reported-failures.ts";

/** Fills `context.errors` and `context.warnings`; nothing is thrown. */
export async function checkChange(context: ChangeContext): Promise<void> {
  await inParallel([readResults(context), ...[...context.changed.values()].filter((t) => t.kind !== "deleted").map((t) => askAhead(context, t))]);
  for (const touched of context.changed.values()) if (touched.kind !== "deleted" && !context.erased.has(touched.id)) context.errors.push(...(await checkFields(context, touched)));
  await checkUnique(context);
  if (context.errors.some((e) => e.code === "required" || e.code === "invalid-value")) return checkRules(context, true);
  await checkRules(context, false);
}

/** `soft`: fields are wrong already, so only rules that fail on complete values are told beside them. */
async function checkRules(context: ChangeContext, soft: boolean): Promise<void> {
  const failing: Failing[] = [];
  const due: { readonly rule: Rule; readonly query: Query }[] = [];
  for (const rule of context.product.rules) {
    const ids = await idsToJudge(context, rule);
    if (ids.length === 0) continue;
    const olds = previousFor(context, rule, ids);
    for (const { of, askeds } of timesDone(context, rule, ids)) due.push({ rule, query: ruleQuery(context.product, rule, of, { me: personOf(context.actor), askeds, olds }) });
  }
  // All in one statement; what fails is named by its place.
  const rows = due.length > 0 ? await context.connection.rows(gather(due.map((d) => d.query))) : [];
  for (const row of rows) {
    const [rule, id] = [due[Number(row["n"])]!.rule, row["id"] as string];
    if (!failing.some((f) => f.rule === rule && f.id === id)) failing.push({ rule, id });
  }
  for (const { rule, id } of toldOf(failing, context.changed)) await addFailure(context, rule, id, soft);
}

/**
 * What goes can't be judged when all is done: the rules on what was done to it are judged before it goes, behind the
 * effects so far.
 */
export async function checkBeforeDeletion(context: ChangeContext, id: string): Promise<void> {
  for (const rule of context.product.rules) {
    if (rule.moment.kind !== "action" || rule.entity !== context.changed.get(id)?.entity || !(await idsToJudge(context, rule)).includes(id)) continue;
    const olds = previousFor(context, rule, [id]);
    let fails = false;
    for (const { of, askeds } of timesDone(context, rule, [id]))
      fails ||= (await context.connection.row(ruleQuery(context.product, rule, of, { me: personOf(context.actor), askeds, olds }))) !== undefined;
    if (fails) await addFailure(context, rule, id, false);
  }
}

/** A rule on an action is judged for each time that it was done, with what was asked for then; others once. */
function timesDone(context: ChangeContext, rule: Rule, ids: readonly string[]): { readonly of: readonly string[]; readonly askeds: Readonly<Record<string, unknown>> }[] {
  if (rule.moment.kind !== "action") return [{ of: ids, askeds: {} }];
  const { action } = rule.moment;
  const all = ids.map((id) => ({ id, asked: context.changed.get(id)?.inputsByAction.get(action) ?? [] }));
  const most = Math.max(1, ...all.map(({ asked }) => asked.length));
  return Array.from({ length: most }, (_, n) => {
    const now = all.filter(({ asked }) => n === 0 || asked.length > n);
    return { of: now.map(({ id }) => id), askeds: Object.fromEntries(now.map(({ id, asked }) => [id, asked[n] ?? null])) };
  });
}

async function addFailure(context: ChangeContext, rule: Rule, id: string, soft: boolean): Promise<void> {
  const field = pathOf(context, id, rule.field ? (entityOf(context.product, rule.entity)?.fields.find((f) => f.name === rule.field)?.key ?? null) : null);
  if (soft && field && context.errors.some((e) => e.field === field)) return;
  const unsaid = rule.code === "NOT_SHOWN" && !context.product.errors.some((e) => e.code === rule.code);
  const why = { field, rule: rule.name, ...sourceLocation(context.product, rule.source) };
  if (unsaid) return void context.errors.push(problem("not-shown", `This breaks the rule "${rule.name}", whose error is not shown.`, why));
  const error: FieldError = await catalogueError(
    context.connection,
    context.product,
    rule.code,
    { entity: rule.entity, id, variables: { ...variablesOf(context, context.changed.get(id)), old: previousRecord(context, id) }, reader: context.reader },
    why,
  );
  if (!rule.warns) context.errors.push(error);
  else if (!context.confirm.includes(rule.code)) warn(context, { rule, id, told: error });
}

/** A change with what follows from it is judged more than once; it is asked about once, as it stands in the end. */
function warn(context: ChangeContext, warning: Warning): void {
  const before = context.warnings.findIndex(({ rule, id }) => rule === warning.rule && id === warning.id);
  if (before < 0) context.warnings.push(warning);
  else context.warnings[before] = warning;
}

async function idsToJudge(context: ChangeContext, rule: Rule): Promise<readonly string[]> {
  const own = [...context.changed.values()].filter((t) => t.entity === rule.entity && t.kind !== "deleted");
  switch (rule.moment.kind) {
    case "create":
      return own.filter((t) => t.kind === "created" && !context.checkedActions?.has(t.id)).map((t) => t.id);
    case "action": {
      const action = rule.moment.action;
      return own.filter((t) => t.actions.slice(context.checkedActions?.get(t.id) ?? 0).includes(action)).map((t) => t.id);
    }
    case "always":
      return reached(context, rule);
    case "while": {
      const states = rule.moment.states;
      const ids = await reached(context, rule);
      if (ids.length === 0) return ids;
      const rows = await context.connection.rows(wholeRecordQuery(context.product, rule.entity, ids));
      return rows.filter((r) => states.includes(String(r["record"].state))).map((r) => r["record"].id as string);
    }
  }
}
