/** The totals of a list over all its pages: its records and the sums of its amounts, for each group. */
import { maxGroups, totalsQuery } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import { dataErrorText, isDataError } from "../connection/errors.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError, Outcome } from "../contract/outcome.ts";
import type { ListRequest, ListSender, ListTotals } from "../contract/reads.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { readWithinBudget } from "./budget/condition-budget.ts";
import { readablePath } from "./parameters/readable-path.ts";
import { type ResolvedList, resolveList, withSimilar } from "./resolve-list.ts";
import { say } from "@nonet/texts";

export async function listTotals(running: Running, actor: Actor, request: ListRequest, sums: readonly string[], sender: ListSender = {}): Promise<Outcome<ListTotals>> {
  const resolved = await resolveList(running, actor, request);
  if (!resolved.ok) return resolved;
  const { list, context } = resolved.value;
  if (list === null) return done({ count: 0, sums: nothing(sums), notKnown: {}, groups: [] });
  const errors = sums.flatMap((key) => sumErrors(resolved.value, key));
  if (errors.length > 0) return refuse("malformed", ...errors);
  const client = actor.kind === "person" ? actor.id : (sender.client ?? "anyone");
  const expressions = sums.map((key) => readablePath(context.product, context.reader, context.entity, key)!);
  const read = async (wanted: typeof list, of: typeof expressions): Promise<Outcome<readonly Row[]>> => {
    const query = totalsQuery(running.product, context.reader, wanted, of);
    if (!wanted.where) return done(await running.database.rows(query));
    const rows = await readWithinBudget(running, [query], { ...sender, client, isPlain: false });
    return rows.ok ? done(rows.value[0]!) : rows;
  };
  try {
    const whole = await read({ ...list, group: undefined }, expressions);
    const similar = whole.ok && Number(whole.value[0]!["count"]) === 0 ? withSimilar(list) : null;
    const total = similar ? await read({ ...similar, group: undefined }, expressions) : whole;
    if (!total.ok) return total;
    const groups = list.group ? await read(similar ?? list, expressions) : done([]);
    if (!groups.ok) return groups;
    const all = total.value[0]!;
    return done({
      count: Number(all["count"]),
      sums: sumsOf(sums, all),
      notKnown: notKnownOf(sums, all),
      groups:
        groups.value.length > maxGroups
          ? null
          : groups.value.map((row) => ({ label: (row["label"] as string | null) ?? null, count: Number(row["count"]), sums: sumsOf(sums, row), notKnown: notKnownOf(sums, row) })),
    });
  } catch (error) {
    if (!isDataError(error) || !list.where) throw error;
    return refuse("malformed", problem("invalid-condition", `The database can't evaluate this condition. ${dataErrorText(error)}`, { field: "where" }));
  }
}

function sumErrors({ context }: ResolvedList, key: string): FieldError[] {
  const path = readablePath(context.product, context.reader, context.entity, key);
  if (!path) return [problem("unknown-field", say("there-is-no-field-key-here", { key: key.slice(0, 80) }), { field: "sum" })];
  if (path.type.kind === "number" && path.type.unitIn !== undefined) return [problem("malformed", say("key-has-amounts-of-several-currencies-which", { key }), { field: "sum" })];
  return path.type.kind === "number" || path.type.kind === "days and time duration" ? [] : [problem("malformed", say("key-is-no-number-so-it-has", { key }), { field: "sum" })];
}

const nothing = (keys: readonly string[]): ListTotals["sums"] => Object.fromEntries(keys.map((key) => [key, null]));
const sumsOf = (keys: readonly string[], row: Row): ListTotals["sums"] => Object.fromEntries(keys.map((key, i) => [key, (row["sums"] as readonly (string | null)[])[i] ?? null]));
const notKnownOf = (keys: readonly string[], row: Row): ListTotals["notKnown"] =>
  Object.fromEntries(keys.flatMap((key, i) => (Number((row["unknown"] as readonly string[])[i]) > 0 ? [[key, Number((row["unknown"] as readonly string[])[i])]] : [])));
