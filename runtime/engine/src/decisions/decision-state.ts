/** The state of a decision: its round, who decides in each step, who has voted how, and whose turn it is. */
import { decisionStatements } from "@nonet/database";
import type { Action, Decision, Machine, Product } from "@nonet/model";
import type { Connection, Row } from "../connection/contract.ts";

export interface Vote {
  readonly round: number;
  readonly step: number | null;
  readonly by: string;
  /** Whose vote it is: the represented person, else the one who cast it. */
  readonly person: string;
  readonly inPlaceOf: string | null;
  readonly kind: "yes" | "no" | "proposal";
  readonly at: string;
  /** The input that came with it, by JSON key. */
  readonly input: Readonly<Record<string, unknown>> | null;
}

export interface StepState {
  readonly step: Decision["steps"][number];
  /** Who decides in it: without those whom `not by` excludes, and without those who can't sign in any more and haven't voted yes before. */
  readonly people: readonly string[];
  /** Who decides in it, with those whom `not by` excludes. */
  readonly listed: readonly string[];
  /** The list is empty by itself: the step is skipped. */
  readonly empty: boolean;
  /** Too few are left to decide: the step waits. */
  readonly waiting: boolean;
  /** The last vote of each person. */
  readonly lastVotes: ReadonlyMap<string, Vote>;
  readonly complete: boolean;
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
  readonly excluded: ReadonlySet<string>;
}

export async function readDecision(connection: Connection, product: Product, machine: Machine, action: Action, id: string): Promise<DecisionState> {
  const decision = action.decision!;
  const entity = machine.entity;
  const round = Number((await connection.row(decisionStatements.round(id, action.name)))?.["round"] ?? 0);
  const votes = (await connection.rows(decisionStatements.votes(id, action.name))).map(voteOf).filter((v) => v.round === round);
  const excluded = new Set<string>();
  for (const field of decision.notBy) for (const row of await connection.rows(decisionStatements.peopleIn(product, entity, id, field))) excluded.add(row["id"] as string);
  const lists: Listed[][] = [];
  for (const step of decision.steps)
    lists.push((await connection.rows(decisionStatements.deciders(product, entity, id, step.of))).map((r) => ({ id: r["id"] as string, active: r["active"] === true })));
  const allEmpty = lists.every((list) => list.length === 0);
  const steps = decision.steps.map((step, i) =>
    stepState(
      step,
      lists[i]!,
      excluded,
      votes.filter((v) => v.step === i),
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

/** A person in a step's list. */
interface Listed {
  readonly id: string;
  readonly active: boolean;
}

function stepState(step: Decision["steps"][number], list: readonly Listed[], excluded: ReadonlySet<string>, votes: readonly Vote[], allEmpty: boolean): StepState {
  // A person who can't sign in any more isn't asked; their earlier yes still counts.
  const votedYes = (person: string): boolean => votes.findLast((v) => v.person === person)?.kind === "yes";
  const people = list.filter((p) => !excluded.has(p.id) && (p.active || votedYes(p.id))).map((p) => p.id);
  // A role that nobody has isn't an empty list, and at least one step of a decision must have people.
  const empty = list.length === 0 && "list" in step.of && !allEmpty;
  const needed = step.need === "any" ? step.count : step.need === "all" ? Math.max(1, people.length) : Math.max(1, Math.floor(people.length / 2) + 1);
  const lastVotes = new Map<string, Vote>();
  for (const vote of votes) if (people.includes(vote.person)) lastVotes.set(vote.person, vote);
  const yes = [...lastVotes.values()].filter((v) => v.kind === "yes");
  // Where a number of votes is needed, a person who votes for several people counts once.
  const count = step.need === "all" ? yes.length : new Set(yes.map((v) => v.by)).size;
  return { step, people, listed: list.map((p) => p.id), empty, waiting: !empty && people.length < needed, lastVotes, complete: empty || count >= needed };
}

/** Whether another yes of this person wouldn't count: they have voted for somebody in this step already. */
export const hasCountedVote = ({ step, lastVotes }: StepState, by: string): boolean => step.need !== "all" && [...lastVotes.values()].some((v) => v.kind === "yes" && v.by === by);

function refusalIn(decision: Decision, steps: readonly StepState[]): Vote | null {
  if (!decision.refusedBy) return null;
  for (const step of steps) {
    const no = [...step.lastVotes.values()].filter((v) => v.kind === "no");
    const needed = decision.refusedBy.need === "any" ? 1 : Math.floor(step.people.length / 2) + 1;
    if (no.length > 0 && new Set(no.map((v) => v.by)).size >= needed) return no.at(-1)!;
  }
  return null;
}
