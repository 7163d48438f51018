/** Runs one example for the editor, and says in a message how it ended. */
import type { Connection } from "vscode-languageserver";
import type { ExampleOutcome, Host } from "./session/host.ts";
import type { Place } from "./session/specifications.ts";

export interface ExampleReport {
  readonly passed: boolean;
  readonly message: string;
  /** Where it failed; null if it passed, or if the place isn't known. Lines start at 0. */
  readonly at: { readonly uri: string; readonly line: number } | null;
}

export async function runExample(connection: Connection, host: Host, place: Place | null, title: string): Promise<ExampleReport> {
  const report = await outcomeOf(host, place, title);
  // A notification: `showErrorMessage` is a request, which an editor may not answer.
  void connection.sendNotification("window/showMessage", { type: report.passed ? 3 : 1, message: report.message });
  return report;
}

async function outcomeOf(host: Host, place: Place | null, title: string): Promise<ExampleReport> {
  const not = (message: string): ExampleReport => ({ passed: false, message, at: null });
  if (!place || !host.runExample) return not("Examples can't be run here. Run `nonet test FILE` in a terminal.");
  const { document, texts } = place.checked;
  if (document.compiled.diagnostics.some(({ severity }) => severity === "error")) return not("Fix the errors first: an example runs only in a document without errors.");
  const outcome: ExampleOutcome | string = await host.runExample(document.sources, title);
  if (typeof outcome === "string") return not(outcome);
  if (!outcome.failure) return { passed: true, message: `Passed: ${title}`, at: null };
  const { file, line, expected, seen } = outcome.failure;
  return { passed: false, message: `Failed: ${title}\nExpected: ${expected}\nActual: ${seen}`, at: line === null ? null : { uri: texts[file]!.uri, line: line - 1 } };
}
