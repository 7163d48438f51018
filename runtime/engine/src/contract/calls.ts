import type { HttpCall, SourceLocation } from "@nonet/model";
import type { Actor } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

/** What a call from outside is answered; `body` undefined: nothing. */
export interface CallAnswer {
  /** null: the document says none. */
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
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Set where there was no answer. */
  readonly failure: string | null;
  /** Trying again can't help until somebody sets something. */
  readonly final?: boolean;
  /** What the call needs and the document doesn't show. */
  readonly notShown?: string;
}

export const isExpected = (http: HttpCall, answer: Answer): boolean => answer.failure === null && answer.status >= http.expects.low && answer.status <= http.expects.high;
