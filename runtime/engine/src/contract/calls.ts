/** What calls answer, those from outside and those that the product sends, and the calls that have failed. */
import type { HttpCall, SourceLocation, StatusRange } from "@nonet/model";
import type { Actor } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

/** The answer to a call from outside; `body` undefined: an empty one. */
export interface CallAnswer {
  /** Null where the document gives none. */
  readonly status: number | null;
  readonly body: unknown;
}

export interface FailedCall extends SourceLocation {
  readonly id: string;
  readonly call: string;
  readonly kind: "mail" | "call" | "schedule";
  readonly to: string | null;
  readonly subject: string | null;
  readonly record: { readonly entity: string; readonly id: string; readonly shownAs: string | null } | null;
  readonly at: string;
  readonly failedAt: string;
  readonly attempts: number;
  readonly why: string;
  readonly code: string | null;
}

export interface FailedCalls {
  list(actor: Actor): Promise<Outcome<{ readonly items: readonly FailedCall[]; readonly count: number }>>;
  retry(actor: Actor, id: string): Promise<Outcome<null>>;
  drop(actor: Actor, id: string): Promise<Outcome<null>>;
  /** All of them, or those of one call; returns how many. */
  retryAll(actor: Actor, call: string | null): Promise<Outcome<number>>;
  dropAll(actor: Actor, call: string | null): Promise<Outcome<number>>;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Set where there was no answer. */
  readonly failure: string | null;
  /** Another try can't succeed until somebody changes a setting. */
  readonly final?: boolean;
  /** A name that the call needs and the document doesn't show. */
  readonly notShown?: string;
}

export const isExpected = (http: HttpCall, answer: Answer): boolean => answer.failure === null && isAmong(answer.status, http.expects.statuses);

/** The seconds after which the call is sent again; undefined where it isn't. `attempts`: how often it has been sent. */
export const nextWait = (http: HttpCall, answer: Answer, attempts: number): number | undefined =>
  answer.final || (answer.failure === null && isAmong(answer.status, http.retries.notOn)) ? undefined : http.retries.waits[attempts - 1];

const isAmong = (status: number, ranges: readonly StatusRange[]): boolean => ranges.some(({ low, high }) => status >= low && status <= high);
