/** The input of the action that a refusal runs: what the people who said no have given. Texts are joined in order; of other values, the last counts. */
import type { Field } from "@nonet/model";
import type { Values } from "../contract/actor.ts";
import type { DecisionState } from "./decision-state.ts";

export function refusalInput({ machine, decision, steps, refused, votes }: DecisionState): Values {
  const asks = machine.actions.find((one) => one.name === decision.refusedBy?.as)?.asks ?? [];
  const step = steps.find(({ lastVotes }) => refused !== null && [...lastVotes.values()].includes(refused));
  const inputs = votes.filter((vote) => vote.kind === "no" && step?.lastVotes.get(vote.person) === vote).map((vote) => vote.input ?? {});
  const given = asks.map(
    ({ field }) =>
      [
        field.key,
        together(
          field,
          inputs.map((input) => input[field.key] ?? null).filter((value) => value !== null),
        ),
      ] as const,
  );
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/** A joined text that is too long for its field is its last part. */
function together({ type, atMost }: Field, values: readonly unknown[]): unknown {
  const last = values.at(-1);
  if (values.length < 2 || !values.every((value) => typeof value === "string")) return last;
  const separator = type.kind === "text" ? { plain: "; ", long: "\n", rich: "" }[type.form] : null;
  if (separator === null) return last;
  const joined = values.join(separator);
  const most = atMost?.kind === "literal" ? Number(atMost.value) : Infinity;
  return joined.length > most ? last : joined;
}
