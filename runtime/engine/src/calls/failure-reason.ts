/** Why something could not be sent or done, in words: those of a refusal speak of the record, and are for whoever may read it. */
import type { Row } from "../connection/contract.ts";
import type { Refusal } from "../contract/outcome.ts";

/** What a rule, a guard or `stop with` said, as it is kept. */
export interface RefusalReason {
  readonly code: string;
  readonly detail: string;
}

export const refusalReasons = (refusal: Refusal): readonly RefusalReason[] => refusal.errors.map(({ code, detail }) => ({ code, detail }));

/** `answer` as it was kept; the code alone is the document's, whoever reads it. */
export function failureReason(answer: Row | null, isOpen: boolean): string {
  if (answer?.["notShown"]) return `${answer["notShown"].what} is not shown.`;
  if (!answer?.["refused"]) return answer?.["why"] ?? answer?.["failure"] ?? (answer?.["status"] ? `Answered with status ${answer["status"]}.` : "It failed.");
  const refused = answer["refused"] as readonly RefusalReason[];
  const words = isOpen ? refused.map((r) => r.detail).join(" ") : `${[...new Set(refused.map((r) => r.code))].join(", ")}.`;
  return [answer["why"] as string | undefined, words].filter(Boolean).join(": ");
}
