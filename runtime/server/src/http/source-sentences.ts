/**
 * Beside what is refused: the document's own sentence at the line that says so. Default 57: whoever is signed in may
 * read the document, and with it its sentences; nobody else is told more than the catalogue's words.
 */
import { type Problem, problemType, sentenceAt, type SentenceData, withSentences } from "@nonet/api";
import type { AvailableAction, Actor, BlockedTransition } from "@nonet/engine";
import type { Answer } from "./response.ts";
import type { ServerContext } from "./server-context.ts";

export const mayReadDocument = (actor: Actor): boolean => actor.kind === "person";

const told = (room: ServerContext, actor: Actor): readonly SentenceData[] => (mayReadDocument(actor) ? room.options.sentences() : []);

export const explainedProblem = (room: ServerContext, actor: Actor, problem: Problem): Problem => withSentences(problem, told(room, actor));

export const explained = (room: ServerContext, actor: Actor, answer: Answer): Answer =>
  answer.type === problemType ? { ...answer, body: explainedProblem(room, actor, answer.body as Problem) } : answer;

/** What may be done says nothing; what may not says why. */
export function explainedActions(room: ServerContext, actor: Actor, actions: readonly AvailableAction[]): readonly Omit<AvailableAction, "about">[] {
  const all = told(room, actor);
  return actions.map(({ about, ...action }) => {
    const sentence = action.allowed ? null : sentenceAt(all, action, about);
    return sentence === null ? action : { ...action, sentence };
  });
}

/** What was noted when it got stuck may stand at another line by now: the rule is found by its name. */
export function explainedStuck(room: ServerContext, actor: Actor, stuck: readonly BlockedTransition[]): readonly unknown[] {
  const all = told(room, actor);
  return stuck.map((one) => ({
    ...one,
    why: one.why.map((why) => {
      const rule = all.find((s) => why.rule !== null && s.what === `rule "${why.rule}"`);
      return rule ? { ...why, line: rule.line, file: rule.file || undefined, sentence: rule.sentence } : why;
    }),
  }));
}
