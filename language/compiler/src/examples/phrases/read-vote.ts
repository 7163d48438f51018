/** A vote against an action that several people decide, in the words of a refusal: `rejects the Order`, `turns the Order down`. */
import type { Action, Decision, Field } from "@nonet/model";
import { actionsNamed, type Story } from "../scope/example-scope.ts";
import { actsAt, asksAfter, type ActReading, verbForms } from "./read-action.ts";
import { type Found, foldName, type Scan, wordAt } from "./scan.ts";
import { recordsFrom } from "./read-record.ts";

export type VoteAgainst = "no" | "abstain";

interface Decided {
  readonly entity: string;
  readonly action: Action;
  readonly decision: Decision;
}

export const decidedActions = (story: Story): readonly Decided[] =>
  actionsNamed(story).flatMap(({ entity, action }) => (action.decision ? [{ entity, action, decision: action.decision }] : []));

/** The action that a refusal of the decision runs; null if it runs none. */
const refusingAction = (story: Story, { entity, decision }: Decided): Action | null =>
  actionsNamed(story).find((one) => one.entity === entity && one.action.name === decision.refusedBy?.as)?.action ?? null;

/** The decision whose refusal runs the action, which nobody runs directly: whoever rejects the record then votes no. */
function decisionRefusedBy(story: Story, entity: string, action: string): Decided | null {
  const run = actionsNamed(story).find((one) => one.entity === entity && one.action.name === action)?.action;
  if (!run || isRunDirectly(story, entity, run)) return null;
  return decidedActions(story).find((one) => one.entity === entity && one.decision.refusedBy?.as === action) ?? null;
}

function isRunDirectly(story: Story, entity: string, action: Action): boolean {
  if (action.systemOnly) return false;
  const rows = story.machines.filter((m) => m.entity === entity).flatMap((m) => m.transitions);
  const who = rows.filter(({ trigger }) => trigger.kind === "action" && trigger.action === action.name).flatMap((row) => row.who);
  return who.length > 0 || story.grants.some((g) => g.entity === entity && typeof g.verb !== "string" && g.verb.action === action.name);
}

/** The verbs of a refusal, and the word that may stand behind the verb or the record. */
const verbsAgainst = ["reject", "refuse", "decline", "veto", "oppose", "deny", "turn down", "vote down", "disapprove of"].map((verb) => verb.split(" "));

/** `rejects the Order`, where the entity has no action of that name. */
function votesAt(s: Scan, at: number): Found<ActReading>[] {
  const decided = decidedActions(s.story);
  if (decided.length === 0) return [];
  return verbsAgainst.flatMap(([verb = "", particle]) => {
    if (s.tokens[at]?.kind !== "word" || !verbForms(verb).includes(foldName(s.tokens[at].text))) return [];
    const isParticle = (i: number): boolean => particle !== undefined && foldName(s.tokens[i]?.text ?? "") === particle;
    return decided
      .filter(({ entity }) => !actionsNamed(s.story).some((one) => one.entity === entity && foldName(one.action.name).split(" ")[0] === verb))
      .flatMap((one) => {
        if (particle === undefined || isParticle(at + 1)) return againstAt(s, particle === undefined ? at + 1 : at + 2, one, null);
        return againstAt(s, at + 1, one, isParticle);
      });
  });
}

function againstAt(s: Scan, at: number, decided: Decided, isParticle: ((at: number) => boolean) | null): Found<ActReading>[] {
  const from = wordAt(s, at, /^(?:on|of|to)$/i) ? at + 1 : at;
  return recordsFrom(s, from)
    .filter(({ value, at: to }) => value.entity === decided.entity && (isParticle === null || isParticle(to)))
    .flatMap(({ value, at: to, cost }) =>
      voteAfter(s, isParticle === null ? to : to + 1, decided, { record: value, vote: "no" }).map((found) => ({ ...found, cost: found.cost + cost })),
    );
}

/** What the refusing action asks for, after the record. */
export function voteAfter(
  s: Scan,
  at: number,
  decided: Decided,
  { record, vote }: { readonly record: Extract<ActReading, { kind: "act" }>["record"]; readonly vote: VoteAgainst },
): Found<ActReading>[] {
  const { entity, action } = decided;
  const refusing = vote === "no" ? refusingAction(s.story, decided) : null;
  const plain: Found<ActReading> = { value: { kind: "act", entity, action: action.name, record, asked: [], vote }, at, cost: 0 };
  if (!refusing) return [plain];
  return asksAfter(s, at, { entity, action: refusing }, record).map(({ value, ...found }) => ({ ...found, value: { ...value, action: action.name, vote } as ActReading }));
}

/** Both ways to do something about a record: an action, and a vote against one. */
export const actsOrVotesAt = (s: Scan, at: number): Found<ActReading>[] => [...votesAt(s, at), ...actsAt(s, at)];

type OnRecord = Extract<ActReading, { kind: "act" }>;

/** `rejects the Order`, where Reject happens only by refusing a decision: a vote against it. */
export function asVote(story: Story, reading: OnRecord): OnRecord {
  const decided = reading.vote === undefined ? decisionRefusedBy(story, reading.entity, reading.action) : null;
  return decided ? { ...reading, action: decided.action.name, vote: "no" } : reading;
}

/** The fields of what is asked for in the step. */
export function inputOf(story: Story, { entity, action, vote }: OnRecord): readonly Field[] {
  const run = actionsNamed(story).find((one) => one.entity === entity && one.action.name === action)?.action;
  const asker = run && vote && run.decision ? (vote === "no" ? refusingAction(story, { entity, action: run, decision: run.decision }) : null) : run;
  return asker?.asks.map((ask) => ask.field) ?? [];
}
