/** A vote in an example: `proposes Grant`, `agrees`, `votes no on the Loan`, `abstains`. */
import { fold } from "@nonet/feel";
import type { Step } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import { type ActReading, asksAfter } from "../phrases/read-action.ts";
import { recordsFrom } from "../phrases/read-record.ts";
import { decidedActions, voteAfter, type VoteAgainst } from "../phrases/read-vote.ts";
import { complete, type Found, list, type Scan, scanOf } from "../phrases/scan.ts";
import { actionsNamed, mistake, type Story } from "../scope/example-scope.ts";
import type { RecordReading } from "../scope/phrase-readings.ts";
import { article } from "../../text/english.ts";
import { slice } from "../../text/split.ts";
import { act } from "./act.ts";
import type { ClauseSlots } from "./read-clause.ts";

type Doable = ReturnType<typeof actionsNamed>[number];

/** An action that the step names, on which several people may decide. */
export const proposal = (story: Story, clause: ClauseSlots): readonly Step[] | null => voted(story, clause, named(story, clause), null);

/** A vote on an action that several people decide. `vote` is null for a yes. */
export function decide(story: Story, clause: ClauseSlots, vote: VoteAgainst | null): readonly Step[] | null {
  const open = decidedActions(story);
  const mine = clause.slots["action"] ? named(story, clause) : open;
  if (open.length === 0)
    return mistake(story, "unreadable-step", clause.words.span, "Nothing in the document is decided by several people.", "Write `decided by` in point 4, or the action.");
  const whole = mine.filter(({ action }) => action.decision !== null);
  if (whole.length === 0)
    return mistake(story, "unreadable-step", clause.slots["action"]!.span, `Nobody votes on ${mine[0]!.action.name}: it has no \`decided by\` in point 4.`, "Run the action.");
  const canAbstain = whole.filter(({ action }) => action.decision!.steps.some((step) => step.abstentions));
  if (vote === "abstain" && canAbstain.length === 0)
    return mistake(
      story,
      "unreadable-step",
      clause.words.span,
      `${whole[0]!.action.name} allows no abstentions.`,
      `Add \`abstentions allowed\` to \`${whole[0]!.action.name} is decided by\` in point 4, or vote yes or no.`,
    );
  return voted(story, clause, vote === "abstain" ? canAbstain : whole, vote);
}

function named(story: Story, { slots }: ClauseSlots): readonly Doable[] {
  const name = slots["action"]!.text.replace(/^["“`*]+|["”`*]+$/g, "");
  return actionsNamed(story).filter(({ action }) => fold(action.name) === fold(name));
}

/** One of the actions on the record that the step names, or on the one that the example spoke of last. */
function voted(story: Story, clause: ClauseSlots, mine: readonly Doable[], vote: VoteAgainst | null): readonly Step[] | null {
  const { target, values } = clause.slots;
  const start = clause.words.span.from;
  const words = target && values ? slice(clause.words, target.span.from - start, values.span.to - start) : (target ?? values ?? slice(clause.words, clause.words.text.length));
  const read = (s: Scan): readonly Found<ActReading>[] =>
    mine.flatMap((doable) => {
      if (target)
        return recordsFrom(s, 0)
          .filter(({ value }) => value.entity === doable.entity)
          .flatMap(({ value, at, cost }) => answers(s, at, doable, { record: value, vote }).map((each) => ({ ...each, cost: each.cost + cost })));
      const i = story.spokenOf.indexOf(doable.entity);
      const record: RecordReading = { entity: doable.entity, name: null, having: [], isSpokenOf: true };
      return i < 0 ? [] : answers(s, 0, doable, { record, vote }).map((each) => ({ ...each, cost: each.cost + i * 0.3 }));
    });
  return act(story, { ...clause, slots: { ...clause.slots, act: words } }, read, () => undecided(story, words, mine));
}

/** The step names a record on which nobody votes. */
function undecided(story: Story, words: TextSpan, mine: readonly Doable[]): void {
  const s = scanOf(story, words);
  const entity = complete(s, recordsFrom(s, 0))[0]?.value.entity;
  const decided = mine.map((one) => `${one.action.name} of ${article(one.entity)}`);
  if (entity !== undefined && mine.every((one) => one.entity !== entity))
    mistake(story, "unreadable-step", words.span, `Nobody votes on ${article(entity)}: several people decide only on ${list([...new Set(decided)])}.`);
}

/** `votes maybe`: neither yes nor no. */
export function expectVote(story: Story, words: TextSpan): boolean {
  const found = /^(.*?\bvotes?)\b\s*([^\s.]*)/i.exec(words.text);
  if (!found || decidedActions(story).length === 0) return false;
  const span = slice(words, found[1]!.length - 4, found[0].length).span;
  mistake(story, "unreadable-step", span, "The step doesn't say how the person votes.", "Write `votes yes`, `votes no` or `abstains`, and `on the …` for the record.");
  return true;
}

function answers(s: Scan, at: number, doable: Doable, { record, vote }: { readonly record: RecordReading; readonly vote: VoteAgainst | null }): Found<ActReading>[] {
  if (vote === null) return asksAfter(s, at, doable, record);
  return voteAfter(s, at, { ...doable, decision: doable.action.decision! }, { record, vote });
}
