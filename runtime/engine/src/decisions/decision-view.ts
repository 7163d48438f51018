/** The state of a decision for a reader of the record: whose turn it is, who has voted how, and why the reader can't vote. */
import { decisionStatements, type Reader } from "@nonet/database";
import { type Action, type Machine, type Product, sourceLocation } from "@nonet/model";
import type { Connection } from "../connection/contract.ts";
import type { DecisionStep, DecisionView, PersonRef } from "../contract/record-status.ts";
import { sourceText } from "../refusals/source-location.ts";
import { type DecisionState, hasCountedVote, readDecision, type StepState, type Vote } from "./decision-state.ts";
import { say } from "@nonet/texts";

export async function showDecision(
  connection: Connection,
  product: Product,
  reader: Reader,
  { machine, action, id }: { readonly machine: Machine; readonly action: Action; readonly id: string },
): Promise<DecisionView> {
  return describeDecision(connection, product, reader, await readDecision(connection, product, machine, action, id), id);
}

export async function describeDecision(connection: Connection, product: Product, reader: Reader, state: DecisionState, id: string): Promise<DecisionView> {
  const visible = await visiblePeople(connection, product, reader, state, id);
  const names = await namesOf(connection, product, reader, [...visible.flat(), ...state.votes.flatMap((v) => [v.by, v.person])]);
  const voter = voterOf(reader);
  const isTurn = canVote(state, voter);
  return {
    round: Math.max(1, state.round),
    steps: state.steps.map((step, i) => describeStep(product, state, step, { visible: new Set(visible[i]), names })),
    now: state.now,
    refused: state.refused !== null,
    begun: state.votes.length > 0,
    turn: isTurn,
    given: givenLast(state, voter, names),
    decides: voter.people.some((p) => state.steps.some((s) => s.people.includes(p))),
    why: isTurn ? null : whyNot(state, voter),
    ...sourceLocation(product, state.action.decision!.source),
  };
}

/** The reader, and the people for whom they may vote: themselves and those whom they represent. */
interface Voter {
  readonly id: string | null;
  readonly people: readonly string[];
}

const voterOf = (reader: Reader): Voter =>
  reader.kind === "person" ? { id: reader.id, people: [reader.id, ...(reader.represents ?? []).map((p) => p.id)] } : { id: null, people: [] };

/** Without references, which the reader may not be able to read. */
function givenLast({ action, votes }: DecisionState, { people }: Voter, names: ReadonlyMap<string, string>): DecisionView["given"] {
  const approvals = votes.filter(({ kind }) => kind === "yes" || kind === "proposal");
  const last = approvals.at(-1);
  if (!last?.input || !approvals.some(({ person }) => people.includes(person))) return null;
  const shown = action.asks.filter(({ field }) => !("entity" in field.type) && (last.input![field.key] ?? null) !== null);
  if (shown.length === 0) return null;
  return {
    by: names.has(last.by) ? { id: last.by, name: names.get(last.by)! } : { id: null, name: null },
    values: Object.fromEntries(shown.map(({ field }) => [field.key, last.input![field.key]])),
  };
}

function canVote(state: DecisionState, { id, people }: Voter): boolean {
  const step = state.now === null ? undefined : state.steps[state.now];
  if (state.refused || !step || (id !== null && state.excluded.has(id))) return false;
  const counting = id !== null && hasCountedVote(step, id) ? [id] : people;
  return counting.some((p) => step.people.includes(p) && step.lastVotes.get(p)?.kind !== "yes");
}

function whyNot(state: DecisionState, { id, people }: Voter): string {
  if (state.refused) return say("action-has-been-refused", { action: state.action.name });
  const step = state.now === null ? undefined : state.steps[state.now];
  if (!step) return say("everybody-has-voted-yes");
  if (id !== null && state.excluded.has(id)) return say("you-may-not-decide-on-this-because", { value: state.excluded.get(id) });
  if (people.some((p) => step.lastVotes.get(p)?.kind === "yes")) return say("you-have-voted-others-still-have-to");
  const isIn = (s: StepState): boolean => people.some((p) => s.people.includes(p));
  if (state.steps.some((s, i) => i > state.now! && isIn(s))) return say("it-isnt-your-turn-yet-an-earlier");
  if (state.steps.some(isIn)) return say("your-step-is-complete");
  return step.waiting ? say("too-few-people-are-left-who-may") : say("you-arent-among-those-who-decide-on");
}

/** Of each step, the people whom the reader may read there. */
async function visiblePeople(connection: Connection, product: Product, reader: Reader, { machine, steps }: DecisionState, id: string): Promise<string[][]> {
  const found: string[][] = [];
  for (const { step, people } of steps) {
    const visible = new Set<string>();
    const tie = step.tie !== null && step.tie !== "refused" ? [{ list: step.tie.by }] : [];
    for (const of of [...step.of, ...step.including.map((one) => one.of), ...tie])
      for (const row of await connection.rows(decisionStatements.deciders(product, machine.entity, id, of, reader))) visible.add(row["id"] as string);
    found.push(people.filter((p) => visible.has(p)));
  }
  return found;
}

async function namesOf(connection: Connection, product: Product, reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await connection.rows(decisionStatements.names(product, reader, [...new Set(ids)]))).map((r) => [r["id"] as string, r["name"] as string]));
}

interface VisibleNames {
  readonly visible: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, string>;
}

function describeStep(product: Product, state: DecisionState, step: StepState, { visible, names }: VisibleNames): DecisionStep {
  const isNow = state.now !== null && state.steps[state.now] === step && !state.refused;
  const refTo = (id: string, isVisible: boolean): PersonRef => (isVisible && names.has(id) ? { id, name: names.get(id)! } : { id: null, name: null });
  const person = (id: string): DecisionStep["people"][number] => {
    const vote: Vote | undefined = step.lastVotes.get(id);
    const said = vote && vote.kind !== "proposal" ? vote.kind : null;
    return { ...refTo(id, visible.has(id)), said, at: vote?.at ?? null, deputy: vote?.inPlaceOf ? refTo(vote.by, visible.has(id)) : null };
  };
  return {
    who: sourceText(product, step.step.source).replaceAll("`", ""),
    need: step.step.need,
    count: step.step.count,
    abstentions: step.step.abstentions,
    stands: step.empty ? "passed over" : step.complete ? "through" : isNow ? (step.waiting ? "waiting" : "now") : "later",
    people: step.people.map(person),
    ...sourceLocation(product, step.step.source),
  };
}
