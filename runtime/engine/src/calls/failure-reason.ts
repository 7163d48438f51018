/** Why a call or mail failed. The reasons of a refusal contain values of the record, so only its readers get them. */
import type { Row } from "../connection/contract.ts";
import type { Refusal } from "../contract/outcome.ts";

/** An error of a rule, a guard or `stop with`, as the outbox stores it. */
export interface RefusalReason {
  readonly code: string;
  readonly detail: string;
}

export const refusalReasons = (refusal: Refusal): readonly RefusalReason[] => refusal.errors.map(({ code, detail }) => ({ code, detail }));

/** Whether a refusal consists of codes of the catalogue with a status of success, which only calls raise. */
export const isSuccess = ({ errors }: Refusal): boolean => errors.length > 0 && errors.every(({ status }) => status !== null && status >= 200 && status < 300);

/** `answer`: as the outbox stores it. Others than the record's readers get the error codes alone. */
export function failureReason(answer: Row | null, isReadable: boolean): string {
  if (answer?.["notShown"]) return `${answer["notShown"].what} is not shown.`;
  if (!answer?.["refused"]) return answer?.["why"] ?? answer?.["failure"] ?? (answer?.["status"] ? `Answered with status ${answer["status"]}.` : "It failed.");
  const refused = answer["refused"] as readonly RefusalReason[];
  const reasons = isReadable ? refused.map((r) => r.detail).join(" ") : `${[...new Set(refused.map((r) => r.code))].join(", ")}.`;
  return [answer["why"] as string | undefined, reasons].filter(Boolean).join(": ");
}
