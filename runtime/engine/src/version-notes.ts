/** What a new version of the document changes besides tables: states, transitions and rules that come and go. */
import { fold } from "@nonet/feel";
import type { Machine, Product, Rule, Transition } from "@nonet/model";
import { formerRule, saysTheSame } from "./same-rule.ts";

export function versionNotes(before: Product, after: Product): string[] {
  return [
    ...after.machines.flatMap((now) =>
      machineNotes(
        before.machines.find((m) => m.entity === now.entity && m.field === now.field),
        now,
      ),
    ),
    ...before.permissions.roles
      .filter(({ name }) => !after.permissions.roles.some((role) => fold(role.name) === fold(name) || (role.was !== undefined && fold(role.was) === fold(name))))
      .map(({ name }) => `The role ${name} is gone: whoever has it may do nothing by it any more, until they are given another.`),
    ...newRules(before, after).map((r) => `The rule "${r.name}" of ${r.entity} is new or says something else.`),
    ...before.rules.filter((r) => !after.rules.some((a) => formerRule(before, after, a) === r)).map((r) => `The rule "${r.name}" of ${r.entity} no longer holds.`),
  ];
}

/** Rules that a record from before may stand against: those that hold always or while it stands in a state. */
export function newRules(before: Product, after: Product): readonly Rule[] {
  return after.rules.filter((rule) => {
    if (rule.moment.kind === "create" || rule.moment.kind === "action") return false;
    const former = formerRule(before, after, rule);
    return !former || !saysTheSame(before, after, former, rule);
  });
}

function machineNotes(old: Machine | undefined, now: Machine): string[] {
  if (!old) return [];
  const stands = (machine: Machine, state: string): boolean => machine.states.some((s) => s.name === state);
  return [
    ...now.states.filter((s) => !stands(old, s.name)).map((s) => `${now.entity} has a new state ${s.name}.`),
    ...old.states.filter((s) => !stands(now, s.name)).map((s) => `${now.entity} has no state ${s.name} any more.`),
    ...new Set(
      old.transitions
        .filter((t) => !now.transitions.some((n) => keyOf(n) === keyOf(t)))
        .map((t) => `${now.entity}: ${named(t)} from ${t.from ?? "(new)"} to ${t.to ?? "(deleted)"} is gone.`),
    ),
    ...new Set(
      now.transitions
        .filter((t) => !old.transitions.some((o) => keyOf(o) === keyOf(t)))
        .map((t) => `${now.entity}: ${named(t)} from ${t.from ?? "(new)"} to ${t.to ?? "(deleted)"} is new.`),
    ),
  ];
}

const named = (transition: Transition): string => (transition.trigger.kind === "action" ? transition.trigger.action : `the automatic step (${transition.trigger.kind})`);
const keyOf = (transition: Transition): string => `${named(transition)} ${transition.from} ${transition.to}`;
