/** Rehearsal mode: its clock, and the mails and calls that aren't sent. */
import type { Outcome } from "./outcome.ts";

export interface Rehearsal {
  now(): string;
  moveClock(to: { now: string } | { forward: string }): Promise<Outcome<{ now: string }>>;
  mails(): Promise<readonly { at: string; to: string; subject: string; body: string; call: string }[]>;
  calls(): Promise<
    readonly { at: string; call: string; method: string; address: string; headers: Readonly<Record<string, string>>; body: unknown; status: string; attempts: number }[]
  >;
  answer(script: { call: string; status?: number; body?: unknown; times?: number; delay?: number; outcome?: "timeout" | "refused" }): Promise<void>;
  settle(): Promise<void>;
  reset(): Promise<void>;
}
