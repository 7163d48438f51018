/** Changes, their options, and how they end: with a value or with a refusal. */
import type { SourceLocation } from "@nonet/model";
import type { Origin } from "./origin.ts";
import type { Values } from "./actor.ts";

export type Change =
  | { readonly kind: "create"; readonly entity: string; readonly values: Values; readonly action?: string }
  | { readonly kind: "update"; readonly entity: string; readonly id: string; readonly values: Values; readonly ifVersion: number | "any" }
  | { readonly kind: "delete"; readonly entity: string; readonly id: string; readonly ifVersion: number | "any" }
  | { readonly kind: "action"; readonly entity: string; readonly id: string; readonly action: string; readonly input: Values; readonly ifVersion?: number };

export interface PerformOptions {
  /** Codes of the warnings that the actor confirms. */
  readonly confirm?: readonly string[];
  /** Everything is checked and then rolled back, for previews. */
  readonly dryRun?: boolean;
  /** Of a dry run: required values may be missing, as in a form that isn't filled in yet. */
  readonly unfinished?: boolean;
  readonly idempotencyKey?: string;
  /** Where the request comes from, for the security log. */
  readonly from?: Origin;
  /** The record as `readAhead` has read it. It is used only if the change is found to be one of this version of it. */
  readonly ahead?: RecordAhead;
}

/** A record that was read before it is known who wants to change it; opaque outside of the engine. */
export interface RecordAhead {
  readonly entity: string;
  readonly id: string;
  /** Undefined where it doesn't exist. */
  readonly row: Promise<Readonly<Record<string, unknown>> | undefined>;
}

/** The server gives each kind its HTTP status. */
export type RefusalKind =
  | "malformed"
  | "not signed in"
  | "not permitted"
  | "not found"
  | "conflict"
  | "changed meanwhile"
  | "invalid"
  | "warning"
  | "not shown"
  | "too many"
  | "unavailable"
  | "call failed";

export interface Refusal {
  readonly kind: RefusalKind;
  readonly errors: readonly FieldError[];
  /** Seconds after which a repeat may succeed. */
  readonly retryAfter?: number;
  /** The refusal of an earlier request with the same idempotency key. */
  readonly repeats?: true;
}

export interface FieldError extends SourceLocation {
  /** JSON key of the field, a path for parts (`lines/0/price`), or null. */
  readonly field: string | null;
  /** The catalogue's code, or a built-in one (`required`, `not-found`, `not-permitted`, …). */
  readonly code: string;
  /** The status the catalogue gives the code; null for built-in ones. */
  readonly status: number | null;
  /** The message with its values filled in. */
  readonly detail: string;
  /** The rule's or transition's name; null where it is a built-in check. */
  readonly rule: string | null;
  /** Which of several elements at that line, as `nonet explain` names it. */
  readonly about?: string | undefined;
  /** Line of the imported file. */
  readonly row?: number;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** What an offered call's error envelope is evaluated over. */
export interface RefusalEnvelope {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly field: string | null }[];
}
