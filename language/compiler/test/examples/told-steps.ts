/** An example's steps as short lines, for tests to compare. */
import type { Actor, Given, RecordPhrase, Step } from "@nonet/model";

const values = (given: readonly Given[]): string => given.map((g) => `${g.field}=${value(g.value)}`).join(", ");
const named = (n: RecordPhrase): string =>
  `${n.isSpokenOf ? "it: " : ""}${n.pick === undefined ? "" : `#${n.pick} `}${n.through ? `${named(n.through.record)}.${n.through.field}: ` : ""}${n.entity}${n.name === null ? "" : ` "${n.name}"`}${n.having.length > 0 ? `[${values(n.having)}]` : ""}`;
const value = (v: Given["value"]): string =>
  v.kind === "record"
    ? named(v.record)
    : v.kind === "records"
      ? v.records.map(named).join(" and ")
      : v.expression.kind === "literal"
        ? String(v.expression.value)
        : v.expression.kind;
const actor = (a: Actor): string => a.is ?? (a.by ? `${named(a.by.record)}.${a.by.field}` : null) ?? `${a.role ?? "?"}/${a.name ?? "-"}`;

const deed = (one: Extract<Step, { kind: "may" }>["deed"]): string =>
  one.kind === "create"
    ? `create ${one.entity}${one.action === null ? "" : ` by ${one.action}`}`
    : one.kind === "open"
      ? `open ${one.screen}`
      : `${one.kind === "act" ? one.action : one.kind} ${named(one.record)}${one.kind === "change" && one.field !== null ? `.${one.field}` : ""}`;

export function told(step: Step): string {
  switch (step.kind) {
    case "clock":
      return `clock ${value({ kind: "expression", expression: step.at })}`;
    case "given":
      return `given ${step.entity} ${values(step.values)}${step.parts.map((p) => ` +${p.list}(${values(p.values)})`).join("")} @${step.state ?? "start"}`;
    case "create":
      return `${actor(step.by)} creates ${step.entity} ${values(step.values)}${step.parts.map((p) => ` +${p.list}(${values(p.values)})`).join("")}`;
    case "change":
      return `${actor(step.by)} changes ${named(step.record)}: ${values(step.values)}`;
    case "delete":
      return `${actor(step.by)} deletes ${named(step.record)}`;
    case "act":
      return `${actor(step.by)} does ${step.action} on ${named(step.record)} asked(${values(step.asked)})`;
    case "pass":
      return `pass ${value({ kind: "expression", expression: step.duration })}`;
    case "answer":
      return `${step.call} answers ${step.status ?? "nothing"} ${step.body?.kind ?? ""}`.trim();
    case "refused":
      return `refused ${step.code}${step.field === undefined ? "" : ` at ${step.field}`}`;
    case "is":
      return `${named(step.record)} is ${step.not ? "not " : ""}${step.state}`;
    case "holds":
      return `${named(step.record)}.${step.field} ${step.not ? "!" : ""}= ${value(step.value)}`;
    case "sees":
      return `${actor(step.by)} ${step.can ? "sees" : "doesn't see"} ${named(step.record)}${step.field === null ? "" : `.${step.field}`}`;
    case "sent":
      return [
        `${step.call ?? "any mail"} ${step.sent ? "sent" : "not sent"}`,
        step.times === null ? "" : `${step.times} times`,
        step.to === null ? "" : `to ${typeof step.to === "string" ? step.to : "every" in step.to ? `every ${step.to.every}` : actor(step.to)}`,
        ...step.with.map((one) => `${one.of ?? "any"}=${one.text}`),
      ]
        .filter((part) => part !== "")
        .join(" ");
    case "together":
      return `together: ${step.steps.map(told).join("; ")}`;
    case "register":
      return `${step.name} registers as ${step.role ?? "-"} ${values(step.values)}`.trim();
    case "sign in":
      return `${actor(step.by)} signs in`;
    case "open":
      return `${actor(step.by)} opens ${step.screen ?? named(step.record!)}`;
    case "call":
      return `${actor(step.by)} calls ${step.call}`;
    case "receive":
      return `${step.call} is received`;
    case "import":
      return `${actor(step.by)} imports ${step.entity}: ${step.rows.map(values).join(" | ")}`;
    case "accepted":
      return "accepted";
    case "of them":
      return `${step.count} ${step.outcome}${step.code === null ? "" : ` with ${step.code}`}`;
    case "count":
      return `${step.by ? `${actor(step.by)} sees` : "there are"} ${step.count}${step.orMore ? "+" : ""} ${named(step.record)}`;
    case "may":
      return `${actor(step.by)} ${step.can ? "may" : "may not"} ${deed(step.deed)}`;
    case "equals":
      return `${step.left.kind} ${step.not ? "!" : ""}= ${value({ kind: "expression", expression: step.right })}`;
    case "shows":
      return `${step.screen} ${step.can ? "shows" : "doesn't show"} ${step.what.kind === "text" ? `"${step.what.text}"` : `${step.what.kind === "count" ? `${step.what.count} ` : ""}${named(step.what.record)}`}`;
  }
}
