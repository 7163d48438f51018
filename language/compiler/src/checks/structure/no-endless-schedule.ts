/** Hints at a schedule that finds the same records again each time, because what it does changes nothing that its condition reads. */
import { type Expression, fold } from "@nonet/feel";
import { type Call, entityOf, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { ownerOf, variablesIn, walk } from "../../trees/walk.ts";

export function noEndlessSchedule(ctx: PointCompiler, product: Product): void {
  for (const call of product.calls) {
    const { schedule, does } = call;
    const each = schedule?.forEach;
    if (!schedule || !each || (does.kind !== "statements" && does.kind !== "http" && does.kind !== "email")) continue;
    const then = does.kind === "email" ? [] : does.then;
    // What isn't understood of its condition is reported there.
    if (each.where && variablesIn([each.where.expression]) === null) continue;
    // A reminder each day, or interest each month, is meant to come again. A message every few minutes, or a new record each time, isn't.
    const isOften = schedule.every.some((one) => one.kind === "interval" && one.seconds < 86_400);
    const setsAgain = does.kind === "statements" && then.some((s) => s.kind === "set" && isFixed(s.value));
    // Nothing at all ends it: what the condition reads never changes again.
    const isForever = each.where !== null && isForGood(product, each.entity, each.where.expression);
    if (!isOften && !setsAgain && !isForever && !then.some(({ kind }) => kind === "create")) continue;
    if (each.where && changes(product, then, each.entity, readsOf(each.where.expression))) continue;
    ctx.report(
      "schedule-repeats",
      each.where?.expression.span ?? call.source,
      isForever && !isOften && !setsAgain
        ? `"${call.name}" finds the same ${each.entity} records again each time, for good: nothing makes its condition false once it is true.`
        : `"${call.name}" finds the same ${each.entity} records again each time: nothing that it does makes its condition false.`,
      {
        hint: "Set a field or run an action that the condition reads, or compare with what has been created.",
      },
    );
  }
}

/**
 * Whether the condition stays true once it is: every part of it names a state that no transition leaves, compares the
 * present day with a value that is set once, or reads a value that is set once and never changes.
 */
function isForGood(product: Product, entity: string, where: Expression): boolean {
  if (where.kind === "binary" && where.operator === "and") return isForGood(product, entity, where.left) && isForGood(product, entity, where.right);
  if (where.kind !== "binary") return false;
  const own = [where.left, where.right].find((side) => side.kind === "path" && side.of.kind === "variable" && side.of.name === "this");
  const other = own === where.left ? where.right : where.left;
  if (own?.kind !== "path") return false;
  if (own.field === "state") {
    const machine = product.machines.find((one) => one.entity === entity && one.field === "state");
    return where.operator === "=" && other.kind === "literal" && machine !== undefined && !machine.transitions.some(({ from }) => from === other.value);
  }
  const field = entityOf(product, entity)?.fields.find(({ name }) => name === own.field);
  const isFixedField = own.field === "created at" || field?.setOnce === true;
  const isGrowing = where.operator === (own === where.left ? "<" : ">") || where.operator === (own === where.left ? "<=" : ">=");
  return isFixedField && (isGrowing || isFixed(other));
}

/** The same value each time: it depends on no record and not on the day. */
function isFixed(value: Expression): boolean {
  let reads = false;
  walk(value, ({ kind }) => {
    reads ||= ["path", "variable", "global", "call"].includes(kind);
  });
  return !reads;
}

interface Reads {
  /** Fields of the record, folded. */
  readonly fields: ReadonlySet<string>;
  /** Entities whose records are counted or searched, folded. */
  readonly entities: ReadonlySet<string>;
  /** Whether it compares for equality with the present day. */
  readonly isOfDay: boolean;
}

function readsOf(where: Expression): Reads {
  const [fields, entities] = [new Set<string>(), new Set<string>()];
  let isOfDay = false;
  walk(where, (e) => {
    if (e.kind === "path") {
      fields.add(fold(e.field));
      const owner = ownerOf(e);
      if (owner !== undefined) entities.add(fold(owner));
      const of = e.type.kind === "list" ? e.type.of : e.type;
      if (of.kind === "record") entities.add(fold(of.name));
    }
    if (e.kind === "global") entities.add(fold(e.name));
    if (e.kind === "binary" && e.operator === "=") isOfDay ||= [e.left, e.right].some((side) => side.kind === "call" && (side.function === "today" || side.function === "now"));
  });
  return { fields, entities, isOfDay };
}

function changes(product: Product, then: readonly Statement[], entity: string, reads: Reads): boolean {
  if (reads.isOfDay) return true;
  return then.some((s) => {
    switch (s.kind) {
      case "set":
        return s.target.kind === "path" && reads.fields.has(fold(s.target.field));
      case "create":
        return fold(s.entity) !== fold(entity) && reads.entities.has(fold(s.entity));
      case "do":
      case "delete":
      case "forget":
        return true;
      case "for each":
        return changes(product, s.body, entity, reads);
      case "send":
        return changesByAnswer(
          product,
          product.calls.find(({ name }) => name === s.call),
          entity,
          reads,
        );
      default:
        return false;
    }
  });
}

const changesByAnswer = (product: Product, call: Call | undefined, entity: string, reads: Reads): boolean =>
  call?.does.kind === "http" && changes(product, call.does.then, entity, reads);
