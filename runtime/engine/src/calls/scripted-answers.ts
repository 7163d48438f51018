/** Scripted answers: in rehearsal outgoing calls are answered from scripts instead of being sent. */
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Answer } from "../contract/calls.ts";

export interface AnswerScript {
  readonly call: string;
  readonly status?: number;
  readonly body?: unknown;
  /** How often the script answers; absent: until it is replaced. */
  times?: number;
  /** Seconds. */
  readonly delay?: number;
  readonly outcome?: "timeout" | "refused";
}

const scripts = new WeakMap<Running, AnswerScript[]>();

export function addScript(running: Running, script: AnswerScript): void {
  const list = scripts.get(running) ?? [];
  scripts.set(running, [{ ...script }, ...list.filter((s) => s.call !== script.call || script.times !== undefined)]);
}

export const clearScripts = (running: Running): void => void scripts.delete(running);

/** The scripted answer; without a script 200 with an id. Undefined where the call needs something not shown. */
export function scriptedAnswer(running: Running, call: string, row: Row, withinSeconds: number): Promise<Answer> | undefined {
  const script = (scripts.get(running) ?? []).find((s) => s.call.toLowerCase() === call.toLowerCase() && s.times !== 0);
  if (!script) return row["payload"].notShown ? undefined : Promise.resolve({ status: 200, body: { id: row["idempotency_key"] }, failure: null });
  if (script.times !== undefined) script.times--;
  return play(script, withinSeconds);
}

/** An answer that is later than the call's `within` is a timeout. */
async function play(script: AnswerScript, within: number): Promise<Answer> {
  if (script.delay) await new Promise((later) => setTimeout(later, Math.min(60, within, script.delay ?? 0) * 1000));
  if (script.delay && script.delay > within) return { status: 0, body: null, failure: `No answer within ${within} seconds.` };
  if (script.outcome === "timeout") return { status: 0, body: null, failure: "No answer in time." };
  if (script.outcome === "refused") return { status: 0, body: null, failure: "The address doesn't answer." };
  return { status: script.status ?? 200, body: script.body ?? {}, failure: null };
}
