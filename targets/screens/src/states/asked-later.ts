/** The fields that a later step of the work asks for: the form for a new record leaves them out (default 256). */
import { type Entity, eventsOfRule, type Machine, type Product } from "@nonet/model";
import { beginnings } from "./state-course.ts";

/** By name. Not what a rule on creation reads, or what an action asks for that doesn't lead on: it may be known from the start. */
export function fieldsAskedLater({ machines, rules }: Product, entity: Entity): ReadonlySet<string> {
  const asked = machines.filter((machine) => machine.entity === entity.name).flatMap(askedIn);
  const needed = new Set(rules.filter((rule) => eventsOfRule(rule).some(({ kind }) => kind === "create")).flatMap(({ reads }) => reads));
  return new Set(asked.filter((name) => !needed.has(`${entity.name}.${name}`)));
}

function askedIn(machine: Machine): readonly string[] {
  const begins = new Set(beginnings(machine));
  const leadsOn = machine.actions.filter(({ name }) => {
    const transitions = machine.transitions.filter(({ trigger }) => trigger.kind === "action" && trigger.action === name);
    return transitions.length > 0 && transitions.every(({ from, to }) => from !== null && to !== null && to !== from && !begins.has(to));
  });
  return leadsOn.flatMap(({ asks }) => asks.flatMap(({ field, own }) => (own ? [field.name] : [])));
}
