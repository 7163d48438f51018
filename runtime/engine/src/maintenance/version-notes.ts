/** What a new version of the document changes besides tables: states, transitions and rules that come and go. */
import { entityInPreviousVersion } from "@nonet/database";
import { fold } from "@nonet/feel";
import { entityOf, type Machine, type Product, type Rule, type Transition } from "@nonet/model";
import { previousRule, isSameRule } from "./same-rule.ts";

export function versionNotes(before: Product, after: Product): string[] {
  return [
    ...after.machines.flatMap((now) => machineNotes(formerMachine(before, after, now), now)),
    ...before.permissions.roles
      .filter(({ name }) => !after.permissions.roles.some((role) => fold(role.name) === fold(name) || (role.was !== undefined && fold(role.was) === fold(name))))
      .map(({ name }) => `The role ${name} is gone: whoever has it may do nothing by it any more, until they are given another.`),
    ...newRules(before, after).map((r) => `The rule "${r.name}" of ${r.entity} is new or says something else.`),
    ...before.rules.filter((r) => !after.rules.some((a) => previousRule(before, after, a) === r)).map((r) => `The rule "${r.name}" of ${r.entity} no longer holds.`),
  ];
}

/** Rules that a record from before may stand against: those that hold always or while it stands in a state. */
export function newRules(before: Product, after: Product): readonly Rule[] {
  return after.rules.filter((rule) => {
    if (rule.moment.kind === "create" || rule.moment.kind === "action") return false;
    const former = previousRule(before, after, rule);
    return !former || !isSameRule(before, after, former, rule);
  });
}

/** Under whatever names of the entity and of the field, and with its states by their present ones. */
function formerMachine(before: Product, after: Product, now: Machine): Machine | undefined {
  const entity = entityOf(after, now.entity);
  const old = entity && entityInPreviousVersion(before, entity);
  const own = before.machines.filter((m) => m.entity === old?.name);
  const was = entity?.fields.find((f) => f.name === now.field)?.was;
  const machine = own.find((m) => m.field === now.field) ?? own.find((m) => m.field === was);
  const present = new Map(now.states.flatMap((s) => (s.was ?? []).map((former) => [former, s.name] as const)).filter(([former]) => !now.states.some((s) => s.name === former)));
  const called = <T extends string | null>(state: T): T => (state === null ? state : ((present.get(state) ?? state) as T));
  return (
    machine && {
      ...machine,
      states: machine.states.map((s) => ({ ...s, name: called(s.name) })),
      transitions: machine.transitions.map((t) => ({ ...t, from: called(t.from), to: called(t.to) })),
    }
  );
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
