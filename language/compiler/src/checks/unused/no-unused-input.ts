/** The input of an action or a call must be read by something, because it isn't stored by itself. */
import { fold } from "@nonet/feel";
import { type Action, actionsOfRule, type Call, type Machine, type Product } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";

export function noUnusedInput(ctx: PointCompiler, product: Product): void {
  for (const machine of product.machines)
    for (const action of machine.actions) {
      const kept = action.asks.filter((one) => !one.own);
      const read = kept.length > 0 ? readOf(readBy(product, machine, action)) : null;
      for (const { field } of kept)
        if (read && !read.has(field.name) && field.source)
          ctx.report("unused-asked", field.source, `${action.name} on ${article(machine.entity)} asks for "${field.name}", but nothing reads it, so it is lost.`, {
            hint: `Store it with an effect (\`set … = asked.${field.name}\`), use it in a mail, or ask for a field of the ${machine.entity}.`,
          });
    }
  for (const { name, does } of product.calls) {
    if (does.kind !== "offered" || does.takes.length === 0) continue;
    const whole = { ...does, takes: [], fields: does.takes.map((one) => conditionsOf(one.field)) };
    // In the call itself the input is in scope by its names too; in what it sends, as `asked`.
    const names = namesIn(whole);
    const read = readOf([whole, callsSent(product, whole)], taken);
    for (const { field } of read ? does.takes : [])
      if (!read!.has(field.name) && !read!.has(field.key) && !names.has(fold(field.name)) && field.source)
        ctx.report("unused-asked", field.source, `"${name}" takes "${field.name}", but nothing reads it.`, { hint: "Read it as `asked." + field.name + "` in Does or Answers." });
  }
}

/** All effects of the action, and the calls that they send. */
function readBy(product: Product, machine: Machine, action: Action): unknown {
  const rows = machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === action.name);
  const refusal = action.decision?.refusedBy?.as ?? null;
  return [
    rows,
    action.decision,
    action.asks.map((one) => conditionsOf(one.field)),
    callsSent(product, rows),
    product.errors.map((error) => error.message),
    product.rules.filter((rule) => rule.entity === machine.entity && actionsOfRule(rule).includes(action.name)).map(({ holds }) => holds),
    // A decision's refusing action receives the input of the refused one.
    refusal === null ? [] : machine.transitions.filter((t) => t.trigger.kind === "action" && t.trigger.action === refusal),
  ];
}

/** The calls that statements send, and those that these send in turn. */
function callsSent(product: Product, whole: unknown): readonly Call[] {
  const sent = new Set<string>();
  const collect = (from: unknown): void =>
    visit(from, (node) => {
      const name = String(node["call"]);
      if (node["kind"] !== "send" || sent.has(name)) return;
      sent.add(name);
      collect(product.calls.find((call) => call.name === name)?.does);
    });
  collect(whole);
  return product.calls.filter((call) => sent.has(call.name));
}

/** The variables that stand in it, folded. */
function namesIn(whole: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  visit(whole, (node) => {
    if (node["kind"] === "variable") names.add(fold(String(node["name"])));
  });
  return names;
}

const conditionsOf = ({ required, default: fallback, atLeast, atMost }: Action["asks"][number]["field"]): unknown => [required, fallback, atLeast, atMost];

/** The input of a call is available as `asked`, and at the place from which it is sent. */
const taken = ["asked", "body", "query", "path"];

/** The fields that are read; null if the input is read as a whole or something is unknown. */
function readOf(whole: unknown, given: readonly string[] = ["asked"]): ReadonlySet<string> | null {
  const names = new Set<string>();
  let isKnown = true;
  visit(whole, (node) => {
    const of = node["of"] as Readonly<Record<string, unknown>> | undefined;
    if (node["kind"] === "hole") isKnown = false;
    if (node["kind"] === "path" && of?.["kind"] === "variable" && given.includes(String(of["name"]))) {
      names.add(String(node["field"]));
      return false;
    }
    if (node["kind"] === "variable" && given.includes(String(node["name"]))) isKnown = false;
    return true;
  });
  return isKnown ? names : null;
}

/** Visits every object, so that nothing is wrongly reported as unused. Doesn't descend where `look` gives false. */
function visit(value: unknown, look: (node: Readonly<Record<string, unknown>>) => boolean | void): void {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value) && look(value as Readonly<Record<string, unknown>>) === false) return;
  for (const [key, inner] of Object.entries(value)) if (key !== "span" && key !== "source" && key !== "type") visit(inner, look);
}
