/** Why a call or mail failed. The reasons of a refusal contain values of the record, so only its readers get them. */
import type { Row } from "../connection/contract.ts";
import type { Refusal } from "../contract/outcome.ts";
import type { Call, StatusRange } from "@nonet/model";
import { say } from "@nonet/texts";

/** An error of a rule, a guard or `stop with`, as the outbox stores it. */
export interface RefusalReason {
  readonly code: string;
  readonly detail: string;
}

export const refusalReasons = (refusal: Refusal): readonly RefusalReason[] => refusal.errors.map(({ code, detail }) => ({ code, detail }));

/** Whether a refusal consists of codes of the catalogue with a status of success, which only calls raise. */
export const isSuccess = ({ errors }: Refusal): boolean => errors.length > 0 && errors.every(({ status }) => status !== null && status >= 200 && status < 300);

/** `answer`: as the outbox stores it. Others than the record's readers get the error codes alone. */
export function failureReason(call: Call | undefined, answer: Row | null, isReadable: boolean): string {
  if (answer?.["notShown"]) return say("the-document-doesnt-say-what-is", { name: answer["notShown"].what });
  if (!answer?.["refused"]) return answer?.["why"] ?? answer?.["failure"] ?? (answer?.["status"] ? statusReason(call, answer["status"]) : say("it-failed"));
  const refused = answer["refused"] as readonly RefusalReason[];
  const reasons = isReadable ? refused.map((r) => r.detail).join(" ") : `${[...new Set(refused.map((r) => r.code))].join(", ")}.`;
  return [answer["why"] as string | undefined, reasons].filter(Boolean).join(": ");
}

const statusReason = (call: Call | undefined, status: number): string =>
  call?.does.kind === "http"
    ? say("it-answered-status-instead-of", { status: String(status), expected: call.does.expects.statuses.map(rangeText).join(", ") })
    : say("it-answered-status", { status: String(status) });

const rangeText = ({ low, high }: StatusRange): string => (low === high ? String(low) : `${low}–${high}`);
