/** What a new version of the document changes besides tables: its states, transitions, rules and roles. */
import { entityInPreviousVersion } from "@nonet/database";
import { fold } from "@nonet/feel";
import { entityOf, eventsOfRule, type Machine, type Product, type Rule, type Transition } from "@nonet/model";
import { previousRule, isSameRule } from "./same-rule.ts";

export function versionNotes(before: Product, after: Product): string[] {
  return [
    ...after.machines.flatMap((now) => machineNotes(previousMachine(before, after, now), now)),
    ...before.permissions.roles
      .filter(({ name }) => !after.permissions.roles.some((role) => fold(role.name) === fold(name) || (role.was !== undefined && fold(role.was) === fold(name))))
      .map(({ name }) => `The role ${name} is gone. People who have it lose its permissions until they get another role.`),
    ...newRules(before, after).map((r) => `The rule "${r.name}" of ${r.entity} is new or has changed.`),
    ...before.rules.filter((r) => !after.rules.some((a) => previousRule(before, after, a) === r)).map((r) => `The rule "${r.name}" of ${r.entity} is gone.`),
  ];
}

/** New or changed rules that existing records can violate: those that hold always, or in a state. */
export function newRules(before: Product, after: Product): readonly Rule[] {
  return after.rules.filter((rule) => {
    if (eventsOfRule(rule).length > 0) return false;
    const previous = previousRule(before, after, rule);
    return !previous || !isSameRule(before, after, previous, rule);
  });
}

/** The machine in the previous version, also under another entity or field name, with the present names of its states. */
function previousMachine(before: Product, after: Product, now: Machine): Machine | undefined {
  const entity = entityOf(after, now.entity);
  const old = entity && entityInPreviousVersion(before, entity);
  const own = before.machines.filter((m) => m.entity === old?.name);
  const was = entity?.fields.find((f) => f.name === now.field)?.was;
  const machine = own.find((m) => m.field === now.field) ?? own.find((m) => m.field === was);
  const present = new Map(now.states.flatMap((s) => (s.was ?? []).map((was) => [was, s.name] as const)).filter(([was]) => !now.states.some((s) => s.name === was)));
  const rename = <T extends string | null>(state: T): T => (state === null ? state : ((present.get(state) ?? state) as T));
  return (
    machine && {
      ...machine,
      states: machine.states.map((s) => ({ ...s, name: rename(s.name) })),
      transitions: machine.transitions.map((t) => ({ ...t, from: rename(t.from), to: rename(t.to) })),
    }
  );
}

function machineNotes(old: Machine | undefined, now: Machine): string[] {
  if (!old) return [];
  const hasState = (machine: Machine, state: string): boolean => machine.states.some((s) => s.name === state);
  return [
    ...now.states.filter((s) => !hasState(old, s.name)).map((s) => `${now.entity} has a new state ${s.name}.`),
    ...old.states.filter((s) => !hasState(now, s.name)).map((s) => `${now.entity} no longer has a state ${s.name}.`),
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
