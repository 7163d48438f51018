/** An effect that creates a record and takes a required value from a field that can be empty is refused while it is. */
import { type Expression, factsOf, fold, keyOf } from "@nonet/feel";
import { type Action, type Entity, type Field, isNesting, type Machine, type Product, type Statement, type Transition } from "@nonet/model";
import type { Fix } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { indexOf } from "../access/may-read.ts";

export function noCreateFromEmpty(ctx: PointCompiler, product: Product): void {
  for (const machine of product.machines) {
    const entity = indexOf(product).entities.get(machine.entity);
    if (!entity) continue;
    const action = (t: Transition): Action | undefined => (t.trigger.kind === "action" ? actionOf(machine, t.trigger.action) : undefined);
    for (const t of machine.transitions) {
      if (!t.then.some(creates)) continue;
      const isThere = (field: string): boolean => fills(t, action(t), field, false) || (t.from !== null && isFilledIn(machine, t.from, field));
      checkRun(ctx, { product, entity, isThere }, t.then, factsIn(t.guard?.expression ?? null));
    }
  }
  for (const { schedule, does } of product.calls) {
    const entity = schedule?.forEach && indexOf(product).entities.get(schedule.forEach.entity);
    if (entity && does.kind === "statements") checkRun(ctx, { product, entity, isThere: () => false }, does.then, factsIn(schedule.forEach!.where?.expression ?? null));
  }
}

const creates = (s: Statement): boolean => s.kind === "create" || (isNesting(s) && s.body.some(creates));
const factsIn = (condition: Expression | null): readonly string[] => (condition ? factsOf(condition, true) : []);
const actionOf = ({ actions }: Machine, name: string): Action | undefined => actions.find((one) => one.name === name);

interface Run {
  readonly product: Product;
  /** The entity of `this`. */
  readonly entity: Entity;
  /** Whether a field of the record is filled before the run, or by what the action asks for. */
  isThere(field: string): boolean;
}

/** `facts`: what isn't empty there. */
function checkRun(ctx: PointCompiler, run: Run, statements: readonly Statement[], facts: readonly string[]): void {
  const known = [...facts];
  for (const s of statements) {
    const here = [...known, ...factsIn(s.when)];
    if (isNesting(s)) checkRun(ctx, run, s.body, here);
    if (s.kind === "create") checkCreate(ctx, run, s, here);
    if (s.kind === "set") known.push(keyOf(s.target) ?? "");
    if (s.kind === "stop" && s.when) known.push(...factsOf(s.when, false));
  }
}

function checkCreate(ctx: PointCompiler, run: Run, s: Statement & { readonly kind: "create" }, facts: readonly string[]): void {
  const made = indexOf(run.product).entities.get(s.entity);
  for (const { field, value } of s.values) {
    const target = made?.fields.find(({ name }) => name === field);
    const source = ownField(run.entity, value);
    if (target?.required !== true || target.computed || target.default || !source || !canBeEmpty(run, source) || facts.includes(keyOf(value)!)) continue;
    const guarded: Fix[] =
      s.when === null
        ? [{ title: `Write "when ${source.name} is given" behind it`, edits: [{ span: { ...s.source, from: s.source.to }, text: ` when ${source.name} is given` }] }]
        : [];
    ctx.report("create-lacks-required", value.span, `"${source.name}" can be empty, and "${field}" of ${article(s.entity)} is required: without it, this is refused.`, {
      hint: `Write \`when ${source.name} is given\` behind the statement or in When, or make "${source.name}" of ${article(run.entity.name)} required.`,
      fixes: [...guarded, ...required(ctx, source)],
    });
  }
}

/** The field of `this` that is the whole value. */
const ownField = ({ fields }: Entity, value: Expression): Field | undefined =>
  value.kind === "path" && value.nullable && value.of.kind === "variable" && value.of.name === "this" ? fields.find(({ name }) => name === value.field) : undefined;

/** Not where a rule, a default or an event may see to it. */
function canBeEmpty({ product, entity, isThere }: Run, { name, required, computed, default: preset, source }: Field): boolean {
  if (required !== false || computed || preset || source === null || isThere(name)) return false;
  const key = `v:this.${name}`;
  const isDemanded = product.rules.some((rule) => rule.entity === entity.name && rule.holds.kind === "expression" && factsOf(rule.holds.expression, true).includes(key));
  return !isDemanded && !entity.events.some(({ then }) => then.some((s) => sets(s, name)));
}

const sets = (s: Statement, field: string): boolean =>
  isNesting(s) ? s.body.some((one) => sets(one, field)) : s.kind === "set" && keyOf(s.target) === `v:this.${field}` && !(s.value.kind === "literal" && s.value.value === null);

/** Whether each way into the state fills the field, or starts where it is filled. */
function isFilledIn(machine: Machine, state: string, field: string): boolean {
  const filled = new Set(machine.states.map(({ name }) => name));
  const isNew = machine.transitions.some(({ from }) => from === null);
  if (!isNew) for (const start of machine.startsAs) filled.delete(start.state);
  for (let size = -1; size !== filled.size;) {
    size = filled.size;
    for (const t of machine.transitions) {
      const action = t.trigger.kind === "action" ? actionOf(machine, t.trigger.action) : undefined;
      if (t.to !== null && !(t.from !== null && filled.has(t.from)) && !fills(t, action, field)) filled.delete(t.to);
    }
  }
  return filled.has(state);
}

/** Whether the transition asks for the field, sets it, or happens only where it is filled. */
const fills = ({ guard, then }: Transition, action: Action | undefined, field: string, withEffects = true): boolean =>
  factsIn(guard?.expression ?? null).includes(`v:this.${field}`) ||
  action?.asks.some((ask) => ask.own && fold(ask.field.name) === fold(field) && ask.field.required === true) === true ||
  (withEffects && then.some((s) => sets(s, field)));

/** A row of a table of fields, and words behind a dash, have no place for it. */
function required(ctx: PointCompiler, { name, source }: Field): readonly Fix[] {
  const line = source && ctx.layout.text(source);
  if (!source || !line || /[|\n]|\s[–—-]\s/.test(line)) return [];
  return [{ title: `Make ${name} required`, edits: [{ span: { ...source, from: source.to }, text: ", required" }] }];
}
