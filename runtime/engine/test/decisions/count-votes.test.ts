/** `1 Head, 1 Clerk and 1 Auditor`: the votes of as many different people, also where somebody has several of the roles. */
import { expect, test } from "vitest";
import type { DecisionStep } from "@nonet/model";
import { countVotes } from "../../src/decisions/count-votes.ts";
import type { Vote } from "../../src/decisions/vote.ts";

const source = { file: 0, from: 0, to: 0 };

/** The people with each role, and who has said yes. */
function isComplete(roles: Readonly<Record<string, readonly string[]>>, yes: readonly string[]): boolean {
  const of = Object.keys(roles).map((role) => ({ role }));
  const including = of.map((one) => ({ count: 1, of: one }));
  const step: DecisionStep = { need: "any", count: of.length, of, when: null, including, quorum: null, abstentions: false, tie: null, source };
  const lastVotes = new Map(yes.map((by) => [by, { by, kind: "yes" } as Vote]));
  const members = [...new Set(Object.values(roles).flat())];
  return countVotes({ step, members, tieBreakers: [], lastVotes, quorum: null, including: Object.values(roles).map((people) => ({ count: 1, people })) }).complete;
}

test("one person's vote doesn't count for two roles, where one includes the other", () => {
  const roles = { Head: ["hanna"], Clerk: ["hanna", "carl"] };
  expect(isComplete(roles, ["hanna"])).toBe(false);
  expect(isComplete(roles, ["carl"])).toBe(false);
  expect(isComplete(roles, ["hanna", "carl"])).toBe(true);
});

test("of three roles, the only person with two of them stands for one", () => {
  const roles = { Head: ["hanna", "hugo", "all"], Clerk: ["all", "carl"], Auditor: ["all"] };
  expect(isComplete(roles, ["hanna", "hugo", "all"])).toBe(false);
  expect(isComplete(roles, ["hanna", "carl", "all"])).toBe(true);
});
