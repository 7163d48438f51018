/** Answers a question about the checked document. What answers is loaded with the first question, so that the first check doesn't wait for it. */
import type { CheckedDocument } from "@nonet/services";
import type { Ask } from "../contract/messages.ts";

export async function answerQuestion(document: CheckedDocument, { name, about }: Ask): Promise<unknown> {
  const { answers } = await import("./answers.ts");
  return (answers[name] as (document: CheckedDocument, asks: unknown) => unknown)(document, about);
}
