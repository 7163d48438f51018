/** The state of a decision: its round, who decides in each step, who has voted how, and whose turn it is. */
import { decisionStatements } from "@nonet/database";
import type { Action, Decision, DecisionStep, Machine, Product } from "@nonet/model";
import type { Connection, Row } from "../connection/contract.ts";
import { countVotes } from "./count-votes.ts";
import { type Listed, PeopleOfDecision, type PeopleOfStep } from "./decision-people.ts";
import type { Vote } from "./vote.ts";

export type { Vote } from "./vote.ts";

export interface StepState {
  readonly step: DecisionStep;
  /** Who decides in it: without those whom `not by` excludes, and without those who can't sign in any more and haven't voted yes before. */
  readonly people: readonly string[];
  /** Who decides in it, with those whom `not by` excludes. */
  readonly listed: readonly string[];
  /** The step doesn't apply, or its list is empty by itself: it is skipped. */
  readonly empty: boolean;
  /** Too few are left to decide: the step waits. */
  readonly waiting: boolean;
  /** The last vote of each person. */
  readonly lastVotes: ReadonlyMap<string, Vote>;
  readonly complete: boolean;
  /** The noes are enough to refuse the decision by this step alone, whatever `refused by` says. */
  readonly rejected: boolean;
}

export interface DecisionState {
  readonly machine: Machine;
  readonly action: Action;
  readonly decision: Decision;
  /** 0 before the first vote. */
  readonly round: number;
  readonly steps: readonly StepState[];
  /** The current step; null: all are complete. */
  readonly now: number | null;
  readonly refused: Vote | null;
  readonly proposed: boolean;
  /** The votes of this round, oldest first. */
  readonly votes: readonly Vote[];
  /** Who may not decide, with the words of `not by` that exclude them. */
  readonly excluded: ReadonlyMap<string, string>;
}

export async function readDecision(connection: Connection, product: Product, machine: Machine, action: Action, id: string): Promise<DecisionState> {
  const decision = action.decision!;
  const round = Number((await connection.row(decisionStatements.round(id, action.name)))?.["round"] ?? 0);
  const votes = (await connection.rows(decisionStatements.votes(id, action.name))).map(voteOf).filter((v) => v.round === round);
  const read = new PeopleOfDecision(connection, product, machine.entity, id);
  const excluded = new Map<string, string>();
  for (const { name, people } of decision.notBy) for (const person of await read.listed({ list: people })) if (!excluded.has(person.id)) excluded.set(person.id, name);
  const stepPeople: PeopleOfStep[] = [];
  for (const step of decision.steps) stepPeople.push(await read.ofStep(step));
  // No case applies: nobody may decide, so the decision waits.
  if (stepPeople.every(({ applies }) => !applies)) stepPeople[stepPeople.length - 1] = { applies: true, list: [], including: [], tie: [], quorum: null };
  const allEmpty = stepPeople.every(({ applies, list }) => !applies || list.length === 0);
  const steps = decision.steps.map((step, i) =>
    // Whoever proposes and is asked has said yes.
    stepState(
      step,
      stepPeople[i]!,
      excluded,
      votes.filter((v) => v.step === i || v.kind === "proposal"),
      allEmpty,
    ),
  );
  const now = steps.findIndex((s) => !s.complete);
  return {
    machine,
    action,
    decision,
    round,
    steps,
    now: now < 0 ? null : now,
    refused: refusalIn(decision, steps),
    proposed: votes.some((v) => v.kind === "proposal" || v.inPlaceOf === null),
    votes,
    excluded,
  };
}

const voteOf = (row: Row): Vote => ({
  round: Number(row["round"]),
  step: row["step"] === null ? null : Number(row["step"]),
  by: row["by"],
  person: row["in_place_of"] ?? row["by"],
  inPlaceOf: row["in_place_of"] ?? null,
  kind: row["kind"],
  at: row["at"],
  input: row["input"] ?? null,
});

function stepState(step: DecisionStep, people: PeopleOfStep, excluded: ReadonlyMap<string, string>, all: readonly Vote[], allEmpty: boolean): StepState {
  const votes = all.map((vote): Vote => (vote.kind === "proposal" ? { ...vote, kind: "yes" } : vote));
  // A person who can't sign in any more isn't asked; their earlier yes still counts.
  const votedYes = (person: string): boolean => votes.findLast((v) => v.person === person)?.kind === "yes";
  const among = (list: readonly Listed[]): string[] => [...new Set(list.filter((p) => !excluded.has(p.id) && (p.active || votedYes(p.id))).map((p) => p.id))];
  const members = among(people.list);
  // A role that nobody has isn't an empty list, and at least one step of a decision must have people.
  const empty = !people.applies || (people.list.length === 0 && !step.of.some((of) => "role" in of) && !allEmpty);
  const tieBreakers = among(people.tie);
  const lastVotes = new Map<string, Vote>();
  for (const vote of votes) if (members.includes(vote.person) || tieBreakers.includes(vote.person)) lastVotes.set(vote.person, vote);
  const given = { step, members, lastVotes, tieBreakers, quorum: people.quorum, including: people.including.map(({ count, list }) => ({ count, people: among(list) })) };
  const { complete, rejected, waiting, isTie } = empty ? skipped : countVotes(given);
  const asked = !people.applies ? [] : isTie ? [...new Set([...members, ...tieBreakers])] : members;
  return { step, people: asked, listed: people.list.map((p) => p.id), empty, waiting, lastVotes, complete: empty || complete, rejected };
}

const skipped = { complete: true, rejected: false, waiting: false, isTie: false } as const;

/** Whether another yes of this person wouldn't count: they have voted for somebody in this step already. */
export const hasCountedVote = ({ step, lastVotes }: StepState, by: string): boolean => step.need !== "all" && [...lastVotes.values()].some((v) => v.kind === "yes" && v.by === by);

function refusalIn(decision: Decision, steps: readonly StepState[]): Vote | null {
  for (const step of steps) {
    if (step.empty) continue;
    const no = [...step.lastVotes.values()].filter((v) => v.kind === "no");
    if (step.rejected) return no.at(-1) ?? [...step.lastVotes.values()].at(-1) ?? null;
    if (!decision.refusedBy) continue;
    const needed = decision.refusedBy.need === "any" ? 1 : Math.floor(step.people.length / 2) + 1;
    if (no.length > 0 && new Set(no.map((v) => v.by)).size >= needed) return no.at(-1)!;
  }
  return null;
}
