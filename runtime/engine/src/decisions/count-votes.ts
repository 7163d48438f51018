/** Counts the votes of one step: whether they are enough, or enough against it, and whether the votes are tied. */
import type { DecisionStep } from "@nonet/model";
import type { Vote } from "./vote.ts";

export interface VotesOfStep {
  readonly step: DecisionStep;
  readonly members: readonly string[];
  readonly tieBreakers: readonly string[];
  /** The last vote of each person. */
  readonly lastVotes: ReadonlyMap<string, Vote>;
  readonly quorum: number | null;
  readonly including: readonly { readonly count: number; readonly people: readonly string[] }[];
}

export interface Count {
  readonly complete: boolean;
  readonly rejected: boolean;
  /** Too few people are left to decide. */
  readonly waiting: boolean;
  readonly isTie: boolean;
}

export const countVotes = (votes: VotesOfStep): Count => (isPoll(votes.step) ? countPoll(votes) : countApprovals(votes));

/** A majority whose noes and abstentions count too. */
const isPoll = ({ need, quorum, abstentions, tie }: DecisionStep): boolean => need === "majority" && (quorum !== null || abstentions || tie !== null);

function countApprovals({ step, members, lastVotes, including }: VotesOfStep): Count {
  const needed = step.need === "any" ? step.count : step.need === "all" ? Math.max(1, members.length) : Math.max(1, Math.floor(members.length / 2) + 1);
  const yes = members.flatMap((person) => votesOf(lastVotes, person, "yes"));
  // Where a number of votes is needed, a person who votes for several people counts once.
  const count = step.need === "all" ? yes.length : voters(yes);
  const ofGroup = (people: readonly string[]): number => voters(people.flatMap((person) => votesOf(lastVotes, person, "yes")));
  const groups = groupsOf(step, including);
  const isIncluded = groups.every((one) => ofGroup(one.people) >= one.count);
  const waiting = members.length < needed || groups.some((one) => one.people.length < one.count);
  return { complete: count >= needed && isIncluded, rejected: false, waiting, isTie: false };
}

/**
 * The people of whom so many are needed. `1 Head, 1 Clerk and 1 Auditor` needs three people: somebody with two of the roles stands
 * for one of them, so that the Clerks and Auditors together are needed twice, and so on for every choice of the groups.
 */
function groupsOf({ of, count, including: { length } }: DecisionStep, including: VotesOfStep["including"]): VotesOfStep["including"] {
  const isSeparate = length > 2 && length < 8 && of.length === length && including.reduce((sum, one) => sum + one.count, 0) === count;
  if (!isSeparate) return including;
  return including.reduce<VotesOfStep["including"]>(
    (choices, one) => [...choices, one, ...choices.map((other) => ({ count: other.count + one.count, people: [...new Set([...other.people, ...one.people])] }))],
    [],
  );
}

/**
 * Without a quorum, a majority stands once the votes that are still missing can't change it. With a quorum, it is the majority of
 * the votes cast, as soon as there are enough of them. A tie is decided when everybody has voted (default 89).
 */
function countPoll({ step, members, tieBreakers, lastVotes, quorum }: VotesOfStep): Count {
  const [yes, no, abstained] = (["yes", "no", "abstain"] as const).map((kind) => voters(members.flatMap((person) => votesOf(lastVotes, person, kind)))) as [number, number, number];
  const open = members.filter((person) => !lastVotes.has(person)).length;
  const hasQuorum = quorum === null || yes + no + abstained >= quorum;
  const ahead = quorum === null ? open : 0;
  const isTie = hasQuorum && open === 0 && yes === no && members.length > 0;
  const decided = isTie && step.tie !== "refused" ? tieBreakers.flatMap((person) => lastVotes.get(person)?.kind ?? []).find((kind) => kind !== "abstain") : undefined;
  return {
    complete: (hasQuorum && yes > no + ahead) || decided === "yes",
    rejected: (hasQuorum && no > yes + ahead) || decided === "no" || (isTie && step.tie === "refused"),
    waiting: members.length < Math.max(1, quorum ?? 1),
    isTie: isTie && tieBreakers.length > 0 && decided === undefined,
  };
}

const voters = (votes: readonly Vote[]): number => new Set(votes.map((v) => v.by)).size;

function votesOf(lastVotes: ReadonlyMap<string, Vote>, person: string, kind: Vote["kind"]): readonly Vote[] {
  const vote = lastVotes.get(person);
  return vote?.kind === kind ? [vote] : [];
}
