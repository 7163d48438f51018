/**
 * The worker in which the document is checked, so that typing never waits for the checker.
 *
 * Diagnostics are sent at once. The outline, the open points and the names for coloring follow when typing pauses: the
 * page draws them again from top to bottom, and in the meantime the colors move with the text.
 */
import { type CheckedDocument, fixAllEdits, makeDocumentChecker, semanticTokens, symbolsOf } from "@nonet/services";
import { lineMap, type Span } from "@nonet/source";
import type { Described, FromWorker, ToWorker } from "../contract/messages.ts";
import { answerQuestion } from "./answer-question.ts";

const checker = makeDocumentChecker();
let document: CheckedDocument | null = null;
let latest = 0;

const post = (message: FromWorker): void => postMessage(message);
/** Longer than the time between two keys of somebody who types. */
const pause = 180;
let waiting: ReturnType<typeof setTimeout> | undefined;

function describeSoon(version: number): void {
  clearTimeout(waiting);
  // Nothing is drawn before the first text has been described.
  waiting = setTimeout(() => version === latest && document && post({ kind: "described", version, described: describe(document) }), version === 1 ? 0 : pause);
}

addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "ask") {
    void (document === null ? Promise.resolve(null) : answerQuestion(document, data)).then((answer) => post({ kind: "answer", id: data.id, answer }));
    return;
  }
  document = checker.check(data.sources);
  latest = data.version;
  const lineOf = linesIn(document);
  const diagnostics = document.compiled.diagnostics.map((one) => ({ ...one, line: lineOf(one.span) }));
  post({ kind: "checked", version: data.version, checked: { diagnostics, fixAll: fixAllEdits(document) } });
  describeSoon(data.version);
});

function describe(checked: CheckedDocument): Described {
  const files = checked.sources.map((_, file) => file);
  const lineOf = linesIn(checked);
  return {
    outline: files.map((file) => symbolsOf(checked, file)),
    open: checked.compiled.open.map(({ what, source, affects }) => ({
      what,
      span: source,
      line: lineOf(source),
      affects: affects.flatMap((one) => (one.source === null ? [] : [{ what: one.what, span: one.source }])),
    })),
    tokens: files.map((file) => semanticTokens(checked, file)),
  };
}

function linesIn({ sources }: Pick<CheckedDocument, "sources">): (span: Span) => number {
  const maps = sources.map(({ text }) => lineMap(text));
  return ({ file, from }) => maps[file]?.(from).line ?? 1;
}
