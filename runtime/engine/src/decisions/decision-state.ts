/** How a decision stands: its round, who decides in each step, who has said what, and whose turn it is. */
import { decisionStatements } from "@nonet/database";
import type { Action, Decision, Machine, Product } from "@nonet/model";
import type { Connection, Row } from "../connection/contract.ts";

export interface Vote {
  readonly round: number;
  readonly step: number | null;
  readonly by: string;
  /** Whose vote it is: the person represented, else who cast it. */
  readonly person: string;
  readonly inPlaceOf: string | null;
  readonly kind: "yes" | "no" | "proposal";
  readonly at: string;
  /** What was given with it, by JSON key. */
  readonly asked: Readonly<Record<string, unknown>> | null;
}

export interface StepState {
  readonly step: Decision["steps"][number];
  /** Those who decide in it: `not by` taken out, and who can't sign in any more and hasn't said yes before. */
  readonly people: readonly string[];
  /** The same, those too whom `not by` takes out. */
  readonly listed: readonly string[];
  /** The list is empty by itself: the step is passed over. */
  readonly empty: boolean;
  /** Too few are left to decide: it waits. */
  readonly waiting: boolean;
  /** The last word of each person. */
  readonly said: ReadonlyMap<string, Vote>;
  readonly through: boolean;
}

export interface DecisionState {
  readonly machine: Machine;
  readonly action: Action;
  readonly decision: Decision;
  /** 0 where nothing was said yet. */
  readonly round: number;
  readonly steps: readonly StepState[];
  /** The step whose turn it is; null: all are through. */
  readonly now: number | null;
  readonly refused: Vote | null;
  readonly proposed: boolean;
  /** This round's, oldest first. */
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
  const now = steps.findIndex((s) => !s.through);
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
  asked: row["input"] ?? null,
});

interface Listed {
  readonly id: string;
  readonly active: boolean;
}

function stepState(step: Decision["steps"][number], list: readonly Listed[], excluded: ReadonlySet<string>, votes: readonly Vote[], allEmpty: boolean): StepState {
  // Who can't sign in any more isn't asked; the yes that they gave when they could stays one.
  const saidYes = (person: string): boolean => votes.findLast((v) => v.person === person)?.kind === "yes";
  const people = list.filter((p) => !excluded.has(p.id) && (p.active || saidYes(p.id))).map((p) => p.id);
  // A role that nobody holds is no list that is empty by itself; and a decision in which nobody decides is none.
  const empty = list.length === 0 && "list" in step.of && !allEmpty;
  const needed = step.need === "any" ? step.count : step.need === "all" ? Math.max(1, people.length) : Math.max(1, Math.floor(people.length / 2) + 1);
  const said = new Map<string, Vote>();
  for (const vote of votes) if (people.includes(vote.person)) said.set(vote.person, vote);
  const yes = [...said.values()].filter((v) => v.kind === "yes");
  // Where a number is asked for, one pair of hands counts once, in whosever place it voted.
  const count = step.need === "all" ? yes.length : new Set(yes.map((v) => v.by)).size;
  return { step, people, listed: list.map((p) => p.id), empty, waiting: !empty && people.length < needed, said, through: empty || count >= needed };
}

/** Whether a further yes of these hands would count nothing: it would only take it from whom they stand in for. */
export const countsNoMore = ({ step, said }: StepState, by: string): boolean => step.need !== "all" && [...said.values()].some((v) => v.kind === "yes" && v.by === by);

function refusalIn(decision: Decision, steps: readonly StepState[]): Vote | null {
  if (!decision.refusedBy) return null;
  for (const step of steps) {
    const no = [...step.said.values()].filter((v) => v.kind === "no");
    const needed = decision.refusedBy.need === "any" ? 1 : Math.floor(step.people.length / 2) + 1;
    if (no.length > 0 && new Set(no.map((v) => v.by)).size >= needed) return no.at(-1)!;
  }
  return null;
}
