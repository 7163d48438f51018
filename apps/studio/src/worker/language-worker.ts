/**
 * The worker in which the document is checked, so that typing never waits for the checker.
 *
 * Diagnostics are sent at once. The outline, the open points and the names for coloring follow in a task of their own:
 * if a newer text has come in meanwhile, they are left out for this one.
 */
import { type CheckedDocument, fixAllEdits, makeDocumentChecker, semanticTokens, symbolsOf } from "@nonet/services";
import { lineMap, type Span } from "@nonet/source";
import type { Described, FromWorker, ToWorker } from "../contract/messages.ts";
import { answerQuestion } from "./answer-question.ts";

const checker = makeDocumentChecker();
let document: CheckedDocument | null = null;
let latest = 0;

const post = (message: FromWorker): void => postMessage(message);
const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }: MessageEvent<number>) => {
  if (data === latest && document) post({ kind: "described", version: data, described: describe(document) });
};

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
  port2.postMessage(data.version);
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
