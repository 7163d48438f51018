/**
 * Adds the document's own sentence to what is refused, from the line that an error points to. Default 57: signed-in
 * users may read the document and so its sentences; everybody else gets only the catalogue's words.
 */
import { type Problem, problemType, sentenceAt, type SentenceData, withSentences } from "@nonet/api";
import type { AvailableAction, Actor, BlockedTransition, CreationState, PossibleChange } from "@nonet/engine";
import type { HttpResponse } from "./response.ts";
import type { ServerContext } from "./server-context.ts";

export const mayReadDocument = (actor: Actor): boolean => actor.kind === "person";

const readableSentences = (server: ServerContext, actor: Actor): readonly SentenceData[] => (mayReadDocument(actor) ? server.options.sentences() : []);

export const responseWithSentences = (server: ServerContext, actor: Actor, response: HttpResponse): HttpResponse =>
  response.type === problemType ? { ...response, body: withSentences(response.body as Problem, readableSentences(server, actor)) } : response;

/** Only actions and changes that aren't available need a sentence. */
export function actionsWithSentences<T extends AvailableAction | CreationState | PossibleChange>(
  server: ServerContext,
  actor: Actor,
  actions: readonly T[],
): readonly Omit<T, "about">[] {
  const sentences = readableSentences(server, actor);
  return actions.map(({ about, ...action }) => {
    const { file, line } = action;
    const sentence = action.allowed || line === undefined ? null : sentenceAt(sentences, { file, line }, about);
    return sentence === null ? action : { ...action, sentence };
  });
}

/** The rule that blocks a transition is found by its name: its line may have changed since the transition was blocked. */
export function blockedTransitionsWithSentences(server: ServerContext, actor: Actor, blocked: readonly BlockedTransition[]): readonly unknown[] {
  const sentences = readableSentences(server, actor);
  return blocked.map((transition) => ({
    ...transition,
    why: transition.why.map((reason) => {
      const rule = sentences.find((s) => reason.rule !== null && s.what === `rule "${reason.rule}"`);
      return rule ? { ...reason, line: rule.line, file: rule.file || undefined, sentence: rule.sentence } : reason;
    }),
  }));
}
