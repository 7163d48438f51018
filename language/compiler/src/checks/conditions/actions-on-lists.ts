/** An action that is run on each record of a list is possible in some states only: one record in another state makes all of it fail. */
import type { Expression } from "@nonet/feel";
import { entityOf, isNesting, type Machine, type Product, type Statement } from "@nonet/model";
import type { Fix } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { list as listed } from "../../text/english.ts";
import { children, ownerOf, walk } from "../../trees/walk.ts";
import { asOwn } from "./after-effects.ts";
import { outcomeIn } from "./no-constant-condition.ts";

export function actionsOnLists(ctx: PointCompiler, product: Product): void {
  const reported = new Set<string>();
  const check = (statements: readonly Statement[], guard: Expression | null): void => {
    for (const found of runsOnLists(statements, new Map(), [])) {
      const at = `${found.run.source.file} ${found.run.source.from}`;
      if (!reported.has(at) && report(ctx, product, found, guard)) reported.add(at);
    }
  };
  for (const { transitions } of product.machines) for (const { then, guard } of transitions) check(then, guard?.expression ?? null);
  for (const { events } of product.entities) for (const { then } of events) check(then, null);
  // A schedule changes each record by itself: one that is refused leaves the others as they are.
  for (const { does } of product.calls) if (does.kind === "offered" || does.kind === "received") check(does.then, null);
}

interface RunOnList {
  readonly run: Statement & { readonly kind: "do" };
  readonly of: Expression;
  /** Conditions over the element, by the name of its variable. */
  readonly when: readonly { readonly condition: Expression; readonly item: string }[];
}

function runsOnLists(statements: readonly Statement[], lists: ReadonlyMap<string, Expression>, conditions: readonly Expression[]): readonly RunOnList[] {
  return statements.flatMap((s): readonly RunOnList[] => {
    const all = s.when ? [...conditions, s.when] : conditions;
    if (s.kind === "for each") return runsOnLists(s.body, new Map([...lists, [s.variable, s.of]]), all);
    if (isNesting(s)) return runsOnLists(s.body, lists, all);
    if (s.kind !== "do") return [];
    if (s.on.type.kind === "list") return [{ run: s, of: s.on, when: [] }];
    const variable = s.on.kind === "variable" ? s.on.name : "";
    const of = lists.get(variable);
    return of ? [{ run: s, of, when: all.map((condition) => ({ condition, item: variable })) }] : [];
  });
}

/** Whether it was reported. */
function report(ctx: PointCompiler, product: Product, { run, of, when }: RunOnList, guard: Expression | null): boolean {
  const entity = of.type.kind === "list" && of.type.of.kind === "record" ? of.type.of.name : null;
  const machine = product.machines.find((one) => one.entity === entity && one.field === "state" && one.actions.some(({ name }) => name === run.action));
  const chosen = entity === null ? null : conditionsOf(product, of);
  if (entity === null || !machine || !chosen) return false;
  const from = statesOfAction(machine, run.action);
  const all = [...chosen, ...when].map(({ condition, item }) => asOwn(condition, item));
  if (from.length === 0 || all.some((condition) => readsComputed(product, entity, condition)) || (guard && readsStateOf(guard, entity))) return false;
  const elsewhere = machine.states.map(({ name }) => name).filter((state) => !from.includes(state) && all.every((one) => outcomeIn(ctx, one, entity, [state]).holds));
  if (elsewhere.length === 0) return false;
  const condition = from.length === 1 ? `state = "${from[0]}"` : `state in (${from.map((state) => `"${state}"`).join(", ")})`;
  ctx.report(
    "action-in-other-state",
    run.source,
    `"${run.action}" is possible while ${listed(from, "or")}. If one of the records is ${listed(elsewhere, "or")}, it is refused, and with it the whole change.`,
    { hint: `Choose the records by their state: \`for each … where ${condition}: …\`. Leave it as it is if they should all be so.`, fixes: limited(ctx, of, condition) },
  );
  return true;
}

const statesOfAction = ({ transitions }: Machine, action: string): readonly string[] => [
  ...new Set(transitions.flatMap(({ trigger, from }) => (trigger.kind === "action" && trigger.action === action && from !== null ? [from] : []))),
];

/** What the elements of the list fulfil; null where the list is more than a field or all records, limited or not. */
function conditionsOf(product: Product, of: Expression): RunOnList["when"] | null {
  if (of.kind === "global") return [];
  if (of.kind === "filter") {
    const inner = conditionsOf(product, of.of);
    return inner && [...inner, { condition: of.condition, item: of.item }];
  }
  if (of.kind !== "path" || of.listed) return null;
  const computed = fieldOf(product, of)?.computed;
  return computed ? conditionsOf(product, computed) : [];
}

const fieldOf = (product: Product, path: Expression & { readonly kind: "path" }) => entityOf(product, ownerOf(path) ?? "")?.fields.find(({ name }) => name === path.field);

/** A computed field may follow from the state. */
function readsComputed(product: Product, entity: string, condition: Expression): boolean {
  let found = false;
  walk(condition, (e) => (found ||= e.kind === "path" && ownerOf(e) === entity && !!fieldOf(product, e)?.computed));
  return found;
}

function readsStateOf(guard: Expression, entity: string): boolean {
  if (guard.kind === "path" && guard.field === "state" && ownerOf(guard) === entity) return true;
  return children(guard).some((e) => readsStateOf(e, entity));
}

/** `lines` as `lines[state = "open"]`. */
function limited(ctx: PointCompiler, { kind, span }: Expression, condition: string): readonly Fix[] {
  const text = ctx.layout.text(span);
  const isPlain =
    kind === "filter"
      ? text.endsWith("]")
      : kind === "path"
        ? /^[\p{L}\d]+(?:[ .][\p{L}\d]+)*$/u.test(text) && !/^(?:all|each|every|its|the)\s|\sof\s/i.test(text)
        : kind === "global";
  return isPlain ? [{ title: `Choose those with ${condition}`, edits: [{ span: { ...span, from: span.to }, text: `[${condition}]` }] }] : [];
}
