/** A state machine as a diagram: its states, and a labelled edge for each transition. */
import type { Machine, Product, Transition } from "@nonet/model";
import { isFinal } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { Diagram, DiagramEdge, DiagramNode } from "./diagram.ts";

export function machineDiagram({ sources }: Pick<Product, "sources">, machine: Machine): Diagram {
  const textAt = ({ file, from, to }: Span): string => sources[file]?.text.slice(from, to) ?? "";
  const deletes = machine.transitions.some(({ to }) => to === null);
  return {
    kind: "states",
    title: machine.field === "state" ? `States of ${machine.entity}` : `${machine.entity}: ${machine.field}`,
    nodes: [
      { id: startId, label: "", lines: [], shape: "start", span: machine.source },
      ...machine.states.map(({ name, source }): DiagramNode => ({ id: stateId(name), label: name, lines: [], shape: isFinal(machine, name) ? "end" : "box", span: source })),
      ...(deletes ? [{ id: deletedId, label: "(deleted)", lines: [], shape: "end", span: null } as const] : []),
    ],
    edges: [
      ...machine.startsAs.map(({ state, when }): DiagramEdge => ({
        from: startId,
        to: stateId(state),
        label: when ? `if ${textAt(when.span)}` : "",
        span: when?.span ?? machine.source,
      })),
      ...machine.transitions.map((one) => ({
        from: one.from === null ? startId : stateId(one.from),
        to: one.to === null ? deletedId : stateId(one.to),
        label: triggerWords(one, textAt),
        span: one.source,
      })),
    ],
  };
}

const startId = "start";
const deletedId = "deleted";
const stateId = (name: string): string => `state ${name}`;

function triggerWords({ trigger }: Transition, textAt: (span: Span) => string): string {
  switch (trigger.kind) {
    case "action":
      return trigger.action;
    case "after":
      return `after ${textAt(trigger.delay.span)}${trigger.past ? ` past ${textAt(trigger.past.span)}` : ""}`;
    case "at":
      return `at ${textAt(trigger.moment.span)}`;
    case "when":
      return `when ${textAt(trigger.condition.span)}`;
  }
}
