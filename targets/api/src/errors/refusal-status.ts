/** Maps the engine's kinds of refusal to HTTP statuses. */

/** The engine's kinds of refusal by name. This package can't import the engine; a test of the server checks that both agree. */
export const refusalStatuses = {
  malformed: 400,
  "not signed in": 401,
  "not permitted": 403,
  "not found": 404,
  conflict: 409,
  "changed meanwhile": 412,
  invalid: 422,
  warning: 422,
  "not shown": 501,
  "too many": 429,
  unavailable: 503,
  "call failed": 502,
} as const satisfies Record<string, number>;

export type RefusalName = keyof typeof refusalStatuses;

export interface RefusalLike {
  readonly kind: RefusalName;
  readonly errors: readonly ErrorLike[];
}

export interface ErrorLike {
  readonly field: string | null;
  readonly code: string;
  readonly status: number | null;
  readonly detail: string;
  readonly rule: string | null;
  readonly line: number | null;
  readonly file?: number;
  readonly about?: string;
  readonly row?: number;
}

/** The first error's catalogue status if every error has one, else the status of the kind. A warning always has its own status, so that clients know that they can confirm it. */
export function statusOf(refusal: RefusalLike): number {
  if (refusal.kind === "warning") return refusalStatuses.warning;
  const first = refusal.errors[0];
  if (first && refusal.errors.every((e) => e.status !== null && ((e.status >= 400 && e.status <= 599) || isSuccess(e.status)))) return first.status!;
  return refusalStatuses[refusal.kind];
}

/** A status of success, which the catalogue gives to codes that only calls raise. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
