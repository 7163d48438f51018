/**
 * What operations do, in the document's own words. The description is public, so it says only what requests and responses
 * show anyway: names, prose, states, input and error codes. It doesn't disclose roles and conditions.
 */
import type { Action, Entity, Product, Transition } from "@nonet/model";

const sentences = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== "").join("\n\n");

/** `summary` is a sentence without its full stop. */
export const entityDescription = (summary: string, entity: Entity, more: string | null = null): string => sentences(`${summary}.`, more, entity.prose);

export function deletionOf({ deleting }: Entity): string | null {
  if (deleting.allowed === "never") return "The document doesn't allow it: the request is refused.";
  return deleting.allowed === "archives" ? "The record is archived: it leaves the lists and can't be changed any more." : null;
}

export function actionDescription(product: Product, entity: Entity, action: Action): string {
  const rows = product.machines
    .filter((machine) => machine.entity === entity.name)
    .flatMap(({ transitions }) => transitions)
    .filter(({ trigger }) => trigger.kind === "action" && trigger.action === action.name);
  return sentences(
    `Runs the action "${action.name}" of a ${entity.name}.`,
    movesOf(rows),
    action.asks.length === 0 ? null : `It asks for ${listed(action.asks.map(({ field }) => `"${field.name}"`))}.`,
    action.decision ? "Several people decide on it: the response has the state of the decision in `_decision`." : null,
    ...refusalsOf(product, rows),
    entity.prose,
  );
}

function movesOf(rows: readonly Transition[]): string | null {
  const moves = rows.map(({ from, to }) => {
    if (from === null) return `creates the record${to === null ? "" : ` in the state "${to}"`}`;
    return to === null ? `deletes the record in the state "${from}"` : to === from ? `keeps it in the state "${from}"` : `leads from "${from}" to "${to}"`;
  });
  return moves.length === 0 ? null : `It ${listed([...new Set(moves)])}.`;
}

/** The errors of the catalogue that the action's own rows name. */
function refusalsOf(product: Product, rows: readonly Transition[]): string[] {
  const codes = new Set(rows.flatMap(({ guardElse }) => (guardElse === null ? [] : [guardElse])));
  return product.errors
    .filter(({ code }) => codes.has(code))
    .map(({ code, status, message }) => `\`${code}\` (${status}): ${message.map((part) => (typeof part === "string" ? part : "…")).join("")}`);
}

const listed = (parts: readonly string[]): string => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`);
