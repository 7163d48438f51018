/** Judges a finished change: fields, uniqueness, then every rule that it touches, in the document's order. */
import { unionQueries, type Query, ruleQuery, wholeRecordQuery } from "@nonet/database";
import { entityOf, type Rule, sourceLocation } from "@nonet/model";
import { personOf, variablesOf, type Warning, type ChangeContext } from "../change/change-context.ts";
import { placed } from "../change/part-path.ts";
import { formerly, formerOf } from "../change/previous-records.ts";
import { readAfter } from "../change/resulting-records.ts";
import { inParallel } from "../connection/pipeline.ts";
import type { FieldError } from "../contract/outcome.ts";
import { catalogued } from "../refusals/catalogue-error.ts";
import { problem } from "../refusals/refusal.ts";
import { reached } from "./affected-records.ts";
import { askAhead, checkFields } from "./check-fields.ts";
import { judgeUnique } from "./check-unique.ts";
import { type Failing, toldOf } from "./reported-failures.ts";

/** Fills `work.errors` and `work.warnings`; nothing is thrown. */
export async function judge(work: ChangeContext): Promise<void> {
  await inParallel([readAfter(work), ...[...work.touched.values()].filter((t) => t.kind !== "deleted").map((t) => askAhead(work, t))]);
  for (const touched of work.touched.values()) if (touched.kind !== "deleted" && !work.erased.has(touched.id)) work.errors.push(...(await checkFields(work, touched)));
  await judgeUnique(work);
  if (work.errors.some((e) => e.code === "required" || e.code === "invalid-value")) return judgeRules(work, true);
  await judgeRules(work, false);
}

/** `soft`: fields are wrong already, so only rules that fail on complete values are told beside them. */
async function judgeRules(work: ChangeContext, soft: boolean): Promise<void> {
  const failing: Failing[] = [];
  const due: { readonly rule: Rule; readonly query: Query }[] = [];
  for (const rule of work.product.rules) {
    const ids = await idsToJudge(work, rule);
    if (ids.length === 0) continue;
    const olds = formerOf(work, rule, ids);
    for (const { of, askeds } of timesDone(work, rule, ids)) due.push({ rule, query: ruleQuery(work.product, rule, of, { me: personOf(work.actor), askeds, olds }) });
  }
  // All in one statement; what fails is named by its place.
  const rows = due.length > 0 ? await work.connection.rows(unionQueries(due.map((d) => d.query))) : [];
  for (const row of rows) {
    const [rule, id] = [due[Number(row["n"])]!.rule, row["id"] as string];
    if (!failing.some((f) => f.rule === rule && f.id === id)) failing.push({ rule, id });
  }
  for (const { rule, id } of toldOf(failing, work.touched)) await addFailure(work, rule, id, soft);
}

/**
 * What goes can't be judged when all is done: the rules on what was done to it are judged before it goes, behind the
 * effects so far.
 */
export async function judgeGoing(work: ChangeContext, id: string): Promise<void> {
  for (const rule of work.product.rules) {
    if (rule.moment.kind !== "action" || rule.entity !== work.touched.get(id)?.entity || !(await idsToJudge(work, rule)).includes(id)) continue;
    const olds = formerOf(work, rule, [id]);
    let fails = false;
    for (const { of, askeds } of timesDone(work, rule, [id]))
      fails ||= (await work.connection.row(ruleQuery(work.product, rule, of, { me: personOf(work.actor), askeds, olds }))) !== undefined;
    if (fails) await addFailure(work, rule, id, false);
  }
}

/** A rule on an action is judged for each time that it was done, with what was asked for then; others once. */
function timesDone(work: ChangeContext, rule: Rule, ids: readonly string[]): { readonly of: readonly string[]; readonly askeds: Readonly<Record<string, unknown>> }[] {
  if (rule.moment.kind !== "action") return [{ of: ids, askeds: {} }];
  const { action } = rule.moment;
  const all = ids.map((id) => ({ id, asked: work.touched.get(id)?.askedOn.get(action) ?? [] }));
  const most = Math.max(1, ...all.map(({ asked }) => asked.length));
  return Array.from({ length: most }, (_, n) => {
    const now = all.filter(({ asked }) => n === 0 || asked.length > n);
    return { of: now.map(({ id }) => id), askeds: Object.fromEntries(now.map(({ id, asked }) => [id, asked[n] ?? null])) };
  });
}

async function addFailure(work: ChangeContext, rule: Rule, id: string, soft: boolean): Promise<void> {
  const field = placed(work, id, rule.field ? (entityOf(work.product, rule.entity)?.fields.find((f) => f.name === rule.field)?.key ?? null) : null);
  if (soft && field && work.errors.some((e) => e.field === field)) return;
  const unsaid = rule.code === "NOT_SHOWN" && !work.product.errors.some((e) => e.code === rule.code);
  const why = { field, rule: rule.name, ...sourceLocation(work.product, rule.source) };
  if (unsaid) return void work.errors.push(problem("not-shown", `This breaks the rule "${rule.name}", whose error is not shown.`, why));
  const error: FieldError = await catalogued(
    work.connection,
    work.product,
    rule.code,
    { entity: rule.entity, id, variables: { ...variablesOf(work, work.touched.get(id)), old: formerly(work, id) }, reader: work.reader },
    why,
  );
  if (!rule.warns) work.errors.push(error);
  else if (!work.confirm.includes(rule.code)) warn(work, { rule, id, told: error });
}

/** A change with what follows from it is judged more than once; it is asked about once, as it stands in the end. */
function warn(work: ChangeContext, warning: Warning): void {
  const before = work.warnings.findIndex(({ rule, id }) => rule === warning.rule && id === warning.id);
  if (before < 0) work.warnings.push(warning);
  else work.warnings[before] = warning;
}

async function idsToJudge(work: ChangeContext, rule: Rule): Promise<readonly string[]> {
  const own = [...work.touched.values()].filter((t) => t.entity === rule.entity && t.kind !== "deleted");
  switch (rule.moment.kind) {
    case "create":
      return own.filter((t) => t.kind === "created" && !work.settled?.has(t.id)).map((t) => t.id);
    case "action": {
      const action = rule.moment.action;
      return own.filter((t) => t.actions.slice(work.settled?.get(t.id) ?? 0).includes(action)).map((t) => t.id);
    }
    case "always":
      return reached(work, rule);
    case "while": {
      const states = rule.moment.states;
      const ids = await reached(work, rule);
      if (ids.length === 0) return ids;
      const rows = await work.connection.rows(wholeRecordQuery(work.product, rule.entity, ids));
      return rows.filter((r) => states.includes(String(r["record"].state))).map((r) => r["record"].id as string);
    }
  }
}
