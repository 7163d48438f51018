/** The state of a decision for a reader of the record: whose turn it is, who has voted how, and why the reader can't vote. */
import { decisionStatements, type Reader } from "@nonet/database";
import { type Action, type Machine, type Product, sourceLocation } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import type { DecisionStep, DecisionView, PersonRef } from "../contract/record-status.ts";
import { sourceText } from "../refusals/source-location.ts";
import { countsNoMore, type DecisionState, readDecision, type StepState, type Vote } from "./decision-state.ts";

export async function showDecision(
  connection: Connection,
  product: Product,
  reader: Reader,
  { machine, action, id }: { readonly machine: Machine; readonly action: Action; readonly id: string },
): Promise<DecisionView> {
  return describeDecision(connection, product, reader, await readDecision(connection, product, machine, action, id), id);
}

export async function describeDecision(connection: Connection, product: Product, reader: Reader, state: DecisionState, id: string): Promise<DecisionView> {
  const { machine, action } = state;
  const seen = await visiblePeople(connection, product, reader, machine, state, id);
  const names = await namesOf(connection, product, reader, [...seen.flat(), ...state.votes.flatMap((v) => [v.by, v.person])]);
  const steps = state.steps.map((step, i) => showStep(product, state, step, i, new Set(seen[i]), names));
  const me = reader.kind === "person" ? reader.id : null;
  const places = [me, ...(reader.kind === "person" ? (reader.represents ?? []).map((p) => p.id) : [])].filter((p) => p !== null);
  const now = state.now === null ? undefined : state.steps[state.now];
  const asked = now && me !== null && countsNoMore(now, me) ? [me] : places;
  const turn = !state.refused && now !== undefined && asked.some((p) => now.people.includes(p) && now.said.get(p)?.kind !== "yes") && !(me !== null && state.excluded.has(me));
  return {
    round: Math.max(1, state.round),
    steps,
    now: state.now,
    refused: state.refused !== null,
    begun: state.votes.length > 0,
    turn,
    decides: places.some((p) => state.steps.some((s) => s.people.includes(p))),
    why: turn ? null : whyNot(state, me, places),
    ...sourceLocation(product, action.decision!.source),
  };
}

function whyNot(state: DecisionState, me: string | null, places: readonly string[]): string {
  if (state.refused) return `${state.action.name} has been refused.`;
  const now = state.now === null ? undefined : state.steps[state.now];
  if (!now) return "Everybody has voted yes.";
  if (me !== null && state.excluded.has(me)) return "You may not decide on this.";
  if (places.some((p) => now.said.get(p)?.kind === "yes")) return "You have voted. Others still have to vote.";
  if (places.some((p) => state.steps.some((s, i) => i > state.now! && s.people.includes(p)))) return "It isn't your turn yet: an earlier step isn't complete.";
  if (places.some((p) => state.steps.some((s) => s.people.includes(p)))) return "Your step is complete.";
  return now.waiting ? "Too few people are left who may decide on this." : "You aren't among those who decide on this.";
}

/** Of each step, the people whom the reader may read there. */
async function visiblePeople(connection: Connection, product: Product, reader: Reader, machine: Machine, state: DecisionState, id: string): Promise<string[][]> {
  const found: string[][] = [];
  for (const { step, people } of state.steps) {
    const rows = await connection.rows(decisionStatements.deciders(product, machine.entity, id, step.of, reader));
    const known = new Set(rows.map((r) => r["id"] as string));
    found.push(people.filter((p) => known.has(p)));
  }
  return found;
}

async function namesOf(connection: Connection, product: Product, reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await connection.rows(decisionStatements.names(product, reader, [...new Set(ids)]))).map((r) => [r["id"] as string, r["name"] as string]));
}

function showStep(product: Product, state: DecisionState, step: StepState, index: number, seen: ReadonlySet<string>, names: ReadonlyMap<string, string>): DecisionStep {
  const now = state.now === index && !state.refused;
  const named = (id: string): PersonRef => (seen.has(id) && names.has(id) ? { id, name: names.get(id)! } : { id: null, name: null });
  const person = (id: string): DecisionStep["people"][number] => {
    const vote: Vote | undefined = step.said.get(id);
    const by = vote?.inPlaceOf ? (names.has(vote.by) && seen.has(id) ? { id: vote.by, name: names.get(vote.by)! } : { id: null, name: null }) : null;
    return { ...named(id), said: vote && vote.kind !== "proposal" ? vote.kind : null, at: vote?.at ?? null, deputy: by };
  };
  return {
    who: sourceText(product, step.step.source).replaceAll("`", ""),
    need: step.step.need,
    count: step.step.count,
    stands: step.empty ? "passed over" : step.through ? "through" : now ? (step.waiting ? "waiting" : "now") : "later",
    people: step.people.map(person),
    ...sourceLocation(product, step.step.source),
  };
}
