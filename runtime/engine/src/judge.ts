/** Judges a finished change: fields, uniqueness, then every rule that it touches, in the document's order. */
import { affected, affectedQuery, gather, ruleQuery, uniqueQuery, uniqueSets, wholeRecordQuery, type Changed, type Query } from "@nonet/database";
import { entityOf, type Product, type Rule } from "@nonet/model";
import { askAhead, checkFields } from "./check-fields.ts";
import { formerly, formerOf } from "./former.ts";
import { catalogued, saidAt, problem } from "./refusal.ts";
import { together } from "./together.ts";
import { toldOf, type Failing } from "./told-rules.ts";
import { uniqueSource } from "./unique-source.ts";
import { personOf, variablesOf, type Touched, type Warning, type Work } from "./work.ts";
import type { FieldError } from "./engine.ts";

/** Fills `work.errors` and `work.warnings`; nothing is thrown. */
export async function judge(work: Work): Promise<void> {
  await together([readAfter(work), ...[...work.touched.values()].filter((t) => t.kind !== "deleted").map((t) => askAhead(work, t))]);
  for (const touched of work.touched.values()) if (touched.kind !== "deleted" && !work.erased.has(touched.id)) work.errors.push(...(await checkFields(work, touched)));
  await judgeUnique(work);
  if (work.errors.some((e) => e.code === "required" || e.code === "invalid-value")) return judgeRules(work, true);
  await judgeRules(work, false);
}

/** What each touched record has become. */
export async function readAfter(work: Work): Promise<void> {
  for (const [entity, list] of byEntity(work)) {
    const ids = list.filter((t) => t.kind !== "deleted").map((t) => t.id);
    if (ids.length === 0) continue;
    for (const row of await work.connection.rows(wholeRecordQuery(work.product, entity, ids))) {
      const touched = work.touched.get(row["record"].id as string);
      if (touched) touched.after = row["record"];
    }
  }
}

export function byEntity(work: Work): Map<string, Touched[]> {
  const found = new Map<string, Touched[]>();
  for (const touched of work.touched.values()) found.set(touched.entity, [...(found.get(touched.entity) ?? []), touched]);
  return found;
}

async function judgeUnique(work: Work): Promise<void> {
  for (const [entity, list] of byEntity(work)) {
    const concerned = list.filter((t) => (t.kind === "created" ? isChosen(work, entity) : t.kind === "changed" && mayClash(work, entity, t)));
    if (concerned.length === 0) continue;
    const query = uniqueQuery(
      work.product,
      entity,
      concerned.map((t) => t.id),
    );
    if (!query) continue;
    for (const row of await work.connection.rows(query)) {
      const names = row["fields"] as string[];
      const fields = names.map((n) => entityOf(work.product, entity)?.fields.find((f) => f.name === n));
      // `unique within`: the field that says so is the one to change.
      const last = fields[0]?.uniqueWithin === names[1] && names.length === 2 ? fields[0] : fields.at(-1);
      const taken = work.product.errors.find((e) => e.code.toLowerCase().replace(/_/g, "-") === "not-unique");
      const detail = `There is another ${entity} with this ${names.join(" and ")}.`;
      const at = placed(work, row["id"] as string, last?.key ?? null);
      work.errors.push(
        taken
          ? await catalogued(work.connection, work.product, taken.code, { entity, id: row["id"], variables: { me: personOf(work.actor) }, reader: work.reader }, { field: at })
          : problem("not-unique", detail, { field: at, ...saidAt(work.product, uniqueSource(entityOf(work.product, entity), names)) }),
      );
    }
  }
}

/** Whether people choose something that must be unique: a number that was just counted is nobody's yet. */
const isChosen = (work: Work, entityName: string): boolean => {
  const entity = entityOf(work.product, entityName);
  return !entity || uniqueSets(entity).some((names) => names.some((name) => entity.fields.find((f) => f.name === name)?.type.kind !== "sequence"));
};

/** Whether something that must be unique is another now; what isn't told apart is asked about. */
function mayClash(work: Work, entityName: string, touched: Touched): boolean {
  const entity = entityOf(work.product, entityName);
  if (!entity || !touched.before || !touched.after) return true;
  const { before, after } = touched;
  return uniqueSets(entity)
    .flat()
    .some((name) => {
      const key = entity.fields.find((f) => f.name === name)?.key ?? name;
      return !(key in before) || !(key in after) || JSON.stringify(before[key]) !== JSON.stringify(after[key]);
    });
}

/** A part's errors stand at the part: `lines/2/quantity`. */
function placed(work: Work, id: string, field: string | null): string | null {
  const place = work.places.get(id);
  return place === undefined ? field : field === null ? place : `${place}/${field}`;
}

/** `soft`: fields are wrong already, so only rules that fail on complete values are told beside them. */
async function judgeRules(work: Work, soft: boolean): Promise<void> {
  const failing: Failing[] = [];
  const due: { readonly rule: Rule; readonly query: Query }[] = [];
  for (const rule of work.product.rules) {
    const ids = await idsToJudge(work, rule);
    if (ids.length === 0) continue;
    const olds = formerOf(work, rule, ids);
    for (const { of, askeds } of timesDone(work, rule, ids)) due.push({ rule, query: ruleQuery(work.product, rule, of, { me: personOf(work.actor), askeds, olds }) });
  }
  // All in one statement; what fails is named by its place.
  const rows = due.length > 0 ? await work.connection.rows(gather(due.map((d) => d.query))) : [];
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
export async function judgeGoing(work: Work, id: string): Promise<void> {
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
function timesDone(work: Work, rule: Rule, ids: readonly string[]): { readonly of: readonly string[]; readonly askeds: Readonly<Record<string, unknown>> }[] {
  if (rule.moment.kind !== "action") return [{ of: ids, askeds: {} }];
  const { action } = rule.moment;
  const all = ids.map((id) => ({ id, asked: work.touched.get(id)?.askedOn.get(action) ?? [] }));
  const most = Math.max(1, ...all.map(({ asked }) => asked.length));
  return Array.from({ length: most }, (_, n) => {
    const now = all.filter(({ asked }) => n === 0 || asked.length > n);
    return { of: now.map(({ id }) => id), askeds: Object.fromEntries(now.map(({ id, asked }) => [id, asked[n] ?? null])) };
  });
}

async function addFailure(work: Work, rule: Rule, id: string, soft: boolean): Promise<void> {
  const field = placed(work, id, rule.field ? (entityOf(work.product, rule.entity)?.fields.find((f) => f.name === rule.field)?.key ?? null) : null);
  if (soft && field && work.errors.some((e) => e.field === field)) return;
  const unsaid = rule.code === "NOT_SHOWN" && !work.product.errors.some((e) => e.code === rule.code);
  const why = { field, rule: rule.name, ...saidAt(work.product, rule.source) };
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
function warn(work: Work, warning: Warning): void {
  const before = work.warnings.findIndex(({ rule, id }) => rule === warning.rule && id === warning.id);
  if (before < 0) work.warnings.push(warning);
  else work.warnings[before] = warning;
}

async function idsToJudge(work: Work, rule: Rule): Promise<readonly string[]> {
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

/** The records of the rule's entity for which something that it reads has changed. */
async function reached(work: Work, rule: Rule): Promise<readonly string[]> {
  const changed = [...work.touched.values()].filter((t) => t.kind !== "changed" || reads(work, rule, t));
  if (changed.length === 0) return [];
  const own = changed.filter((t) => t.entity === rule.entity && t.kind !== "deleted").map((t) => t.id);
  const written = changed.map(writtenOf);
  const others = affected(work.product, rule, written);
  if (!others.all && !others.query) return own;
  const rows = await work.connection.rows(others.query ?? affectedQuery(work.product, rule, written));
  return [...new Set([...own, ...rows.map((r) => r["id"] as string)])];
}

/** What it was and is; a record that is gone is nothing. */
export const writtenOf = (t: Touched): Changed => ({ entity: t.entity, id: t.id, before: t.before, after: t.kind === "deleted" ? null : t.after });

const reads = (work: Work, rule: Rule, touched: Touched): boolean =>
  keysRead(work.product, rule)
    .get(touched.entity)
    ?.some((key) => !isSame(touched.before?.[key] ?? null, touched.after?.[key] ?? null)) ?? false;

const known = new WeakMap<Rule, ReadonlyMap<string, readonly string[]>>();

/** By entity, the keys of what a rule reads of its records. */
function keysRead(product: Product, rule: Rule): ReadonlyMap<string, readonly string[]> {
  let keys = known.get(rule);
  if (!keys) known.set(rule, (keys = findKeys(product, rule)));
  return keys;
}

function findKeys(product: Product, rule: Rule): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const read of rule.reads) {
    const [of = "", ...rest] = read.split(".");
    const name = rest.join(".");
    const key = entityOf(product, of)?.fields.find((f) => f.name === name)?.key ?? name;
    keys.set(of, [...(keys.get(of) ?? []), key]);
  }
  return keys;
}

/** Of two values as JSON. */
export const isSame = (a: unknown, b: unknown): boolean => a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b));
