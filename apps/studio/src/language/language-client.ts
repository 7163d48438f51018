/**
 * Talks to the worker that checks the document. There is no delay before a check: while one runs, the latest text waits, and
 * what lies in between is never checked.
 */
import type { SourceFile } from "@nonet/source";
import type { Checked, Described, FromWorker, QuestionName, Questions, ToWorker } from "../contract/messages.ts";

export interface LanguageClient {
  /** Checks the text as it is now, or as soon as the check that runs is done. */
  changed(): void;
  ask<Name extends QuestionName>(name: Name, about: Questions[Name]["asks"]): Promise<Questions[Name]["answer"]>;
  close(): void;
}

export interface LanguageListener {
  /** The text of all files, at the moment when it is sent. */
  readonly sources: () => readonly SourceFile[];
  /** Called when a text is sent: later edits are edits of this one. */
  readonly sent: () => void;
  readonly checked: (checked: Checked) => void;
  readonly described: (described: Described) => void;
}

export function connectLanguage(listener: LanguageListener): LanguageClient {
  const worker = new Worker(new URL("../worker/language-worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, (answer: never) => void>();
  let version = 0;
  let isChecking = false;
  let isStale = false;
  let asked = 0;
  const post = (message: ToWorker): void => worker.postMessage(message);

  function send(): void {
    isChecking = true;
    isStale = false;
    listener.sent();
    post({ kind: "text", version: ++version, sources: listener.sources() });
  }

  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    switch (data.kind) {
      case "checked":
        if (data.version !== version) return;
        isChecking = false;
        listener.checked(data.checked);
        if (isStale) send();
        return;
      case "described":
        if (data.version === version && !isStale) listener.described(data.described);
        return;
      case "answer":
        waiting.get(data.id)?.(data.answer as never);
        waiting.delete(data.id);
        return;
    }
  });

  return {
    changed: () => (isChecking ? void (isStale = true) : send()),
    ask(name, about) {
      // The answer is about the text that the person sees; messages arrive in order.
      if (isStale) send();
      const id = ++asked;
      return new Promise((resolve) => {
        waiting.set(id, resolve as (answer: never) => void);
        post({ kind: "ask", id, name, about });
      });
    },
    close: () => worker.terminate(),
  };
}
