/** Runs a request outside a form: shows errors, and asks once whether to ignore warnings. */
import { asProblem } from "../api/request.ts";
import { ask } from "../question/ask.ts";
import { isWarning, refusalText, notifyRefusal } from "./problem-alert.tsx";
import { t } from "../texts/texts.ts";

/** The query that confirms these warnings. */
export const confirmQuery = (codes: readonly string[]): string => `?confirm=${codes.join(",")}`;

/** Whether the person wants to go on in spite of the warnings. */
export const askToContinue = (title: string, warnings: string): Promise<boolean> => ask({ title, text: warnings, yes: t("continue-anyway") });

/** `files` are the document's file names. Returns the response, or undefined if it was refused or not confirmed. */
export async function attemptWithConfirmation<T>(title: string, files: readonly string[], attempt: (query: string) => Promise<T>): Promise<T | undefined> {
  const notifyError = (error: unknown): undefined => notifyRefusal(title, error) as undefined;
  return attempt("").catch(async (error: unknown) => {
    const problem = asProblem(error);
    if (!isWarning(problem)) return notifyError(error);
    return (await askToContinue(title, refusalText(problem, files))) ? attempt(confirmQuery(problem.confirm ?? [])).catch(notifyError) : undefined;
  });
}
