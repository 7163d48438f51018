/** Rehearsal mode: its clock, and the mails and calls that aren't sent. */
import type { Outcome } from "./outcome.ts";

/** What the product did by itself while the clock moved: an action of an entity, on so many records. */
export interface Happened {
  readonly entity: string;
  readonly action: string;
  readonly count: number;
}

export interface Rehearsal {
  now(): string;
  moveClock(to: { now: string } | { forward: string }): Promise<Outcome<{ now: string; happened: readonly Happened[] }>>;
  mails(): Promise<readonly { at: string; to: string; subject: string; body: string; call: string }[]>;
  calls(): Promise<
    readonly { at: string; call: string; method: string; address: string; headers: Readonly<Record<string, string>>; body: unknown; status: string; attempts: number }[]
  >;
  answer(script: { call: string; status?: number; body?: unknown; times?: number; delay?: number; outcome?: "timeout" | "refused" }): Promise<void>;
  settle(): Promise<void>;
  reset(): Promise<void>;
}
